/** The changes that a request of an operation can suffer: each value, absence, spelling and byte that the document has a rule for. */
import type { ProbedOperation } from '../mock/document.ts';
import type { Edit } from './requests.ts';

const TEXTS = [
  ...['', '0', '-1', '7', '501', '5001', '1e3', '0x1f', '1.5', '1.0', '+5', '%205', '5%20', '00012', 'true', 'null'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775809', '9'.repeat(40), '%D9%A3'],
  ...['a', 'a,b', 'a%2Cb', '%C3%A9', '%F0%9F%92%B8', '%5B', "'", 'x'.repeat(300)],
];
const BROKEN_ESCAPES = ['%FF', '%zz', '%'];

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 100, 101, 1000, 1001, 2000, 2001, 1e300, 2 ** 31, -(2 ** 31) - 1],
  ...['', 'x', '7', '1,5', 'a/b', 'a\\b', 'x'.repeat(255), 'x'.repeat(256), [], {}, [1], [[]], ['x'], { a: 1 }],
];

/** Fields whose texts are right for some wallets only. */
const HANGING =
  /(^|\.)(address|addresses|memo|memos|token_id|contract_abi|from_address|from_address_index|convert)(\.|$)/;

/** Every change, by itself. */
export function editsOf(operation: ProbedOperation, body: unknown): Edit[] {
  return [
    ...operation.parameters.flatMap((parameter) =>
      parameter.in === 'path' ? pathEdits(parameter) : queryEdits(parameter.name),
    ),
    ...queryEdits('unknown'),
    ...credentialEdits(),
    ...contentTypeEdits(),
    ...(body === undefined ? [] : bodyEdits(body)),
    ...byteEdits(body === undefined ? '{"a":1}' : JSON.stringify(body)),
  ];
}

const pathEdits = ({ name, template }: ProbedOperation['parameters'][number]): Edit[] =>
  [...TEXTS, ...BROKEN_ESCAPES].map((text) => ({
    says: `${name} is ${text}`,
    of: 'path',
    apply: (draft) => ({ ...draft, segments: draft.segments.with(template.split('/').indexOf(`{${name}}`), text) }),
  }));

function queryEdits(name: string): Edit[] {
  const others = (query: readonly string[]): string[] => query.filter((pair) => !pair.startsWith(`${name}=`));
  const edit = (says: string, change: (query: readonly string[]) => string[]): Edit => ({
    says: `${name} ${says}`,
    of: 'query',
    apply: (draft) => ({ ...draft, query: change(draft.query) }),
    hangsOnWallet: HANGING.test(name),
  });
  return [
    ...[...TEXTS, ...BROKEN_ESCAPES].map((text) =>
      edit(`is ${text}`, (query) => [...others(query), `${name}=${text}`]),
    ),
    edit('is absent', others),
    edit('has no value', (query) => [...others(query), name]),
    edit('stands twice', (query) => [...others(query), `${name}=1`, `${name}=1`]),
    edit('is spelled by an escape', (query) => [
      ...others(query),
      `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=x`,
    ]),
    edit('is in capitals', (query) => [...others(query), `${name.toUpperCase()}=x`]),
  ];
}

function credentialEdits(): Edit[] {
  const edit = (says: string, headers: Record<string, string>, without?: 't'): Edit => ({
    says,
    of: 'credentials',
    apply: (draft) => ({ ...draft, headers: { ...draft.headers, ...headers }, ...(without && { without }) }),
  });
  return [
    edit('no API code', { 'x-api-code': '' }),
    edit('no checksum', { 'x-checksum': '' }),
    edit('no t', {}, 't'),
    edit('no credentials', { 'x-api-code': '', 'x-checksum': '' }, 't'),
  ];
}

const contentTypeEdits = (): Edit[] =>
  [
    '',
    'text/plain',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'Application/JSON',
    'application/json;',
    'json',
  ].map((type) => ({
    says: `content type ${type}`,
    of: 'content type',
    apply: (draft) => ({ ...draft, headers: { ...draft.headers, 'content-type': type } }),
  }));

