// Finds integers that do not say how wide they are.
import { schemasOf } from '../document.js';

const WIDTHS = ['int32', 'int64', 'uint32', 'uint64'];

/**
 * @param {import('../document.js').Node} document
 * @returns {import('../document.js').Finding[]}
 */
export default function integers(document) {
  return schemasOf(document)
    .filter(({ schema }) => [schema.type].flat().includes('integer') && !WIDTHS.includes(schema.format))
    .map(({ schema, path }) => ({
      message: schema.format === undefined ? 'An integer without a format.' : `No integer is ${String(schema.format)}.`,
      path: schema.format === undefined ? path : [...path, 'format'],
    }));
}
