/** Mutators of how schemas are put together: parts gone, conditions gone, and what tells the parts apart. */
import { child, isNode, isSame, names, referenceTo, without, type Node } from '../../document.ts';
import { change, mistyped, type Change, type Mutator } from '../../mutator.ts';
import { isOneThing, isSilentPart, mappedTo, partsOf, saysNothing } from '../../references/targets.ts';
import type { Site } from '../../sites/site.ts';
import { isOf30 } from '../../version.ts';

const parts = (node: Node, { document }: Site): readonly Change[] =>
  ['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) => {
    const list = partsOf(node, keyword);
    return [...list.keys()]
      .filter((i) => !isSilentPart(document, node, keyword, i) && !isRepeated(keyword, list, i))
      .map((i) =>
        change(`${keyword} ${String(i)} gone`, node, { [keyword]: list.length > 1 ? list.toSpliced(i, 1) : undefined }),
      );
  });

/** Whether the list without this part is the same as without an equal one that has gone before. */
function isRepeated(keyword: string, list: readonly unknown[], i: number): boolean {
  if (keyword === 'prefixItems') return i > 0 && isSame(list[i - 1], list[i]);
  return list.findIndex((one) => isSame(one, list[i])) < i;
}

/** What lists hold may be anything: 3.0 wants to be told even that. */
const items = (node: Node, { document }: Site): readonly Change[] => {
  const { items: found } = node;
  if (found !== false && (!isNode(found) || saysNothing(document, found))) return [];
  if (!isOf30(document)) return [change('items gone', node, { items: undefined })];
  return found === false ? [] : [change('items of any kind', node, { items: {} })];
};

const conditions = (node: Node, { document }: Site): readonly Change[] => [
  ...['not', 'contains', 'propertyNames', 'if', 'then', 'else', 'unevaluatedItems', 'unevaluatedProperties']
    .filter((keyword) => 'if' in node || !['then', 'else'].includes(keyword))
    .filter((keyword) => isNode(node[keyword]) || (keyword === 'unevaluatedItems' && node[keyword] === false))
    .filter((keyword) => !SILENT.has(keyword) || !saysNothing(document, node[keyword]))
    .map((keyword) => change(`${keyword} gone`, node, { [keyword]: undefined })),
  ...(typeof node.uniqueItems === 'boolean'
    ? [change(`uniqueItems ${String(!node.uniqueItems)}`, node, { uniqueItems: !node.uniqueItems })]
    : []),
];

/** Keywords by which an empty schema says nothing. */
const SILENT = new Set(['propertyNames', 'unevaluatedItems', 'unevaluatedProperties']);

const dependencies = (node: Node): readonly Change[] =>
  Object.entries(child(node, 'dependentRequired')).flatMap(([name, others]) =>
    names(others).map((other) =>
      change(`${name} no longer needs ${other}`, node, {
        dependentRequired: {
          ...child(node, 'dependentRequired'),
          [name]: names(others).filter((one) => one !== other),
        },
      }),
    ),
  );

/** The property by which a reader knows what it has before it. */
const discriminator = (node: Node, { document }: Site): readonly Change[] => {
  const { discriminator: found } = node;
  if (!isNode(found)) return [];
  const name = String(found.propertyName);
  const mapping = child(found, 'mapping');
  const anew = (fields: Node): Node => ({ discriminator: { ...found, ...fields } });
  return [
    change('discriminator gone', node, { discriminator: undefined }),
    change(
      `discriminator ${name} → ${mistyped(name) ?? `${name}x`}`,
      node,
      anew({ propertyName: mistyped(name) ?? `${name}x` }),
    ),
    ...Object.entries(mapping).flatMap(([value, target]) => {
      const next = anotherTarget(document, Object.values(mapping), target);
      return [
        // A schema goes by its own name without being told.
        ...(mappedTo(document, String(target)).at(-1) === value
          ? []
          : [change(`discriminator ${name} without ${value}`, node, anew({ mapping: without(mapping, value) }))]),
        ...(next === undefined
          ? []
          : [
              change(
                `discriminator ${name} ${value} → ${next.split('/').at(-1) ?? ''}`,
                node,
                anew({ mapping: { ...mapping, [value]: next } }),
              ),
            ]),
      ];
    }),
  ];
};

/** Another of the schemas that a mapping leads to, or else one of the document. */
function anotherTarget(document: Node, mapped: readonly unknown[], target: unknown): string | undefined {
  const schemas = Object.keys(child(child(document, 'components'), 'schemas')).map((one) =>
    referenceTo(['components', 'schemas', one]),
  );
  return [...mapped, ...schemas].find(
    (one): one is string =>
      typeof one === 'string' && !isOneThing(document, mappedTo(document, one), mappedTo(document, String(target))),
  );
}

/** Each mutator of composition. */
export const compositionMutators: readonly Mutator[] = [
  { kind: 'composition', on: 'schema', changes: parts },
  { kind: 'composition', on: 'schema', changes: items },
  { kind: 'composition', on: 'schema', changes: conditions },
  { kind: 'composition', on: 'schema', changes: dependencies },
  { kind: 'discriminator', on: 'schema', changes: discriminator },
];