/** Each value of a body replaced by each of `VALUES`, doubled, made long, left out, or with an unknown one beside it. */
function bodyEdits(whole: unknown): Edit[] {
  const change = (value: unknown, [key, ...way]: readonly string[], to: (part: unknown) => unknown): unknown => {
    if (key === undefined) return to(value);
    if (Array.isArray(value))
      return value.map((item: unknown, i) => (String(i) === key ? change(item, way, to) : item));
    if (typeof value !== 'object' || value === null) return value;
    const changed = Object.entries(value).map(([name, item]) => [
      name,
      name === key ? change(item, way, to) : (item as unknown),
    ]);
    return Object.fromEntries(changed);
  };
  const edit = (says: string, way: readonly string[], to: (part: unknown) => unknown): Edit => ({
    says: `body.${way.join('.')} ${says}`,
    of: 'body',
    apply: (draft) => ({ ...draft, body: change(draft.body, way, to) }),
    hangsOnWallet: HANGING.test(way.join('.')) || HANGING.test(says),
  });
  const from = (value: unknown, way: readonly string[]): Edit[] => {
    const isList = Array.isArray(value);
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return [
      ...VALUES.map((other) => edit(`is ${JSON.stringify(other).slice(0, 30)}`, way, () => other)),
      ...(isList ? [edit('is doubled', way, (list) => [list, list].flat())] : []),
      ...(isList
        ? [edit('has 101 items', way, (list) => Array.from({ length: 101 }, () => (list as unknown[])[0]))]
        : []),
      ...(isList ? [] : inner.map(([key]) => edit(`lacks ${key}`, way, (part) => without(part, key)))),
      ...(isList || inner.length === 0
        ? []
        : OPTIONAL.flatMap(([key, values]) =>
            values.map((added) =>
              edit(`has ${key} ${JSON.stringify(added)}`, way, (part) => ({ ...(part as object), [key]: added })),
            ),
          )),
      ...inner.flatMap(([key, part]) => from(part, [...way, key])),
    ];
  };
  return from(whole, []);
}

const without = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    : value;

/** Fields that no base request has, which fit nowhere or in some places only. */
const OPTIONAL: readonly (readonly [string, readonly unknown[]])[] = [
  ['unknown_field', [1]],
  ['__proto__x', [{}]],
  ['memo', [1, null]],
  ['memos', [1, ['1'], [1, 2], []]],
  ['labels', [1, [1]]],
  ['manual_fee', [0, 1, 2000, 2001, '1', 1.5]],
  ['block_average_fee', [0, 100, 101]],
  ['from_address', [1, '0x1']],
  ['from_address_index', ['1', 1, 1.5, -1]],
  ['contract_abi', ['', 'mint:xyz', 1]],
  ['ignore_gas_estimate_fail', [1, true]],
  ['ignore_black_list', ['true', true]],
  ['address', [['0x1']]],
];

function byteEdits(example: string): Edit[] {
  const texts: readonly (readonly [string, (text: string) => string | Buffer])[] = [
    ['nothing', () => ''],
    ['half of it', (text) => text.slice(0, -2)],
    ['a bracket', () => '{'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['a number', () => '1e400'],
    ['NaN', () => 'NaN'],
    ['a byte order mark before it', (text) => `\ufeff${text}`],
    ['more behind it', (text) => `${text}x`],
    ['spaces around it', (text) => ` \r\n\t${text} `],
    ['a comma at its end', (text) => text.replace(/}$/, ',}')],
    ['a line break in a text', (text) => text.replace(/"(\w)/, '"\n$1')],
    ['a NUL', (text) => `\0${text}`],
    [
      'a byte that is no UTF-8',
      (text) => Buffer.concat([Buffer.from(text.slice(0, 3)), Buffer.from([0xff]), Buffer.from(text.slice(3))]),
    ],
    [
      'an overlong escape of UTF-8',
      (text) => Buffer.concat([Buffer.from('"'), Buffer.from([0xc0, 0x80]), Buffer.from(`"${text}`)]),
    ],
    ['half of a surrogate pair', (text) => text.replace('{', String.raw`{"\ud800":1,`)],
    ['a surrogate pair by escapes', (text) => text.replace('{', String.raw`{"\ud83d\ude00":1,`)],
    ['its first key twice', (text) => text.replace(/{("\w+"):/, '{$1:0,$1:')],
    ['a key twice further down', (text) => text.replace(/^{/, '{"a":{"b":1,"b":1},')],
    ['a deep one', () => `${'['.repeat(40)}${']'.repeat(40)}`],
    ['a hundred thousand brackets', () => '['.repeat(100_000)],
    ['brackets in a text', (text) => text.replace(/^{/, `{"a":"${'['.repeat(50)}",`)],
    [
      'integers beyond 64 bits',
      (text) => text.replace(/:\d+|\[\d+/g, (each) => `${each.charAt(0)}18446744073709551616`),
    ],
    ['the last integer of 64 bits, as a fraction', (text) => text.replace(/\[\d+/g, '[9223372036854775807.0')],
    [
      'an integer that is none',
      (text) => text.replace(/:\d+|\[\d+/g, (each) => `${each.charAt(0)}1.0000000000000000000001`),
    ],
    ['an integer with an exponent', (text) => text.replace(/:\d+|\[\d+/g, (each) => `${each.charAt(0)}1e1`)],
    ['numbers as texts', (text) => text.replace(/:(\d+)|\[(\d+)/g, (each) => `${each.charAt(0)}"${each.slice(1)}"`)],
  ];
  return texts.map(([says, spoil]) => ({
    says: `the body is ${says}`,
    of: 'bytes',
    apply: (draft) => ({ ...draft, body: draft.body ?? (JSON.parse(example) as unknown), spoil }),
  }));
}
