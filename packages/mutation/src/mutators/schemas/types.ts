/** Mutators of types, formats and patterns, and of what may be null: by a type in 3.1, by a flag in 3.0. */
import { names, type Node } from '../../document.ts';
import { change, said, type Change, type Mutator } from '../../mutator.ts';
import { saysNothing } from '../../references/targets.ts';
import type { Site } from '../../sites/site.ts';
import { isOf30 } from '../../version.ts';

/** Another type for each, one that most values of the first are not. */
const OTHER_TYPE: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'string',
  boolean: 'string',
  array: 'object',
  object: 'array',
};

/** Another format for each, that of the type nearest to it. */
const OTHER_FORMAT: Readonly<Record<string, string>> = {
  int32: 'int64',
  int64: 'int32',
  uint32: 'int32',
  uint64: 'int64',
  float: 'double',
  double: 'float',
  date: 'date-time',
  'date-time': 'date',
  uri: 'email',
  email: 'uri',
  uuid: 'date',
};

/** The types of a schema, but for null. */
export function typesOf({ type }: Node): readonly string[] {
  return typeof type === 'string' ? [type] : names(type).filter((one) => one !== 'null');
}

/** Whether a schema says that null is taken, beside its type. In 3.0 the flag adds it to the type, and without one says nothing. */
export function isNullable(node: Node, document: Node): boolean {
  if (!isOf30(document)) return names(node.type).includes('null');
  return node.nullable === true && 'type' in node;
}

/** The values that a schema lists, if it does; whatever else it says of them is said twice. */
function listed(node: Node): readonly unknown[] | undefined {
  if ('const' in node) return [node.const];
  return Array.isArray(node.enum) ? (node.enum as readonly unknown[]) : undefined;
}

/** Whether the type says nothing: all values that are listed are of it. */
function isSaidByValues(node: Node, types: readonly string[]): boolean {
  return listed(node)?.every((value) => types.some((type) => isOf(type, value))) ?? false;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === 'null' ? value === null : typeof value === type;
}

/** Whether null is refused, whatever the type says of it. */
function isNullRefused(node: Node): boolean {
  return listed(node)?.includes(null) === false;
}

const type = (node: Node, { document }: Site): readonly Change[] => {
  if (Array.isArray(node.type)) return types(node, names(node.type));
  const { type: found } = node;
  if (typeof found !== 'string') return [];
  const other = OTHER_TYPE[found];
  return [
    ...(isSaidByValues(node, [found]) ? [] : [change(`type ${found} gone`, node, { type: undefined })]),
    ...(other
      ? [
          change(`type ${found} → ${other}`, node, {
            type: other,
            ...(other === 'array' && isOf30(document) && !('items' in node) && { items: {} }), // it has to have them
          }),
        ]
      : []),
    ...(found === 'null' || isNullRefused(node) || (isOf30(document) && 'nullable' in node)
      ? []
      : [
          change(
            `type ${found} → ${found} or null`,
            node,
            isOf30(document) ? { nullable: true } : { type: [found, 'null'] },
          ),
        ]),
  ];
};

/** A list of types: each of them gone or another, null more or less. */
const types = (node: Node, list: readonly string[]): readonly Change[] => {
  const words = list.join(' or ');
  const anew = (left: readonly string[]): Node => ({ type: left.length === 1 ? left[0] : left });
  return [
    ...(isSaidByValues(node, list) ? [] : [change(`type ${words} gone`, node, { type: undefined })]),
    ...(list.length > 1
      ? list
          .filter((one) => one !== 'null' || !isNullRefused(node))
          .filter((one) => one !== 'integer' || !list.includes('number')) // which takes them, too
          .map((one) => change(`type ${words} without ${one}`, node, anew(list.filter((each) => each !== one))))
      : []),
    ...list
      .filter((one) => OTHER_TYPE[one] !== undefined && !list.includes(OTHER_TYPE[one]))
      .map((one) =>
        change(`type ${words}: ${one} → ${OTHER_TYPE[one] ?? ''}`, node, {
          type: list.map((each) => (each === one ? OTHER_TYPE[one] : each)),
        }),
      ),
    ...(list.includes('null') || isNullRefused(node)
      ? []
      : [change(`type ${words} or null`, node, { type: [...list, 'null'] })]),
  ];
};

/** 3.1 does not know the flag, and in 3.0 it says nothing where there is no type. */
const nullable = (node: Node, { document }: Site): readonly Change[] =>
  typeof node.nullable === 'boolean' && isOf30(document) && 'type' in node && !isNullRefused(node)
    ? [
        change(`nullable ${String(node.nullable)} → ${String(!node.nullable)}`, node, {
          nullable: node.nullable ? undefined : true,
        }),
      ]
    : [];

const format = (node: Node): readonly Change[] => {
  const { format: found } = node;
  if (typeof found !== 'string') return [];
  const other = OTHER_FORMAT[found];
  return [
    change(`format ${found} gone`, node, { format: undefined }),
    ...(other ? [change(`format ${found} → ${other}`, node, { format: other })] : []),
  ];
};

const pattern = (node: Node): readonly Change[] => {
  const { pattern: source } = node;
  if (typeof source !== 'string') return [];
  return [
    change(`pattern ${said(source)} gone`, node, { pattern: undefined }),
    ...(source.startsWith('^')
      ? [change(`pattern ${said(source)} open at its start`, node, { pattern: source.slice(1) })]
      : []),
    ...(/(?<!\\)\$$/.test(source)
      ? [change(`pattern ${said(source)} open at its end`, node, { pattern: source.slice(0, -1) })]
      : []),
  ];
};

/** What a text holds: bytes, or a document of its own. */
const contents = (node: Node, { document }: Site): readonly Change[] =>
  ['contentEncoding', 'contentMediaType', 'contentSchema']
    .filter((keyword) => keyword in node && !saysNothing(document, node[keyword]))
    .map((keyword) => change(`${keyword} gone`, node, { [keyword]: undefined }));

/** Each mutator of types. */
export const typeMutators: readonly Mutator[] = [
  { kind: 'pattern', on: 'schema', changes: pattern },
  { kind: 'type', on: 'schema', changes: type },
  { kind: 'type', on: 'schema', changes: nullable },
  { kind: 'format', on: 'schema', changes: format },
  { kind: 'format', on: 'schema', changes: contents },
];
