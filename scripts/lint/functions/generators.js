// Finds what sound tools and generators of others stumble over, though OpenAPI allows it.
import { follow, isNode, operationsOf, schemasOf } from '../document.js';

/** @typedef {import('../document.js').Node} Node */
/** @typedef {import('../document.js').Finding} Finding */

/** Generators make a type of each of these, all of them in one place. */
const NAMED = ['schemas', 'parameters', 'responses', 'requestBodies'];

/**
 * @param {Node} document
 * @returns {Finding[]}
 */
export default function generators(document) {
  return [...namelessBodies(document), ...sharedNames(document), ...defaultsBeside(document), ...servers(document)];
}

/** A body without a name gets one from each generator, such as `ListThings200`. */
function namelessBodies(/** @type {Node} */ document) {
  const bodies = [...operationsOf(document, 'paths'), ...operationsOf(document, 'webhooks')].flatMap(
    ({ operation, path }) => [
      { body: operation.requestBody, path: [...path, 'requestBody'] },
      ...Object.entries(operation.responses ?? {}).map(([status, body]) => ({
        body,
        path: [...path, 'responses', status],
      })),
    ],
  );
  return bodies.flatMap(({ body, path }) =>
    Object.entries(follow(document, body).content ?? {})
      .filter(([, media]) => Object.keys(media.schema ?? {}).join() !== '$ref')
      .map(([type]) => ({
        message: 'This body has no name of its own: refer to a schema, with nothing beside the reference.',
        path: [...path, 'content', type, 'schema'],
      })),
  );
}

function sharedNames(/** @type {Node} */ { components = {} }) {
  const seen = new Set();
  return NAMED.flatMap((kind) =>
    Object.keys(components[kind] ?? {}).flatMap((name) => {
      if (!seen.has(name)) {
        seen.add(name);
        return [];
      }
      return [{ message: `Another component is called ${name} as well.`, path: ['components', kind, name] }];
    }),
  );
}

function defaultsBeside(/** @type {Node} */ document) {
  return schemasOf(document)
    .filter(({ schema }) => isNode(schema) && '$ref' in schema && 'default' in schema)
    .map(({ path }) => ({ message: 'A default stands beside a reference: write the schema out.', path }));
}

function servers(/** @type {Node} */ { servers = [] }) {
  return /** @type {Node[]} */ (servers).flatMap(({ variables = {} }, index) => [
    ...(index === 0 && Object.keys(variables).length > 0
      ? [{ message: 'The first server has variables.', path: ['servers', 0] }]
      : []),
    ...Object.entries(variables)
      .filter(([, variable]) => 'description' in variable)
      .map(([name]) => ({
        message: `The variable ${name} has a description: put it into that of the server.`,
        path: ['servers', index, 'variables', name],
      })),
  ]);
}
