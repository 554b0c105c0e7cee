/** What time brings: blocks and callbacks, each at its moment and in order, however far time is moved at once. */
import { createDeliveries, type Deliveries } from './callbacks/deliver.ts';
import type { Context } from './context.ts';
import { isIdle, mineBlock, skipBlocks } from './chain/grow.ts';
import { checkTime } from './state/clock.ts';
import { tipOf } from './state/tip.ts';

/** Moves time on, by hand or with the machine's clock. */
export interface Time {
  /** What delivers callbacks as time moves. */
  readonly deliveries: Deliveries;
  /**
   * Moves on by so many milliseconds, from when its turn comes, and does all that falls due until then. Resolves once the last callback is answered, but for those that were under
   * way before: it may be the receiver of one who moves time, and will not answer until that is done. Rejects if another state takes the
   * place of this one meanwhile, whose time it leaves alone.
   */
  readonly advanceBy: (milliseconds: number) => Promise<void>;
  /**
   * Adds blocks at the present time, each whole: a change of thousands of blocks at once would keep everybody waiting. Rejects if another
   * state takes the place of this one meanwhile.
   */
  readonly mine: (blocks: number) => Promise<void>;
  /** Delivers what is due now. Resolves once all is answered that is under way since `mark`, a moment of the deliveries. */
  readonly settle: (mark: number) => Promise<void>;
  /** Ends the timer, and what is under way. */
  readonly stop: () => Promise<void>;
}

/** A way through time, to where it ends. */
interface Move {
  until: number;
}

/** The longest that a timer sleeps, so that a clock moved by hand is noticed. */
const LONGEST = 60_000;

/** Milliseconds that an idle chain may lag behind: nobody waits for its blocks, however many there are in a second. */
const IDLE = 1000;

/** Milliseconds, real ones, until what went wrong is tried again: a disk may have space by then. */
const AFTER_A_FAULT = 1000;

/** Makes it. */
export function createTime(context: Context): Time {
  const interval = Math.max(1, Math.round(context.limits.blockInterval * 1000));
  const chain = createQueue();
  /** What time is being moved by: one that is asked for while another waits for a receiver moves it on besides. */
  const moves = new Set<Move>();
  const deliveries = createDeliveries(context);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let waking = false;
  let notBefore = 0;
  /** The state whose chain was idle when it was last looked at: what it waits for since then is younger than blocks that have not come. */
  let idle: AbortSignal | undefined;

  /** What `deliver` does not see to, a timer of a running clock does: no receiver that hangs may hold up the chain. */
  const advance = async (move: Move, isDelivering: boolean, era: AbortSignal): Promise<void> => {
    if (idle === era) skipUntil(context.clock.now());
    while (!stopped && !era.aborted) {
      const tip = tipOf(context.store, context.clock.now());
      const block = tip.time + interval;
      const delivery = (isDelivering ? deliveries.next() : undefined) ?? Infinity;
      const next = Math.min(block, delivery);
      if (next > move.until) break;
      if (next === delivery) {
        context.clock.forwardTo(next);
        await deliveries.deliver(next);
      } else if (isIdle(context)) {
        skipUntil(Math.min(move.until, delivery));
      } else {
        context.clock.forwardTo(next);
        mineBlock(context, next);
      }
      await context.store.committed();
    }
    if (!era.aborted) context.clock.forwardTo(move.until);
  };

  /** The blocks that an idle chain has by a moment hold nothing, whatever came since. */
  const skipUntil = (moment: number): void => {
    const tip = tipOf(context.store, moment);
    const blocks = Math.floor((moment - tip.time) / interval);
    if (blocks > 0) skipBlocks(context, blocks, tip.time + blocks * interval);
  };

  const lookWhetherIdle = (): void => {
    idle = isIdle(context) ? context.era() : undefined;
  };

  const wake = (): void => {
    if (stopped || waking || !context.clock.isRunning()) return;
    waking = true;
    setImmediate(() => {
      waking = false;
      if (stopped || !context.clock.isRunning()) return;
      const now = context.clock.now();
      const era = context.era();
      goOnAfter(chain.add(() => advance({ until: now }, false, era)));
      goOnAfter(
        deliveries.begin(now, (work) => {
          work.then(wake).catch(again); // there is room for another
        }),
      );
    });
  };

  /** Sets the timer for what comes next, whether the work before it went well or not. */
  const goOnAfter = (work: Promise<void>): void => {
    work.then(schedule).catch(again);
  };

  const again = (error: unknown): void => {
    context.report(error);
    notBefore = performance.now() + AFTER_A_FAULT;
    wakeIn(AFTER_A_FAULT);
  };

  const schedule = (): void => {
    if (stopped) return; // what it asks may be closed by now
    const now = context.clock.now();
    lookWhetherIdle();
    const block = Math.max(tipOf(context.store, now).time + interval, idle ? now + IDLE : 0);
    const delivery = deliveries.nextToBegin() ?? Infinity; // where there is no room, the end of another leads here again
    wakeIn(Math.max(0, notBefore - performance.now(), Math.min(block, delivery) - now));
  };

  const wakeIn = (wait: number): void => {
    clearTimeout(timer);
    if (!stopped && context.clock.isRunning()) timer = setTimeout(wake, Math.min(LONGEST, wait)).unref();
  };

  /** One after the other, but for what a receiver asks for that somebody waits for already. */
  const inTurn = (move: (era: AbortSignal) => Promise<void>): Promise<void> => {
    const era = context.era();
    const work = async (): Promise<void> => {
      await move(era);
      era.throwIfAborted();
    };
    return deliveries.isUnderWay() ? work() : chain.add(work);
  };

  context.onWake(wake);
  lookWhetherIdle(); // while nothing ran, nothing came
  return {
    deliveries,
    advanceBy: (milliseconds) =>
      inTurn(async (era) => {
        const move = { until: context.clock.now() + milliseconds };
        for (const until of [move.until, ...[...moves].map((other) => other.until + milliseconds)]) checkTime(until);
        for (const other of moves) other.until += milliseconds;
        moves.add(move);
        try {
          await advance(move, true, era);
        } finally {
          moves.delete(move);
        }
      }),
    mine: (blocks) =>
      inTurn(async (era) => {
        for (let i = 0; i < blocks && !era.aborted; i++) {
          mineBlock(context, context.clock.now());
          await context.store.committed();
        }
      }),
    async settle(mark) {
      await deliveries.deliver(context.clock.now());
      await deliveries.since(mark);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all([chain.add(() => Promise.resolve()), deliveries.since(0)]);
    },
  };
}

/** Moves one after the other, so that each finds the time that the one before has left. */
function createQueue(): { add: (work: () => Promise<void>) => Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  return {
    add(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
