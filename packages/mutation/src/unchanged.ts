/** What no mutant changes: counted while the mutants are made, so that it is said of what really happened. */
import { isNode, isSame, type Node } from './document.ts';
import type { Change } from './mutator.ts';
import { INSIDE } from './sites/inside.ts';
import type { Site } from './sites/site.ts';
import { isInTemplate } from './sites/templates.ts';
import { isOnlyReference } from './version.ts';

/** So many of a thing. */
export interface Counted {
  readonly what: string;
  readonly count: number;
}

/** What only readers see, or what only says how to read the rest. */
const PROSE = new Set(['openapi', 'tags', 'title', 'summary', 'description']);

/** What a change of the holder changes: an entry that is gone or another. */
const HELD: Readonly<Record<string, ReadonlySet<string>>> = {
  document: new Set(['paths', 'webhooks', 'components', 'info']),
};

/** How a site is called where several are counted. */
const WORDS: Readonly<Record<string, string>> = {
  callbackOperation: 'callback',
  requestBody: 'body',
  mediaType: 'media type',
  securityScheme: 'security scheme',
  path: 'path item',
};

/**
 * What is no site, and stands inside of one: the way to it, how it is called, and what of it is changed or only read; where nobody can
 * say that beforehand, the changes tell.
 */
const NESTED: Readonly<Record<string, readonly (readonly [way: string, word: string, known?: RegExp])[]>> = {
  document: [
    ['info', 'info', /^(title|summary|description)$/],
    ['tags.*', 'tag', /^(name|summary|description)$/],
    ['paths', 'paths', /^(?!x-)/],
  ],
  securityScheme: [
    ['flows', 'flows'],
    ['flows.*', 'flow', /Url$|^scopes$/],
  ],
  server: [['variables.*', 'server variable', /^(default|enum|description)$/]],
  schema: [['discriminator', 'discriminator', /^(propertyName|mapping)$/]],
};

/** Each key of these is a status or an address, but for extensions. */
const MAPS = new Set(['responses', 'callback']);

/** Makes a count. */
export function createUnchanged() {
  const counts = new Map<string, number>();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  return {
    count,
    /** What is seen of one site. */
    at(site: Site) {
      const { sort, node } = site;
      const own = new Set<string>(); // what of what is no site was seen to change
      const left = new Set(Object.keys(node).filter((key) => !MAPS.has(sort) || key.startsWith('x-')));
      return {
        /** Some of its keys say nothing. */
        idle(keys: readonly string[]): void {
          for (const key of keys) {
            left.delete(key);
            count(`${key} of ${article(WORDS[sort] ?? sort)}, which says nothing there`);
          }
        },
        changed(fields: readonly string[], change: Change): void {
          // A scheme of another type has other fields: what goes with the type is not changed by itself.
          const keys = sort === 'securityScheme' && fields.includes('type') ? ['type'] : fields;
          for (const key of keys) left.delete(key);
          for (const way of waysOf(sort, keys))
            for (const key of keysThatDiffer(way, node, change)) own.add(`${way} ${key}`);
        },
        end(): void {
          for (const key of left) {
            const what = whatOf(site, key);
            if (what !== undefined) count(what);
          }
          for (const [way, word, known] of NESTED[sort] ?? [])
            for (const one of foundBy(node, way.split('.')))
              for (const key of Object.keys(one).filter((each) => !known?.test(each) && !own.has(`${way} ${each}`)))
                count(`${key} of ${article(word)}`);
        },
      };
    },
    /** The most frequent first. */
    all: (): readonly Counted[] =>
      [...counts].map(([what, count]) => ({ what, count })).sort((one, other) => other.count - one.count),
  };
}

/** What is not changed where a key is not; undefined if nothing is. */
function whatOf({ sort, node, document, pointer }: Site, key: string): string | undefined {
  if (PROSE.has(key) || HELD[sort]?.has(key)) return undefined;
  if (key === '$ref' && sort !== 'schema') return undefined; // where it is held it is gone as a whole
  if (sort === 'parameter' && node.in === 'path') {
    if (key === 'required' || key === 'in') return undefined; // it has to be
    if (key === 'name' && isInTemplate(document, pointer)) return undefined; // its path has changed it
  }
  const of = `of ${article(WORDS[sort] ?? sort)}`;
  if (isOnlyReference(sort, node, document)) return `${key} beside the $ref ${of}`;
  const inner = INSIDE[sort].find((one) => one.key === key);
  if (!inner) return `${key} ${of}`;
  const value = node[key];
  const entries = inner.holds === 'one' && !Array.isArray(value) ? [value] : Object.values(value ?? {});
  return entries.every(isNode) ? undefined : `${key} without a schema ${of}`;
}

/** The ways that begin with one of the keys, of which the changes tell: what stands inside a document is changed by somebody's own alone. */
function waysOf(sort: string, keys: readonly string[]): readonly string[] {
  return (NESTED[sort] ?? [])
    .filter(([, , known]) => sort === 'document' || !known)
    .map(([way]) => way)
    .filter((way) => keys.some((key) => way.split('.')[0] === key));
}

/** What a change makes another of the objects to which a way leads. */
function keysThatDiffer(way: string, node: Node, { node: changed }: Change): readonly string[] {
  const after = foundBy(changed, way.split('.'));
  return foundBy(node, way.split('.')).flatMap((one, i) =>
    Object.keys(one).filter((key) => !isSame(one[key], after[i]?.[key])),
  );
}

/** The objects to which a way leads; a star is each of them. */
function foundBy(value: unknown, [step, ...rest]: readonly string[]): readonly Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step === undefined) return isNode(value) ? [value] : [];
  if (step !== '*') return foundBy((value as Node)[step], rest);
  return Object.values(value).flatMap((one) => foundBy(one, rest));
}

function article(word: string): string {
  return /^(document|components|info|paths|flows|responses)$/.test(word)
    ? `the ${word}`
    : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
