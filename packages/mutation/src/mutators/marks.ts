/** Mutators of marks: who may send a field, who gets it, and whether it stays. */
import type { Node } from '../document.ts';
import { change, type Change, type Mutator } from '../mutator.ts';
import { OPERATION_SORTS, type Site } from '../sites/site.ts';
import { isOf30 } from '../version.ts';

const access = (node: Node, site: Site): readonly Change[] =>
  ['readOnly', 'writeOnly', 'deprecated']
    .filter((keyword) => node[keyword] === true || isToMark(keyword, node, site))
    .map((keyword) => toggled(node, keyword));

/** Whether somebody might mark it, and whether that would say something: nothing is both, and 3.0 marks properties alone. */
function isToMark(keyword: string, node: Node, { document, pointer }: Site): boolean {
  if (node[keyword] !== false && !('type' in node) && typeof node.$ref !== 'string') return false;
  if (keyword === 'deprecated') return true;
  if (node[keyword === 'readOnly' ? 'writeOnly' : 'readOnly'] === true) return false;
  return !isOf30(document) || pointer.at(-2) === 'properties';
}

const toggled = (node: Node, keyword: string): Change => {
  const other = node[keyword] === true ? undefined : true;
  return change(`${other ? 'marked' : 'no longer'} ${keyword}`, node, { [keyword]: other });
};

const deprecated = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string'
    ? []
    : [
        change(node.deprecated === true ? 'no longer deprecated' : 'deprecated', node, {
          deprecated: node.deprecated === true ? undefined : true,
        }),
      ];

/** Each mutator of marks. */
export const markMutators: readonly Mutator[] = [
  ...([...OPERATION_SORTS, 'parameter', 'header'] as const).map((on): Mutator => ({
    kind: 'deprecated',
    on,
    changes: deprecated,
  })),
  { kind: 'access', on: 'schema', changes: access },
];
