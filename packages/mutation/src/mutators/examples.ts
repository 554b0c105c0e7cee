/** Mutators of examples: gone, one value of each field another, two of them in each other's place. */
import { child, isNode, without, type Node } from '../document.ts';
import { change, mistyped, otherThan, said, type Change, type Mutator } from '../mutator.ts';

const examplesGone = (node: Node): readonly Change[] =>
  Object.keys(child(node, 'examples')).map((name) => {
    const left = without(child(node, 'examples'), name);
    return change(`example ${name} gone`, node, { examples: Object.keys(left).length > 0 ? left : undefined });
  });

/** Each example in the place of the next: whoever asks for one by its name gets the other. */
const examplesSwapped = (node: Node): readonly Change[] => {
  const all = child(node, 'examples');
  return pairs(Object.keys(all)).map(([one, next]) =>
    change(`examples ${one} ↔ ${next}`, node, { examples: { ...all, [one]: all[next], [next]: all[one] } }),
  );
};

/** Each with the one behind it. */
function pairs(names: readonly string[]): readonly (readonly [string, string])[] {
  return names.slice(1).map((next, i) => [names[i] ?? '', next]);
}

/** Where one example stands by itself. */
const single = (node: Node): readonly Change[] =>
  'example' in node
    ? [
        change('example gone', node, { example: undefined }),
        ...valuesOf(node.example).map(([says, make]) => change(`example ${says}`, node, { example: make })),
      ]
    : [];

/** A schema has a list of examples. */
const listed = (node: Node): readonly Change[] => {
  if (!Array.isArray(node.examples)) return [];
  const all = node.examples as readonly unknown[];
  return all.flatMap((one, i) => [
    change(`example ${said(one)} gone`, node, { examples: all.length > 1 ? all.toSpliced(i, 1) : undefined }),
    ...valuesOf(one).map(([says, make]) => change(`example ${says}`, node, { examples: () => all.with(i, make()) })),
  ]);
};

const exampleValues = (node: Node): readonly Change[] =>
  'value' in node ? valuesOf(node.value).map(([says, make]) => change(says, node, { value: make })) : [];

/** One leaf under each field of the value: more would only count the size of examples. */
function valuesOf(value: unknown): readonly (readonly [says: string, make: () => unknown])[] {
  if (!isNode(value)) {
    const found = firstLeaf(value, '');
    return found ? [[`${found.place.replace(/^\./, '')} ${found.says}`.trim(), () => found.changed]] : [];
  }
  return Object.entries(value).flatMap(([field, inner]) => {
    const found = firstLeaf(inner, field);
    return found ? [[`${found.place} ${found.says}`, () => ({ ...value, [field]: found.changed })] as const] : [];
  });
}

interface Leaf {
  readonly place: string;
  readonly says: string;
  readonly changed: unknown;
}

function firstLeaf(value: unknown, place: string): Leaf | undefined {
  if (typeof value !== 'object' || value === null) {
    const changed = (typeof value === 'string' ? mistyped(value) : undefined) ?? otherThan(value);
    return { place, says: `${said(value)} → ${said(changed)}`, changed };
  }
  if (Object.keys(value).length === 0) {
    const changed = Array.isArray(value) ? [null] : { added: null };
    return { place, says: `${said(value)} → ${said(changed)}`, changed };
  }
  for (const [key, inner] of Object.entries(value)) {
    const found = firstLeaf(inner, `${place}.${key}`);
    if (!found) continue;
    const changed = Array.isArray(value)
      ? (value as unknown[]).with(Number(key), found.changed)
      : { ...value, [key]: found.changed };
    return { ...found, changed };
  }
  return undefined;
}

/** Each mutator of examples. */
export const exampleMutators: readonly Mutator[] = [
  ...(['mediaType', 'parameter', 'header'] as const).flatMap((on): Mutator[] => [
    { kind: 'example', on, changes: examplesGone },
    { kind: 'example', on, changes: examplesSwapped },
    { kind: 'example', on, changes: single },
  ]),
  { kind: 'example', on: 'schema', changes: single },
  { kind: 'example', on: 'schema', changes: listed },
  { kind: 'example value', on: 'example', changes: exampleValues },
];
