// Changes of our own extensions, of which a diff of OpenAPI documents knows nothing, wherever callers meet them.
import { pointerTo, type Bundle } from '../lib/bundle.ts';
import { isExtension, isNode, type Node } from '../lib/places.ts';
import { shown, type Change } from './change.ts';
import { met, type Met } from './met.ts';
import { placeOf } from './place.ts';
import { RATINGS, type Detail, type Rating } from './ratings.ts';

/** Every change of an extension at a place that both documents have. A new place says all by being new. */
export function extensionChanges(base: Bundle, revision: Bundle): Change[] {
  const before = new Map(Array.from(met(base), (place) => [place.name, place]));
  const found = Array.from(met(revision), (after) => changesAt(before.get(after.name), after, base, revision)).flat();
  return [...new Map(found.map((change) => [`${change.where}: ${change.what}`, change])).values()]; // of what is shared, once
}

function changesAt(before: Met | undefined, after: Met, base: Bundle, revision: Bundle): Change[] {
  if (!before) return [];
  const [was, is] = [withNumbers(wholeOf(before)), withNumbers(wholeOf(after))];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(isExtension);
  return names.flatMap((name) => {
    const changes = changesOf(name, was[name], is[name]);
    if (changes.length === 0) return [];
    const [document, { places }] = name in is ? [revision, after] : [base, before];
    const pointer = places.find(({ node }) => name in withNumbers(node))?.pointer ?? [];
    const where = pointer.length > 0 ? placeOf(document, pointerTo(pointer)) : 'the document';
    return changes.map((change) => ({ ...change, where }));
  });
}

/** What stands beside a reference counts before what it refers to. */
function wholeOf({ places }: Met): Node {
  return Object.assign({}, ...places.map(({ node }) => node).reverse()) as Node;
}

/**
 * The node with its names of numbers by name, each with its own number: that is what constants are made of. They are the same whether
 * the numbers are all or may be more.
 */
function withNumbers({ 'x-extensible-enum-varnames': names, ...node }: Node): Node {
  const [all, numbers] = [node['x-enum-varnames'] ?? names, node['enum'] ?? node['x-extensible-enum']];
  if (!Array.isArray(all)) return node;
  const pairs = all.map((name, i) => [String(name), Array.isArray(numbers) ? (numbers[i] as unknown) : i] as const);
  return { ...node, 'x-enum-varnames': Object.fromEntries(pairs) };
}

function changesOf(name: string, was: unknown, is: unknown): Omit<Change, 'where'>[] {
  const rating = RATINGS[name];
  if (was === undefined) return [{ bump: rating?.added ?? 'patch', what: `${name} was added: ${shown(is)}` }];
  if (is === undefined) return [{ bump: rating?.removed ?? 'patch', what: `${name} was removed: ${shown(was)}` }];
  return detailsOf(was, is).flatMap((detail) => {
    const bump = detail.isOrder ? orderBump(detail, rating) : (rating?.within(detail) ?? 'patch');
    return bump ? [{ bump, what: told(name, detail) }] : [];
  });
}

/** The order of a list is told. That of keys says nothing, unless the rating knows better. */
const orderBump = (detail: Detail, rating: Rating | undefined): Change['bump'] | undefined =>
  rating?.order?.(detail) ?? (Array.isArray(detail.after) ? 'patch' : undefined);

function told(name: string, { keys, before, after, isOrder, isEntry }: Detail): string {
  const what = [name, ...keys].join(' ');
  const entry = keys.at(-1) ?? '';
  const list = [name, ...keys.slice(0, -1)].join(' ');
  if (isOrder) return `${what} has another order: was ${shown(orderOf(before))}, is ${shown(orderOf(after))}`;
  if (isEntry && before === undefined) return `${list} has \`${entry}\` now`;
  if (isEntry && after === undefined) return `${list} has \`${entry}\` no more`;
  if (typeof after === 'string' && /\s/.test(after)) return `has another ${what}`; // a sentence
  return `${what} was ${shown(before)}, is ${shown(after)}`;
}

/** Each single value in which two values differ, and each list or map whose entries have changed places. */
function detailsOf(before: unknown, after: unknown, keys: readonly string[] = []): Detail[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  if (!was || !is) return JSON.stringify(before) === JSON.stringify(after) ? [] : single(before, after, keys);
  const names = new Set([...was.keys(), ...is.keys()]);
  const within = [...names].flatMap((name) => {
    const inner = detailsOf(was.get(name), is.get(name), [...keys, name]);
    return isEntry(was.get(name) ?? is.get(name), before, after) ? inner.map(asEntry) : inner;
  });
  const common = (entries: ReadonlyMap<string, unknown>): string[] =>
    [...entries.keys()].filter((name) => was.has(name) && is.has(name));
  const isSameOrder = common(was).every((name, i) => name === common(is)[i]);
  return isSameOrder ? within : [...within, { keys, before, after, isOrder: true }];
}

/** What came or went is told value by value, too. */
function single(before: unknown, after: unknown, keys: readonly string[]): Detail[] {
  const whole = entriesOf(before ?? after);
  const isNew = before === undefined || after === undefined;
  if (!whole || !isNew) return [{ keys, before, after }];
  return [...whole].flatMap(([name, one]) => {
    const inner = single(before && one, after && one, [...keys, name]);
    return isEntry(one, before ?? after) ? inner.map(asEntry) : inner;
  });
}

/** Whether a value is told by what it is, not by where it stands. */
const isEntry = (one: unknown, ...holders: readonly unknown[]): boolean =>
  holders.every(Array.isArray) && entriesOf(one) === undefined;
const asEntry = (detail: Detail): Detail => ({ ...detail, isEntry: true });

const orderOf = (value: unknown): string[] => [...(entriesOf(value)?.keys() ?? [])];

/** What is in a value, by name; an entry of a list goes by its own name or by what it is, the second of that name as `NAME ×2`. */
function entriesOf(value: unknown): Map<string, unknown> | undefined {
  if (isNode(value)) return new Map(Object.entries(value));
  if (!Array.isArray(value)) return undefined;
  const entries = new Map<string, unknown>();
  for (const one of value as unknown[]) {
    const name = isNode(one) && 'name' in one ? String(one['name']) : isNode(one) ? JSON.stringify(one) : String(one);
    let own = name;
    for (let n = 2; entries.has(own); n++) own = `${name} ×${String(n)}`;
    entries.set(own, one);
  }
  return entries;
}
