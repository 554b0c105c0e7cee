/** Mutators of types, formats and patterns, and of what may be null: by a type in 3.1, by a flag in 3.0. */
import { names, type Node } from '../../document.ts';
import { change, said, type Change, type Mutator } from '../../mutator.ts';
import type { Site } from '../../sites/site.ts';

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

/** Whether a document writes what may be null as a flag. */
function hasFlag({ openapi }: Node): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.0');
}

/** Whether a schema says that null is taken. */
export function isNullable(node: Node, document: Node): boolean {
  return hasFlag(document) ? node.nullable === true : names(node.type).includes('null');
}

const type = (node: Node, { document }: Site): readonly Change[] => {
  if (Array.isArray(node.type)) return types(node, names(node.type));
  const { type: found } = node;
  if (typeof found !== 'string') return [];
  const other = OTHER_TYPE[found];
  return [
    change(`type ${found} gone`, node, { type: undefined }),
    ...(other ? [change(`type ${found} → ${other}`, node, { type: other })] : []),
    ...(found === 'null' || node.nullable === true
      ? []
      : [
          change(
            `type ${found} → ${found} or null`,
            node,
            hasFlag(document) ? { nullable: true } : { type: [found, 'null'] },
          ),
        ]),
  ];
};

/** A list of types: each of them gone or another, null more or less. */
const types = (node: Node, list: readonly string[]): readonly Change[] => {
  const words = list.join(' or ');
  const anew = (left: readonly string[]): Node => ({ type: left.length === 1 ? left[0] : left });
  return [
    change(`type ${words} gone`, node, { type: undefined }),
    ...(list.length > 1
      ? list.map((one) => change(`type ${words} without ${one}`, node, anew(list.filter((each) => each !== one))))
      : []),
    ...list
      .filter((one) => OTHER_TYPE[one] !== undefined && !list.includes(OTHER_TYPE[one]))
      .map((one) =>
        change(`type ${words}: ${one} → ${OTHER_TYPE[one] ?? ''}`, node, {
          type: list.map((each) => (each === one ? OTHER_TYPE[one] : each)),
        }),
      ),
    ...(list.includes('null') ? [] : [change(`type ${words} or null`, node, { type: [...list, 'null'] })]),
  ];
};

const nullable = (node: Node): readonly Change[] =>
  typeof node.nullable === 'boolean'
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
const contents = (node: Node): readonly Change[] =>
  ['contentEncoding', 'contentMediaType', 'contentSchema']
    .filter((keyword) => keyword in node)
    .map((keyword) => change(`${keyword} gone`, node, { [keyword]: undefined }));

/** Each mutator of types. */
export const typeMutators: readonly Mutator[] = [
  { kind: 'pattern', on: 'schema', changes: pattern },
  { kind: 'type', on: 'schema', changes: type },
  { kind: 'type', on: 'schema', changes: nullable },
  { kind: 'format', on: 'schema', changes: format },
  { kind: 'format', on: 'schema', changes: contents },
];
