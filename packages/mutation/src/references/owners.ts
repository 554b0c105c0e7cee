/** Which operations a place of a document belongs to, so that tests need ask no others about it. */
import type { Node, Pointer } from '../document.ts';
import { operationsOf } from '../sites/operations.ts';
import { partOf, referencesOf } from './graph.ts';

/** An operation or webhook with every part that it is made of. */
export interface Reach {
  readonly name: string;
  readonly parts: ReadonlySet<string>;
}

/** What each operation and webhook comes to, by itself and through references. */
export function reachOf(document: Node): readonly Reach[] {
  const references = referencesOf(document);
  return operationsOf(document).map(({ name, pointer, item, by }) => {
    const parts = new Set([pointer, item, by].map(partOf).filter((part) => part !== undefined));
    for (const part of parts) for (const next of references.get(part) ?? []) parts.add(next);
    return { name, parts };
  });
}

/** From a place to the names of those that it concerns; undefined for a place that may concern all of them. */
export type OwnersOf = (pointer: Pointer) => readonly string[] | undefined;

/** Makes the lookup: what it finds for two places of one part is the same list. */
export function createOwners(reach: readonly Reach[]): OwnersOf {
  const byPart = new Map<string, string[]>();
  const partsByName = Map.groupBy(reach, ({ name }) => name); // several operations may have one
  for (const [name, all] of partsByName)
    for (const part of new Set(all.flatMap(({ parts }) => [...parts]))) {
      const owners = byPart.get(part);
      if (owners) owners.push(name);
      else byPart.set(part, [name]);
    }
  const nobody: readonly string[] = [];
  return (pointer) => {
    const part = partOf(pointer);
    return part === undefined ? undefined : (byPart.get(part) ?? nobody);
  };
}
