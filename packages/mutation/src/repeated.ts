/** Keys that an object of a file has twice: readers keep one of them, each the one that it likes. */
import type { Alias, Scalar } from 'yaml';
import type { ReadYaml } from './yaml.ts';

/** A key of one object, at the second place and at the first. */
export interface Repeated {
  readonly key: string;
  readonly places: readonly [first: Place, again: Place];
}

/** A place of a file, counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** A text, with the colon that makes it a key, or where an object begins or ends. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g;

/** The first key that an object of a JSON text has twice. The text must be one that JSON.parse takes. */
export function repeatedInJson(text: string): Repeated | undefined {
  const open: Map<string, number>[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Map());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const quoted = token.slice(0, -colon.length);
      const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
      const keys = open.at(-1);
      const first = keys?.get(key);
      if (first !== undefined) return { key, places: [placeIn(text, first), placeIn(text, index)] };
      keys?.set(key, index);
    }
  }
  return undefined;
}

function placeIn(text: string, index: number): Place {
  const before = text.slice(0, index).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The first key that a map of a YAML document has twice, as JSON would write it: `200` and `'200'` are one there. Two merges
 * are none, for nothing of either is lost.
 */
export function repeatedInYaml({
  yaml: { isAlias, isScalar, visit },
  document,
  lines,
  meantBy,
}: ReadYaml): Repeated | undefined {
  let found: Repeated | undefined;
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  visit(document, {
    Map(_, { items }) {
      const keys = new Map<string, number>();
      for (const { key } of items) {
        const meant = isAlias(key) ? meantBy(key as Alias) : key;
        if (!isScalar(meant) || typeof meant.value === 'symbol') continue; // a map as a key, which nobody has, or a merge
        const { value } = meant as Scalar<string | number | boolean | null>;
        const name = String(value ?? '');
        if (name === '<<' && meant.type === 'PLAIN') continue;
        const [at = 0] = (key as { range?: readonly number[] }).range ?? [];
        const first = keys.get(name);
        if (first !== undefined) {
          found = { key: name, places: [placeOf(first), placeOf(at)] };
          return visit.BREAK;
        }
        keys.set(name, at);
      }
      return undefined;
    },
  });
  return found;
}
