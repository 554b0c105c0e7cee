/** Catches up with what was not delivered: at the start, and now and then, until it is told to end. */
import { randomUUID } from 'node:crypto';
import type { Clock, Wallet, WalletClient } from '@wallet-operations/client';
import { catchUp, type Callback, type CaughtUp, type Deliver } from '@wallet-operations/client/callbacks';
import type { Database } from '../database/database.ts';
import { persistently } from '../database/retry.ts';
import type { Names } from '../schema/names.ts';
import { wait } from '../wait.ts';
import { takePlace, timeOf, type Held } from './place.ts';

/** What catches up. Times are in seconds. */
export interface Reader {
  readonly database: Database;
  readonly names: Names;
  readonly clock: Clock;
  readonly client: WalletClient;
  readonly deliver: Deliver;
  readonly onError: (error: unknown, callback?: Callback) => void;
  readonly every: number;
  readonly window: number;
  readonly overlap: number;
}

/** Seconds between two looks whether a wallet is due, and after a failure. */
const LOOK = 10;
const AGAIN = 60;

/** Seconds after which it says that it is still at it. */
const RENEW = 60;

/** Catches up with wallets until the signal is aborted; then with what is under way. */
export async function run(reader: Reader, wallets: readonly bigint[], signal: AbortSignal): Promise<void> {
  const { database, names, clock, every, onError } = reader;
  const isOver = (): boolean => signal.aborted;
  try {
    const began = await persistently(() => timeOf(database), { clock, signal, for: Infinity });
    await Promise.all(wallets.map((wallet) => follow(wallet, began)));
  } catch (error) {
    if (!isOver()) throw error;
  }

  async function follow(wallet: bigint, began: string): Promise<void> {
    const holder = randomUUID();
    while (!isOver()) {
      try {
        const place = await takePlace(database, names, wallet, holder, began);
        if (place) await one(wallet, place);
      } catch (error) {
        if (!isOver()) onError(error);
      }
      await wait(clock, Math.min(LOOK, every) * 1000, signal).catch(() => undefined); // others may still be at it
    }
  }

  async function one(wallet: bigint, place: Held): Promise<void> {
    let next: number | undefined;
    let dueIn = Math.min(AGAIN, every);
    try {
      const read = await readAll(reader, wallet, place, signal);
      next = read?.next;
      if (read?.failed === 0) dueIn = every;
    } finally {
      await place.leave(signal.aborted ? 0 : dueIn, next);
    }
  }
}

/**
 * Reads all that may be new, from the latest. One who is killed begins again, and is through soon with what he has handled.
 *
 * @returns undefined if it took so long without a sign of life that another process is at it
 */
async function readAll(
  { client, clock, window, overlap, ...reader }: Reader,
  wallet: bigint,
  place: Held,
  signal: AbortSignal,
): Promise<CaughtUp | undefined> {
  const lost = new AbortController();
  const ended = AbortSignal.any([signal, lost.signal]);
  let renewed = clock.now();
  const stay = async (): Promise<void> => {
    if (clock.now() - renewed >= RENEW * 1000) {
      renewed = clock.now();
      if (!(await place.renew())) lost.abort();
    }
    ended.throwIfAborted();
  };
  const { listCallbacks } = client.wallet(wallet);
  const staying: Pick<Wallet, 'listCallbacks'> = {
    async listCallbacks(...given) {
      await stay();
      return listCallbacks(...given);
    },
  };
  const deliver: Deliver = async (callback) => {
    await stay();
    return reader.deliver(callback);
  };
  const onError = (error: unknown, callback: Callback): void => {
    if (!ended.aborted) reader.onError(error, callback);
  };
  const to = Math.floor(clock.now() / 1000);
  const span = { from: Math.min(place.next, to), to, window, overlap };
  try {
    return await catchUp(staying, deliver, { ...span, onError, signal: ended });
  } catch (error) {
    if (lost.signal.aborted) return undefined;
    throw error;
  }
}
