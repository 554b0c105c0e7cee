// Each extension says only what its file in openapi/extensions/ lets it: what is misspelt says nothing, and nobody would miss it.
import { readFileSync } from 'node:fs';
import type { Points } from '@wallet-operations/answers';
import { expect, test } from 'vitest';
import { RATINGS } from '../../scripts/diff/ratings.ts';
import type { Bundle } from '../../scripts/lib/bundle.ts';
import { readExtensions } from '../../scripts/lint/extension-files.ts';
import { extensionFindings } from '../../scripts/lint/extensions.ts';
import { openPointFindings } from '../../scripts/lint/open-points.ts';
import { pointValueFindings } from '../../scripts/lint/point-values.ts';

type Node = Record<string, unknown>;

const text = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
const bundle = (): Node => JSON.parse(text) as Node;
const at = (node: unknown, ...keys: string[]): Node =>
  keys.reduce<Node>((found, key) => found[key] as Node, node as Node);

const findingsOf = (document: Node): string[] =>
  extensionFindings(document as unknown as Bundle).map(
    ({ where, message }) => `${where.replace(/:\d+$/, '')} ${message}`,
  );

const withdraw = (d: Node) => at(d, 'paths', '/v1/svc/wallets/{WALLET_ID}/sender/transactions', 'post');
const history = (d: Node) => at(d, 'paths', '/v1/svc/wallets/{WALLET_ID}/sender/transactions', 'get');
const found = (d: Node) => at(d, 'paths', '/v1/svc/wallets/{WALLET_ID}/notifications/get_by_id', 'post', 'x-batch');
const made = (d: Node) => at(withdraw(d), 'x-from-request');
const requests = (d: Node) => at(d, 'components', 'schemas', 'WithdrawalBatch', 'properties', 'requests');
const order = (d: Node) => at(d, 'components', 'schemas', 'WithdrawalRequest');
const field = (d: Node, name: string) => at(order(d), 'properties', name);
const memos = (d: Node) => at(field(d, 'memo'), 'x-memo-rules');
const row = (d: Node) => at(d, 'components', 'examples', '404-not_found');
const lengths = (d: Node) => at(d, 'components', 'schemas', 'DepositAddressOrder', 'properties', 'memos');
const toTime = (d: Node) => at(d, 'components', 'parameters', 'ToTime', 'schema');
const stated = (d: Node) => (d['tags'] as Node[]).find((tag) => 'x-states' in tag) ?? {};
const states = (d: Node) => at(stated(d), 'x-states')['states'] as Node[];
const amount = (d: Node) => at(d, 'components', 'schemas', 'Amount');
const callbackType = (d: Node) => at(d, 'components', 'schemas', 'CallbackType');
const point = (d: Node) => at(d, 'x-open-points', 'amount-unit');

test('a point that nothing is marked with is found', () => {
  const document = bundle();
  delete amount(document)['x-unspecified'];
  const found = openPointFindings(document as unknown as Bundle).map(({ where, message }) => `${where} ${message}`);
  expect(found).toEqual([
    expect.stringMatching(/^openapi.open-points.amount-unit\.yaml:1:1 Nothing has x-unspecified: amount-unit\./),
  ]);
});

