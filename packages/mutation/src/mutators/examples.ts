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
  return leavesOf(value, '').map(({ place, says, make }) => [`${place.replace(/^\./, '')} ${says}`.trim(), make]);
}

interface Leaf {
  readonly place: string;
  readonly says: string;
  /** Makes the value with another leaf. */
  readonly make: () => unknown;
}

/** The first leaf under each field of an object; of a list, those of the first entry of each sort. */
function leavesOf(value: unknown, place: string): readonly Leaf[] {
  if (Array.isArray(value)) {
    const list = value as readonly unknown[];
    const sorts = list.map(sortOf);
    const leaves = [...list.keys()]
      .filter((i) => sorts.indexOf(sorts[i] ?? '') === i)
      .flatMap((i) => within(leavesOf(list[i], `${place}.${String(i)}`), (inner) => list.with(i, inner)));
    return leaves.length > 0 ? leaves : firstLeaf(value, place);
  }
  if (!isNode(value)) return firstLeaf(value, place);
  return Object.entries(value).flatMap(([field, inner]) =>
    within(firstLeaf(inner, `${place}.${field}`), (changed) => ({ ...value, [field]: changed })),
  );
}

/** Entries are of one sort if they have the same fields. */
function sortOf(value: unknown): string {
  if (isNode(value)) return `{${Object.keys(value).sort().join('\0')}}`;
  return Array.isArray(value) ? 'list' : typeof value;
}

function within(leaves: readonly Leaf[], holder: (inner: unknown) => unknown): readonly Leaf[] {
  return leaves.map(({ place, says, make }) => ({ place, says, make: () => holder(make()) }));
}

function firstLeaf(value: unknown, place: string): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) {
    const changed = (typeof value === 'string' ? mistyped(value) : undefined) ?? otherThan(value);
    return [{ place, says: `${said(value)} → ${said(changed)}`, make: () => changed }];
  }
  const [first] = Object.entries(value as Node);
  if (!first) {
    const changed = Array.isArray(value) ? [null] : { added: null };
    return [{ place, says: `${said(value)} → ${said(changed)}`, make: () => changed }];
  }
  const [key, inner] = first;
  return within(firstLeaf(inner, `${place}.${key}`), (changed) =>
    Array.isArray(value) ? (value as unknown[]).with(Number(key), changed) : { ...value, [key]: changed },
  );
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
