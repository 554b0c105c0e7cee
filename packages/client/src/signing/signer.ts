/** Signs attempts so that no two of this client's requests carry the same checksum, as far back as it remembers. */
import { requestTimeUnit } from '@wallet-operations/openapi/points';
import type { Call } from '../calls/call.ts';
import { sleep, type Clock, type ServiceClock } from '../sending/clock.ts';
import type { Caller, Limits } from '../sending/limits.ts';
import type { TransportOptions } from '../options.ts';
import { checkLine, Unusable, type Credentials } from './credentials.ts';
import { sortedSha256 } from './sign.ts';

/** What authenticates an attempt. */
export interface Signed {
  /** By lower-case name. Their values are secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** Query to send: the request's own, what the scheme adds, and `t`. */
  readonly query: string;
}

/** Of any value that an answer of an operator may give it. */
const unit: string = requestTimeUnit;
const PER_SECOND = unit === 'milliseconds' ? 1000 : 1;
/** Seconds from the time to a `t` of what must not be sent twice: a request that is held up may be carried out until that is old. */
const NEAR = 5;
/** So many that even a busy service of many wallets does not send them within such seconds. What is read may be asked for again. */
const REMEMBERED = 10_000;

/** What goes out as it is: what no URL parser writes anew, and no server reads in another way. */
const QUERY = /^(?!(.*&)?(t|%74)([=&]|$))([\w!$&(-/:=?@~]|%[\da-fA-F]{2})*$/;
const HEADER = /^(?!(x-api-code|x-checksum|content-type)$)[\w-]+$/i;

/**
 * Makes the signer. The service takes a repeated checksum for a replay, so equal requests get different times: the present one if
 * it is free, and then one after the other, from one by chance on, so that several processes seldom meet. Where they do, a call
 * that was taken for a replay goes on from elsewhere.
 */
export function createSigner(
  { sign: scheme = sortedSha256(), random = Math.random }: TransportOptions,
  clock: Clock,
  serviceClock: ServiceClock,
  limits: Limits,
): (call: Call, credentials: Credentials, caller: Caller, signal: AbortSignal) => Promise<Signed> {
  /** Where the last time apart from the present was taken. */
  let last: number | undefined;
  return async (call, { apiCode, secret }, caller, signal) => {
    const { path, query, body = '' } = call;
    const { method, repeatable } = call.operation;
    if (call.isReplay && call.apart) last = undefined;
    for (let first = call.isReplay ? 1 : 0; ; first = 0) {
      const now = Math.floor(serviceClock.now() / 1000);
      const reach = Math.min(serviceClock.reach, repeatable === 'always' ? Infinity : NEAR);
      const times = 2 * reach + 1;
      let start = last;
      let before: string | undefined;
      for (let i = first; i <= times; i++) {
        const apart = i && (((start ??= 1 + Math.floor(random() * REMEMBERED)) + i) % times) - reach;
        const t = (now + apart) * PER_SECOND;
        call.at = 'sign';
        const signature = await scheme({ method, path, query, body, t, apiCode, secret });
        const { checksum, query: more = '', headers: others } = signature;
        checkLine('checksum', checksum);
        if (checksum === before) throw new Unusable('sign gave one checksum twice: it must depend on t.');
        if (!QUERY.test(more)) throw new Unusable('sign gave a query that is not percent-encoded or has a t.');
        call.at = 'limits.claim';
        if (await limits.claim(caller, checksum, path)) {
          const headers: Record<string, string> = { 'x-api-code': apiCode, 'x-checksum': checksum };
          for (const name in others) {
            if (!HEADER.test(name)) throw new Unusable(`sign gave the header ${name}.`);
            checkLine(`header ${name}`, others[name]);
            headers[name.toLowerCase()] = others[name] as string;
          }
          call.apart = apart;
          last = start && start + i;
          return { headers, query: `${query && `${query}&`}${more && `${more}&`}t=${String(t)}` };
        }
        signal.throwIfAborted(); // or it would go on claiming where nobody waits any more
        if (i > 0) before = checksum;
      }
      await sleep(clock, 1000, signal); // every time within reach is used
    }
  };
}

/**
 * Remembers the latest checksums that it was asked for, each with its path: a checksum need not cover the path, and two requests
 * of one checksum but two paths are no replay of each other.
 */
export function createMemory(): (caller: Caller, checksum: string, path: string) => boolean {
  let known = new Set<string>();
  let knownBefore = known;
  return (_, checksum, path) => {
    const key = checksum + path;
    if (known.has(key) || knownBefore.has(key)) return false;
    if (known.add(key).size === REMEMBERED) {
      knownBefore = known;
      known = new Set();
    }
    return true;
  };
}
