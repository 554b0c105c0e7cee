// Finds bodies without an example: of requests, of answers and of webhooks.
import { follow, isNode, operationsOf } from '../document.js';

/** @typedef {import('../document.js').Node} Node */

/**
 * @param {Node} document
 * @returns {import('../document.js').Finding[]}
 */
export default function exemplified(document) {
  const bodies = [...operationsOf(document, 'paths'), ...operationsOf(document, 'webhooks')].flatMap(
    ({ operation, path }) => [
      { what: 'The request', body: operation.requestBody, path: [...path, 'requestBody'] },
      ...Object.entries(isNode(operation.responses) ? operation.responses : {}).map(([status, body]) => ({
        what: `The answer ${status}`,
        body,
        path: [...path, 'responses', status],
      })),
    ],
  );
  return bodies.flatMap(({ what, body, path }) =>
    Object.entries(follow(document, body).content ?? {})
      .filter(([, media]) => Object.keys(media.examples ?? {}).length === 0)
      .map(([type]) => ({ message: `${what} has no example.`, path: [...path, 'content', type] })),
  );
}
