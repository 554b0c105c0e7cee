/** Mutators of objects: what is required, which properties there are, and whether others are taken. */
import { child, isNode, names, renamed, without, type Node } from '../../document.ts';
import { change, isOfAnything, mistyped, type Change, type Mutator } from '../../mutator.ts';
import { saysNothing } from '../../references/targets.ts';
import type { Site } from '../../sites/site.ts';

const required = (node: Node): readonly Change[] => {
  const list = names(node.required);
  const optional = Object.keys(child(node, 'properties')).filter((name) => !list.includes(name));
  const left = (name: string): unknown => (list.length > 1 ? list.filter((one) => one !== name) : undefined);
  return [
    ...list.map((name) =>
      change(`${name} no longer required`, node, { required: left(name) === undefined ? undefined : () => left(name) }),
    ),
    ...optional.map((name) => change(`${name} required`, node, { required: () => [...list, name] })),
  ];
};

const properties = (node: Node): readonly Change[] => {
  const all = child(node, 'properties');
  const list = names(node.required);
  return Object.keys(all).flatMap((name) => {
    const left = list.filter((one) => one !== name);
    const misspelt = mistyped(name);
    return [
      change(`property ${name} gone`, node, {
        properties: () => without(all, name),
        required: left.length > 0 ? left : undefined,
      }),
      ...(misspelt === undefined || misspelt in all || list.includes(misspelt)
        ? []
        : [
            change(`property ${name} → ${misspelt}`, node, {
              properties: () => renamed(all, [name], misspelt),
              required: list.length > 0 ? list.map((one) => (one === name ? misspelt : one)) : undefined,
            }),
          ]),
    ];
  });
};

/** Schemas by the pattern of a name, and by the presence of a property. */
const conditional = (node: Node): readonly Change[] =>
  ['patternProperties', 'dependentSchemas'].flatMap((keyword) =>
    Object.keys(child(node, keyword)).map((name) => {
      const left = without(child(node, keyword), name);
      return change(`${keyword} ${name} gone`, node, { [keyword]: Object.keys(left).length > 0 ? left : undefined });
    }),
  );

const openness = (node: Node, { document }: Site): readonly Change[] => {
  const { additionalProperties: more, unevaluatedProperties: others } = node;
  const lists = isNode(node.properties);
  return [
    ...(more === false
      ? [change('takes properties that it does not list', node, { additionalProperties: undefined })]
      : []),
    ...(others === false
      ? [change('takes properties that nothing lists', node, { unevaluatedProperties: undefined })]
      : []),
    ...(isNode(more) && !saysNothing(document, more)
      ? [change('takes values of any kind', node, { additionalProperties: true })]
      : []),
    ...((lists && more === undefined) || isOfAnything(more)
      ? others === undefined
        ? [change('refuses properties that it does not list', node, { additionalProperties: false })]
        : []
      : []),
  ];
};

/** Each mutator of objects. */
export const objectMutators: readonly Mutator[] = [
  { kind: 'required', on: 'schema', changes: required },
  { kind: 'property', on: 'schema', changes: properties },
  { kind: 'property', on: 'schema', changes: conditional },
  { kind: 'openness', on: 'schema', changes: openness },
];
