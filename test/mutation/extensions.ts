// The facts that this document keeps in extensions, where the standard mutators do not look: refusals and rows of the catalogue.
import {
  change,
  otherThan,
  said,
  set,
  type Change,
  type Mutator,
  type Node,
  type Site,
  type SiteSort,
} from '@wallet-operations/spec-mutation';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each reason that `x-refused-as` names goes, so that another row would answer. */
const refusals = (node: Node): readonly Change[] => {
  const { 'x-refused-as': found } = node;
  if (typeof found === 'string') return [change(`x-refused-as ${found} gone`, node, { 'x-refused-as': undefined })];
  if (!isNode(found)) return [];
  return Object.entries(found).flatMap(([keyword, reason]) =>
    (isNode(reason) ? Object.entries(reason) : [['', reason] as const]).map(([name, one]) => {
      const left = isNode(reason) ? { ...reason, [name]: undefined } : undefined;
      return change(`x-refused-as ${keyword} ${name} ${String(one)} gone`.replace('  ', ' '), node, {
        'x-refused-as': { ...found, [keyword]: left },
      });
    }),
  );
};

/** Each number and word of a row says something else; what it says of repeating, and its stage, each of the other things. */
const rows = (node: Node): readonly Change[] => {
  const { 'x-error': row } = node;
  if (!isNode(row)) return [];
  const words = ['reason', 'status', 'code', 'text', 'message']
    .filter((field) => field in row)
    .map((field) => {
      const value = row[field];
      const other = typeof value === 'number' ? value + 1 : `${String(value)}x`;
      return change(`x-error ${field} ${said(value)} → ${said(other)}`, node, {
        'x-error': { ...row, [field]: other },
      });
    });
  const advice = Object.entries(ADVICE).flatMap(([field, values]) =>
    othersThan(row[field], values).map((other) =>
      change(`x-error ${field} ${String(row[field])} → ${String(other)}`, node, {
        'x-error': set(row, { [field]: other }),
      }),
    ),
  );
  return [...words, ...advice];
};

const ADVICE = { repeat: ['never', 'later', 'soon'], stage: ['authentication', 'admission'] };
const REPEATABLE = ['always', 'same-order-id', 'never'];

/** Every value but this one; undefined is one, too. */
const othersThan = (value: unknown, values: readonly string[]): readonly unknown[] =>
  [...values, undefined].filter((one) => one !== value);

/** Each promise about an operation or a number goes, or is another. */
const promises = (node: Node, { sort }: Site): readonly Change[] => {
  const { 'x-repeatable': repeatable, 'x-paging': paging, 'x-batch': batch, 'x-unit': unit } = node;
  return [
    ...(sort === 'operation'
      ? othersThan(repeatable, REPEATABLE).map((other) =>
          change(`x-repeatable ${String(repeatable)} → ${String(other)}`, node, { 'x-repeatable': other }),
        )
      : []),
    ...Object.entries({ 'x-paging': paging, 'x-batch': batch }).flatMap(([keyword, found]) =>
      isNode(found)
        ? [
            change(`${keyword} gone`, node, { [keyword]: undefined }),
            ...Object.entries(found).map(([field, value]) =>
              change(`${keyword} ${field} ${said(value)} → ${said(otherOrShorter(value))}`, node, {
                [keyword]: { ...found, [field]: otherOrShorter(value) },
              }),
            ),
          ]
        : [],
    ),
    ...(typeof unit === 'string' ? [change(`x-unit ${unit} gone`, node, { 'x-unit': undefined })] : []),
    ...(node.format === 'int64' && unit === undefined ? [change('x-unit seconds', node, { 'x-unit': 'seconds' })] : []),
  ];
};

/** Each rule between fields goes. */
const rules = (node: Node): readonly Change[] =>
  ['x-unique', 'x-length', 'x-not-before']
    .filter((keyword) => keyword in node)
    .map((keyword) => change(`${keyword} ${String(node[keyword])} gone`, node, { [keyword]: undefined }));

/** Each part of what the request tells of the answer goes, or is another. */
const answers = (node: Node): readonly Change[] => {
  const { 'x-from-request': found } = node;
  if (!isNode(found)) return [];
  const within = (value: unknown, words: string): (readonly [says: string, value: unknown])[] => {
    if (Array.isArray(value))
      return value.map((one, i) => [`${words} without ${String(one)}`, value.toSpliced(i, 1)] as const);
    if (!isNode(value)) return [[`${words} ${said(value)} → ${said(otherThan(value))}`, otherThan(value)]];
    return Object.entries(value).flatMap(([key, one]) => [
      [`${words} ${key} gone`, set(value, { [key]: undefined })] as const,
      ...within(one, `${words} ${key}`).map(([says, other]) => [says, { ...value, [key]: other }] as const),
    ]);
  };
  return within(found, 'x-from-request').map(([says, other]) => change(says, node, { 'x-from-request': other }));
};

