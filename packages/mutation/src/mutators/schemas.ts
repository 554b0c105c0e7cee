/** Mutators of schemas: what is required, bounds, patterns, types, formats, defaults, values, and how schemas are put together. */
import { child, isNode, names, without, type Node } from '../document.ts';
import { change, otherThan, said, type Change, type Mutator } from '../mutator.ts';

const BOUNDS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
];

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

const required = (node: Node): readonly Change[] => {
  const list = names(node.required);
  const optional = Object.keys(child(node, 'properties')).filter((name) => !list.includes(name));
  const left = (name: string): unknown => (list.length > 1 ? list.filter((one) => one !== name) : undefined);
  return [
    ...list.map((name) => change(`${name} no longer required`, node, { required: left(name) })),
    ...optional.map((name) => change(`${name} required`, node, { required: [...list, name] })),
  ];
};

const properties = (node: Node): readonly Change[] => {
  const all = child(node, 'properties');
  const list = names(node.required);
  return Object.keys(all).map((name) => {
    const left = list.filter((one) => one !== name);
    return change(`property ${name} gone`, node, {
      properties: without(all, name),
      required: left.length > 0 ? left : undefined,
    });
  });
};

const openness = (node: Node): readonly Change[] => {
  const { additionalProperties: more, unevaluatedProperties: others } = node;
  const lists = isNode(node.properties);
  return [
    ...(more === false
      ? [change('takes properties that it does not list', node, { additionalProperties: undefined })]
      : []),
    ...(others === false
      ? [change('takes properties that nothing lists', node, { unevaluatedProperties: undefined })]
      : []),
    ...(isNode(more) ? [change('takes values of any kind', node, { additionalProperties: true })] : []),
    ...(lists && (more === undefined || more === true) && others === undefined
      ? [change('refuses properties that it does not list', node, { additionalProperties: false })]
      : []),
  ];
};

const bounds = (node: Node): readonly Change[] =>
  BOUNDS.flatMap((keyword) => {
    const value = node[keyword];
    if (typeof value !== 'number') return [];
    const isLowest = value === 0 && /^(min|max)[A-Z]/.test(keyword);
    return [
      change(`${keyword} ${String(value)} gone`, node, { [keyword]: undefined }),
      change(`${keyword} ${String(value)} → ${String(value + 1)}`, node, { [keyword]: value + 1 }),
      ...(isLowest
        ? []
        : [change(`${keyword} ${String(value)} → ${String(value - 1)}`, node, { [keyword]: value - 1 })]),
    ];
  });

/** A bound where there is none, such as somebody makes up: by type, the keywords that would say it, and what they would say. */
const MADE_UP: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  array: { minItems: 1, maxItems: 10 },
  string: { maxLength: 40 },
  integer: { minimum: 1, maximum: 1000 },
  number: { minimum: 1, maximum: 1000 },
  object: { maxProperties: 10 },
};

const boundsMadeUp = (node: Node): readonly Change[] => {
  if (typeof node.type !== 'string' || Array.isArray(node.enum) || 'const' in node) return [];
  const isMap = isNode(node.additionalProperties);
  if (node.type === 'object' && !isMap) return []; // its fields say how many there are
  return Object.entries(MADE_UP[node.type] ?? {})
    .filter(([keyword]) => !(keyword in node))
    .map(([keyword, value]) => change(`${keyword} ${String(value)} made up`, node, { [keyword]: value }));
};

/** Who may send a field, who gets it, and whether it stays. */
const access = (node: Node): readonly Change[] =>
  typeof node.type === 'string' || typeof node.$ref === 'string'
    ? ['readOnly', 'writeOnly', 'deprecated'].map((keyword) => {
        const other = node[keyword] === true ? undefined : true;
        return change(`${other ? 'marked' : 'no longer'} ${keyword}`, node, { [keyword]: other });
      })
    : [];

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

