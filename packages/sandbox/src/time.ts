/** What time brings: blocks and callbacks, each at its moment and in order, however far time is moved at once. */
import { deliverDue, nextDelivery } from './callbacks/deliver.ts';
import type { Context } from './context.ts';
import { isIdle, mineBlock, skipBlocks } from './chain/grow.ts';
import { tipOf } from './state/tip.ts';

/** Moves time on, by hand or with the machine's clock. */
export interface Time {
  /**
   * Moves on to a time and does all that falls due until then. Resolves once the last callback is answered; rejects if another state takes
   * the place of this one meanwhile, whose time it leaves alone.
   */
  readonly advanceTo: (time: number) => Promise<void>;
  /** Delivers what is due now. */
  readonly settle: () => Promise<void>;
  /** Ends the timer, and what is under way. */
  readonly stop: () => Promise<void>;
}

/** The longest that a timer sleeps, so that a clock moved by hand is noticed. */
const LONGEST = 60_000;

/** Milliseconds, real ones, until what went wrong is tried again: a disk may have space by then. */
const AFTER_A_FAULT = 1000;

/** Makes it. */
export function createTime(context: Context): Time {
  const interval = Math.max(1, Math.round(context.limits.blockInterval * 1000));
  const chain = createQueue();
  const deliveries = createQueue();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let waking = false;
  let notBefore = 0;

  /** Of the state that is there now: what has waited until another took its place does nothing. */
  const deliver = (at: number): Promise<void> => {
    const era = context.era();
    return deliveries.add(() => (stopped || era.aborted ? Promise.resolve() : deliverDue(context, at)));
  };

  /** What `deliver` does not see to, a timer of a running clock does: no receiver that hangs may hold up the chain. */
  const advance = async (until: number, isDelivering: boolean, era: AbortSignal): Promise<void> => {
    while (!stopped && !era.aborted) {
      const tip = tipOf(context.store, context.clock.now());
      const block = tip.time + interval;
      const delivery = (isDelivering ? nextDelivery(context) : undefined) ?? Infinity;
      const next = Math.min(block, delivery);
      if (next > until) break;
      if (next === delivery) {
        context.clock.forwardTo(next);
        await deliver(next);
      } else if (isIdle(context)) {
        const blocks = Math.floor((Math.min(until, delivery) - tip.time) / interval);
        skipBlocks(context, blocks, tip.time + blocks * interval);
      } else {
        context.clock.forwardTo(next);
        mineBlock(context, next);
      }
      await context.store.committed();
    }
    if (!era.aborted) context.clock.forwardTo(until);
  };

  const wake = (): void => {
    if (stopped || waking || !context.clock.isRunning()) return;
    waking = true;
    setImmediate(() => {
      waking = false;
      if (stopped || !context.clock.isRunning()) return;
      const now = context.clock.now();
      const era = context.era();
      goOnAfter(chain.add(() => advance(now, false, era)));
      if (!deliveries.isBusy()) goOnAfter(deliver(now));
    });
  };

  /** Sets the timer for what comes next, whether the work before it went well or not. */
  const goOnAfter = (work: Promise<void>): void => {
    work.then(schedule).catch((error: unknown) => {
      context.report(error);
      notBefore = performance.now() + AFTER_A_FAULT;
      wakeIn(AFTER_A_FAULT);
    });
  };

  const schedule = (): void => {
    const now = context.clock.now();
    const block = isIdle(context) ? Infinity : tipOf(context.store, now).time + interval;
    // while some are under way, their end leads here again
    const delivery = (deliveries.isBusy() ? undefined : nextDelivery(context)) ?? Infinity;
    wakeIn(Math.max(0, notBefore - performance.now(), Math.min(block, delivery) - now));
  };

  const wakeIn = (wait: number): void => {
    clearTimeout(timer);
    if (!stopped && context.clock.isRunning()) timer = setTimeout(wake, Math.min(LONGEST, wait)).unref();
  };

  context.onWake(wake);
  return {
    advanceTo(time) {
      const era = context.era();
      return chain.add(async () => {
        await advance(time, true, era);
        era.throwIfAborted();
      });
    },
    settle: () => deliver(context.clock.now()),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all([chain.add(() => Promise.resolve()), deliveries.add(() => Promise.resolve())]);
    },
  };
}

/** Works one after the other: two at a time would deliver the same callback twice, or mine the same block. */
function createQueue(): { add: (work: () => Promise<void>) => Promise<void>; isBusy: () => boolean } {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return {
    add(work) {
      waiting++;
      const turn = last.then(work).finally(() => {
        waiting--;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    isBusy: () => waiting > 0,
  };
}
