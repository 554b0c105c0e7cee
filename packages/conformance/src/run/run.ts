/** A run: it gets in, takes every step, and gives what came. */
import { planOf } from '../calls/plan.ts';
import { isTimed, windowSteps, type Lateness } from '../calls/window.ts';
import type { Step } from '../calls/asked.ts';
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
    for (const step of [...planOf(service, options), ...windowSteps(service, latenessIn(asker.exchanges))])
      await take(step);
  } catch (error) {
    if (error instanceof Stopped) stopped = error.stop;
    else if (options.signal?.aborted === true) stopped = 'interrupted';
    else [stopped, fault] = ['fault', error];
  }
  return {
    wallets: wallets.map(({ kind }) => ({ kind })),
    exchanges: asker.exchanges,
    present,
    ...(stopped !== undefined && { stopped }),
    ...(fault !== undefined && { fault }),
  };
}

/** What is known of the window of `t` by now. */
function latenessIn(exchanges: readonly RawExchange[]): Lateness {
  const late = (): { seconds: number; isTaken: boolean; step: string }[] =>
    exchanges.flatMap(({ step, altered, answer }) =>
      isTimed(step) && answer && altered.late !== undefined && altered.late > 0
        ? [{ seconds: altered.late, isTaken: answer.status === 200, step }]
        : [],
    );
  return {
    isOther: () => late().some(({ step, isTaken }) => /-past$/.test(step) && isTaken !== step.includes('inside')),
    edge() {
      const taken = Math.max(0, ...late().flatMap(({ seconds, isTaken }) => (isTaken ? [seconds] : [])));
      const refused = late().flatMap(({ seconds, isTaken }) => (!isTaken && seconds > taken ? [seconds] : []));
      return refused.length === 0 ? undefined : { taken, refused: Math.min(...refused) };
    },
  };
}
