/** Writes paths and queries in the very bytes that go out: what is signed must not be written anew by a URL parser. */
import { percentEncode } from './percent.ts';

/** Values of parameters, by name. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Fills a path template that was split at its braces: fixed text and names in turn.
 *
 * @throws TypeError for a value that is missing or cannot be written, or is empty, `.` or `..`, which would make another path.
 */
export function encodePath(template: readonly string[], values: Values): string {
  let path = template[0] as string;
  for (let i = 1; i < template.length; i += 2) {
    const name = template[i] as string;
    const segment = encode(name, values[name]);
    if (/^\.{0,2}$/.test(segment)) throw new TypeError(`${name} is "${segment}", which would be another path.`);
    path += segment + (template[i + 1] as string);
  }
  return path;
}

/**
 * Writes a query; undefined values are left out.
 *
 * @throws TypeError for a name that is not among `names`, or a value that cannot be written.
 */
export function encodeQuery(names: readonly string[], values: Values): string {
  const pairs: string[] = [];
  for (const name in values) {
    if (values[name] === undefined) continue;
    if (!names.includes(name)) throw new TypeError(`${name} is no parameter of it.`);
    pairs.push(`${name}=${encode(name, values[name])}`);
  }
  return pairs.join('&');
}

/**
 * The ID of a wallet as a bigint.
 *
 * @throws TypeError for anything but an exact integer that is not negative.
 */
export function walletIdOf(value: unknown): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  const text = encode('WALLET_ID', value);
  if (!/^\d+$/.test(text)) throw new TypeError(`WALLET_ID is "${text}". Give the number of a wallet.`);
  return BigInt(text);
}

function encode(name: string, value: unknown): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && !/\p{Cs}/u.test(value)) return percentEncode(value);
  throw new TypeError(`${name} is ${String(value)}. Give well-formed text, a bigint or an integer below 2^53.`);
}
