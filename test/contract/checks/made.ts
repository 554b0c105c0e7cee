// What a request tells of its answer is in the answer: order IDs, addresses, serials, counts, pages. Typed by hand, as the interface has it.
import { isDeepStrictEqual } from 'node:util';
import { child, isNode, operationsOf } from '../../interface/document.ts';
import type { Contract } from '../contract.ts';
import { call } from '../exchange.ts';
import { expected, type Json } from '../expected.ts';
import { inputOf, type Input } from '../inputs.ts';
import { shown } from './answers.ts';

/** A request that differs from the plain one, and what its answer must show. */
interface Case {
  readonly path?: Input['path'];
  readonly query?: Input['query'];
  readonly body?: Json;
  readonly prefer?: string;
  readonly status?: number;
  /** The whole answer is this example. */
  readonly example?: string;
  /** Parts of the answer, by the keys that lead to them: `*` for each entry, `#` for the keys of a map or the length of a list. */
  readonly parts?: Readonly<Record<string, unknown>>;
  /** What of the declaration this shows. */
  readonly shows: readonly string[];
}

const address = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const order = (order_id: string): Json => ({ order_id, address, amount: '7' });
const unknown = { path: { ORDER_ID: 'shop9_1' }, status: 404, parts: { error_code: 304 }, shows: ['unknown'] };
const supposed = { path: { ORDER_ID: 'shop9_1' }, prefer: 'code=200' };
const pages = (records: string, total: string, length: number): readonly Case[] => [
  { query: { request_number: '0' }, parts: { [`${records}.#`]: 0, [total]: length }, shows: ['page.size'] },
  { query: { start_index: '1' }, parts: { [`${records}.#`]: length - 1, [total]: length }, shows: ['page.start'] },
  { query: { start_index: '-1' }, parts: { [`${records}.#`]: length, [total]: length }, shows: [] },
];
const tens = Array.from({ length: 12 }, (_, i) => `0x${String(i)}`);

