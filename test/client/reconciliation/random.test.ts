/** Random worlds, compared window by window and, naively, as a whole: things dropped, doubled, changed, shuffled, on borders, in other spellings. */
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile } from '@wallet-operations/client/reconciliation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  booksOf,
  DECIMALS,
  depositCallback,
  emptyWorld,
  ENDS,
  FROM,
  historyRecord,
  iso,
  lineOf,
  order,
  serviceOf,
  transaction,
  UNIT,
  withdrawalCallback,
  type Ends,
  type World,
} from './world.ts';

const address = fc.constantFrom('25d5ccebbe3312bfa782543e744f50b1db0bce62', 'af0dface54ef64c958e6713fe821a23ae7ddc48f');
const spelling = fc.constantFrom(
  (hex: string) => hex,
  (hex: string) => `0x${hex}`,
  (hex: string) => `0x${hex.toUpperCase()}`,
);
/** A time beside that of the thing, from -1 to 1 of half the slack. */
const beside = fc.oneof(fc.constantFrom(-1, 0, 1), fc.double({ min: -1, max: 1, noNaN: true }));
const units = fc.constantFrom(1n, UNIT, (3n * UNIT) / 2n, 20n * UNIT + 1n);
const copies = fc.array(beside, { minLength: 1, maxLength: 3 });

const withdrawal = fc.record({
  address,
  units,
  /** Entries in the books. */
  entries: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constantFrom(0, 2)),
  changed: fc.oneof(
    { weight: 8, arbitrary: fc.constant('nothing' as const) },
    fc.constantFrom('address' as const, 'amount' as const, 'memo' as const),
  ),
  /** What became of it at the service. */
  fate: fc.oneof(
    { weight: 8, arbitrary: fc.constant('paid' as const) },
    fc.constantFrom('unknown' as const, 'failed' as const, 'resent' as const, 'twice' as const, 'invalid' as const),
  ),
  isTold: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  inHistory: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  copies,
  beside,
  spellings: fc.tuple(spelling, spelling, spelling),
});

const deposit = fc.record({
  units,
  entries: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.constantFrom(0, 2)),
  changed: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, fc.constant(true)),
  fate: fc.oneof(
    { weight: 8, arbitrary: fc.constant('safe' as const) },
    fc.constantFrom('unknown' as const, 'detected' as const, 'failed' as const, 'reversed' as const),
  ),
  detected: fc.array(beside, { maxLength: 2 }),
  copies,
  beside,
  spelling,
});

/** Those of one transaction, all about one time. */
const group = fc.record({
  /** Of the span: 0 is its beginning, 1 its end. */
  at: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: -0.3, max: 1.3, noNaN: true })),
  withdrawals: fc.array(withdrawal, { maxLength: 3 }),
  deposits: fc.array(deposit, { maxLength: 3 }),
});

interface Case {
  readonly groups: readonly (typeof group extends fc.Arbitrary<infer G> ? G : never)[];
  readonly span: number;
  readonly window: number;
  readonly slack: number;
  readonly ends: Ends;
  /** Whether what the service has bears the time at which it is listed. */
  readonly hasTimes: boolean;
  readonly lookups: boolean;
}

const world: fc.Arbitrary<Case> = fc.record({
  groups: fc.array(group, { maxLength: 12 }),
  span: fc.integer({ min: 1, max: 40 }).map((n) => n * 100),
  window: fc.constantFrom(100, 333, 1000, 5000),
  slack: fc.constantFrom(0, 1, 60, 250, 1000),
  ends: fc.constantFrom(...ENDS),
  hasTimes: fc.boolean(),
  lookups: fc.boolean(),
});

const main = (amount: bigint): string => {
  const digits = String(amount).padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
};

interface Made {
  readonly given: World;
  /** The differences that a look at all of it shows. */
  readonly expected: string[];
  /** What is of another span, and differs: this one may tell of it, if something of it is here. */
  readonly allowed: Set<string>;
}