test.each([
  [
    'does not fit',
    { 'request-time': { value: { unit: 'days', window: 300 } } },
    /^openapi.open-points.request-time\.yaml:4:3 request-time unit must be equal to one of the allowed values/,
  ],
  [
    'has one number twice',
    { 'processing-state': { value: { inPool: 0, inChain: 1, done: 1 } } },
    /^openapi.open-points.processing-state\.yaml:3:1 processing-state gives the number 1 two names/,
  ],
  [
    'contradicts another',
    { 'safe-to-credit': { value: { field: 'state', is: 'done' } } },
    /^openapi.open-points.safe-to-credit\.yaml:3:1 safe-to-credit is done, which is no state/,
  ],
  [
    'has a name without a place',
    { 'callback-state': { failures: ['failed', 'cancelled', 'dropped'] } },
    /^openapi.open-points.callback-state\.yaml:10:3 callback-state has transactionFailed neither in its order/,
  ],
  [
    'has nothing that could fit',
    { 'batch-limit': { fits: { type: 'number or none' } } },
    /^openapi.open-points.batch-limit\.yaml:5:1 What fits is no JSON Schema/,
  ],
])('a point whose value %s is found where it is written', (_what, changes: Record<string, object>, message) => {
  const points = structuredClone(at(bundle(), 'x-open-points')) as unknown as Points;
  expect(pointValueFindings(points)).toEqual([]);
  for (const [id, change] of Object.entries(changes)) Object.assign(points[id] ?? {}, change);
  expect(pointValueFindings(points).map((finding) => `${finding.where} ${finding.message}`)).toEqual([
    expect.stringMatching(message),
  ]);
});

test('the document has no findings', () => {
  expect(findingsOf(bundle())).toEqual([]);
});

/** The file and what of its message tells of the mistake, and how to come to it. */
type Breakage = [what: string, file: string, says: string, breakIt: (document: Node) => unknown];

const TRANSACTIONS = 'openapi/paths/wallets/{WALLET_ID}/sender/transactions.yaml';
const BY_ID = 'openapi/paths/wallets/{WALLET_ID}/notifications/get_by_id.yaml';
const ORDER = 'openapi/schemas/WithdrawalRequest.yaml';
const ROW = 'openapi/examples/errors/404-not_found.yaml';
const ROOT = 'openapi/openapi.yaml';

