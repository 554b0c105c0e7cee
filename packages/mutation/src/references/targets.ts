/** To what else a reference may lead: another component of its group, that is another thing, and with which the document stands. */
import { at, child, isNode, isSame, pointerOf, type Node, type Pointer } from '../document.ts';
import { isOfAnything } from '../mutator.ts';
import { remembered } from '../remembered.ts';
import type { Site } from '../sites/site.ts';
import { isOf30 } from '../version.ts';

/** The names of a group, and where each is among them. */
const groupsOf = remembered((document) => {
  const groups = Object.entries(child(document, 'components')).filter(([, all]) => isNode(all));
  return new Map(
    groups.map(([group, all]) => {
      const names = Object.keys(all as Node);
      return [group, { names, places: new Map(names.map((name, i) => [name, i])) }] as const;
    }),
  );
});

/** What a reference comes to in the end: one that is nothing but a reference is another name for that. */
export function meantBy(document: Node, pointer: Pointer): unknown {
  const seen = new Set<unknown>();
  let found = at(document, pointer);
  while (isNode(found) && !seen.has(found) && isAlias(found, document)) {
    seen.add(found);
    found = at(document, pointerOf(found.$ref as string));
  }
  return found;
}

function isAlias(node: Node, document: Node): boolean {
  const { $ref } = node;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return false;
  return isOf30(document) || Object.keys(node).length === 1;
}

/** What a discriminator names: a schema by its name, whatever that looks like, or a place. */
export function mappedTo(document: Node, target: string): Pointer {
  return namedOrAt(document, 'schemas', target);
}

/** What a requirement of security names: a scheme by its name, or from 3.2 on a place. */
export function schemeOf(document: Node, name: string): Pointer {
  return namedOrAt(document, 'securitySchemes', name);
}

function namedOrAt(document: Node, group: string, target: string): Pointer {
  const named = ['components', group, target];
  return at(document, named) === undefined ? pointerOf(target) : named;
}

/** Whether a schema takes anything, by itself or by all that it refers to: it is as good as none. */
export function saysNothing(document: Node, schema: unknown): boolean {
  if (!isNode(schema) || !isAlias(schema, document)) return isOfAnything(schema);
  return isOfAnything(meantBy(document, pointerOf(schema.$ref as string)));
}

/** Whether a schema takes nothing at all. */
function takesNothing(document: Node, schema: unknown): boolean {
  return schema === false || (isNode(schema) && Object.keys(schema).length === 1 && saysNothing(document, schema.not));
}

/** The schemas of a list by which a schema is put together. */
export function partsOf(node: Node, keyword: string): readonly unknown[] {
  return Array.isArray(node[keyword]) ? (node[keyword] as readonly unknown[]) : [];
}

/** Whether another part is the same, references followed. */
function isTwin(document: Node, node: Node, keyword: string, i: number): boolean {
  const meant = (one: unknown): unknown =>
    isNode(one) && isAlias(one, document) && !('discriminator' in node) // which goes by their names
      ? meantBy(document, pointerOf(one.$ref as string))
      : one;
  const list = partsOf(node, keyword);
  return list.some((one, j) => j !== i && isSame(meant(one), meant(list[i])));
}

/** Whether another part decides alone: what this one says is nothing beside it. */
function isDecided(document: Node, node: Node, keyword: string, i: number): boolean {
  const decides = keyword === 'allOf' ? takesNothing : keyword === 'anyOf' ? saysNothing : () => false;
  return partsOf(node, keyword).some((one, j) => j !== i && decides(document, one));
}

/**
 * Whether a part says nothing beside the others. What one of two equal parts of an `allOf` says no longer, the other still says; one of an
 * `anyOf` that says less takes more.
 */
export function isSaidBeside(document: Node, node: Node, keyword: string, i: number): boolean {
  return isDecided(document, node, keyword, i) || (keyword === 'allOf' && isTwin(document, node, keyword, i));
}

/** Whether a list without a part takes what it takes with it. */
export function isSilentPart(document: Node, node: Node, keyword: string, i: number): boolean {
  const list = partsOf(node, keyword);
  if (keyword === 'allOf') return saysNothing(document, list[i]) || isSaidBeside(document, node, keyword, i);
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return false;
  if (list.length === 1) return saysNothing(document, list[0]); // without it anything is taken
  const isTold = keyword === 'anyOf' && (isTwin(document, node, keyword, i) || isDecided(document, node, keyword, i));
  return isTold || takesNothing(document, list[i]);
}

/** Whether two references come to the same, or to what says the same. */
export function isOneThing(document: Node, one: Pointer, other: Pointer): boolean {
  return isSame(meantBy(document, one), meantBy(document, other));
}

/** The name of the next component of a group that is another thing, and that may stand at a site; undefined if there is none. */
export function nextOf(site: Site, group: string, name: string, may: (other: string) => boolean): string | undefined {
  const { names, places } = groupsOf(site.document).get(group) ?? {};
  const place = places?.get(name);
  if (!names || place === undefined) return undefined;
  const [components, home, own, ...inside] = site.pointer;
  const isOwn = components === 'components' && home === group && own !== undefined && inside.every(isInPlace);
  for (let i = 1; i < names.length; i++) {
    const other = names[(place + i) % names.length] ?? '';
    if (isOneThing(site.document, ['components', group, name], ['components', group, other])) continue;
    if (isOwn && holdsOf(site.document, group, other).has(own)) continue;
    if (may(other)) return other;
  }
  return undefined;
}

/** Keywords whose schemas are asked about the very same value: one of them that leads back has no end. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

function isInPlace(step: string): boolean {
  return IN_PLACE.includes(step) || /^\d+$/.test(step);
}

/** A component with each that it refers to about the same value. */
function holdsOf(document: Node, group: string, name: string): ReadonlySet<string> {
  const found = new Set([name]);
  for (const each of found) {
    const waiting: unknown[] = [at(document, ['components', group, each])];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      if (Array.isArray(value)) waiting.push(...(value as readonly unknown[]));
      if (!isNode(value)) continue;
      for (const keyword of IN_PLACE) if (value[keyword] !== undefined) waiting.push(value[keyword]);
      const [components, where, target, ...rest] = typeof value.$ref === 'string' ? pointerOf(value.$ref) : [];
      if (components === 'components' && where === group && target !== undefined && rest.length === 0)
        found.add(target);
    }
  }
  return found;
}