/** Each kind of wallet goes from those of an operation. */
const kinds = (node: Node): readonly Change[] => {
  const { 'x-wallet-kinds': found } = node;
  if (!Array.isArray(found)) return [];
  return found.map((kind) =>
    change(`x-wallet-kinds ${String(kind)} gone`, node, { 'x-wallet-kinds': found.filter((one) => one !== kind) }),
  );
};

/** Each part of a currency's rule for memos is another. */
const memos = (node: Node): readonly Change[] => {
  const { 'x-memo-rules': found } = node;
  if (!isNode(found)) return [];
  return Object.entries(found).flatMap(([currency, rule]) =>
    Object.entries(isNode(rule) ? rule : {}).map(([part, value]) =>
      change(`x-memo-rules ${currency} ${part} ${said(value)} → ${said(otherOrShorter(value))}`, node, {
        'x-memo-rules': { ...found, [currency]: { ...(rule as Node), [part]: otherOrShorter(value) } },
      }),
    ),
  );
};

/** Each mark of what is not shown goes: the document would state a guess as a fact. */
const marks = (node: Node): readonly Change[] => {
  const ids = [node['x-unspecified'] ?? []].flat() as string[];
  return ids.map((id) =>
    change(`x-unspecified ${id} gone`, node, { 'x-unspecified': ids.filter((other) => other !== id) }),
  );
};

/** Each number loses its name, and each name its number. */
const names = (node: Node): readonly Change[] => {
  const without = (keyword: string, list: unknown): readonly Change[] =>
    Array.isArray(list)
      ? list.map((one) =>
          change(`${keyword} ${String(one)} gone`, node, { [keyword]: list.filter((other) => other !== one) }),
        )
      : [];
  const keywords = ['x-enum-varnames', 'x-extensible-enum-varnames', 'x-extensible-enum'];
  return keywords.flatMap((keyword) => without(keyword, node[keyword]));
};

/** The value of each open point is another, part by part where it has parts. */
const values = (node: Node): readonly Change[] => {
  const { 'x-open-points': points } = node;
  if (!isNode(points)) return [];
  return Object.entries(points).flatMap(([id, point]) => {
    if (!isNode(point) || !('value' in point)) return [];
    const { value } = point;
    const others: (readonly [part: string, value: unknown])[] = isNode(value)
      ? Object.entries(value).map(([part, one]) => [part, { ...value, [part]: otherOrShorter(one) }])
      : [['', otherOrShorter(value)]];
    return others.map(([part, other]) =>
      change(`x-open-points ${id} ${part} other`.replace('  ', ' '), node, {
        'x-open-points': { ...points, [id]: { ...point, value: other } },
      }),
    );
  });
};

/** Without it schemas are read as those of an older draft, which knows fewer keywords. */
const dialect = (node: Node): readonly Change[] =>
  'jsonSchemaDialect' in node ? [change('jsonSchemaDialect gone', node, { jsonSchemaDialect: undefined })] : [];

/** A list is another without its first entry. */
const otherOrShorter = (value: unknown): unknown => (Array.isArray(value) ? value.slice(1) : otherThan(value));

const everywhere: readonly SiteSort[] = [
  'document',
  'operation',
  'webhook',
  'parameter',
  'response',
  'schema',
  'example',
  'securityScheme',
];

export const extensionMutators: readonly Mutator[] = [
  { kind: 'promise', on: 'operation', changes: promises },
  { kind: 'promise', on: 'schema', changes: promises },
  { kind: 'rule', on: 'schema', changes: rules },
  { kind: 'rule', on: 'schema', changes: memos },
  { kind: 'rule', on: 'operation', changes: kinds },
  { kind: 'rule', on: 'operation', changes: answers },
  { kind: 'names', on: 'schema', changes: names },
  { kind: 'value', on: 'document', changes: values },
  { kind: 'dialect', on: 'document', changes: dialect },
  ...everywhere.map((on): Mutator => ({ kind: 'mark', on, changes: marks })),
  { kind: 'refusal', on: 'operation', changes: refusals },
  { kind: 'refusal', on: 'schema', changes: refusals },
  { kind: 'refusal', on: 'securityScheme', changes: refusals },
  { kind: 'row', on: 'example', changes: rows },
];
