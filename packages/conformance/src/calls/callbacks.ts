/** Steps about callbacks: by which time they are listed, and those that are looked up. */
import { isDeepStrictEqual } from 'node:util';
import type { Caller, Interface } from '@wallet-operations/transcript';
import { isNode } from '@wallet-operations/validator';
import { MARGIN } from './access.ts';
import type { Asked, Known, Step } from './asked.ts';
import { listsOf } from './list.ts';
import { again } from './lists.ts';
import { CALLBACKS, forEach, forFirst, ofEach, stepMaker, type Seen } from './making.ts';
import { ADDRESSES, DEPOSITS, depositsOf, isPaidToUnknown, outputsOf } from './deposits.ts';
import { loggedOf } from './lookups/logs.ts';
import { NOTHING } from './nothing.ts';
import { windowIn } from './probes.ts';
import { behindPacked, isCertainlyLate, recordsOf, toldLate } from './seen.ts';

/** Whether a wallet has callbacks that a span could leave out. */
const hasSeveral = (known: Known, caller: Caller): boolean => recordsOf(known, CALLBACKS, caller).length > 1;

/** Unix seconds that lie behind for every clock that is let in: who refuses what is to come may have one that is behind this machine's. */
function justNow({ now, probes }: Known): number {
  const { behind = 0 } = windowIn(probes) ?? {};
  return now - Math.max(0, behind) - 2 * MARGIN;
}

/** Unix seconds; no service of this kind is as old. */
const LONG_AGO = 1_100_000_000;

/** So many serials of a wallet are looked up at once: fewer than there may be, which is a bound, and more than a page often has. */
const SERIALS = 50;

/** And so many may be. */
const MOST = 100;

/** The transactions of a wallet whose events are in another block than their callbacks are. */
function movedOf(known: Known, caller: Caller): string[] {
  const logs = recordsOf(known, ['getWithdrawalEventLogs.seen'], caller).filter(({ removed }) => removed !== true);
  return loggedOf(known, caller).filter((txid) => {
    const callbacks = recordsOf(known, CALLBACKS, caller).filter((record) => record.txid === txid);
    const heights = new Set(callbacks.map(({ block_height }) => String(block_height)));
    return logs.some(({ block_number }) => !heights.has(String(block_number)));
  });
}

/** Steps that look serials of the list up, and the last so many of them. */
const BY_SERIAL = [
  ['getCallbacksById.seen', SERIALS],
  ['getCallbacksById.max', MOST],
] as const;

/** Whether callbacks of the list were looked up in vain: some may have fallen out of it since, of a service that keeps them for some days. */
function isBeforeList(service: Interface, known: Known, caller: Caller): boolean {
  const deposits = known.bodies('getDepositCallback.seen', caller).length;
  const serials = serialsOf(known, caller);
  const isLost = BY_SERIAL.some(([step, most]) => {
    const found = new Set(recordsOf(known, [step], caller).map(({ serial }) => serial));
    return known.bodies(step, caller).length > 0 && !serials.slice(-most).every((serial) => found.has(serial));
  });
  return isLost || deposits < outputsOf(service, known, caller).length;
}

/** Whether something that was looked up is in no callback of the list, or is another there: one may have come up since, or moved on. */
function isBehindList(known: Known, caller: Caller): boolean {
  const listed = new Map(recordsOf(known, CALLBACKS, caller).map((record) => [String(record.serial), record]));
  const isOther = (record: Seen): boolean => !isDeepStrictEqual(record, listed.get(String(record.serial)));
  const deposits = known.bodies('getDepositCallback.seen', caller).map(({ notification }) => notification);
  return (
    movedOf(known, caller).length > 0 ||
    deposits.filter(isNode).some(isOther) ||
    recordsOf(known, ['getCallbacksById.seen'], caller).some(isOther)
  );
}

/** The serials of a wallet's callbacks, each once. */
const serialsOf = (known: Known, caller: Caller): unknown[] => [
  ...new Set(recordsOf(known, CALLBACKS, caller).flatMap(({ serial }) => serial ?? [])),
];

/**
 * Who is asked about callbacks: the wallet that has the most. Where none has any, one that is no vault: the interface does not say that those
 * may ask.
 */
const callbackCaller = (known: Known): Caller | undefined =>
  known.wallets
    .map(({ kind, place }) => ({ kind, place, count: serialsOf(known, place).length }))
    .filter(({ kind, count }) => kind !== 'vault' || count > 0)
    .sort((a, b) => b.count - a.count)[0]?.place;

/** Asks that one. */
const ofCallbacks =
  (body: (known: Known, caller: Caller) => unknown) =>
  (known: Known): Asked[] => {
    const caller = callbackCaller(known);
    return caller === undefined ? [] : [{ caller, body: body(known, caller) }];
  };

