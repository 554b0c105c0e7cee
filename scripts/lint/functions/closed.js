// Finds objects of request bodies that take fields that nobody declared.
import { follow, operationsOf, partsOf } from '../document.js';

/** @typedef {import('../document.js').Place} Place */

/**
 * @param {import('../document.js').Node} document
 * @returns {import('../document.js').Finding[]}
 */
export default function closed(document) {
  /** @type {Map<string, Place>} */
  const open = new Map();
  /** @type {(place: Place, isClosed?: boolean) => void} */
  const visit = ({ schema, path }, isClosed = false) => {
    const where = typeof schema.$ref === 'string' ? pathOf(schema.$ref) : path; // to be mended there, once
    const whole = follow(document, schema);
    const closes = isClosed || whole.unevaluatedProperties === false;
    const isObject = whole.type === 'object' || 'properties' in whole;
    if (isObject && !closes && whole.additionalProperties !== false) open.set(where.join('/'), { schema, path: where });
    for (const part of partsOf(whole, where)) visit(part, closes && part.path.at(-2) === 'allOf');
  };
  for (const { operation, path } of operationsOf(document, 'paths')) {
    const body = follow(document, operation.requestBody);
    for (const [type, media] of Object.entries(body.content ?? {}))
      if (media.schema) visit({ schema: media.schema, path: [...path, 'requestBody', 'content', type, 'schema'] });
  }
  return [...open.values()].map(({ path }) => ({ message: 'This object of a request takes unknown fields.', path }));
}

const pathOf = (/** @type {string} */ reference) =>
  reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
