/** References into the inside of a part: what they lead to cannot go, nor move without them. */
import { at, isNode, isSame, pointerOf, referenceTo, type Node, type Pointer } from '../document.ts';
import { remembered } from '../remembered.ts';

/** The keywords that hold a reference; `operationRef` only names an operation, and may dangle. */
const KEYWORDS = ['$ref', 'operationRef'] as const;

/** Where references lead to that are none to a whole component. */
const innerOf = remembered((document): readonly { readonly target: Pointer; readonly keyword: string }[] => {
  const found = new Map<string, { target: Pointer; keyword: string }>();
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const inner of Object.values(value as object))
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    if (!isNode(value)) continue;
    for (const keyword of KEYWORDS) {
      const ref = value[keyword];
      if (typeof ref !== 'string' || !ref.startsWith('#/') || found.has(keyword + ref)) continue;
      const target = pointerOf(ref);
      if (target[0] !== 'components' || target.length > 3) found.set(keyword + ref, { target, keyword });
    }
  }
  return [...found.values()];
});

/** Whether a change at a site leaves a `$ref` that leads nowhere, or to what has come into its place in a list. */
export function isDangling(document: Node, site: Pointer, make: () => Node): boolean {
  const isList = Array.isArray(at(document, site.slice(0, -1))); // those behind it have another number then
  const concerned = innerOf(document).filter(
    ({ target, keyword }) =>
      keyword === '$ref' && isWithin(target, isList ? site.slice(0, -1) : site) && at(document, target) !== undefined,
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
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        (KEYWORDS as readonly string[]).includes(key) && typeof inner === 'string'
          ? led(inner, from, to)
          : follow(inner),
      ]),
    );
  };
  return follow(mutant) as Node;
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