/** Asks the wallet with callbacks that certainly came up later than their transaction was packed, or else the first with some that may have. */
function packedOf(known: Known): Asked[] {
  const wallets = known.wallets.map(({ place: caller }) => {
    const callbacks = recordsOf(known, CALLBACKS, caller);
    const late = toldLate(callbacks);
    const calls = late.map((record): Asked => ({ caller, query: [['to_time', String(behindPacked(record))]] }));
    return { calls, isCertain: late.some((record) => isCertainlyLate(record, callbacks)) };
  });
  const [chosen] = [
    ...wallets.filter(({ isCertain }) => isCertain),
    ...wallets.filter(({ calls }) => calls.length > 0),
  ];
  return chosen?.calls ?? [];
}

/** All of them. */
export function callbackSteps(service: Interface): Step[] {
  const { kinds, point, malformed, step } = stepMaker(service);
  /** So many serials: those that the list shows, and for the rest such as there are not. */
  const many = (count: number) =>
    ofCallbacks((known, caller) => {
      const serials = serialsOf(known, caller).slice(-count);
      const others = Array.from({ length: count }, (_, i) => i + 1).filter((id) => !serials.includes(id));
      return { ids: [...serials, ...others].slice(0, count) };
    });
  const addresses = listsOf(service).filter(({ name }) => name === ADDRESSES);
  return [
    ...addresses.map((list) =>
      again(list, 'later', 'should a deposit be paid to an address that it did not have', (known) =>
        known.answered(`${ADDRESSES}.plain`).filter((caller) => isPaidToUnknown(known, caller)),
      ),
    ),
    step(
      'listCallbacks',
      'packed',
      'up to the second behind that in which the transactions of some were packed that came up later',
      packedOf,
      { most: 3 },
    ),
    step(
      'listCallbacks',
      'from',
      'from now on',
      forFirst((known, caller) =>
        hasSeveral(known, caller) ? [{ caller, query: [['from_time', String(justNow(known))]] }] : [],
      ),
    ),
    step(
      'listCallbacks',
      'to',
      'up to a time before there were any',
      forFirst((known, caller) =>
        hasSeveral(known, caller) ? [{ caller, query: [['to_time', String(LONG_AGO)]] }] : [],
      ),
    ),
    step(
      'getCallbacksById',
      'seen',
      'of serials that the list shows',
      forEach((known, caller) => {
        const ids = serialsOf(known, caller).slice(-SERIALS);
        return ids.length === 0 ? [] : [{ caller, body: { ids } }];
      }),
      { most: ofEach(1) },
    ),
    step(
      'getCallbacksById',
      'unknown',
      'of a serial that there is not',
      ofCallbacks(() => ({ ids: [1] })),
    ),
    step('getCallbacksById', 'max', 'of a hundred serials, those that a list shows among them', many(MOST)),
    step('getCallbacksById', 'over', 'of one more', many(MOST + 1), malformed('getCallbacksById')),
    step(
      'getCallbacksById',
      'empty',
      'without serials',
      ofCallbacks(() => ({})),
      malformed('getCallbacksById'),
    ),
    step(
      'getDepositCallback',
      'seen',
      'of deposits that callbacks show',
      forEach((known, caller) => outputsOf(service, known, caller), kinds('getDepositCallback')),
      { most: ofEach(DEPOSITS, kinds('getDepositCallback')), ...point('getDepositCallback') },
    ),
    step(
      'getDepositCallback',
      'other-output',
      'of an output of such a transaction that no callback has',
      forFirst((known, caller) => {
        const [deposit] = depositsOf(service, known, caller);
        if (deposit === undefined) return [];
        const outputs = recordsOf(known, CALLBACKS, caller)
          .filter(({ txid }) => txid === deposit.txid)
          .map(({ vout_index }) => Number(vout_index));
        const path = { TX_ID: String(deposit.txid), VOUT_INDEX: String(Math.max(...outputs) + 1) };
        return outputs.every(Number.isInteger) ? [{ caller, path }] : [];
      }, kinds('getDepositCallback')),
      { row: 'not_found' },
    ),
    step(
      'getDepositCallback',
      'unknown',
      'of a transaction that there is not',
      forFirst((_, caller) => [{ caller, path: { TX_ID: NOTHING, VOUT_INDEX: '0' } }], kinds('getDepositCallback')),
      { row: 'not_found' },
    ),
    step(
      'getDepositCallback',
      'bad',
      'of an output that is no number',
      forFirst((_, caller) => [{ caller, path: { TX_ID: NOTHING, VOUT_INDEX: 'x' } }], kinds('getDepositCallback')),
      malformed('getDepositCallback'),
    ),
    step(
      'listCallbacks',
      'later',
      'once more, should it not have what was looked up as that is',
      forEach((known, caller) =>
        isBehindList(known, caller) || isBeforeList(service, known, caller) ? [{ caller }] : [],
      ),
      { most: ofEach(1) },
    ),
    step(
      'getWithdrawalEventLogs',
      'again',
      'of the same transactions once more, should they be in another block than their callbacks',
      forEach((known, caller) => movedOf(known, caller).map((txid) => ({ caller, query: [['txid', txid]] }))),
      { most: ofEach(1, kinds('getWithdrawalEventLogs')) },
    ),
  ];
}