function made({ groups, span, slack, ends, hasTimes, lookups }: Case): Made {
  const given = emptyWorld();
  const expected: string[] = [];
  const allowed = new Set<string>();
  const to = FROM + span;
  const isInBooks = (at: number): boolean => at >= FROM && at < to;
  // What bears no time, and is listed by both windows at a border, is of the later one.
  const early = hasTimes || ends === 'last' || ends === 'none' ? 0 : 1;
  const isInService = (at: number): boolean => at >= FROM - early && at < to - early;
  const times = (at: number): { chain_at: number } => ({ chain_at: hasTimes ? at : 0 });

  for (const [g, { at, withdrawals, deposits }] of groups.entries()) {
    const centre = FROM + Math.round(at * span);
    const around = (share: number): number => centre + Math.trunc((share * slack) / 2);
    const shared = `f${String(g).padStart(39, '0')}`;

    for (const [i, one] of withdrawals.entries()) {
      const id = `shop1_${String(g)}_${String(i)}`;
      const [mine, told, shown] = one.spellings;
      const amount = main(one.units);
      const booked = around(one.beside);
      const entry = order(id, {
        address: mine(one.changed === 'address' ? '1'.repeat(40) : one.address),
        amount: one.changed === 'amount' ? '7' : amount.replace(/\.?0*$/, ''),
        ...(one.changed === 'memo' && { memo: 'mine' }),
      });
      for (let n = 0; n < one.entries; n++) given.withdrawals.push({ at: booked, it: entry });

      // Who shares a transaction has his payment in it: nobody could tell whose another, equal one is.
      const name = (letter: string): string => `${letter}${String(g).padStart(19, '0')}${String(i).padStart(20, '0')}`;
      const own = name('e');
      const first = one.inHistory && (one.fate === 'paid' || one.fate === 'twice') ? shared : name('d');
      const fates = { unknown: [], failed: [], paid: [first], invalid: [own], resent: [own], twice: [first, own] };
      const paidBy: string[] = fates[one.fate];
      const sent = { resent: [first, own], failed: [first] }[one.fate as string] ?? paidBy;
      if (one.fate !== 'unknown')
        given.orders.set(
          id,
          sent.map((txid) =>
            transaction(id, {
              address: shown(one.address),
              amount,
              memo: one.changed === 'memo' ? 'theirs' : '',
              txid: shown(txid),
              state: paidBy.includes(txid) ? 3 : one.fate === 'failed' ? 11 : 6,
            }),
          ),
        );
      const memo = one.changed === 'memo' ? 'theirs' : '';
      const toldAt: number[] = [];
      if (one.isTold && one.fate !== 'failed')
        for (const txid of sent)
          for (const copy of one.copies) {
            toldAt.push(around(copy));
            const to_address = told(one.address);
            const base = { to_address, amount: String(one.units), memo, txid: told(txid) };
            const it = withdrawalCallback(id, { ...base, ...times(around(copy)) });
            given.callbacks.push({ at: around(copy), it });
          }
      const shownTxids = one.inHistory ? paidBy : [];
      for (const txid of shownTxids) {
        const it = historyRecord(shown(txid), {
          to_address: shown(one.address),
          amount,
          memo,
          ...(hasTimes && { block_time: iso(centre) }),
          state: one.fate === 'invalid' ? 3 : 1,
        });
        given.history.push({ at: centre, it });
      }

      if (one.entries > 0) {
        if (!isInBooks(booked)) {
          allowed.add(`withdrawal ${id}`);
          continue;
        }
        if (one.fate === 'unknown') expected.push(`missing withdrawal ${id}`);
        const fields = [
          ...(one.entries > 1 ? ['entries'] : []),
          ...(paidBy.length !== 1 ? ['payments'] : []),
          ...(one.changed !== 'nothing' && paidBy.length > 0 ? [one.changed] : []),
          ...(one.fate === 'invalid' && one.inHistory ? ['state'] : []),
        ];
        if (one.fate !== 'unknown' && fields.length > 0) expected.push(`differing withdrawal ${id} ${fields.join()}`);
      } else if (paidBy.length > 0) {
        if (toldAt.length > 0) {
          if (isInService(Math.min(...toldAt))) expected.push(`foreign withdrawal ${id}`);
          else allowed.add(`withdrawal ${id}`);
        } else if (isInService(centre)) for (const txid of shownTxids) expected.push(`foreign withdrawal  ${txid}`);
      }
    }

    for (const [i, one] of deposits.entries()) {
      const base = { txid: one.spelling(shared), vout_index: i, amount: String(one.units) };
      const key = defaultKeyOf(depositCallback({ ...base, txid: shared }));
      const booked = around(one.beside);
      for (let n = 0; n < one.entries; n++)
        given.deposits.push({ at: booked, it: { key, amount: one.changed ? one.units + 1n : String(one.units) } });
      const tell = (shares: readonly number[], others: object): number[] =>
        shares.map((share) => {
          given.callbacks.push({
            at: around(share),
            it: depositCallback({ ...base, ...times(around(share)), ...others }),
          });
          return around(share);
        });
      if (one.fate !== 'unknown')
        tell(one.fate === 'detected' ? [...one.detected, 0] : one.detected, { processing_state: 1 });
      if (one.fate === 'failed') tell(one.copies, { processing_state: 1, state: 11 });
      const safe = one.fate === 'safe' || one.fate === 'reversed' ? tell(one.copies, {}) : [];
      const failed = one.fate === 'reversed' ? tell(one.copies.slice(0, 1), { state: 11 }) : [];

      if (one.entries > 0) {
        if (!isInBooks(booked)) {
          allowed.add(`deposit ${key}`);
          continue;
        }
        if (one.fate === 'unknown') expected.push(`missing deposit ${key}`);
        const fields = [
          ...(one.entries > 1 ? ['entries'] : []),
          ...(one.changed ? ['amount'] : []),
          ...(one.fate !== 'safe' ? ['event'] : []),
        ];
        if (one.fate !== 'unknown' && fields.length > 0) expected.push(`differing deposit ${key} ${fields.join()}`);
      } else if (one.fate === 'safe' && isInService(Math.min(...safe))) expected.push(`foreign deposit ${key}`);
      else if (failed.some(isInService) && !lookups) expected.push(`differing deposit ${key} event`);
    }
  }
  return { given, expected: expected.toSorted(), allowed };
}

