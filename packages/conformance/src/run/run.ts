/** A run: it gets in, takes every step, and gives what came. */
import { wholePlanOf } from '../calls/plan.ts';
import type { Step } from '../calls/asked.ts';
import { UNTIMELY } from '../calls/again.ts';
import { apartIn, type Apart } from '../calls/probes.ts';
import type { RawExchange, RawRun, Stop } from '@wallet-operations/transcript';
import { admit, assumedWay } from './admission.ts';
import { createAsker, Stopped } from './caller.ts';
import type { RunOptions } from './options.ts';

/** What came; `fault` is what was thrown where the run itself broke. */
export type Recorded = RawRun & { readonly fault?: unknown };

/** Makes the calls of a run. Whatever ends it early, what came until then is there. */
export async function record(options: RunOptions): Promise<Recorded> {
  const { service, wallets, clock } = options;
  const asker = createAsker(options, assumedWay(service));
  const take = async ({ id, operationId, row, make }: Step): Promise<void> => {
    for (const asked of make(asker.known))
      await asker.ask(id, service.operation(operationId), asked, row !== undefined);
  };
  const present = Math.floor(clock.now() / 1000);
  let stopped: Stop | undefined;
  let fault: unknown;
  try {
    await admit(asker, options);
    for (const step of wholePlanOf(service, options)) await take(step);
  } catch (error) {
    if (error instanceof Stopped) stopped = error.stop;
    else if (options.signal?.aborted === true) stopped = 'interrupted';
    else [stopped, fault] = ['fault', error];
  }
  const isOff = stopped === 'clock' || asker.isWavering;
  /**
   * A `t` that was refused says nothing of what else is wrong with a call. Where a clock is off, it says nothing of one that is right, either; nor
   * does one that was to be too old, or to lie ahead.
   */
  const isUntimely = (exchange: RawExchange): boolean =>
    isOff
      ? asker.untimely.has(exchange) || exchange.altered.late !== undefined
      : asker.untimely.get(exchange) === 'provoked';
  const exchanges = asker.exchanges.map((one) => (isUntimely(one) ? { ...one, step: UNTIMELY } : one));
  return {
    wallets: wallets.map(({ kind }) => ({ kind })),
    exchanges: exchanges.map(byBothClocks(apartIn(asker.known.probes))),
    present,
    ...(stopped !== undefined && { stopped }),
    ...(fault !== undefined && { fault }),
  };
}

/**
 * Says of an exchange between which times it was looked at by the clock of a service, too, which may be so many seconds behind this one, or ahead
 * of it. By both, for a window that is not as long either way looks the same.
 */
const byBothClocks =
  ({ behind, ahead }: Apart) =>
  (exchange: RawExchange): RawExchange => {
    const { when } = exchange;
    return when === undefined ? exchange : { ...exchange, when: { from: when.from - behind, to: when.to + ahead } };
  };
