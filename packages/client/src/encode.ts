/** Writes paths and queries in the very bytes that go out: what is signed must not be written anew by a URL parser. */
import { InvalidCallError } from './errors.ts';
import { percentEncode } from './percent.ts';

/** A path template, taken apart once: fixed text and names in turn. */
export type Template = readonly string[];

/** Takes a path template such as `/wallets/{WALLET_ID}/addresses` apart. */
export const templateOf = (path: string): Template => path.split(/\{(\w+)\}/);

/** The names in a template. */
export const parametersOf = (template: Template): string[] => template.filter((_, i) => i % 2 === 1);

/**
 * Fills a path template.
 *
 * @throws InvalidCallError for a value that is missing, empty, `.` or `..`, which would make another path.
 */
export function encodePath(operationId: string, template: Template, values: Readonly<Record<string, unknown>>): string {
  let path = template[0] ?? '';
  for (let i = 1; i < template.length; i += 2) {
    const name = template[i] ?? '';
    const text = textOf(operationId, name, values[name]);
    if (text === '' || text === '.' || text === '..') {
      const is = text === '' ? 'empty' : `"${text}"`;
      throw invalid(operationId, `${name} is ${is}, which would be another path. Give its value.`);
    }
    path += encode(operationId, name, text) + (template[i + 1] ?? '');
  }
  return path;
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

/**
 * The ID of a wallet as a bigint.
 *
 * @throws InvalidCallError for anything but an exact integer that is not negative
 */
export function walletIdOf(operationId: string, value: unknown): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  const text = textOf(operationId, 'WALLET_ID', value);
  if (!/^\d+$/.test(text)) throw invalid(operationId, `WALLET_ID is "${text}". Give the number of a wallet.`);
  return BigInt(text);
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

function encode(operationId: string, name: string, text: string): string {
  try {
    return percentEncode(text);
  } catch (cause) {
    throw invalid(operationId, `${name} holds half of a surrogate pair, which has no UTF-8.`, cause);
  }
}
