// Values as someone would write them in TypeScript.
import type { Bigints } from '../../lib/bigints.ts';

const WIDTH = 80;

/**
 * Writes a value.
 *
 * @param bigints - where in it the bigints are
 */
export function literal(value: unknown, bigints: Bigints | undefined, indent = ''): string {
  const short = oneLine(value, bigints);
  if (indent.length + short.length <= WIDTH || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, inside(bigints, '*'), deeper))
    : Object.entries(value).map(([key, item]) => `${name(key)}: ${literal(item, inside(bigints, key), deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open ?? ''}\n${entries.map((entry) => `${deeper}${entry},\n`).join('')}${indent}${close ?? ''}`;
}

function oneLine(value: unknown, bigints: Bigints | undefined): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && bigints === 1) return `${String(value)}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => oneLine(item, inside(bigints, '*'))).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${name(key)}: ${oneLine(item, inside(bigints, key))}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function inside(bigints: Bigints | undefined, key: string): Bigints | undefined {
  return typeof bigints === 'object' ? (bigints[key] ?? bigints['*']) : undefined;
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
