/** Services that lie in one thing each, by which the books show that they would notice. */
import type { Told } from '../receiver.ts';
import type { Lie } from './world.ts';

/** One of them. */
export interface Liar {
  readonly lie?: Lie;
  /** What the receiver is told in the place of one callback. */
  readonly deliver?: (told: Told) => readonly Told[];
  /** What the books say to it. */
  readonly noticed: RegExp;
}

type Value = string | number | bigint | boolean;
type Fields = Record<string, Value>;

const BALANCES = /walletlist\/balances$/;
const STATES = /sender\/transactions\/[^/]+\/all$/;
const HISTORY = /sender\/transactions$/;
const CALLBACKS = /\/notifications$/;

/** Tells the truth but for the records of a list under some path. */
const ofList =
  (path: RegExp, list: string, change: (records: Fields[]) => Fields[]): Lie =>
  (answer, asked) => {
    const records = (answer as Record<string, unknown>)[list];
    return path.test(asked) && Array.isArray(records)
      ? { ...(answer as object), [list]: change(records as Fields[]) }
      : answer;
  };

/** Tells the truth but for one field of a record. */
const ofField = (path: RegExp, list: string, field: string, change: (value: string, record: Fields) => unknown): Lie =>
  ofList(path, list, (records) =>
    records.map((record) => ({ ...record, [field]: change(String(record[field]), record) }) as Fields),
  );

/** Decimals are long here: a number is near enough to lie. */
const less = (balance: string, amount: string): string => (Number(balance) - Number(amount)).toFixed(9);

/** A balance that is lower once something has been seen. */
function lowerOnce(path: RegExp, isIt: (record: Fields) => boolean, by: (record: Fields) => string): Lie {
  let lost = '0';
  return (answer, asked) => {
    const records = Object.values(answer as Record<string, unknown>).find(Array.isArray) as Fields[] | undefined;
    const seen = path.test(asked) ? records?.find(isIt) : undefined;
    if (seen) lost = by(seen);
    const lower = ofField(BALANCES, 'wallet_balances', 'balance', (value, { wallet_name }) =>
      wallet_name === 'payouts' && lost !== '0' ? less(value, lost) : value,
    );
    return lower(answer, asked);
  };
}

/** All of them, by what they do. */
export const LIARS: Readonly<Record<string, Liar>> = {
  'a balance is off by one unit': {
    lie: ofField(BALANCES, 'wallet_balances', 'balance', (value, { wallet_name }) =>
      wallet_name === 'intake'
        ? `${value}${'0'.repeat(17 - (value.split('.')[1]?.length ?? 0))}1`.replace(/^(\d+)(0{17}1)$/, '$1.$2')
        : value,
    ),
    noticed: /^Balance of intake is said to be /,
  },
  'a record of the history is lost': {
    lie: ofList(HISTORY, 'transactions', (records) => records.slice(1)),
    noticed: /^The history of payouts lacks what the books have: /,
  },
  'the history counts one more': {
    lie: (answer, path) =>
      HISTORY.test(path) && 'total_count' in (answer as object) ? { ...(answer as object), total_count: 99 } : answer,
    noticed: /^The number of records in the history of \w+ is said to be 99/,
  },
  'a callback is listed twice': {
    lie: ofList(CALLBACKS, 'notifications', (records) => [...records.slice(0, 1), ...records]),
    noticed: /^The callbacks of \w+ has what the books do not: /,
  },
  'a callback has another amount': {
    lie: ofField(CALLBACKS, 'notifications', 'amount', (value) => `${value}0`),
    noticed: /^The callbacks of \w+ lacks what the books have: .*; it has what the books do not/,
  },
  'a serial changes': {
    lie: ((times) =>
      ofField(CALLBACKS, 'notifications', 'serial', (value) => BigInt(value) + BigInt(times++ > 2 ? 100 : 0)))(0),
    noticed: /^A callback of \w+ has another serial now|number of deliveries/,
  },
  'an order is in the chain too early': {
    lie: ofField(STATES, 'transactions', 'state', (value) => (value === '2' ? 3 : Number(value))),
    noticed: /^The state of Order payouts_\d+ is said to be 3, and is 2 by the books/,
  },
  'an order gets another hash': {
    lie: ((times) => ofField(STATES, 'transactions', 'txid', (value) => (value && times++ > 2 ? `${value}00` : value)))(
      0,
    ),
    noticed: /^The hash of Order /,
  },
  'two orders have one hash': {
    lie: ofField(/sender\/transactions\/payouts_\w+(\/all)?$/, 'transactions', 'txid', (value) =>
      value ? '0xabc' : value,
    ),
    noticed: /^The hash of Order |^Order \w+ has the hash of another one/,
  },
  'a fee is charged twice': {
    lie: lowerOnce(
      HISTORY,
      ({ out, source }) => out === true && source === 'withdraw-api',
      ({ fee }) => String(fee),
    ),
    noticed: /^Balance of payouts is said to be /,
  },
  'a refund is lost': {
    lie: lowerOnce(
      STATES,
      ({ state }) => state === 10,
      ({ amount }) => String(amount),
    ),
    noticed: /^Balance of payouts is said to be /,
  },
  'a deposit is credited before it is final': {
    lie: ofField(BALANCES, 'wallet_balances', 'balance', (value, { unconfirm_balance }) =>
      unconfirm_balance === '0' ? value : less(value, `-${String(unconfirm_balance)}`),
    ),
    noticed: /^Balance of \w+ is said to be /,
  },
  'a vault transaction is approved by nobody': {
    lie: ofField(/\/transactions$/, 'transaction_item', 'state', (value) => (value === '0' ? 2 : Number(value))),
    noticed: /^Vault history of safe lacks/,
  },
  'a whitelist entry takes effect at once': {
    lie: ofField(/sender\/whitelist$/, 'items', 'effective', () => true),
    noticed: /^The whitelist of listed lacks/,
  },
  'a deposit address is forgotten': {
    lie: ofList(/\/addresses$/, 'wallet_address', (records) => records.slice(1)),
    noticed: /^The list of addresses of \w+ lacks/,
  },
  'a callback is delivered twice': {
    deliver: ((times) => (told: Told) => (times++ === 2 ? [told, told] : [told]))(0),
    noticed: /^The number of deliveries of .* is said to be 2, and is 1 by the books/,
  },
  'a callback is never delivered': {
    deliver: ((times) => (told: Told) => (times++ === 2 ? [] : [told]))(0),
    noticed: /^The number of deliveries of .* is said to be 0, and is 1 by the books/,
  },
  'a callback of nothing is delivered': {
    deliver: (told) => [told, { ...told, serial: 1n }],
    noticed: /^The receiver got 1, which the books do not have/,
  },
};
