/** The limits that a client has of its own, in memory. */
import { createMemory } from '../signing/signer.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Limits } from './limits.ts';
import { createThrottle } from './throttle.ts';

/**
 * Makes limits in memory, as each client has them by itself. Give one to several clients of a process that use the same API code, or
 * build limits of your own upon it.
 *
 * @param clock - time, for tests; default: the machine's
 */
export const createLimits = (clock: Clock = systemClock): Limits => ({
  ...createThrottle(clock),
  claim: createMemory(),
});
