/** A run: it gets in, takes every step, and gives what came. */
import { planOf } from '../calls/plan.ts';
import { windowSteps } from '../calls/access.ts';
import type { Step } from '../calls/asked.ts';
import type { RawRun } from '../redact/redact.ts';
import type { Stop } from '../transcript/transcript.ts';
import { admit, assumedWay } from './admission.ts';
import { createAsker, Stopped } from './caller.ts';
import type { RunOptions } from './options.ts';

/** Makes the calls of a run. Whatever ends it early, what came until then is there. */
export async function record(options: RunOptions): Promise<RawRun> {
  const { service, wallets, clock } = options;
  const asker = createAsker(options, assumedWay(service));
  const take = async ({ id, operationId, make }: Step): Promise<void> => {
    for (const asked of make(asker.known)) await asker.ask(id, service.operation(operationId), asked);
  };
  const isOther = (): boolean =>
    [
      ['access.inside-past', true],
      ['access.outside-past', false],
    ].some(([step, isAdmitted]) =>
      asker.exchanges.some((one) => one.step === step && (one.answer?.status === 200) !== isAdmitted),
    );
  const present = Math.floor(clock.now() / 1000);
  let stopped: Stop | undefined;
  try {
    await admit(asker, options);
    for (const step of [...planOf(service, options), ...windowSteps(service, isOther)]) await take(step);
  } catch (error) {
    if (error instanceof Stopped) stopped = error.stop;
    else if (options.signal?.aborted === true) stopped = 'interrupted';
    else throw error;
  }
  return {
    wallets: wallets.map(({ kind }) => ({ kind })),
    exchanges: asker.exchanges,
    present,
    ...(stopped !== undefined && { stopped }),
  };
}
