// Finds parameters and properties without a description, their own or that of what they refer to.
import { follow, isNode, schemasOf } from '../document.js';

/** @typedef {import('../document.js').Node} Node */

/**
 * @param {Node} document
 * @returns {import('../document.js').Finding[]}
 */
export default function described(document) {
  const parameters = parametersOf(document, document, []);
  const properties = schemasOf(document).flatMap(({ schema, path }) =>
    Object.entries(isNode(schema.properties) ? schema.properties : {}).map(([name, node]) => ({
      what: `Property ${name}`,
      node: follow(document, node),
      path: [...path, 'properties', name],
    })),
  );
  return [...parameters, ...properties]
    .filter(({ node }) => typeof node.description !== 'string' || node.description.trim() === '')
    .map(({ what, path }) => ({ message: `${what} has no description.`, path }));
}

/**
 * @param {Node} document
 * @param {unknown} node
 * @param {import('../document.js').Path} path
 * @returns {{ what: string, node: Node, path: import('../document.js').Path }[]}
 */
function parametersOf(document, node, path) {
  if (typeof node !== 'object' || node === null || path.includes('examples')) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const inside = [...path, key];
    const isParameter = path.at(-1) === 'parameters' && isNode(value) && typeof value.name === 'string';
    return isParameter
      ? [{ what: `Parameter ${String(value.name)}`, node: follow(document, value), path: inside }]
      : parametersOf(document, value, inside);
  });
}