const type = (node: Node): readonly Change[] => {
  const { type: found } = node;
  if (typeof found !== 'string') return [];
  const other = OTHER_TYPE[found];
  return [
    change(`type ${found} gone`, node, { type: undefined }),
    ...(other ? [change(`type ${found} → ${other}`, node, { type: other })] : []),
    change(`type ${found} → ${found} or null`, node, { type: [found, 'null'] }),
  ];
};

const format = (node: Node): readonly Change[] => {
  const { format: found } = node;
  if (typeof found !== 'string') return [];
  const other = OTHER_FORMAT[found];
  return [
    change(`format ${found} gone`, node, { format: undefined }),
    ...(other ? [change(`format ${found} → ${other}`, node, { format: other })] : []),
  ];
};

const preset = (node: Node): readonly Change[] => {
  if (!('default' in node)) return [];
  const { default: found } = node;
  return [
    change(`default ${said(found)} gone`, node, { default: undefined }),
    change(`default ${said(found)} → ${said(otherThan(found))}`, node, { default: otherThan(found) }),
  ];
};

const values = (node: Node): readonly Change[] => {
  const { enum: found, const: only } = node;
  const list = Array.isArray(found) ? (found as readonly unknown[]) : [];
  const numbers = list.filter((value) => typeof value === 'number');
  const more = numbers.length > 0 ? Math.max(...numbers) + 1 : 'another_value';
  return [
    ...(list.length > 1
      ? list.map((value, i) => change(`value ${said(value)} gone`, node, { enum: list.toSpliced(i, 1) }))
      : []),
    ...(list.length > 0
      ? [
          change(`value ${said(more)} allowed`, node, { enum: [...list, more] }),
          change('every value allowed', node, { enum: undefined }),
        ]
      : []),
    ...('const' in node
      ? [change(`const ${said(only)} → ${said(otherThan(only))}`, node, { const: otherThan(only) })]
      : []),
  ];
};

const composition = (node: Node): readonly Change[] => [
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].flatMap((keyword) => {
    const parts = Array.isArray(node[keyword]) ? (node[keyword] as readonly unknown[]) : [];
    return parts.map((_, i) =>
      change(`${keyword} ${String(i)} gone`, node, { [keyword]: parts.length > 1 ? parts.toSpliced(i, 1) : undefined }),
    );
  }),
  ...['not', 'items', 'contains', 'propertyNames', 'if']
    .filter((keyword) => isNode(node[keyword]))
    .map((keyword) => change(`${keyword} gone`, node, { [keyword]: undefined })),
  ...(typeof node.uniqueItems === 'boolean'
    ? [change(`uniqueItems ${String(!node.uniqueItems)}`, node, { uniqueItems: !node.uniqueItems })]
    : []),
  ...Object.entries(child(node, 'dependentRequired')).flatMap(([name, others]) =>
    names(others).map((other, i, all) =>
      change(`${name} no longer needs ${other}`, node, {
        dependentRequired: { ...child(node, 'dependentRequired'), [name]: all.toSpliced(i, 1) },
      }),
    ),
  ),
];

const reference = (node: Node): readonly Change[] =>
  typeof node.$ref === 'string'
    ? [change(`no longer ${node.$ref.split('/').at(-1) ?? ''}`, node, { $ref: undefined })]
    : [];

/** Each mutator of schemas. */
export const schemaMutators: readonly Mutator[] = [
  { kind: 'required', on: 'schema', changes: required },
  { kind: 'property', on: 'schema', changes: properties },
  { kind: 'openness', on: 'schema', changes: openness },
  { kind: 'bound', on: 'schema', changes: bounds },
  { kind: 'bound', on: 'schema', changes: boundsMadeUp },
  { kind: 'access', on: 'schema', changes: access },
  { kind: 'pattern', on: 'schema', changes: pattern },
  { kind: 'type', on: 'schema', changes: type },
  { kind: 'format', on: 'schema', changes: format },
  { kind: 'default', on: 'schema', changes: preset },
  { kind: 'value', on: 'schema', changes: values },
  { kind: 'composition', on: 'schema', changes: composition },
  { kind: 'reference', on: 'schema', changes: reference },
];
