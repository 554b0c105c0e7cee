/** Signs attempts so that no two requests of this client ever carry the same checksum. */
import type { Call } from '../calls/call.ts';
import { sleep, type Clock, type ServiceClock } from '../sending/clock.ts';
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
  scheme: Sign,
  clock: Clock,
  serviceClock: ServiceClock,
): (call: Call, secret: string, signal: AbortSignal) => Promise<Signed> {
  const isNew = createMemory();
  return async ({ operation: { method }, path, query, body = '' }, secret, signal) => {
    let before: string | undefined;
    for (let t = serviceClock.seconds(), latest = t + LEAD; ; t++) {
      if (t > latest) {
        await sleep(clock, 1000, signal);
        t = serviceClock.seconds();
        latest = t + LEAD;
      }
      const given = scheme({ method, path, query, body, t, secret });
      const { checksum, query: more } = 'then' in given ? await given : given;
      checkHeader('checksum', checksum);
      if (checksum === before) throw new Error('The checksum does not depend on t, so that every request is a replay.');
      before = checksum;
      if (isNew(checksum, path))
        return { checksum, query: `${query && `${query}&`}${more ? `${more}&` : ''}t=${String(t)}` };
    }
  };
}

/**
 * Remembers the latest checksums that it was asked for, each with its path: a checksum need not cover the path, and two requests
 * of one checksum but two paths are no replay of each other.
 */
function createMemory(): (checksum: string, path: string) => boolean {
  let known = new Set<string>();
  let knownBefore = new Set<string>();
  return (checksum, path) => {
    const key = checksum + path;
    const { size } = known;
    if (known.add(key).size === size || knownBefore.has(key)) return false;
    if (known.size === REMEMBERED) {
      knownBefore = known;
      known = new Set();
    }
    return true;
  };
}

/**
 * Looks at what goes into a header: fetch would refuse it too, and show it in its error.
 *
 * @throws TypeError for what is no line of plain text.
 */
export function checkHeader(name: string, value: unknown): void {
  if (typeof value !== 'string' || !/^[ -~]+$/.test(value))
    throw new TypeError(`The ${name} must be a line of plain text.`);
}
