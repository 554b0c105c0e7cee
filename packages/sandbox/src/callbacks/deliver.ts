/** Delivers callbacks: each destination by itself, in order of their serials, again on the service's schedule until one is acknowledged. */
import type { Context } from '../context.ts';
import type { CallbackRow } from '../state/stored.ts';
import { ACKNOWLEDGED, attempt, type Sent } from './attempt.ts';
import { destinationOf } from './destination.ts';
import { CALLBACK_FAULTS, createCallbackFaults, type CallbackFault, type CallbackFaults } from './disturb.ts';
import { createDue, type Due } from './due.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { callbackOf } from './record.ts';

/** What delivers. */
export interface Deliveries {
  /** What callbacks to come shall suffer. */
  readonly faults: Pick<CallbackFaults, 'inject' | 'clear'>;
  /** When the next attempt is due that is not under way; undefined if none is. */
  readonly next: () => number | undefined;
  /** The same, of destinations that have room for more. */
  readonly nextToBegin: () => number | undefined;
  /** Makes every attempt that is due and not under way, and resolves once all of these are answered. */
  readonly deliver: (now: number) => Promise<void>;
  /** Begins every attempt that is due, as far as its destination has room; `begun` gets each. */
  readonly begin: (now: number, begun: (work: Promise<void>) => void) => Promise<void>;
  /** Makes another attempt of a callback beside the one that is under way; gives false where none is. @throws Error where too many are */
  readonly again: (callback: Pick<CallbackRow, 'serial' | 'wallet_id'>, now: number) => boolean;
  /** Whether any is under way. */
  readonly isUnderWay: () => boolean;
  /** A moment, for `since`. */
  readonly mark: () => number;
  /** Resolves once all that have begun since that moment are answered, by whomever they were begun. */
  readonly since: (mark: number) => Promise<void>;
  /** Lets go of the faults, and of what is under way, as the state does that it was of. */
  readonly forget: () => void;
}

/** A callback that is taken for one attempt, with those that a fault has put behind it. */
interface Job {
  readonly serial: bigint;
  readonly walletId: bigint;
  readonly fault: CallbackFault | undefined;
  readonly behind: readonly bigint[];
}

/** What is under way, by the number of its beginning. */
interface UnderWay {
  readonly number: number;
  readonly destination: string;
  readonly ended: Promise<void>;
}

/** So many attempts of one callback may be under way beside the first: a receiver that asks for another each time it gets one would have no end. */
const MOST_BESIDE = 16;

/** Seconds by which a fault puts an attempt off, unless it says otherwise. */
const PUT_OFF = 60;

