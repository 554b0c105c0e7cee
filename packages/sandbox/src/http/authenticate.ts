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
      if (!/^\d{1,12}$/.test(t) || Math.abs(Number(t) - now / 1000) > T_WINDOW) refuse('invalid_timestamp');
      const code = findCode(world, apiCode);
      if (!code || code.state === 'dead' || (code.state === 'active' && Number(code.exp) <= now / 1000))
        return refuse('invalid_api_code');
      if (walletId !== undefined && code.wallet_id !== walletId)
        refuse('api_code_mismatched', { WALLET_ID: String(walletId) });
      if (!isSame(checksum({ ...request, secret: code.secret }), given)) refuse('checksum_unmatch');
      if (!replays.isNew(`${given} ${request.method} ${request.path}`, now)) refuse('invalid_checksum');
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

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whatever t is good for: a request seen within that time is a replay. Two generations, so that the older goes at once. */
function createReplayMemory(): { isNew: (request: string, now: number) => boolean; forget: () => void } {
  let [young, old] = [new Set<number>(), new Set<number>()];
  let since = 0;
  return {
    isNew(request, now) {
      if (now - since > 2 * T_WINDOW * 1000) {
        [young, old] = [new Set(), young];
        since = now;
      }
      // 52 bits of it, so that a busy hour fits in memory: by chance, one request in thousands of millions is refused.
      const key = Number.parseInt(hash('sha1', request).slice(0, 13), 16);
      if (young.has(key) || old.has(key)) return false;
      young.add(key);
      return true;
    },
    forget() {
      young.clear();
      old.clear();
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