it('finds in windows what a look at the whole finds, each once', async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.infiniteStream(fc.nat()), async (one, chance) => {
      const { given, expected, allowed } = made(one);
      const shuffled = (list: unknown[]): void => {
        for (let i = list.length - 1; i > 0; i--) {
          const j = (chance.next().value as number) % (i + 1);
          [list[i], list[j]] = [list[j], list[i]];
        }
      };
      for (const list of [given.callbacks, given.history, given.withdrawals, given.deposits]) shuffled(list);

      const { window, slack, ends, span, lookups } = one;
      const { wallet } = serviceOf(given, ends);
      const options = { from: FROM, to: FROM + span, window, slack, decimals: DECIMALS, now: FROM + 1_000_000 };
      const found = await Array.fromAsync(reconcile(wallet, booksOf(given, lookups), options));
      const lines = found.map((difference) =>
        difference.kind === 'differing'
          ? `${lineOf({ ...difference, fields: [] })} ${difference.fields.map(({ field }) => field).join()}`
          : lineOf(difference).replace(/ (?:0x)?([0-9a-f]{40})$/i, (_, txid: string) => ` ${txid.toLowerCase()}`),
      );
      const isOfAnother = (line: string): boolean => allowed.has(line.split(' ').slice(1, 3).join(' '));
      expect(lines.filter((line) => !isOfAnother(line)).toSorted()).toEqual(expected);
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  );
});
