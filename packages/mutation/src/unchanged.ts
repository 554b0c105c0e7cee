/** What no mutant changes: counted while the mutants are made, so that it is said of what really happened. */
import { isNode, type Node } from './document.ts';
import { INSIDE } from './sites/inside.ts';
import type { Site } from './sites/site.ts';

/** So many of a thing. */
export interface Counted {
  readonly what: string;
  readonly count: number;
}

/** What only readers see, or what only says how to read the rest. */
const PROSE = new Set([
  ...['openapi', 'info', 'tags', 'title', 'summary', 'description', 'externalDocs', '$comment', '$schema'],
]);

/** What a change of the holder changes: an entry that is gone or another. */
const HELD: Readonly<Record<string, ReadonlySet<string>>> = { document: new Set(['paths', 'webhooks', 'components']) };

/** How a site is called where several are counted. */
const WORDS: Readonly<Record<string, string>> = {
  callbackOperation: 'callback',
  requestBody: 'body',
  mediaType: 'media type',
  securityScheme: 'security scheme',
  path: 'path item',
};

/** Makes a count. */
export function createUnchanged() {
  const counts = new Map<string, number>();
  return {
    /** What is seen of one site. */
    at({ sort, node }: Site) {
      if (sort === 'responses' || sort === 'callback') return { changed: () => undefined, end: () => undefined }; // each key is a status or an address
      const left = new Set(Object.keys(node));
      return {
        changed(keys: readonly string[]): void {
          for (const key of keys) left.delete(key);
        },
        end(): void {
          for (const key of left) {
            const what = whatOf(sort, key, node);
            if (what !== undefined) counts.set(what, (counts.get(what) ?? 0) + 1);
          }
        },
      };
    },
    /** The most frequent first. */
    all: (): readonly Counted[] =>
      [...counts].map(([what, count]) => ({ what, count })).sort((one, other) => other.count - one.count),
  };
}

/** What is not changed where a key is not; undefined if nothing is. */
function whatOf(sort: Site['sort'], key: string, node: Node): string | undefined {
  if (PROSE.has(key) || HELD[sort]?.has(key)) return undefined;
  if (key === '$ref' && sort !== 'schema') return undefined; // where it is held it is gone as a whole
  if (sort === 'parameter' && key === 'required' && node.in === 'path') return undefined; // it has to be
  const of = `of ${article(WORDS[sort] ?? sort)}`;
  const inner = INSIDE[sort].find((one) => one.key === key);
  if (!inner) return `${key} ${of}`;
  const value = node[key];
  const entries = inner.holds === 'one' && !Array.isArray(value) ? [value] : Object.values(value ?? {});
  return entries.every(isNode) ? undefined : `${key} without a schema ${of}`;
}

function article(word: string): string {
  return /^(document|components)$/.test(word) ? `the ${word}` : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
