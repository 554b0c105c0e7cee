/** Mutators of references: gone, or to another component of the same group, such as a copied line has it. */
import { at, child, isNode, isSame, nodes, pointerOf, referenceTo, without, type Node } from '../document.ts';
import { change, isOfAnything, resolved, type Change, type Mutator } from '../mutator.ts';
import { meantBy, nextOf, saysNothing } from '../references/targets.ts';
import { methodsOf } from '../sites/operations.ts';
import type { Site, SiteSort } from '../sites/site.ts';
import { isTaken } from './taken.ts';

const gone = (node: Node, { document }: Site): readonly Change[] => {
  if (typeof node.$ref !== 'string') return [];
  if (saysNothing(document, { $ref: node.$ref })) return [];
  return [change(`no longer ${last(node.$ref)}`, node, { $ref: undefined })];
};

/** The next component of the group that is another thing, for the last one the first. */
const next = (node: Node, site: Site): readonly Change[] => {
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#/components/')) return [];
  const [components = '', group = '', name = '', ...rest] = pointerOf(node.$ref);
  if (rest.length > 0) return [];
  const may = (other: string): boolean => {
    if (group === 'parameters') return mayStand(site, name, other);
    if (group === 'pathItems') return isSame(variablesIn(site.document, name), variablesIn(site.document, other));
    // One that says nothing is as good as none.
    return group !== 'schemas' || !isOfAnything(meantBy(site.document, [components, group, other]));
  };
  const other = nextOf(site, group, name, may);
  if (other === undefined) return [];
  const $ref = referenceTo([components, group, other]);
  return [{ says: `${name} → ${other}`, node: { ...without(node, '$ref'), $ref } }];
};

/** Whether a parameter may be in the place of another: one in the path stands for what its template names, and there are no two of a name. */
function mayStand(site: Site, name: string, other: string): boolean {
  const all = child(child(site.document, 'components'), 'parameters');
  const [was, is] = [at(all, [name]), at(all, [other])];
  if (!isNode(was) || !isNode(is)) return false;
  if (was.in === is.in && was.name === is.name) return true;
  return was.in !== 'path' && is.in !== 'path' && !isTaken(site, is.in, String(is.name));
}

/** The names that a path item wants its path to have in braces. */
function variablesIn(document: Node, name: string): readonly unknown[] {
  const item = at(document, ['components', 'pathItems', name]);
  const lists = [item, ...methodsOf(item).map(({ node }) => node)].map((holder) =>
    isNode(holder) ? holder.parameters : [],
  );
  const all = lists.flatMap(nodes).map((node) => resolved(document, node) ?? node);
  return [...new Set(all.filter((one) => one.in === 'path').map((one) => one.name))].sort();
}

function last(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

/** Where a reference may stand for what it leads to. An example in the place of another is changed where their list is. */
const REFERENCES: readonly SiteSort[] = [
  ...(['path', 'parameter', 'header', 'requestBody', 'response', 'link', 'callback', 'schema'] as const),
];

/** Each mutator of references. */
export const referenceMutators: readonly Mutator[] = [
  { kind: 'reference', on: 'schema', changes: gone },
  ...REFERENCES.map((on): Mutator => ({ kind: 'reference', on, changes: next })),
];
