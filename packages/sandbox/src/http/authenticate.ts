/** Who calls, and whether they may: every check of a request before anything of it is carried out, in the service's order. */
import { hash, timingSafeEqual } from 'node:crypto';
import { T_WINDOW } from '../assumed.ts';
import type { Operation } from '../document/document.ts';
import { refuse } from '../document/rows.ts';
import { activate, findCode, type CodeRow } from '../state/api-codes.ts';
import type { World } from '../world.ts';
import type { Checksum } from './checksum.ts';

/** A request as it came, as far as it is signed. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly parameters: URLSearchParams;
  readonly body: string;
  readonly apiCode: string | undefined;
  readonly checksum: string | undefined;
}

/** Checks requests, and remembers those that it saw. */
export interface Authenticator {
  /** @throws Refusal with the row that the request is refused with. */
  readonly check: (world: World, operation: Operation, walletId: bigint | undefined, request: SignedRequest) => CodeRow;
  /** Forgets the calls of the minute and the checksums seen. */
  readonly forget: () => void;
}

/** Makes it. */
export function createAuthenticator(checksum: Checksum): Authenticator {
  const replays = createReplayMemory();
  const calls = createCallCounter();
  return {
    check(world, operation, walletId, request) {
      const { apiCode, checksum: given, parameters } = request;
      const t = parameters.get('t');
      if (!apiCode || !given || t === null) refuse('header_not_found');
      const now = world.clock.now();
      if (!/^\d{1,12}$/.test(t) || !isTimely(Number(t), now)) refuse('invalid_timestamp');
      const code = findCode(world, apiCode);
      if (!code || code.state === 'dead' || (code.state === 'active' && Number(code.exp) <= now / 1000))
        return refuse('invalid_api_code');
      if (walletId !== undefined && code.wallet_id !== walletId)
        refuse('api_code_mismatched', { WALLET_ID: String(walletId) });
      if (!isSame(checksum({ ...request, secret: code.secret }), given)) refuse('checksum_unmatch');
      if (!replays.isNew(`${given} ${request.method} ${request.path}`, Number(t), now)) refuse('invalid_checksum');
      if (code.state === 'inactive') activate(world, code);
      if (calls.count(apiCode, now) > world.limits.callsPerMinute)
        refuse('call_too_frequently', { THROTTLING_COUNT: String(world.limits.callsPerMinute) });
      const isReadOnly = code.wallet_id === null;
      if (operation.needsPermission && (code.permitted === 0n || (operation.takesReadOnlyCode && !isReadOnly)))
        refuse('api_secret_not_valid');
      return code;
    },
    forget() {
      replays.forget();
      calls.forget();
    },
  };
}

/** Whether t, in seconds, is near enough to now, in milliseconds. */
const isTimely = (t: number, now: number): boolean => Math.abs(t - now / 1000) <= T_WINDOW;

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A replay has the t of its original. So there is a set for each second of t, and it goes when that t is good no more. */
function createReplayMemory(): { isNew: (request: string, t: number, now: number) => boolean; forget: () => void } {
  const seen = new Map<number, Set<number>>();
  return {
    isNew(request, t, now) {
      let requests = seen.get(t);
      if (!requests) {
        for (const old of seen.keys()) if (!isTimely(old, now)) seen.delete(old);
        seen.set(t, (requests = new Set()));
      }
      // 52 bits of it, so that a busy hour fits in memory: by chance, one request in thousands of millions is refused.
      const key = Number.parseInt(hash('sha1', request).slice(0, 13), 16);
      if (requests.has(key)) return false;
      requests.add(key);
      return true;
    },
    forget() {
      seen.clear();
    },
  };
}

/** Counts the calls of each code in each minute of the sandbox's clock. */
function createCallCounter(): { count: (apiCode: string, now: number) => number; forget: () => void } {
  const counts = new Map<string, number>();
  let minute = 0;
  return {
    count(apiCode, now) {
      const present = Math.floor(now / 60_000);
      if (present !== minute) {
        counts.clear();
        minute = present;
      }
      const count = (counts.get(apiCode) ?? 0) + 1;
      counts.set(apiCode, count);
      return count;
    },
    forget() {
      counts.clear();
    },
  };
}
