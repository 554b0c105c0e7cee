// Values as someone would write them in a language.
import type { Bigints } from '../../../lib/bigints.ts';

const WIDTH = 80;

/** How a language writes them. */
export interface Notation {
  readonly indent: string;
  /** What stands between braces and what they hold, on one line. */
  readonly padding: string;
  readonly key: (name: string) => string;
  readonly bigint: (digits: string) => string;
  /** The names of `true`, `false` and `null`, where they are others. */
  readonly constants: Readonly<Record<string, string>>;
}

export const typescript: Notation = {
  indent: '  ',
  padding: ' ',
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
  bigint: (digits) => `${digits}n`,
  constants: {},
};

export const python: Notation = {
  indent: '    ',
  padding: '',
  key: quoted,
  bigint: (digits) => digits, // every integer of Python is one
  constants: { true: 'True', false: 'False', null: 'None' },
};

/**
 * Writes a value.
 *
 * @param bigints - where in it the bigints are
 */
export function literal(value: unknown, bigints: Bigints | undefined, notation: Notation, indent = ''): string {
  const short = oneLine(value, bigints, notation);
  if (indent.length + short.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const deeper = indent + notation.indent;
  const inner = (item: unknown, key: string): string => literal(item, inside(bigints, key), notation, deeper);
  const entries = Array.isArray(value)
    ? value.map((item) => inner(item, '*'))
    : Object.entries(value).map(([key, item]) => `${notation.key(key)}: ${inner(item, key)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open ?? ''}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close ?? ''}`;
}

function oneLine(value: unknown, bigints: Bigints | undefined, notation: Notation): string {
  const { padding, key: named, bigint, constants } = notation;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && bigints === 1) return bigint(String(value));
  if (typeof value !== 'object' || value === null) return constants[String(value)] ?? String(value);
  const inner = (item: unknown, key: string): string => oneLine(item, inside(bigints, key), notation);
  if (Array.isArray(value)) return `[${value.map((item) => inner(item, '*')).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${named(key)}: ${inner(item, key)}`);
  return entries.length === 0 ? '{}' : `{${padding}${entries.join(', ')}${padding}}`;
}

function inside(bigints: Bigints | undefined, key: string): Bigints | undefined {
  return typeof bigints === 'object' ? (bigints[key] ?? bigints['*']) : undefined;
}

/** Both languages read the escapes of JSON. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
