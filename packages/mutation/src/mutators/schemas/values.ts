/** Mutators of values: the one that is taken for granted, and those that are allowed. */
import { isSame, type Node } from '../../document.ts';
import { above, change, mistyped, otherThan, said, type Change, type Mutator } from '../../mutator.ts';

const preset = (node: Node): readonly Change[] => {
  if (!('default' in node)) return [];
  const { default: found } = node;
  return [
    change(`default ${said(found)} gone`, node, { default: undefined }),
    change(`default ${said(found)} → ${said(otherThan(found))}`, node, { default: otherThan(found) }),
  ];
};

const values = (node: Node): readonly Change[] => {
  const all = Array.isArray(node.enum) ? (node.enum as readonly unknown[]) : [];
  const list = all.filter((value, i) => all.findIndex((one) => isSame(one, value)) === i); // some say one twice
  const left = (value: unknown): readonly unknown[] => list.filter((one) => one !== value);
  const numbers = list.filter((value) => typeof value === 'number');
  const next = above(Math.max(...numbers));
  const more = numbers.length > 0 && Number.isFinite(next) ? next : 'another_value';
  return [
    ...(list.length > 1
      ? list.map((value) => change(`value ${said(value)} gone`, node, { enum: () => left(value) }))
      : []),
    ...list.flatMap((value) => {
      const misspelt = typeof value === 'string' ? mistyped(value) : undefined;
      return misspelt === undefined || list.includes(misspelt)
        ? []
        : [
            change(`value ${said(value)} → ${said(misspelt)}`, node, {
              enum: () => list.map((one) => (one === value ? misspelt : one)),
            }),
          ];
    }),
    ...(list.length > 0
      ? [
          change(`value ${said(more)} allowed`, node, { enum: [...list, more] }),
          change('every value allowed', node, { enum: undefined }),
        ]
      : []),
  ];
};

const only = (node: Node): readonly Change[] => {
  if (!('const' in node)) return [];
  const { const: found } = node;
  return [
    change(`const ${said(found)} gone`, node, { const: undefined }),
    change(`const ${said(found)} → ${said(otherThan(found))}`, node, { const: otherThan(found) }),
  ];
};

/** Each mutator of values. */
export const valueMutators: readonly Mutator[] = [
  { kind: 'default', on: 'schema', changes: preset },
  { kind: 'value', on: 'schema', changes: values },
  { kind: 'value', on: 'schema', changes: only },
];
