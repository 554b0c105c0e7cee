/** A year of half a million entries, made as they are asked for: compared in the memory of a few days. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Callback } from '@wallet-operations/client/callbacks';
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile, type ComparedWallet, type Ledger } from '@wallet-operations/client/reconciliation';
import { expect, it } from 'vitest';
import { depositCallback, FROM, historyRecord, lineOf, order, transaction, withdrawalCallback } from './world.ts';

const DAY = 86_400;
/** One entry of each kind. */
const EVERY = 126;
const HALF = 250_000;
const YEAR = 365 * DAY;

const placesIn = (from: number, to: number): number[] => {
  const first = Math.max(0, Math.ceil((from - FROM) / EVERY));
  const last = Math.min(HALF, Math.ceil((to - FROM) / EVERY));
  return Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
};
const txidOf = (letter: string, place: number): string => `${letter}${String(place).padStart(63, '0')}`;
const depositOf = (place: number): Callback => depositCallback({ serial: BigInt(place), txid: txidOf('d', place) });
const idOf = (place: number): string => `shop1_${String(place)}`;

/** Every 50 000th is missing, every 50 001st foreign. */
const isMissing = (place: number): boolean => place % 50_000 === 49_999;
const isForeign = (place: number): boolean => place % 50_000 === 25_000;

const wallet: ComparedWallet = {
  listCallbacks: ({ from_time = 0, to_time = 0 } = {}) => {
    const notifications = placesIn(from_time, to_time + 1)
      .filter((place) => !isMissing(place))
      .flatMap((place) => [depositOf(place), withdrawalCallback(idOf(place), { txid: txidOf('a', place) })]);
    return Promise.resolve({ notifications });
  },
  listWithdrawalHistory: ({ from_time = 0, to_time = 0, start_index = 0, request_number = 10 } = {}) => {
    const places = placesIn(from_time, to_time + 1).filter((place) => !isMissing(place));
    const shown = places.toReversed().slice(start_index, start_index + request_number);
    return Promise.resolve({
      total_count: places.length,
      transactions: shown.map((place) => historyRecord(txidOf('a', place), { block_height: BigInt(place) })),
    });
  },
  listWithdrawalStates: ({ ORDER_ID }) => {
    const place = Number(ORDER_ID.slice('shop1_'.length));
    return Promise.resolve({
      transactions: isMissing(place) ? [] : [transaction(ORDER_ID, { txid: txidOf('a', place) })],
    });
  },
};

const books: Ledger = {
  *withdrawals(from, to) {
    for (const place of placesIn(from, to)) if (!isForeign(place)) yield order(idOf(place));
  },
  *deposits(from, to) {
    for (const place of placesIn(from, to))
      if (!isForeign(place)) yield { key: defaultKeyOf(depositOf(place)), amount: '5' };
  },
};

it('compares 500 000 entries, and never has more than those of some days in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heaps: number[] = [];
  let calls = 0;
  const measured: ComparedWallet = {
    ...wallet,
    listCallbacks: (input) => {
      if (calls++ % 500 === 0) {
        collect();
        heaps.push(process.memoryUsage().heapUsed);
      }
      return wallet.listCallbacks(input);
    },
  };
  const lines: string[] = [];
  const options = { from: FROM, to: FROM + YEAR, slack: DAY, decimals: 18, now: FROM + 2 * YEAR };
  for await (const difference of reconcile(measured, books, options)) lines.push(lineOf(difference));

  const expected = Array.from({ length: HALF }, (_, place) => {
    const key = defaultKeyOf(depositOf(place));
    if (isMissing(place)) return [`differing withdrawal ${idOf(place)} payments 1/0`, `missing deposit ${key}`];
    return isForeign(place) ? [`foreign withdrawal ${idOf(place)}`, `foreign deposit ${key}`] : [];
  }).flat();
  expect(lines.toSorted()).toEqual(expected.toSorted());

  const [, warm = 0, ...later] = heaps; // the second is of more windows than are in memory at once
  expect(later.length).toBeGreaterThan(10);
  const most = Math.max(...later) - warm;
  console.log(
    `${String(HALF * 2)} entries, ${String(calls)} windows, ${String(Math.round(warm / 2 ** 20))} MiB, at most ${String(Math.round(most / 2 ** 10))} KiB more`,
  );
  expect(most).toBeLessThan(8 * 2 ** 20);
}, 300_000);
