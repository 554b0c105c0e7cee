/** The calls of a writing pack: the client's own, each write sent once, at a small share of what the service allows. */
import { randomUUID } from 'node:crypto';
import {
  createLimits,
  createWalletClient,
  systemClock,
  type Sign,
  type Wallet,
  type WalletClient,
} from '@wallet-operations/client';
import type { Clock } from '../send/clock.ts';
import type { Target } from '../send/gate.ts';
import { createTurns, type Pace } from '../send/pace.ts';
import type { Credentials, Way } from '../send/signer.ts';
import type { WritingGate } from '../send/writing-gate.ts';
import { createServiceTime } from './service-time.ts';

/** Who calls, and how. */
export interface CallsOptions {
  readonly target: Target;
  readonly wallets: readonly (Credentials & { readonly walletId: string })[];
  readonly readOnly: Credentials;
  readonly way: Way;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly gate: WritingGate;
  readonly signal?: AbortSignal | undefined;
}

/** The calls. */
export interface Calls {
  /** Reads of a wallet. Each waits for its turn. */
  readonly reads: (walletId: string) => Wallet;
  /** The lists of the read-only code. Each waits for its turn. */
  readonly lists: Pick<WalletClient, 'listWallets' | 'listWalletBalances'>;
  /** Waits for the turn of a write, before its line is in the ledger. @throws what `signal` has, once that is aborted */
  readonly turn: () => Promise<void>;
  /** Calls of a wallet that go out at once. */
  readonly now: (walletId: string) => Wallet;
  readonly gate: WritingGate;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

/** How often a read is sent at most: again where the service takes it for one that was there, or is called too often. */
const READS = 3;

/** Makes them. */
export function createCalls(options: CallsOptions): Calls {
  const { target, wallets, readOnly, way, pace, clock, gate, signal } = options;
  const own = new Map(wallets.map(({ walletId, apiCode, secret }) => [walletId, { apiCode, secret }]));
  const limits = createLimits(); // so that no read of the one client is a replay of one of the other
  const clientWith = (attempts: number, now: () => number): WalletClient =>
    createWalletClient({
      baseUrl: target.base,
      product: target.product,
      credentials(walletId) {
        const found = own.get(String(walletId));
        if (!found) throw new TypeError('A call is for a wallet that was not given.');
        return found;
      },
      readOnlyCredentials: readOnly,
      sign: signBy(way),
      fetch: gate.fetch,
      clock: { ...systemClock, now },
      ...{ attempts, limits },
    });
  const reading = clientWith(READS, clock.now);
  const time = createServiceTime(clock);
  time.learnFrom(reading); // each write is behind a read that was taken
  const writing = clientWith(1, time.now);
  const wait = createTurns(pace, clock, signal);
  const turn = async (): Promise<void> => {
    signal?.throwIfAborted();
    await wait();
    signal?.throwIfAborted();
  };
  return {
    reads: (walletId) => inTurn(reading.wallet(BigInt(walletId)), turn),
    lists: inTurn(reading, turn),
    now: (walletId) => writing.wallet(BigInt(walletId)),
    ...{ turn, gate, clock, signal },
  };
}

/** The same calls, each after its turn. */
const inTurn = <T extends object>(calls: T, turn: () => Promise<void>): T =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      typeof call === 'function'
        ? async (...given: unknown[]) => {
            await turn();
            return (call as (...given: unknown[]) => unknown)(...given);
          }
        : call,
    ]),
  ) as unknown as T;

/** Signs for the client as a run signs. */
const signBy =
  ({ scheme, nonce }: Way): Sign =>
  ({ method, path, query, body, t, secret }) => {
    const more = nonce === undefined ? '' : `${nonce}=${randomUUID()}`;
    const text = [query, more].filter((part) => part !== '').join('&');
    const checksum = scheme.checksum({ method, path, query: text, body, t: String(t), secret });
    return { checksum, ...(more !== '' && { query: more }) };
  };
