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
  const more = another(list);
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
          ...(more === undefined ? [] : [change(`value ${said(more)} allowed`, node, { enum: [...list, more] })]),
          // Both of them are every one that the type takes.
          ...(more === undefined && node.type === 'boolean'
            ? []
            : [change('every value allowed', node, { enum: undefined })]),
        ]
      : []),
  ];
};

/** One more value such as those that are listed, which no type beside them refuses. */
function another(list: readonly unknown[]): unknown {
  const numbers = list.filter((value) => typeof value === 'number');
  const next = above(Math.max(...numbers));
  if (numbers.length > 0 && Number.isFinite(next)) return next;
  if (list.some((value) => typeof value !== 'boolean')) {
    let text = 'another_value';
    while (list.includes(text)) text += '_again';
    return text;
  }
  return [true, false].find((value) => !list.includes(value));
}

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
