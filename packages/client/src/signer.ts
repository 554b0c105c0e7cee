/** Signs attempts so that no two requests of this client ever carry the same checksum. */
import { sleep, type Clock, type ServiceClock } from './clock.ts';
import type { Call } from './call.ts';
import type { Sign } from './sign.ts';

/** The authenticated query of an attempt, and its checksum. */
export interface Signed {
  readonly checksum: string;
  /** Query to send: the request's own, what the scheme adds, and `t`. */
  readonly query: string;
}

/** How far `t` may run ahead of the clock, in seconds, to set equal requests apart. */
const LEAD = 5;
/** So many that even a busy service of many wallets does not send them within the lead. */
const REMEMBERED = 10_000;

/** Makes the signer. The service takes a repeated checksum for a replay, so equal requests get different times. */
export function createSigner(
  sign: Sign,
  clock: Clock,
  serviceClock: ServiceClock,
): (call: Call, secret: string, signal: AbortSignal) => Promise<Signed> {
  const isNew = createMemory();
  return async ({ method, path, query, body = '' }, secret, signal) => {
    let now = serviceClock.seconds();
    let before: string | undefined;
    for (let t = now; ; t++) {
      if (t > now + LEAD) {
        await sleep(clock, 1000, signal);
        t = now = serviceClock.seconds();
      }
      const { checksum, query: more } = await sign({ method, path, query, body, t, secret });
      if (checksum === before) throw new Error('The checksum does not depend on t, so that every request is a replay.');
      before = checksum;
      // A checksum need not cover the path: two requests may share one, and be no replay of each other.
      if (isNew(checksum, path))
        return { checksum, query: `${query && `${query}&`}${more ? `${more}&` : ''}t=${String(t)}` };
    }
  };
}

/** Remembers the latest pairs that it was asked for: enough for the seconds in which they could come again. */
function createMemory(): (checksum: string, path: string) => boolean {
  let known = new Map<string, Set<string>>();
  let knownBefore = known;
  let size = 0;
  return (checksum, path) => {
    if (knownBefore.get(checksum)?.has(path)) return false;
    let paths = known.get(checksum);
    if (!paths) known.set(checksum, (paths = new Set()));
    const before = paths.size;
    if (paths.add(path).size === before) return false;
    if (++size === REMEMBERED) {
      knownBefore = known;
      known = new Map<string, Set<string>>();
      size = 0;
    }
    return true;
  };
}
