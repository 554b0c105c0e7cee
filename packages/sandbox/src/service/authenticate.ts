/** Who calls, and whether they may: every check of a request before anything of it is carried out, in the service's order. */
import type { Operation } from '@wallet-operations/validator';
import { callersOf } from '../document/document.ts';
import { refuse } from '../document/refusal.ts';
import { activate, findCode } from '../state/api-codes.ts';
import type { Context } from '../context.ts';
import type { Checksum } from './checksum.ts';
import { createReplayMemory } from './replays.ts';
import { presentT } from './present.ts';
import type { CodeRow } from '../state/stored.ts';

/** A request as it came, as far as it is signed. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly t: string;
  readonly body: string;
  readonly apiCode: string;
  readonly checksum: string;
}

/** Checks requests, and remembers those that it saw. */
export interface Authenticator {
  /** @throws Refusal with the row that the request is refused with. */
  readonly check: (operation: Operation, walletId: bigint | undefined, request: SignedRequest) => CodeRow;
  /** Forgets the calls of the minute and the checksums seen. */
  readonly forget: () => void;
}

/** Makes it. */
export function createAuthenticator(context: Context, checksum: Checksum): Authenticator {
  const replays = createReplayMemory(context);
  const calls = createCallCounter();
  return {
    check(operation, walletId, request) {
      const { apiCode, checksum: given, t } = request;
      const now = context.clock.now();
      const { perSecond } = context.decisions;
      const window = context.limits.timeWindow;
      const seconds = Number(t) / perSecond;
      const isTimely = (one: number): boolean => Math.abs(one - now / 1000) <= window;
      if (!/^\d{1,15}$/.test(t) || !isTimely(seconds))
        refuse(
          'invalid_timestamp',
          {},
          {},
          `t is ${t}, and it is ${String(presentT(context))}; --window off takes any`,
        );
      const code = findCode(context, apiCode);
      if (!code) return refuse('invalid_api_code');
      if (code.state === 'dead')
        refuse(
          'invalid_api_code',
          {},
          {},
          `another code of wallet ${String(code.wallet_id)} was activated after this one`,
        );
      if (code.state === 'active' && Number(code.exp) <= now / 1000)
        refuse('invalid_api_code', {}, {}, `the code expired at ${new Date(Number(code.exp) * 1000).toISOString()}`);
      if (walletId !== undefined && code.wallet_id !== walletId)
        refuse('api_code_mismatched', { WALLET_ID: String(walletId) });
      const expected = checksum({ ...request, secret: code.secret });
      if (expected !== given) {
        const toSign = checksum.textOf?.({ ...request, secret: '***' }); // the secret is not shown
        const why =
          otherSpelling(expected, given) ??
          (toSign === undefined ? 'the checksum is another one' : `the checksum is not that of ${toSign}`);
        refuse('checksum_unmatch', {}, {}, why, toSign);
      }
      if (!replays.isNew(`${given} ${request.method} ${request.path}`, Math.floor(seconds), isTimely))
        refuse('invalid_checksum');
      if (code.state === 'inactive') {
        activate(context, code);
        context.tell('wallet', `API code of wallet ${String(code.wallet_id)} activated`);
      }
      if (calls.count(apiCode, now) > context.limits.callsPerMinute)
        refuse('call_too_frequently', { THROTTLING_COUNT: String(context.limits.callsPerMinute) });
      const { needsPermission, takesReadOnlyCode } = callersOf(operation);
      const isReadOnly = code.wallet_id === null;
      if (needsPermission && (code.permitted === 0n || (takesReadOnlyCode && !isReadOnly)))
        refuse('api_secret_not_valid');
      return code;
    },
    forget() {
      replays.forget();
      calls.forget();
    },
  };
}

/** Of a checksum that is right, but not written as it has to be. */
function otherSpelling(expected: string, given: string): string | undefined {
  if (given.toLowerCase() === expected.toLowerCase())
    return 'the checksum is the right one in other letters: write it in lower-case hex';
  const bytes = Buffer.from(expected, 'hex');
  const isBase64 = bytes.length > 0 && Buffer.from(given, 'base64').equals(bytes); // base64url as well
  return isBase64 ? 'the checksum is the right one in base64: write it in lower-case hex' : undefined;
}

/**
 * Counts the calls of each code in a minute. It is over with that of the sandbox's clock, so that a test can bring its end, or after a real
 * one, so that where time stands still nobody is kept out for ever.
 */
function createCallCounter(): { count: (apiCode: string, now: number) => number; forget: () => void } {
  const counts = new Map<string, number>();
  let minute = 0;
  let since = -Infinity;
  return {
    count(apiCode, now) {
      const present = Math.floor(now / 60_000);
      if (present !== minute || performance.now() - since >= 60_000) {
        counts.clear();
        minute = present;
        since = performance.now();
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
