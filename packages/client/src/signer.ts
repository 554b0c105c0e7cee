/** Signs attempts so that no two requests of this client ever carry the same checksum. */
import { sleep, type Clock, type ServiceClock } from './clock.ts';
import type { Sign, SignInput } from './sign.ts';

/** The authenticated query of an attempt, and its checksum. */
export interface Signed {
  readonly checksum: string;
  /** Query to send: the request's own, what the scheme adds, and `t`. */
  readonly query: string;
}

/** How far `t` may run ahead of the clock, in seconds, to set equal requests apart. */
const LEAD = 5;
const REMEMBERED = 1000;

/** Makes the signer. The service takes a repeated checksum for a replay, so equal requests get different times. */
export function createSigner(
  sign: Sign,
  clock: Clock,
  serviceClock: ServiceClock,
): (request: Omit<SignInput, 't'>, signal: AbortSignal) => Promise<Signed> {
  const used = new Set<string>();
  return async (request, signal) => {
    for (let t = serviceClock.seconds(); ; t++) {
      if (t > serviceClock.seconds() + LEAD) {
        await sleep(clock, 1000, signal);
        t = serviceClock.seconds();
      }
      const { checksum, query } = await sign({ ...request, t });
      // A checksum need not cover the path: two requests may share one, and be no replay of each other.
      const key = `${request.method} ${request.path} ${checksum}`;
      if (used.has(key)) continue;
      used.add(key);
      if (used.size > REMEMBERED) used.delete(used.values().next().value ?? '');
      return { checksum, query: [request.query, query, `t=${String(t)}`].filter(Boolean).join('&') };
    }
  };
}
