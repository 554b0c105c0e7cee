/** Mutators of references: gone, or to another component of the same group, such as a copied line has it. */
import { child, pointerOf, refOf, without, type Node } from '../document.ts';
import { change, type Change, type Mutator } from '../mutator.ts';
import type { Site, SiteSort } from '../sites/site.ts';

const gone = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string' ? [change(`no longer ${last(node.$ref)}`, node, { $ref: undefined })] : [];

/** The next component of the group, for the last one the first. */
const next = (node: Node, { document }: Site): readonly Change[] => {
  if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#/components/')) return [];
  const [components = '', group = '', name = '', ...rest] = pointerOf(node.$ref);
  const all = Object.keys(child(child(document, components), group));
  const other = all[(all.indexOf(name) + 1) % all.length];
  if (rest.length > 0 || !all.includes(name) || other === undefined || other === name) return [];
  return [{ says: `${name} → ${other}`, node: { ...without(node, '$ref'), $ref: refOf([components, group, other]) } }];
};

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
