/** A document as text, and on which lines its places stand. */
import { refOf, type Pointer } from './document.ts';

/** A place of a text; lines and columns count from 1, and the end is behind it. */
export interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** The document as JSON of two spaces, with the locations of the places that are asked for. */
export function createListing(
  document: unknown,
  pointers: readonly Pointer[],
): { readonly source: string; readonly locationOf: (pointer: Pointer) => Location } {
  const asked = new Set(pointers.map(refOf));
  const found = new Map<string, Location>();
  const lines: string[] = [];
  let line = '';
  const here = () => ({ line: lines.length + 1, column: line.length + 1 });
  const broken = (depth: number): void => {
    lines.push(line);
    line = '  '.repeat(depth);
  };

  const write = (value: unknown, ref: string, depth: number): void => {
    const start = here();
    if (typeof value !== 'object' || value === null) line += value === undefined ? 'null' : JSON.stringify(value);
    else {
      const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
      const isList = Array.isArray(value);
      line += isList ? '[' : '{';
      for (const [i, [key, inner]] of entries.entries()) {
        broken(depth + 1);
        if (!isList) line += `${JSON.stringify(key)}: `;
        write(inner, `${ref}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth + 1);
        if (i < entries.length - 1) line += ',';
      }
      if (entries.length > 0) broken(depth);
      line += isList ? ']' : '}';
    }
    if (asked.has(ref)) found.set(ref, { start, end: here() });
  };
  write(document, '#', 0);
  lines.push(line);
  const whole = { start: { line: 1, column: 1 }, end: here() };
  return { source: lines.join('\n'), locationOf: (pointer) => found.get(refOf(pointer)) ?? whole };
}
