/** Every document that differs from a given one in one fact. */
import { replaced, type Node } from './document.ts';
import { callMutators } from './mutators/calls.ts';
import { schemaMutators } from './mutators/schemas.ts';
import type { Mutator } from './mutator.ts';
import { createOwners } from './owners.ts';
import { sitesOf } from './sites.ts';

/** A document with one fact changed. */
export interface Mutant {
  /** Place and change, such as `listOrders query limit · maximum 500 → 501`. The same for the same document, always. */
  readonly name: string;
  /** The mutator's kind. */
  readonly kind: string;
  /** The operations and webhooks that the change concerns, by name; undefined if it may concern all. */
  readonly owners: readonly string[] | undefined;
  /** Makes the changed document. It shares with the original whatever did not change: do not write to either. */
  readonly document: () => Node;
}

/** The mutators for what every OpenAPI 3.1 document may hold. */
export const standardMutators: readonly Mutator[] = [...callMutators, ...schemaMutators];

/**
 * Every mutant of a document whose references all point into itself (a bundle).
 *
 * @param mutators - what to change; {@link standardMutators} and your own, for extensions that carry facts.
 * @throws Error if two changes would have the same name: a mutator's words do not tell them apart.
 */
export function mutantsOf(document: Node, mutators: readonly Mutator[] = standardMutators): readonly Mutant[] {
  const ownersOf = createOwners(document);
  const bySort = Map.groupBy(mutators, ({ on }) => on);
  const found = new Map<string, Mutant>();
  for (const site of sitesOf(document))
    for (const { kind, changes } of bySort.get(site.sort) ?? [])
      for (const { says, node } of changes(site.node, site)) {
        const name = `${site.place} · ${says}`;
        if (found.has(name))
          throw new Error(`Two mutants are called "${name}": let the words of the ${kind} mutator tell them apart.`);
        const { pointer } = site;
        found.set(name, {
          name,
          kind,
          owners: ownersOf(pointer),
          document: () => replaced(document, pointer, node) as Node,
        });
      }
  return [...found.values()];
}
