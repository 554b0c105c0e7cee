/** What time brings: blocks and callbacks, each at its moment and in order, however far time is moved at once. */
import { deliverDue, nextDelivery } from '../callbacks/deliver.ts';
import type { World } from '../world.ts';
import { isIdle, mineBlock, skipBlocks } from './blocks.ts';
import { tipOf } from './height.ts';

/** Moves time on, by hand or with the machine's clock. */
export interface Time {
  /** Moves on to a time and does all that falls due until then. Resolves once the last callback is answered. */
  readonly advanceTo: (time: number) => Promise<void>;
  /** Delivers what is due now. */
  readonly settle: () => Promise<void>;
  /** Does what is due on a running clock, and sets the timer for what comes next. */
  readonly wake: () => void;
  /** Ends the timer, and what is under way. */
  readonly stop: () => Promise<void>;
}

/** The longest that a timer sleeps, so that a clock moved by hand is noticed. */
const LONGEST = 60_000;

/** Makes it. `getWorld` is asked late: the world has this in it. */
export function createTime(getWorld: () => World, report: (error: unknown) => void): Time {
  const chain = createQueue();
  const deliveries = createQueue();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let waking = false;

  const deliver = (at: number): Promise<void> =>
    deliveries.add(() => (stopped ? Promise.resolve() : deliverDue(getWorld(), at)));

  /** What `deliver` does not see to, a timer of a running clock does: no receiver that hangs may hold up the chain. */
  const advance = async (until: number, isDelivering: boolean): Promise<void> => {
    const world = getWorld();
    const interval = world.limits.blockInterval * 1000;
    while (!stopped) {
      const tip = tipOf(world.store, world.clock.now());
      const block = tip.time + interval;
      const delivery = (isDelivering ? nextDelivery(world) : undefined) ?? Infinity;
      const next = Math.min(block, delivery);
      if (next > until) break;
      if (next === delivery) {
        world.clock.forwardTo(next);
        await deliver(next);
      } else if (isIdle(world)) {
        const blocks = Math.floor((Math.min(until, delivery) - tip.time) / interval);
        skipBlocks(world, blocks, tip.time + blocks * interval);
      } else {
        world.clock.forwardTo(next);
        mineBlock(world, next);
      }
      await world.store.committed();
    }
    world.clock.forwardTo(until);
  };

  const wake = (): void => {
    if (stopped || waking || !getWorld().clock.isRunning()) return;
    waking = true;
    setImmediate(() => {
      waking = false;
      if (stopped || !getWorld().clock.isRunning()) return;
      const now = getWorld().clock.now();
      chain.add(() => advance(now, false)).then(schedule, report);
      if (!deliveries.isBusy()) deliver(now).then(schedule, report);
    });
  };

  const schedule = (): void => {
    const world = getWorld();
    clearTimeout(timer);
    if (stopped || !world.clock.isRunning()) return;
    const now = world.clock.now();
    const block = isIdle(world) ? Infinity : tipOf(world.store, now).time + world.limits.blockInterval * 1000;
    // while some are under way, their end leads here again
    const delivery = (deliveries.isBusy() ? undefined : nextDelivery(world)) ?? Infinity;
    timer = setTimeout(wake, Math.min(LONGEST, Math.max(0, Math.min(block, delivery) - now))).unref();
  };

  return {
    advanceTo: (time) => chain.add(() => advance(time, true)),
    settle: () => deliver(getWorld().clock.now()),
    wake,
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
