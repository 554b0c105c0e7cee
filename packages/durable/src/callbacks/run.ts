/** Catches up with what was not delivered: at the start, and now and then, until it is told to end. */
import { randomUUID } from 'node:crypto';
import type { Clock, WalletClient } from '@wallet-operations/client';
import { catchUp, type Callback, type Deliver } from '@wallet-operations/client/callbacks';
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
    let dueIn = Math.min(AGAIN, every);
    try {
      if (await readAll(reader, wallet, place, signal)) dueIn = every;
    } finally {
      await place.leave(signal.aborted ? 0 : dueIn);
    }
  }
}

/** @returns whether all was handled */
async function readAll(reader: Reader, wallet: bigint, { next, keep }: Held, signal: AbortSignal): Promise<boolean> {
  const { client, clock, window, overlap } = reader;
  const now = Math.floor(clock.now() / 1000);
  const deliver: Deliver = async (callback) => {
    signal.throwIfAborted();
    return reader.deliver(callback);
  };
  const onError = (error: unknown, callback: Callback): void => {
    if (!signal.aborted) reader.onError(error, callback);
  };
  let isWhole = true;
  // Window by window, so that one who is killed goes on where he was.
  for (let from = next; from <= now; from += window - 1) {
    const to = Math.min(from + window - 1, now);
    const read = await catchUp(client.wallet(wallet), deliver, { from, to, window, overlap: 0, onError, signal });
    if (isWhole) next = Math.max(next, Math.min(read.next, now - overlap));
    isWhole &&= read.next === to;
    signal.throwIfAborted();
    if (!(await keep(next))) return false; // another one goes on
  }
  return isWhole;
}
