/** What became of each payout, by the books of the service and by the tables of its callers: never by what one of them answered. */
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Intent } from './intents.ts';

/** An order in the service's books. */
export interface Paid {
  readonly orderId: string;
  /** The number of the payout that it is for. */
  readonly number: number;
  readonly address: string;
  /** Smallest units, as asked for. */
  readonly amount: bigint;
  /** Smallest units that have left the wallet for it, and have not come back. */
  readonly spent: bigint;
  readonly stage: number;
  /** Milliseconds. */
  readonly takenAt: number;
}

/** What a run comes to. */
export interface Verdict {
  readonly payouts: number;
  /** Payouts for which money left more than once. */
  readonly paidTwice: number;
  /** Payouts that nobody works on any more, and that were neither paid nor refused. */
  readonly lost: number;
  /** Payouts of which the caller believes what is not so: refused and paid, accepted and not there. */
  readonly falseOutcomes: number;
  /** Payouts that were booked not at all, or twice, or otherwise than they are. */
  readonly wronglyBooked: number;
  /** What does not add up. */
  readonly books: number;
  /** All of them in words. */
  readonly problems: readonly string[];
}

/** Stages of the sandbox's tables. */
const CONFIRMED = 4;
const FAILURES = [5, 8, 11];
/** Wei of one ETH. */
const UNIT = 10n ** 18n;

/** Reads the books of the service, which has ended. */
export function readPaid(file: string): Paid[] {
  const books = new DatabaseSync(file, { readOnly: true });
  const rows = books
    .prepare(
      `SELECT o.*, coalesce(e.spent, 0) AS spent FROM orders AS o
       LEFT JOIN (SELECT ref, -sum(CAST(amount AS INTEGER)) AS spent FROM entries WHERE cause IN ('withdrawal', 'refund') GROUP BY ref) AS e
         ON e.ref = o.id
       ORDER BY o.id`,
    )
    .all() as unknown as (Record<'order_id' | 'address' | 'amount' | 'details', string> &
    Record<'state' | 'create_time' | 'spent', number>)[];
  books.close();
  return rows.map((row) => ({
    orderId: row.order_id,
    number: Number((JSON.parse(row.details) as { userId: string }).userId),
    address: row.address,
    amount: BigInt(row.amount),
    spent: BigInt(row.spent),
    stage: row.state,
    takenAt: row.create_time,
  }));
}

/** Wei of an amount in ETH. */
const weiOf = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(18, '0').slice(0, 18));
};

/** Collects what is wrong, each payout once under each heading. */
function createFindings(): {
  add: (heading: keyof Omit<Verdict, 'payouts' | 'problems'>, number: number, problem: string) => void;
  verdict: (payouts: number) => Verdict;
} {
  const found = {
    paidTwice: new Set(),
    lost: new Set(),
    falseOutcomes: new Set(),
    wronglyBooked: new Set(),
    books: new Set(),
  };
  const problems: string[] = [];
  return {
    add(heading, number, problem) {
      found[heading].add(number);
      problems.push(`${heading}: ${number === 0 ? '' : `payout ${String(number)} `}${problem}`);
    },
    verdict: (payouts) => ({
      payouts,
      paidTwice: found.paidTwice.size,
      lost: found.lost.size,
      falseOutcomes: found.falseOutcomes.size,
      wronglyBooked: found.wronglyBooked.size,
      books: found.books.size,
      problems,
    }),
  };
}

const groupedBy = <T, K>(all: readonly T[], keyOf: (each: T) => K): Map<K, T[]> => Map.groupBy(all, keyOf);
const TAKEN = ['accepted', 'in_pool', 'in_chain', 'confirmed', 'failed'];
const UNFINISHED = ['accepted', 'in_pool', 'in_chain'];
const UNSETTLED = ['queued', 'sending', 'unknown'];

