/** What is too little for a difference, since the interface or the moment may explain it, is no agreement either. */
import { expect, test } from 'vitest';
import { differencesIn } from './harness.ts';
import { conformBehind, factIn } from './in-use/setup.ts';
import type { Change } from './variants/behind.ts';
import {
  all,
  callbacks,
  each,
  json,
  recordsOf,
  SOMEBODY,
  walletIdOf,
  withCallbacks,
  withoutCallbacksOf,
  type Fields,
} from './variants/changes.ts';

/** The transaction that another took the place of, by that. */
const replaced = (txid: unknown): string => String(txid).replace(/.{6}$/, 'abcdef');

/** Every order was sent again, and its single query tells of its first transaction. */
const toldOfFirst: Change = all(
  each('getWithdrawalState', '', (record) => {
    if (Number(record.in_chain_block) > 0) Object.assign(record, { txid: replaced(record.txid), in_chain_block: 0 });
  }),
  {
    answer({ status, body }, { operationId }) {
      if (operationId !== 'listWithdrawalStates' || status !== 200) return undefined;
      const transactions = recordsOf(body, 'transactions');
      const first = transactions
        .filter(({ in_chain_block: block }) => Number(block) > 0)
        .map((record) => ({ ...record, txid: replaced(record.txid), in_chain_block: 0, state: 6 }));
      return json(200, { transactions: [...first, ...transactions] });
    },
  },
);

/** A change of every second record that fits. */
const everySecond = (fits: (record: Fields) => boolean, change: Fields): ((record: Fields) => void) => {
  const changed = new Map<string, boolean>();
  return (record) => {
    if (!fits(record)) return;
    const key = String(record.txid);
    if (!changed.has(key)) changed.set(key, changed.size % 2 === 0);
    if (changed.get(key) === true) Object.assign(record, change);
  };
};

test.each<[name: string, change: Change, operationId: string, about: string]>([
  [
    'a single query that tells of a transaction in no block, while another of the order is in one',
    toldOfFirst,
    'getWithdrawalState',
    'the same record',
  ],
  [
    'callbacks of an order that tell of a transaction which none of its states has',
    withCallbacks(({ order_id, txid }) =>
      order_id === 'shop1_14'
        ? {
            ...{ order_id: 'shop1_pool', txid: replaced(txid), state: 2, processing_state: 0 },
            ...{ block_height: 0, chain_at: 0, confirm_blocks: 0 },
          }
        : undefined,
    ),
    'listCallbacks',
    'txid',
  ],
  [
    'a transaction of another amount that another of its order took the place of',
    {
      answer({ status, body }, { operationId }) {
        if (operationId !== 'listWithdrawalStates' || status !== 200) return undefined;
        const [first, ...others] = recordsOf(body, 'transactions');
        return others.length > 0 ? json(200, { transactions: [{ ...first, amount: '7.77' }, ...others] }) : undefined;
      },
    },
    'listWithdrawalStates',
    'amount',
  ],
  ['a withdrawal whose callback is lost, or told late', withoutCallbacksOf(/^shop1_5$/), 'listCallbacks', 'txid'],
  [
    'blocks of one wallet a million lower than those of another of its currency, and later',
    callbacks((record, request, { wallets }) => {
      if (walletIdOf(request) !== wallets[3]?.walletId) return;
      if (Number(record.block_height) > 0) record.block_height = Number(record.block_height) - 1_000_000;
      if (Number(record.chain_at) > 0) record.chain_at = Number(record.chain_at) + 5 * 3600;
    }),
    'listCallbacks',
    'block_height',
  ],
  [
    'transactions that succeeded in no block, of fewer than most',
    each(
      'listWithdrawalHistory',
      'transactions',
      everySecond(({ source, out }) => out === true && source !== 'withdraw-api', { block_height: 0 }),
    ),
    'listWithdrawalHistory',
    'block_height',
  ],
  [
    'deposits to none of the addresses of their wallet, of fewer than most',
    callbacks(everySecond(({ type }) => type === 1, { to_address: SOMEBODY })),
    'listDepositAddresses',
    'address',
  ],
  [
    'a total of balances that counts those of its page',
    each('listWalletBalances', '', (body) => (body.total = (body.wallet_balances as Fields[]).length)),
    'listWalletBalances',
    'total',
  ],
  [
    'prices that are the same in two tenders',
    each('getCurrencyPrices', 'currency_prices', (record) => {
      const prices = record.prices as Fields;
      for (const tender of Object.keys(prices)) prices[tender] = String(100 + Number(record.currency));
    }),
    'getCurrencyPrices',
    'prices',
  ],
])('%s', async (_, change, operationId, about) => {
  const result = await conformBehind(change);
  expect(factIn(result, operationId, 'value', about)?.verdict).toBe('not observable');
  expect(differencesIn(result).filter((line) => line.startsWith(`${operationId} value ${about}:`))).toEqual([]);
});

test('events that are all removed, of a transaction that is in their block, do not agree', async () => {
  const result = await conformBehind(each('getWithdrawalEventLogs', 'logs', (record) => (record.removed = true)));
  const { verdict } = factIn(result, 'getWithdrawalEventLogs', 'value', 'removed') ?? {};
  expect(['differs', 'not observable']).toContain(verdict);
});