const cases: Readonly<Record<string, readonly Case[]>> = {
  withdrawAssets: [
    {
      body: { requests: [order('shop9_2'), order('shop9_1')] },
      parts: { 'results.#': ['shop9_2', 'shop9_1'] },
      shows: ['keys.results'],
    },
  ],
  createDepositAddresses: [
    { body: { count: 5 }, parts: { 'addresses.#': 5 }, shows: ['entries.addresses'] },
    { body: { count: -1 }, parts: { addresses: [] }, shows: [] },
    {
      body: { count: 3, memos: ['7', '8', '9'] },
      parts: { addresses: ['7', '8', '9'] },
      shows: ['values.addresses.*'],
    },
  ],
  getWithdrawalState: [
    unknown,
    { path: {}, example: 'in_chain', shows: [] },
    { path: { ORDER_ID: 'shop2_20261120_000021' }, example: 'with_memo', shows: [] },
    { ...supposed, parts: { order_id: 'shop9_1', amount: '1.5' }, shows: ['values.order_id'] },
  ],
  listWithdrawalStates: [
    unknown,
    { path: { ORDER_ID: 'shop1_20261120_000018' }, example: 'resent', shows: [] },
    { ...supposed, parts: { 'transactions.*.order_id': ['shop9_1'] }, shows: ['values.transactions.*.order_id'] },
  ],
  listWithdrawalHistory: pages('transactions', 'total_count', 3),
  listVaultHistory: pages('transaction_item', 'transaction_count', 1),
  listDepositAddresses: [
    { path: { WALLET_ID: '77' }, parts: { wallet_id: 77 }, shows: ['values.wallet_id'] },
    ...pages('wallet_address', 'wallet_count', 2),
  ],
  listWhitelistEntries: pages('items', 'total_count', 3),
  listWalletBalances: pages('wallet_balances', 'total', 1),
  listCallbacks: [
    {
      path: { WALLET_ID: '77' },
      parts: { 'notifications.*.wallet_id': [77, 77] },
      shows: ['values.notifications.*.wallet_id'],
    },
  ],
  getCallbacksById: [
    {
      path: { WALLET_ID: '77' },
      body: { ids: [5, 90000000331, 6] },
      parts: { 'notifications.*.serial': [5, 90000000331, 6], 'notifications.*.wallet_id': [77, 77, 77] },
      shows: ['entries.notifications', 'values.notifications.*.serial', 'values.notifications.*.wallet_id'],
    },
    { body: { ids: [] }, example: 'none_found', shows: [] },
  ],
  getDepositCallback: [
    {
      path: { WALLET_ID: '77', TX_ID: '0x7', VOUT_INDEX: '3' },
      parts: { 'notification.wallet_id': 77, 'notification.txid': '0x7', 'notification.vout_index': 3 },
      shows: ['values.notification.txid', 'values.notification.vout_index', 'values.notification.wallet_id'],
    },
  ],
  addWhitelistEntries: [
    {
      body: { items: [{ address: 'a' }, { address: 'b', memo: '7', user_id: 'customer-1' }, { address: 'c' }] },
      parts: {
        added_items: [
          { address: 'a', memo: '', user_id: '' },
          { address: 'b', memo: '7', user_id: 'customer-1' },
          { address: 'c', memo: '', user_id: '' },
        ],
      },
      shows: [
        'entries.added_items',
        'values.added_items.*.address',
        'values.added_items.*.memo',
        'values.added_items.*.user_id',
      ],
    },
    {
      body: { items: [{ address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn', user_id: 'customer-4711' }] },
      parts: { 'added_items.*.memo': [''] },
      shows: [],
    },
  ],
  checkWhitelistEntry: [
    {
      body: { address, memo: '7', user_id: 'customer-1' },
      parts: { address, memo: '7', user_id: 'customer-1' },
      shows: ['values.address', 'values.memo', 'values.user_id'],
    },
  ],
  getDelegatedBalances: [
    { body: { addresses: ['0xB', '0xA'] }, parts: { 'balances.#': ['0xB', '0xA'] }, shows: ['keys.balances'] },
    { body: { address: tens }, parts: { 'balances.#': tens.slice(0, 10) }, shows: [] },
  ],
  getCurrencyPrices: [
    { query: {}, example: 'usd', shows: [] },
    { query: { convert: 'USD,EUR' }, example: 'usd_and_eur', shows: [] },
    {
      query: { convert: 'JPY, CHF,' },
      parts: {
        'currency_prices.*.prices.#': [
          ['JPY', 'CHF'],
          ['JPY', 'CHF'],
        ],
      },
      shows: ['keys.currency_prices.*.prices'],
    },
  ],
  getWithdrawalEventLogs: [
    { query: { txid: '0x7' }, parts: { 'logs.*.tx_hash': ['0x7'] }, shows: ['values.logs.*.tx_hash'] },
  ],
};

/** Findings on answers that do not show what their request tells, and on declarations that no case shows. */
export async function* madeFindings(
  { document, transport, seen }: Contract,
  operationId: string,
): AsyncGenerator<string> {
  const plain = inputOf(operationId);
  for (const { path, query, body = plain.body, prefer, status = 200, example, parts = {}, shows } of cases[
    operationId
  ] ?? []) {
    const input = { path: { ...plain.path, ...path }, query: { ...plain.query, ...query }, body };
    const outcome = await call(transport, operationId, plain, input, { ...(prefer !== undefined && { prefer }) });
    const answer = JSON.parse(outcome.text) as unknown;
    const wanted = example === undefined ? parts : { '': expected[operationId]?.answers?.[example] };
    const wrong = Object.entries(wanted).filter(([way, value]) => !isDeepStrictEqual(partOf(answer, way), value));
    for (const [way, value] of wrong)
      yield `${operationId} made for ${JSON.stringify({ path, query, body })}: ${way || 'it'} is ${shown(JSON.stringify(partOf(answer, way)))}, the request tells ${shown(JSON.stringify(value))}`;
    if (outcome.status !== status)
      yield `${operationId} made for ${JSON.stringify({ path, query, body })}: is ${String(outcome.status)}`;
    else if (wrong.length === 0) for (const one of shows) seen(`${operationId} ${one}`, 'shown');
  }
  const declared = declaredParts(operationsOf(document).get(operationId)?.node);
  const known = new Set((cases[operationId] ?? []).flatMap(({ shows }) => shows));
  for (const one of declared) if (!known.has(one)) yield `${operationId}: nothing shows x-from-request ${one}`;
}

/** All that an operation declares of its answers: `values.order_id`, `page.size`, `unknown`. */
export function declaredParts(node: unknown): string[] {
  return Object.entries(child(isNode(node) ? node : {}, 'x-from-request')).flatMap(([sort, rules]) =>
    isNode(rules) ? Object.keys(rules).map((name) => `${sort}.${name}`) : [sort],
  );
}

function partOf(value: unknown, way: string): unknown {
  const [key = '', ...rest] = way.split('.');
  if (way === '') return value;
  if (key === '#') return Array.isArray(value) ? value.length : Object.keys(Object(value) as object);
  if (key === '*') return (Array.isArray(value) ? value : []).map((each) => partOf(each, rest.join('.')));
  return partOf((Object(value) as Json)[key], rest.join('.'));
}
