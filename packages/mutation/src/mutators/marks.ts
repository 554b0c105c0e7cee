/** Mutators of marks: who may send a field, who gets it, and whether it stays. */
import type { Node } from '../document.ts';
import { change, type Change, type Mutator } from '../mutator.ts';

const access = (node: Node): readonly Change[] =>
  'type' in node || typeof node.$ref === 'string'
    ? ['readOnly', 'writeOnly', 'deprecated'].map((keyword) => toggled(node, keyword))
    : ['readOnly', 'writeOnly', 'deprecated']
        .filter((keyword) => keyword in node)
        .map((keyword) => toggled(node, keyword));

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
  ...(['operation', 'webhook', 'callbackOperation', 'parameter', 'header'] as const).map((on): Mutator => ({
    kind: 'deprecated',
    on,
    changes: deprecated,
  })),
  { kind: 'access', on: 'schema', changes: access },
];