/** Makes it, with nothing under way. */
export function createDeliveries(context: Context): Deliveries {
  const { store } = context;
  const faults = createCallbackFaults();
  /** What is under way, and what is under way beside it. */
  const taken = new Map<bigint, UnderWay>();
  const besides = new Map<UnderWay, bigint>();
  /** Callbacks that wait for the next one of their wallet. */
  const held = new Map<bigint, bigint[]>();
  const all = (): UnderWay[] => [...taken.values(), ...besides.keys()];
  const due = createDue(context, taken, all);
  const running = createLanes();
  let count = 0;

  /** Whether another state has taken the place of the one that something was begun in, or none will. */
  const isOver = (era: AbortSignal): boolean => era.aborted || context.closing.aborted;

  /** Takes callbacks for attempts, in their order, and lets the faults hit them; those that are put off are not taken. */
  const take = (rows: readonly Due[], now: number): Job[] =>
    rows.flatMap(({ serial, wallet_id: walletId }) => {
      if (taken.has(serial)) return []; // one that came behind another
      const fault = faults.take(walletId);
      if (fault && !CALLBACK_FAULTS[fault.kind].isSent) {
        putOff(serial, walletId, now, fault);
        return [];
      }
      const behind = (held.get(walletId) ?? []).filter((each) => each !== serial && !taken.has(each));
      held.delete(walletId);
      return [{ serial, walletId, fault, behind }];
    });

  const putOff = (serial: bigint, walletId: bigint, now: number, { kind, seconds = PUT_OFF }: CallbackFault): void => {
    const next = now + Math.ceil(seconds * 1000);
    store.write(() => store.run('UPDATE callbacks SET next_at = ? WHERE serial = ?', next, serial));
    if (kind === 'reorder') held.set(walletId, [...(held.get(walletId) ?? []), serial]);
    context.tell('attempt', `${String(serial)} put off by ${String(seconds)} s, as it was asked for`);
  };

  /** Does a job in its lane. */
  const carry = (lanes: Lanes, job: Job, now: number): Promise<void> => {
    const { serial, walletId, fault, behind } = job;
    const era = context.era();
    const serials = [serial, ...behind];
    const destination = destinationOf(context, walletId);
    const work = lanes.add(destination, async () => {
      for (const each of serials) await one(each, each === serial ? fault : undefined, era, now);
    });
    const ended = work.finally(() => {
      if (!era.aborted) for (const each of serials) taken.delete(each);
    });
    count++;
    for (const each of serials) taken.set(each, { number: count, destination, ended });
    return ended;
  };

  const one = async (
    serial: bigint,
    fault: CallbackFault | undefined,
    era: AbortSignal,
    now: number,
  ): Promise<void> => {
    const row = isOver(era) ? undefined : pending(serial);
    if (row) await send(row, fault, era, now);
  };

  const send = async (
    row: CallbackRow,
    fault: CallbackFault | undefined,
    era: AbortSignal,
    now: number,
  ): Promise<void> => {
    const sent = await attempt(context, row, fault);
    if (isOver(era)) return; // it is due again when the state is taken up
    store.write(() => {
      note(context, callbackOf(context, row.serial), sent, now); // as it is by now: another attempt may have ended meanwhile
    });
    await store.committed();
  };

  const pending = (serial: bigint): CallbackRow | undefined =>
    store.get<CallbackRow>('SELECT * FROM callbacks WHERE serial = ? AND next_at IS NOT NULL', serial);

  return {
    faults: {
      inject: faults.inject,
      clear() {
        faults.clear();
        held.clear();
      },
    },
    next: due.next,
    nextToBegin: () => due.nextOf(running.room),
    async deliver(now) {
      const era = context.era();
      const lanes = createLanes();
      for (;;) {
        await store.committed(); // nothing is told that a crash could undo
        if (isOver(era)) return;
        const rows = due.all(now);
        if (rows.length === 0) return;
        const results = await Promise.allSettled(take(rows, now).map((job) => carry(lanes, job, now)));
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      }
    },
    async begin(now, begun) {
      const era = context.era();
      await store.committed();
      if (isOver(era)) return;
      for (const job of take(due.ofRoom(now, running.room), now)) begun(carry(running, job, now));
    },
    again({ serial, wallet_id: walletId }, now) {
      if (!taken.has(serial)) return false;
      const ahead = 1 + [...besides.values()].filter((each) => each === serial).length;
      if (ahead > MOST_BESIDE)
        throw new Error(
          `Callback ${String(serial)} is on its way ${String(ahead)} times, and not answered. Answer one of them first.`,
        );
      const era = context.era();
      const lanes = context.clock.isRunning() ? running : createLanes();
      const destination = destinationOf(context, walletId);
      const ended = lanes.add(destination, async () => {
        if (isOver(era)) return;
        const row = callbackOf(context, serial);
        const fault = faults.take(walletId, true);
        await send({ ...row, attempts: row.attempts + BigInt(ahead) }, fault, era, now);
      });
      const underWay = { number: ++count, destination, ended };
      besides.set(underWay, serial);
      ended.catch(context.report).finally(() => besides.delete(underWay));
      return true;
    },
    isUnderWay: () => taken.size + besides.size > 0,
    mark: () => count,
    async since(mark) {
      await Promise.allSettled(
        all()
          .filter(({ number }) => number > mark)
          .map(({ ended }) => ended),
      );
    },
    forget() {
      taken.clear();
      besides.clear();
      held.clear();
      faults.clear();
    },
  };
}

/** Keeps what was sent and what came back, and when it is due again. What was acknowledged once stays so. */
function note(
  context: Context,
  { serial, attempts, delivered_at }: CallbackRow,
  sent: readonly Sent[],
  now: number,
): void {
  const { store, decisions } = context;
  const { n } = store.get<{ n: bigint }>(
    'SELECT coalesce(max(number), 0) AS n FROM attempts WHERE serial = ?',
    serial,
  ) ?? {
    n: 0n,
  };
  for (const [i, { result, url, header, signature, body }] of sent.entries()) {
    store.run(
      'INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      serial,
      n + BigInt(i + 1),
      now,
      result,
      url,
      header,
      signature,
      body,
    );
    context.tell('attempt', `${String(serial)} → ${result}`);
  }
  const wait = decisions.retryMinutes[Number(attempts)];
  const acknowledged = sent.some(({ result }) => result === ACKNOWLEDGED) ? now : null;
  const isDone = acknowledged !== null || delivered_at !== null || wait === undefined;
  store.run(
    'UPDATE callbacks SET attempts = attempts + 1, next_at = ?, delivered_at = coalesce(delivered_at, ?) WHERE serial = ?',
    isDone ? null : now + Math.ceil(wait * 60_000), // whole milliseconds, of any part of a minute
    acknowledged,
    serial,
  );
}
