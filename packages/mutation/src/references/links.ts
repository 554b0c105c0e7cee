/** Links: one that leads to an operation follows its name, and goes with it. */
import { at, pointerOf, replaced, type Node, type Pointer } from '../document.ts';
import { resolved } from '../mutator.ts';
import { remembered } from '../remembered.ts';
import { OPERATION_SORTS, type Site, type SiteSort } from '../sites/site.ts';
import { sitesOf } from '../sites/sites.ts';

const OPERATIONS: ReadonlySet<SiteSort> = new Set(OPERATION_SORTS);

const linksOf = remembered((document): readonly Site[] =>
  sitesOf(document)
    .filter(({ sort }) => sort === 'link')
    .toArray(),
);

/** How many operations have an operationId: of two with one, a link may mean the other. */
const timesOf = remembered((document): ReadonlyMap<unknown, number> => {
  const all = sitesOf(document).filter(({ sort }) => OPERATIONS.has(sort));
  return new Map(
    Map.groupBy(all, ({ node }) => node.operationId)
      .entries()
      .map(([id, { length }]) => [id, length]),
  );
});

/** The document in which every link knows what became of the operation at a site: that it has another name, or is gone. */
export function withLinks(
  mutant: Node,
  { sort, pointer, document, node: before }: Site,
  after: Node | undefined,
): Node {
  if (!OPERATIONS.has(sort) || (after && after.operationId === before.operationId)) return mutant;
  const isMeant = (link: Node): boolean =>
    (typeof before.operationId === 'string' &&
      link.operationId === before.operationId &&
      timesOf(document).get(before.operationId) === 1) ||
    (after === undefined &&
      typeof link.operationRef === 'string' &&
      isSamePlace(pointerOf(link.operationRef), pointer));
  let anew = mutant;
  for (const { pointer: place, node } of linksOf(document)) {
    if (at(anew, place) === undefined) continue; // one of the operation itself
    if (!after && isMeant(resolved(document, node) ?? node)) anew = replaced(anew, place, undefined) as Node;
    else if (after && isMeant(node)) anew = replaced(anew, place, { ...node, operationId: after.operationId }) as Node;
  }
  return anew;
}

function isSamePlace(one: Pointer, other: Pointer): boolean {
  return one.length === other.length && one.every((step, i) => step === other[i]);
}
