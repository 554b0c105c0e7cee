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
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let waking = false;

  /** One at a time: two would deliver the same callback twice. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };

  const advance = async (until: number): Promise<void> => {
    const world = getWorld();
    const interval = world.limits.blockInterval * 1000;
    while (!stopped) {
      const tip = tipOf(world.store, world.clock.now());
      const block = tip.time + interval;
      const delivery = nextDelivery(world) ?? Infinity;
      const next = Math.min(block, delivery);
      if (next > until) break;
      if (next === delivery) {
        world.clock.forwardTo(next);
        await deliverDue(world, next);
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
      const world = getWorld();
      if (stopped || !world.clock.isRunning()) return;
      inTurn(() => advance(world.clock.now())).then(schedule, report);
    });
  };

  const schedule = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    const world = getWorld();
    if (!world.clock.isRunning()) return;
    const now = world.clock.now();
    const block = isIdle(world) ? Infinity : tipOf(world.store, now).time + world.limits.blockInterval * 1000;
    const wait = Math.min(LONGEST, Math.max(0, Math.min(block, nextDelivery(world) ?? Infinity) - now));
    timer = setTimeout(wake, wait).unref();
  };

  return {
    advanceTo: (time) => inTurn(() => advance(time)),
    settle: () => inTurn(() => deliverDue(getWorld(), getWorld().clock.now())),
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await last;
    },
  };
}
