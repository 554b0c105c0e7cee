/** Writes paths and queries in the very bytes that go out: what is signed must not be written anew by a URL parser. */
import { InvalidCallError } from './errors.ts';

const PARAMETER = /\{(\w+)\}/g;

/** The names in a path template. */
export const parametersOf = (template: string): string[] =>
  Array.from(template.matchAll(PARAMETER), ([, name = '']) => name);

/**
 * Fills a path template.
 *
 * @throws InvalidCallError for a value that is missing, empty, `.` or `..`, which would make another path.
 */
export function encodePath(operationId: string, template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(PARAMETER, (_, name: string) => {
    const text = textOf(operationId, name, values[name]);
    if (text === '' || text === '.' || text === '..')
      throw invalid(
        operationId,
        `${name} is ${text === '' ? 'empty' : `"${text}"`}, which would be another path. Give its value.`,
      );
    return encode(operationId, name, text);
  });
}

/** Writes a query; undefined values are left out. */
export function encodeQuery(operationId: string, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encode(operationId, name, textOf(operationId, name, value))}`)
    .join('&');
}

/** The error of a call that is refused before anything is sent. */
export function invalid(operationId: string, message: string, cause?: unknown): InvalidCallError {
  return new InvalidCallError(message, { operationId, attempts: 0, effect: 'none', retryable: false }, cause);
}

function textOf(operationId: string, name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'number')
    throw invalid(
      operationId,
      `${name} is ${String(value)}, which is no exact integer. Give a bigint, or an integer below 2^53.`,
    );
  throw invalid(
    operationId,
    `${name} is ${value === undefined ? 'missing' : `a ${typeof value}`}. Give a string or an integer.`,
  );
}

/** Stricter than encodeURIComponent, which leaves characters that URL parsers rewrite. */
function encode(operationId: string, name: string, text: string): string {
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch (cause) {
    throw invalid(operationId, `${name} holds half of a surrogate pair, which has no UTF-8.`, cause);
  }
}
