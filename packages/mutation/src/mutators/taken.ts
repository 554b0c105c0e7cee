/** Names that something else has already: a change that takes one would hide another fact, and not change its own. */
import { at, nodes, pointerOf, refOf, type Node, type Pointer } from '../document.ts';
import { resolved } from '../mutator.ts';
import { remembered } from '../remembered.ts';
import { operationsOf } from '../sites/operations.ts';
import type { Site } from '../sites/site.ts';

/** By what parameters are told apart: names of headers are the same in capitals. */
export function keyOf(where: unknown, name: unknown): string {
  return `${String(where)} ${where === 'header' ? String(name).toLowerCase() : String(name)}`;
}

/** By the place of a parameter, that of a component among them, all that some operation has beside it. */
const parametersOf = remembered((document) => {
  const beside = new Map<string, Set<string>>();
  for (const { pointer, item } of operationsOf(document)) {
    const lists: readonly Pointer[] = [
      [...item, 'parameters'],
      [...pointer, 'parameters'],
    ];
    const all = lists.flatMap((list) =>
      nodes(at(document, list)).map((node, i) => ({
        places: [refOf([...list, String(i)]), ...(typeof node.$ref === 'string' ? [refOf(pointerOf(node.$ref))] : [])],
        meant: resolved(document, node) ?? node,
      })),
    );
    const keys = all.map(({ meant }) => keyOf(meant.in, meant.name));
    for (const place of all.flatMap(({ places }) => places)) {
      const known = beside.get(place) ?? new Set();
      for (const key of keys) known.add(key);
      beside.set(place, known);
    }
  }
  return beside;
});

/** Whether an operation has such a parameter beside the one at a site. */
export function isTaken({ document, pointer }: Site, where: unknown, name: string): boolean {
  return parametersOf(document).get(refOf(pointer))?.has(keyOf(where, name)) ?? false;
}

/** Whether an operation has one parameter for its whole query beside the one at a site: 3.2 allows no other in the query then. */
export function hasWholeQuery({ document, pointer }: Site): boolean {
  const beside = parametersOf(document).get(refOf(pointer)) ?? [];
  return [...beside].some((key) => key.startsWith('querystring '));
}

/** Every operationId of a document. */
export const operationIdsOf = remembered((document): ReadonlySet<unknown> => {
  const found = new Set<unknown>();
  const waiting: unknown[] = [document];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    found.add((value as Node).operationId);
    for (const inner of Object.values(value as object))
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
  }
  return found;
});

/** Every path of a document, the names of its parameters left out: two that differ in nothing else are one. */
export const pathsOf = remembered((document): ReadonlySet<string> => {
  return new Set(Object.keys((document.paths ?? {}) as Node).map(template));
});

export function template(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
