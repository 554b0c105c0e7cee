/** Signals of the system: one that came waits until the process looks for such, which it does between two turns of its loop. */
import { setImmediate } from 'node:timers/promises';

/** Resolves once a signal that came before is heard, if the system has handed it over by now. */
export async function heard(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