const breakages: Breakage[] = [
  [
    'an unknown one',
    TRANSACTIONS,
    'There is no extension x-repeatble. Write one of x-answered',
    (d) => (withdraw(d)['x-repeatble'] = 'never'),
  ],
  ['an unknown one on the document', ROOT, 'There is no extension x-foo.', (d) => (d['x-foo'] = 1)],
  [
    'an unknown one among responses',
    TRANSACTIONS,
    'There is no extension x-foo.',
    (d) => (at(withdraw(d), 'responses')['x-foo'] = 1),
  ],
  [
    'one on a schema that is for operations',
    ORDER,
    'x-repeatable says nothing on this schema, but on operation.',
    (d) => (order(d)['x-repeatable'] = 'never'),
  ],
  [
    'one on an operation that is for schemas',
    TRANSACTIONS,
    'x-unit says nothing on this operation, but on schema.',
    (d) => (withdraw(d)['x-unit'] = 'seconds'),
  ],
  [
    'x-repeatable: another word',
    TRANSACTIONS,
    '"allways" is not possible. Write one of always, same-order-id, never.',
    (d) => (withdraw(d)['x-repeatable'] = 'allways'),
  ],
  ['x-repeatable: nothing', TRANSACTIONS, 'null is not possible.', (d) => (withdraw(d)['x-repeatable'] = null)],
  [
    'x-paging: a field of no answer',
    TRANSACTIONS,
    'x-paging records: "transaction" is no answer field. Write one of total_count, transactions.',
    (d) => (at(history(d), 'x-paging')['records'] = 'transaction'),
  ],
  [
    'x-paging: a total of no answer',
    TRANSACTIONS,
    'x-paging total: "count" is no answer field.',
    (d) => (at(history(d), 'x-paging')['total'] = 'count'),
  ],
  [
    'x-paging: a key of no record',
    TRANSACTIONS,
    'x-paging key 0: "tx_id" is no field of a record. Write one of txid, ',
    (d) => (at(history(d), 'x-paging')['key'] = ['tx_id']),
  ],
  ['x-paging: no key', TRANSACTIONS, 'x-paging: It lacks key.', (d) => delete at(history(d), 'x-paging')['key']],
  [
    'x-paging: a misspelt key',
    TRANSACTIONS,
    'x-paging: It has no keys. Write one of records, total, key.',
    (d) => (at(history(d), 'x-paging')['keys'] = ['txid']),
  ],
  [
    'x-batch: a field of no request',
    BY_ID,
    'x-batch asks: "id" is no request field. Write one of ids.',
    (d) => (found(d)['asks'] = 'id'),
  ],
  [
    'x-batch: a field of no answer',
    BY_ID,
    'x-batch finds: "callbacks" is no answer field.',
    (d) => (found(d)['finds'] = 'callbacks'),
  ],
  [
    'x-batch: a key of nothing found',
    BY_ID,
    'x-batch key: "id" is no field of what is found.',
    (d) => (found(d)['key'] = 'id'),
  ],
  ['x-batch: no entry at all', BY_ID, 'x-batch atMost: It must be >= 1: 0.', (d) => (found(d)['atMost'] = 0)],
  [
    'x-from-request: no part of the answer',
    TRANSACTIONS,
    'x-from-request keys: "result" is no part of the answer. Write one of results, results.*.',
    (d) => (made(d)['keys'] = { result: { of: ['body.requests.*.order_id'] } }),
  ],
  [
    'x-from-request: no part of the request',
    TRANSACTIONS,
    'x-from-request keys results of 0: "body.requests.order_id" is no part of the request. Write one of path.WALLET_ID, body.requests, ',
    (d) => (made(d)['keys'] = { results: { of: ['body.requests.order_id'] } }),
  ],
  [
    'x-from-request: another row',
    TRANSACTIONS,
    'x-from-request unknown: "missing" is no row.',
    (d) => (made(d)['unknown'] = 'missing'),
  ],
  [
    'x-wallet-kinds: another kind',
    TRANSACTIONS,
    '"delegate" is not possible. Write one of vault, ',
    (d) => (withdraw(d)['x-wallet-kinds'] = ['delegate']),
  ],
  [
    'x-wallet-kinds: none',
    TRANSACTIONS,
    'x-wallet-kinds: It must NOT have fewer than 1 items: [].',
    (d) => (withdraw(d)['x-wallet-kinds'] = []),
  ],
  [
    'x-unique: a field of no item',
    'openapi/schemas/WithdrawalBatch.yaml',
    'x-unique: "orderid" is no field of an item. Write one of order_id, ',
    (d) => (requests(d)['x-unique'] = 'orderid'),
  ],
  [
    'x-length: a field that is not beside it',
    'openapi/schemas/DepositAddressOrder.yaml',
    'x-length: "number" is no field beside. Write one of count, memos, labels.',
    (d) => (lengths(d)['x-length'] = 'number'),
  ],
  [
    'x-not-before: a parameter that is not beside it',
    'openapi/parameters/ToTime.yaml',
    'x-not-before: "from" is no field beside. Write one of ',
    (d) => (toTime(d)['x-not-before'] = 'from'),
  ],
  [
    'x-unit: another unit',
    ORDER,
    '"second" is not possible. Write one of seconds.',
    (d) => (field(d, 'from_address_index')['x-unit'] = 'second'),
  ],
  [
    'x-memo-rules: another currency',
    ORDER,
    '"XPR" is not possible. Write one of BNB, EOS, XLM, XRP.',
    (d) => (memos(d)['XPR'] = memos(d)['XRP']),
  ],
  [
    'x-memo-rules: another row',
    ORDER,
    'x-memo-rules BNB tooLong: "too_long" is no row. Write one of ',
    (d) => (at(memos(d), 'BNB')['tooLong'] = 'too_long'),
  ],
  [
    'x-memo-rules: a length in quotes',
    ORDER,
    'x-memo-rules BNB maxLength: It must be integer: "256".',
    (d) => (at(memos(d), 'BNB')['maxLength'] = '256'),
  ],
  [
    'x-refused-as: another row of an operation',
    TRANSACTIONS,
    'x-refused-as: "malformed" is no row.',
    (d) => (withdraw(d)['x-refused-as'] = 'malformed'),
  ],
  [
    'x-refused-as: another row of a keyword',
    ORDER,
    'x-refused-as pattern: "bad" is no row.',
    (d) => (at(field(d, 'amount'), 'x-refused-as')['pattern'] = 'bad'),
  ],
  [
    'x-refused-as: a keyword that the schema has not',
    ORDER,
    '"maxLenght" is no keyword of this schema.',
    (d) => (at(field(d, 'order_id'), 'x-refused-as')['maxLenght'] = 'order_id_too_long'),
  ],
  [
    'x-refused-as: a field that need not be there',
    ORDER,
    '"memo" is no required field.',
    (d) => (at(order(d), 'x-refused-as', 'dependentRequired')['memo'] = 'memo_required'),
  ],
  ['x-error: no repeat', ROW, 'x-error: It lacks repeat.', (d) => delete at(row(d), 'x-error')['repeat']],
  [
    'x-error: another repeat',
    ROW,
    '"nevr" is not possible. Write one of never, later, soon.',
    (d) => (at(row(d), 'x-error')['repeat'] = 'nevr'),
  ],
  [
    'x-error: another stage',
    ROW,
    'Write one of authentication, admission.',
    (d) => (at(row(d), 'x-error')['stage'] = 'admitted'),
  ],
  ['x-error: no text', ROW, 'x-error: It lacks text.', (d) => delete at(row(d), 'x-error')['text']],
  [
    'x-error: a code in quotes',
    ROW,
    'x-error code: It must be integer: "304".',
    (d) => (at(row(d), 'x-error')['code'] = '304'),
  ],
  [
    'x-error: a reason in camelCase',
    'openapi/examples/errors/403-checksum_unmatch.yaml',
    'x-error reason: It must match pattern',
    (d) => (at(d, 'components', 'examples', '403-checksum_unmatch', 'x-error')['reason'] = 'checksumUnmatch'),
  ],
  [
    'x-error: a status that is none of errors',
    ROW,
    'x-error status: It must be >= 400: 200.',
    (d) => (at(row(d), 'x-error')['status'] = 200),
  ],
  ['x-error: a word of its own', ROW, 'x-error: It has no retry.', (d) => (at(row(d), 'x-error')['retry'] = 'soon')],
  [
    'x-states: a state that there is not',
    'openapi/states/withdrawal.yaml',
    '"in pol" is no state. Write one of processing, ',
    (d) => (states(d)[2] = { ...states(d)[2], after: ['in pol'] }),
  ],
  [
    'x-states: another guess',
    'openapi/states/withdrawal.yaml',
    '"way" is not possible. Write one of state, move.',
    (d) => (states(d)[0] = { ...states(d)[0], assumed: 'way' }),
  ],
  [
    'x-tagGroups: a tag that there is not',
    ROOT,
    '"Words" is no tag. Write one of Rules that keep money safe, ',
    (d) => (at(d, 'x-tagGroups', '0')['tags'] = ['Words']),
  ],
  [
    'x-traitTag: no',
    ROOT,
    'x-traitTag: It must be equal to constant: "yes".',
    (d) => (at(d, 'tags', '0')['x-traitTag'] = 'yes'),
  ],
  [
    'x-answered: no point',
    'openapi/schemas/Amount.yaml',
    'x-answered: "the unit" is no open point.',
    (d) => (amount(d)['x-answered'] = 'the unit'),
  ],
  [
    'x-answered-points: no answer',
    ROOT,
    'x-answered-points unit: It lacks answer.',
    (d) => (d['x-answered-points'] = { unit: { what: 'a', assumed: 'b', endangers: 'access' } }),
  ],
  [
    'x-unspecified: no point',
    'openapi/schemas/Amount.yaml',
    'x-unspecified: "the unit" is no open point. Write one of account-vout-index, ',
    (d) => (amount(d)['x-unspecified'] = 'the unit'),
  ],
  [
    'x-unspecified: no point among several',
    'openapi/schemas/Amount.yaml',
    'x-unspecified 1: "unit" is no open point.',
    (d) => (amount(d)['x-unspecified'] = ['amount-unit', 'unit']),
  ],
  [
    'x-open-points: no assumption',
    'openapi/open-points/amount-unit.yaml',
    'x-open-points amount-unit: It lacks assumed.',
    (d) => delete point(d)['assumed'],
  ],
  [
    'x-open-points: no danger',
    'openapi/open-points/amount-unit.yaml',
    'x-open-points amount-unit: It lacks endangers.',
    (d) => delete point(d)['endangers'],
  ],
  [
    'x-open-points: another danger',
    'openapi/open-points/amount-unit.yaml',
    'x-open-points amount-unit endangers: "sleep" is not possible. Write one of access, payment, credit, reading, convenience.',
    (d) => (point(d)['endangers'] = 'sleep'),
  ],
  [
    'x-open-points: nothing in what',
    'openapi/open-points/amount-unit.yaml',
    'x-open-points amount-unit what: It must match pattern',
    (d) => (point(d)['what'] = '\n'),
  ],
  [
    'x-open-points: a value that anything fits',
    'openapi/open-points/amount-unit.yaml',
    'x-open-points amount-unit: It must have property fits when property value is present',
    (d) => (point(d)['value'] = 'wei'),
  ],
  [
    'x-enum-varnames: no name',
    'openapi/schemas/WhitelistEntryState.yaml',
    'x-enum-varnames 0: It must match pattern',
    (d) => (at(d, 'components', 'schemas', 'WhitelistEntryState')['x-enum-varnames'] = ['is active', 'removed']),
  ],
  [
    'x-enum-varnames: fewer than numbers',
    'openapi/schemas/WhitelistEntryState.yaml',
    'x-enum-varnames: It has 1 entries, and the enum beside it 2. Write one for each, in its order.',
    (d) => (at(d, 'components', 'schemas', 'WhitelistEntryState')['x-enum-varnames'] = ['active']),
  ],
  [
    'x-enum-varnames: of no enum, of which generators would make one of texts',
    'openapi/schemas/CallbackType.yaml',
    'x-enum-varnames: There is no enum beside it. Write that, or delete this.',
    (d) => (callbackType(d)['x-enum-varnames'] = callbackType(d)['x-extensible-enum-varnames']),
  ],
  [
    'x-extensible-enum-varnames: more than numbers',
    'openapi/schemas/CallbackType.yaml',
    'x-extensible-enum-varnames: It has 5 entries, and the x-extensible-enum beside it 4.',
    (d) => (callbackType(d)['x-extensible-enum-varnames'] as string[]).push('more'),
  ],
  [
    'x-extensible-enum: no number',
    'openapi/schemas/CallbackType.yaml',
    'x-extensible-enum 0: It must be integer',
    (d) => (callbackType(d)['x-extensible-enum'] = ['a', 2, 3, 4]),
  ],
  [
    'x-states: numbered by no point',
    'openapi/states/withdrawal.yaml',
    'x-states numberedBy 0: "state" is no open point.',
    (d) => (at(stated(d), 'x-states')['numberedBy'] = ['state']),
  ],
];

test.each(breakages)('%s', (_what, file, says, breakIt) => {
  const document = bundle();
  breakIt(document);
  const [first, ...others] = findingsOf(document);
  expect(others).toEqual([]);
  expect(first).toContain(says);
  expect(first).toMatch(/^openapi\/\S+:\d+ /);
  expect(first?.split(/:\d+ /)[0]).toBe(file);
  expect(first).toMatch(/ See openapi\/(?:extensions\/x-[\w-]+\.yaml|README\.md#extensions)$/);
});

test('each extension is broken here, and has its rating in npm run diff', () => {
  const names = [...readExtensions().keys()];
  const broken = new Set(breakages.map(([what]) => what.split(':')[0]));
  expect(names.filter((name) => !broken.has(name))).toEqual([]);
  expect(names.toSorted()).toEqual(Object.keys(RATINGS).toSorted());
});

test('a property or a value that is called like an extension is none', () => {
  const document = bundle();
  at(order(document), 'properties')['x-unit'] = { type: 'string' };
  at(row(document))['value'] = { 'x-foo': 1 };
  expect(findingsOf(document)).toEqual([]);
});
