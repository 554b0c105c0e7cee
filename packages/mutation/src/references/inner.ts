/** References into the inside of a part: what they lead to cannot go, nor move without them. */
import { at, child, isNode, isSame, pointerOf, referenceTo, type Node, type Pointer } from '../document.ts';
import { remembered } from '../remembered.ts';

/** The keywords that hold a reference; `operationRef` only names an operation, and may dangle. */
const KEYWORDS = ['$ref', 'operationRef'] as const;

/** What a discriminator leads to, by its mapping or where none is named, cannot go any more than what a `$ref` does. */
type Keyword = (typeof KEYWORDS)[number] | 'discriminator';

interface Inner {
  readonly target: Pointer;
  readonly keyword: Keyword;
  /** Where references stand that lead there. */
  readonly from: readonly Pointer[];
}

interface Level {
  readonly value: unknown;
  readonly key: string;
  readonly above: Level | undefined;
}

/** Where references lead to that are none to a whole component. */
const innerOf = remembered((document): readonly Inner[] => {
  const found = new Map<string, { target: Pointer; keyword: Keyword; from: Pointer[] }>();
  const waiting: Level[] = [{ value: document, key: '', above: undefined }];
  for (let level = waiting.pop(); level; level = waiting.pop()) {
    const { value } = level;
    for (const [key, inner] of Object.entries(value as object))
      if (typeof inner === 'object' && inner !== null) waiting.push({ value: inner, key, above: level });
    if (!isNode(value)) continue;
    for (const [keyword, ref] of referencesIn(value)) {
      const known = found.get(keyword + ref);
      const target = known?.target ?? pointerOf(ref);
      if (target[0] === 'components' && target.length <= 3) continue;
      if (known) known.from.push(wayTo(level));
      else found.set(keyword + ref, { target, keyword, from: [wayTo(level)] });
    }
  }
  return [...found.values()];
});

/** Each reference into the document that an object has by itself. */
function referencesIn(node: Node): readonly (readonly [Keyword, string])[] {
  const own = KEYWORDS.map((keyword) => [keyword, node[keyword]] as const);
  const { defaultMapping, mapping } = child(node, 'discriminator');
  const mapped = [defaultMapping, ...Object.values(isNode(mapping) ? mapping : {})];
  return [...own, ...mapped.map((ref) => ['discriminator', ref] as const)].filter(
    (one): one is readonly [Keyword, string] => typeof one[1] === 'string' && one[1].startsWith('#/'),
  );
}

function wayTo(level: Level): Pointer {
  const way: string[] = [];
  for (let one = level; one.above; one = one.above) way.unshift(one.key);
  return way;
}

/** Whether somebody outside of a place has what stands at another, by a reference to it or to what holds it. */
export function isReferredFromOutside(document: Node, pointer: Pointer, home: Pointer): boolean {
  return innerOf(document).some(
    ({ target, keyword, from }) =>
      keyword !== 'operationRef' && isWithin(pointer, target) && from.some((one) => !isWithin(one, home)),
  );
}

/** Whether a change at a site leaves a reference that leads nowhere, or to what has come into its place in a list. */
export function isDangling(document: Node, site: Pointer, make: () => Node): boolean {
  const isList = Array.isArray(at(document, site.slice(0, -1))); // those behind it have another number then
  const concerned = innerOf(document).filter(
    ({ target, keyword }) =>
      keyword !== 'operationRef' &&
      isWithin(target, isList ? site.slice(0, -1) : site) &&
      at(document, target) !== undefined,
  );
  if (concerned.length === 0) return false;
  const mutant = make();
  return concerned.some(({ target }) => at(mutant, target) === undefined || hasSlipped(document, mutant, target));
}

/** Whether on the way to a place there is a list in which its entry has another number now. */
function hasSlipped(document: Node, mutant: Node, target: Pointer): boolean {
  return target.some((step, i) => {
    const [before, after] = [document, mutant].map((one) => at(one, target.slice(0, i)));
    if (!Array.isArray(before) || !Array.isArray(after) || before.length === after.length) return false;
    return !isSame(before[Number(step)], after[Number(step)]);
  });
}

/** The document with every reference to a place, or into it, leading to where that is now. */
export function moved(document: Node, mutant: Node, from: Pointer, to: Pointer): Node {
  if (!innerOf(document).some(({ target }) => isWithin(target, from))) return mutant;
  const follow = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(follow);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, followed(key, inner)]));
  };
  const followed = (key: string, inner: unknown): unknown => {
    if ((KEYWORDS as readonly string[]).includes(key) && typeof inner === 'string') return led(inner, from, to);
    return follow(key === 'discriminator' && isNode(inner) ? mappedAnew(inner, (ref) => led(ref, from, to)) : inner);
  };
  return follow(mutant) as Node;
}

/** A discriminator with other targets. */
function mappedAnew(node: Node, by: (ref: string) => string): Node {
  const { defaultMapping, mapping } = node;
  const led = (ref: unknown): unknown => (typeof ref === 'string' ? by(ref) : ref);
  return {
    ...node,
    ...(defaultMapping !== undefined && { defaultMapping: led(defaultMapping) }),
    ...(isNode(mapping) && {
      mapping: Object.fromEntries(Object.entries(mapping).map(([value, ref]) => [value, led(ref)])),
    }),
  };
}

function led(ref: string, from: Pointer, to: Pointer): string {
  if (!ref.startsWith('#/')) return ref;
  const target = pointerOf(ref);
  return isWithin(target, from) ? referenceTo([...to, ...target.slice(from.length)]) : ref;
}

/** Whether a place is another, or inside of it. */
export function isWithin(target: Pointer, place: Pointer): boolean {
  return target.length >= place.length && place.every((step, i) => step === target[i]);
}

/** Keywords that hold schemas which are there for others to refer to. */
const SHELVES = new Set(['$defs', 'definitions']);

/** Keywords after which a name stands. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', ...SHELVES]);

/** The schema of a shelf inside of which a place lies, and that nothing refers to; undefined if there is none. */
export function shelvedOf(document: Node, site: Pointer): Pointer | undefined {
  for (const [i, step] of site.entries()) {
    if (!SHELVES.has(step) || MAPS.has(site[i - 1] ?? '') || site[i + 1] === undefined) continue;
    const shelved = site.slice(0, i + 2);
    if (innerOf(document).some(({ target }) => isWithin(target, shelved))) continue;
    // A name by which it can be referred to from anywhere.
    if (!/"\$(id|anchor|dynamicAnchor)":/.test(JSON.stringify(at(document, shelved)))) return shelved;
  }
  return undefined;
}