/** Judges durable withdrawals. */
export async function judgeOurs(pool: pg.Pool, intents: readonly Intent[], paid: readonly Paid[]): Promise<Verdict> {
  const { add, verdict } = createFindings();
  const { rows: orders } = await pool.query<{ order_id: string; state: string }>(
    'SELECT order_id, state FROM wallet_operations.orders',
  );
  const { rows: bookings } = await pool.query<{ order_id: string; state: string; amount: string; at: number }>(
    'SELECT order_id, state, amount::text, extract(epoch FROM at)::float8 * 1000 AS at FROM bookings ORDER BY id',
  );
  const { rows: decisions } = await pool.query<{ order_id: string; decision: string }>('SELECT * FROM decisions');
  const stateOf = new Map(orders.map(({ order_id, state }) => [order_id, state]));
  const paidFor = groupedBy(paid, ({ number }) => number);
  const bookedOf = groupedBy(bookings, ({ order_id }) => order_id);
  const retriesOf = groupedBy(decisions, ({ order_id }) => order_id);
  if (orders.length !== intents.length)
    add('books', 0, `${String(orders.length)} orders for ${String(intents.length)} payouts`);

  for (const { number, kind, request } of intents) {
    const { order_id, address, amount } = request;
    const all = paidFor.get(number) ?? [];
    const [one] = all;
    const state = stateOf.get(order_id);
    const booked = bookedOf.get(order_id) ?? [];
    const times = (of: string): number => booked.filter((each) => each.state === of).length;
    if (all.length > 1)
      add('paidTwice', number, `is at the service as ${all.map(({ orderId }) => orderId).join(', ')}`);
    if (one && (one.orderId !== order_id || one.address !== address || one.amount !== weiOf(amount)))
      add('falseOutcomes', number, `is ${String(one.amount)} to ${one.address} at the service`);
    if (state === undefined || UNSETTLED.includes(state)) {
      add(
        'lost',
        number,
        `(${kind}) is ${state ?? 'not there'}, and at the service ${one ? 'it is taken' : 'it is not'}`,
      );
      continue;
    }
    if (TAKEN.includes(state) !== (one !== undefined))
      add('falseOutcomes', number, `(${kind}) is ${state}, and at the service ${one ? 'it is taken' : 'it is not'}`);
    if (state === 'conflict') add('falseOutcomes', number, 'is in conflict with itself');
    if (UNFINISHED.includes(state)) add('lost', number, `(${kind}) is ${state}, and was not followed to its end`);
    else if (one && (state === 'confirmed') !== (one.stage === CONFIRMED))
      add('falseOutcomes', number, `is ${state}, and at the service in stage ${String(one.stage)}`);
    if (one && (state === 'failed') !== FAILURES.includes(one.stage))
      add('falseOutcomes', number, `is ${state}, and at the service in stage ${String(one.stage)}`);
    if (one && !UNFINISHED.includes(state) && one.spent !== (state === 'failed' ? 0n : weiOf(amount)))
      add('falseOutcomes', number, `is ${state}, and has cost ${String(one.spent)}`);
    if (['plain', 'doomed'].includes(kind) && state === 'refused')
      add('falseOutcomes', number, 'was refused without a reason');
    if (['sanctioned', 'long', 'precise'].includes(kind) && state !== 'refused')
      add('falseOutcomes', number, `(${kind}) is ${state}`);
    // Whoever is told of a refusal gives the money back: at that moment nothing may have been taken, nor ever be unless somebody decides so.
    const told = booked.find((each) => each.state === 'refused');
    if (told && one && (one.takenAt < told.at || !retriesOf.has(order_id)))
      add('falseOutcomes', number, 'was refused, and taken by the service');

    const due = {
      accepted: one ? 1 : 0,
      confirmed: state === 'confirmed' ? 1 : 0,
      refused: [
        state === 'refused' ? 1 : 0,
        state === 'refused' ? 1 + (retriesOf.get(order_id)?.length ?? 0) : (retriesOf.get(order_id)?.length ?? 0),
      ],
      conflict: 0,
    };
    for (const [of, count] of Object.entries(due)) {
      const [least, most] = typeof count === 'number' ? [count, count] : [count[0] ?? 0, count[1] ?? 0];
      if (times(of) < least || times(of) > most)
        add('wronglyBooked', number, `was booked as ${of} ${String(times(of))} times, and is ${state}`);
    }
    if (booked.at(-1)?.state !== state)
      add('wronglyBooked', number, `is ${state}, and booked last as ${String(booked.at(-1)?.state)}`);
  }

  const accepted = bookings
    .filter(({ state }) => state === 'accepted')
    .reduce((sum, { amount }) => sum + weiOf(amount), 0n);
  const taken = paid.reduce((sum, { amount }) => sum + amount, 0n);
  if (accepted !== taken)
    add('books', 0, `booked as accepted ${String(accepted)}, taken by the service ${String(taken)}`);
  const settled = bookings
    .filter(({ state }) => state === 'confirmed')
    .reduce((sum, { amount }) => sum + weiOf(amount), 0n);
  const spent = paid.reduce((sum, each) => sum + each.spent, 0n);
  if (settled !== spent)
    add('books', 0, `booked as confirmed ${String(settled)}, spent by the service ${String(spent)}`);
  return verdict(intents.length);
}

/** Judges the loop. */
export async function judgeNaive(pool: pg.Pool, intents: readonly Intent[], paid: readonly Paid[]): Promise<Verdict> {
  const { add, verdict } = createFindings();
  const { rows } = await pool.query<{ number: number; status: string }>('SELECT number, status FROM intents');
  const statusOf = new Map(rows.map(({ number, status }) => [number, status]));
  const paidFor = groupedBy(paid, ({ number }) => number);
  for (const { number, kind } of intents) {
    const all = (paidFor.get(number) ?? []).filter(({ stage }) => !FAILURES.includes(stage));
    const status = statusOf.get(number);
    if (all.length > 1)
      add('paidTwice', number, `(${kind}) is at the service as ${all.map(({ orderId }) => orderId).join(', ')}`);
    if (status === 'failed' && all.length > 0)
      add('falseOutcomes', number, `(${kind}) was given back, and paid by the service`);
    if (status !== 'paid' && status !== 'failed') add('lost', number, `(${kind}) is ${String(status)}`);
  }
  return verdict(intents.length);
}
