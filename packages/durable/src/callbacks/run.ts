/** Catches up with what was not delivered: at the start, and now and then, until it is told to end. */
import { randomUUID } from 'node:crypto';
import type { Clock, WalletCalls, WalletClient } from '@wallet-operations/client';
import { catchUp, CallbackError, type Callback, type Deliver } from '@wallet-operations/client/callbacks';
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
    let isDone = false;
    try {
      isDone = await readAll(reader, wallet, place, signal);
    } finally {
      const dueIn = signal.aborted ? 0 : isDone ? every : Math.min(AGAIN, every);
      await persistently(() => place.leave(dueIn), { clock }); // or it would wait for its own time to run out
    }
  }
}

/**
 * Reads all that may be new, from the latest. One who is killed begins again, and is through soon with what he has handled.
 *
 * @returns whether there is nothing to be read again soon
 */
async function readAll(
  { client, clock, window, overlap, ...reader }: Reader,
  wallet: bigint,
  place: Held,
  signal: AbortSignal,
): Promise<boolean> {
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
  const service = client.wallet(wallet);
  const staying: WalletCalls<'listCallbacks'> = {
    async listCallbacks(...given) {
      await stay();
      return service.listCallbacks(...given);
    },
  };
  let isDone = true;
  const deliver: Deliver = async (callback) => {
    await stay();
    const became = await reader.deliver(callback);
    isDone &&= became !== 'busy';
    return became;
  };
  const onError = (error: unknown, callback: Callback): void => {
    isDone &&= error instanceof CallbackError && error.isLasting;
    if (!ended.aborted) reader.onError(error, callback);
  };
  // A clock that is ahead reads what will come, and must not pass it by; one that is behind must not leave out what has come.
  const now = Math.floor(clock.now() / 1000);
  const span = { from: place.next, to: Math.max(now, place.now, place.next), window, overlap };
  try {
    const { next } = await catchUp(staying, deliver, { ...span, onError, signal: ended });
    await place.keep(Math.min(next, Math.min(now, place.now) - overlap));
    return isDone;
  } catch (error) {
    if (lost.signal.aborted) return false; // another process is at it
    throw error;
  }
}
