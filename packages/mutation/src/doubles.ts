/** Finds changes that make one document: of those at one place, and of those that leave an empty schema where none says the same. */
import { at, isNode, isSame, refOf, type Node, type Pointer } from './document.ts';
import { isOfAnything, type Change } from './mutator.ts';
import { isPreset } from './mutators/schemas/bounds.ts';
import type { Site } from './sites/site.ts';

/** Where an empty schema says what none says. */
const SILENT: Readonly<Record<string, ReadonlySet<string>>> = {
  ...{ mediaType: new Set(['schema']), parameter: new Set(['schema']), header: new Set(['schema']) },
  schema: new Set([
    ...['items', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
  ]),
};

/** Makes the question whether a change has been made already. It is asked of sites in the order of the document. */
export function createDoubles(): (site: Site, change: Change) => boolean {
  let here: Pointer | undefined;
  const made = new Map<string, Change[]>();
  const emptied = new Set<string>();
  return (site, change) => {
    if (here !== site.pointer) made.clear();
    here = site.pointer;
    if (isGone(change) && isRepeated(site)) return true;
    if (site.sort === 'schema' && leavesNothing(site.node, change) && emptied.has(refOf(site.pointer))) return true;
    if (!isOneOfMany(change)) {
      const sort = sortOf(change);
      const alike = made.get(sort);
      if (alike?.some((one) => isSame(resultOf(one), resultOf(change)))) return true;
      if (alike) alike.push(change);
      else made.set(sort, [change]);
    }
    for (const way of emptiedBy(site, change)) emptied.add(refOf([...site.pointer, ...way]));
    return false;
  };
}

/** What is made only when it is asked for is one of many, each of them another. */
function isOneOfMany({ fields }: Change): boolean {
  for (const name in fields) if (typeof fields[name] === 'function') return true;
  return false;
}

function isGone(change: Change): boolean {
  return change.key === undefined && !change.fields && !change.node;
}

/** Whether the entry before it in a list is the same: without either of them the list is the same. */
function isRepeated({ document, pointer, node }: Site): boolean {
  const list = at(document, pointer.slice(0, -1));
  return Array.isArray(list) && isSame(list[Number(pointer.at(-1)) - 1], node);
}

/** What changes with one effect have in common, as far as that is cheap to tell. */
function sortOf(change: Change): string {
  const { key = '', fields } = change;
  if (fields) return Object.keys(fields).reduce((sort, name) => `${sort}${name} ${shapeOf(fields[name])}\0`, '');
  return `${key} ${change.node ? Object.keys(change.node).join('\0') : 'gone'}`;
}

function shapeOf(value: unknown): string {
  if (isNode(value)) return `{${Object.keys(value).join('\0')}}`;
  return Array.isArray(value) ? `[${String(value.length)}]` : JSON.stringify(value);
}

function resultOf(change: Change): unknown {
  return change.fields ?? change.node;
}

/** Whether every field of a schema goes that says something. An extension says something of its own, to whoever changes it. */
function leavesNothing(node: Node, { fields }: Change): boolean {
  if (!fields) return false;
  for (const name in fields) if (fields[name] !== undefined || name.startsWith('x-')) return false;
  return Object.keys(node).every((name) => name in fields || saysNothing(name, node[name]));
}

function saysNothing(keyword: string, value: unknown): boolean {
  return isPreset(keyword, value) || (SILENT.schema?.has(keyword) === true && isOfAnything(value));
}

/** The ways to schemas of which a change leaves nothing, or `{}`. Those of many fields no other change empties. */
function emptiedBy({ sort, node }: Site, { fields }: Change): readonly Pointer[] {
  if (!fields) return [];
  return Object.entries(fields).flatMap(([name, value]): readonly Pointer[] => {
    const before = node[name];
    if (name === 'allOf' && Array.isArray(before)) {
      const after = (value ?? []) as readonly unknown[];
      if (typeof value === 'function' || after.length !== before.length - 1) return [];
      const gone = [...before.keys()].find((i) => before[i] !== after[i]) ?? 0;
      return isSmall(before[gone]) ? [[name, String(gone)]] : [];
    }
    const isNothing = value === undefined || isOfAnything(value);
    return SILENT[sort]?.has(name) && isNothing && isSmall(before) ? [[name]] : [];
  });
}

function isSmall(schema: unknown): boolean {
  return isNode(schema) && Object.keys(schema).length <= 2;
}
