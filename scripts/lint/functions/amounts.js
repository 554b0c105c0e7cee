// Finds amounts that are numbers, or strings of which a part may be anything.
import { follow, isNode, schemasOf } from '../document.js';

/**
 * @param {import('../document.js').Node} document
 * @param {{ names: string, except: string[] }} options - names of amounts as a pattern, and fields that only look like some
 * @returns {import('../document.js').Finding[]}
 */
export default function amounts(document, { names, except }) {
  const isAmount = (/** @type {string} */ name) => new RegExp(names).test(name) && !except.includes(name);
  return schemasOf(document).flatMap(({ schema, path }) => {
    if ([schema.type].flat().includes('number'))
      return [{ message: 'A number loses digits.', path: [...path, 'type'] }];
    const properties = Object.entries(isNode(schema.properties) ? schema.properties : {});
    return properties
      .filter(([name]) => isAmount(name))
      .flatMap(([name, node]) => {
        const { type, pattern, additionalProperties } = follow(document, node);
        const value = type === 'object' ? follow(document, additionalProperties) : { type, pattern };
        if (value.type === 'string' && isAnchored(value.pattern)) return [];
        const has = value.type === 'string' ? `the pattern ${String(value.pattern)}` : `the type ${String(value.type)}`;
        return [{ message: `The amount ${name} has ${has}.`, path: [...path, 'properties', name] }];
      });
  });
}

/**
 * Whether a pattern tells of the whole string: `^a|b$` does not.
 *
 * @param {unknown} pattern
 */
export function isAnchored(pattern) {
  if (typeof pattern !== 'string' || !/^\^(?:.*[^\\])?\$$/s.test(pattern)) return false;
  let rest = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(/\([^()]*\)/g, '')];
  return !rest.includes('|');
}
