/** Spells JSON as no serialiser does: whoever verifies anything but the very bytes that came is found out here, and not in production. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { Chance } from '../state/ids.ts';

/** Whitespace of JSON; more often than not there is none. */
const SPACES = ['', '', '', ' ', ' ', '  ', '\n', '\t', '\r\n'];
/** Of the characters of a string so many are escaped without need: of those that some serialisers escape, and of all others. */
const ESCAPED = { some: 0.5, others: 0.1 };
const SOME = /[^ -.0-~]/;

/**
 * The same values in other bytes. Fields are never in the order that they were in, and of each text at least one character is escaped that needs
 * no escape: what parses it and writes it again gets something else, always.
 *
 * @param text - an object, as JSON
 */
export function spelled(text: string, chance: Chance): string {
  const space = (): string => pick(SPACES, chance);
  const write = (value: unknown): string => {
    if (typeof value === 'string') return writeString(value, chance);
    if (typeof value !== 'object' || value === null) return stringifyJson(value);
    const isArray = Array.isArray(value);
    const items = isArray
      ? value.map(write)
      : shuffled(Object.entries(value), chance).map(
          ([name, item]) => `${JSON.stringify(name)}${space()}:${space()}${write(item)}`,
        );
    const [open, close] = isArray ? '[]' : '{}';
    return `${String(open)}${items.map((item) => `${space()}${item}${space()}`).join(',')}${String(close)}`;
  };
  return `${write(parseJson(text))}${space()}`;
}

function pick<T>(from: readonly T[], chance: Chance): T {
  return from[Math.floor(chance() * from.length)] as T;
}

/** By Fisher and Yates; never as it was, where there are two or more. */
function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order.every((item, i) => item === items[i]) ? [...order.slice(1), ...order.slice(0, 1)] : order;
}

/** JSON has no way of its own to write these but this one. */
const NEEDED = /["\\\u0000-\u001f]|\p{Surrogate}/u;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function writeString(text: string, chance: Chance): string {
  const characters = Array.from(text); // a pair of surrogates is one
  const least = Math.floor(chance() * characters.length);
  const written = characters.map((character, i) => {
    const isEscaped =
      NEEDED.test(character) || i === least || chance() < ESCAPED[SOME.test(character) ? 'some' : 'others'];
    if (!isEscaped) return character;
    const short = SHORT[character];
    return short !== undefined && chance() < 0.5 ? short : inHex(character, chance);
  });
  return `"${written.join('')}"`;
}

/** One or two units of UTF-16, the digits of each in lower case or in upper case. */
const inHex = (character: string, chance: Chance): string =>
  Array.from({ length: character.length }, (_, i) => {
    const digits = character.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${chance() < 0.5 ? digits : digits.toUpperCase()}`;
  }).join('');
