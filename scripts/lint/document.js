// Ways through a bundled document that the house rules share: its schemas where they stand, and what references lead to.

/**
 * @typedef {Record<string, any>} Node - any object of the document
 * @typedef {(string | number)[]} Path - keys that lead to a node from the top
 * @typedef {{ schema: Node, path: Path }} Place - a schema, and where it stands
 * @typedef {{ message: string, path: Path }} Finding - what Spectral expects of a rule's function
 */

const MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const LISTS = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const SINGLE = ['items', 'additionalProperties', 'unevaluatedProperties', 'then', 'else', 'contains']; // `not` and `if` declare nothing
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isNode(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The node, or what its reference leads to together with what stands beside the reference.
 *
 * @param {Node} document
 * @param {unknown} node
 * @returns {Node}
 */
export function follow(document, node) {
  if (!isNode(node)) return {};
  const { $ref: reference, ...beside } = node;
  if (typeof reference !== 'string') return node;
  const keys = reference.split('/').slice(1);
  const target = keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((/** @type {unknown} */ at, key) => (isNode(at) ? at[key] : undefined), document);
  return { ...follow(document, target), ...beside };
}

/**
 * The parts of a schema that are schemas themselves, references not followed.
 *
 * @param {Node} schema
 * @param {Path} path
 * @returns {Place[]}
 */
export function partsOf(schema, path) {
  const maps = MAPS.flatMap((keyword) => entries(schema[keyword]).map(([key, part]) => at(part, path, keyword, key)));
  const lists = LISTS.flatMap((keyword) => entries(schema[keyword]).map(([key, part]) => at(part, path, keyword, key)));
  const single = SINGLE.map((keyword) => at(schema[keyword], path, keyword));
  return [...maps, ...lists, ...single].filter(({ schema }) => isNode(schema));
}

/** @returns {[string, any][]} */
const entries = (/** @type {unknown} */ value) => Object.entries(typeof value === 'object' ? (value ?? {}) : {});

/** @returns {Place} */
const at = (/** @type {any} */ schema, /** @type {Path} */ path, /** @type {string[]} */ ...keys) => ({
  schema,
  path: [...path, ...keys],
});

/**
 * Every schema, once, where it stands.
 *
 * @param {Node} document
 * @returns {Place[]}
 */
export function schemasOf(document) {
  /** @type {(place: Place) => Place[]} */
  const withParts = (place) => [place, ...partsOf(place.schema, place.path).flatMap(withParts)];
  /** @type {(node: unknown, path: Path) => Place[]} */
  const search = (node, path) =>
    entries(node).flatMap(([key, value]) => {
      const inside = [...path, key];
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) return [];
      if (key === 'schema') return withParts({ schema: value, path: inside });
      if (key === 'schemas' && path[0] === 'components')
        return entries(value).flatMap(([name, schema]) => withParts(at(schema, inside, name)));
      return search(value, inside);
    });
  return search(document, []);
}

/**
 * Every operation of the paths, or of the webhooks, with the parameters of its path item in front of its own.
 *
 * @param {Node} document
 * @param {'paths' | 'webhooks'} kind
 * @returns {{ operation: Node, path: Path }[]}
 */
export function operationsOf(document, kind) {
  return entries(document[kind]).flatMap(([name, item]) =>
    METHODS.filter((method) => isNode(item[method])).map((method) => ({
      operation: item[method],
      path: [kind, name, method],
    })),
  );
}
