/** Reads until something is there, for a bounded time: what was accepted need not show at once. */
import { WalletError } from '@wallet-operations/client';
import type { Clock } from '../send/clock.ts';
import { whyOf } from './words.ts';

/** How long is waited for it. */
export interface Wait {
  /** Milliseconds in all. */
  readonly wait: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds between two reads. */
const EVERY = 15_000;

/** What a read says: `value` ends the waiting, whatever it is; `not` says in a few words why there is none yet. */
export type Read<T> = { readonly value: T } | { readonly not: string };

/**
 * Reads again and again. What fails is no answer, and does not end it.
 *
 * @throws what `signal` has, once that is aborted; and whatever is no failure of a call
 */
export async function seen<T>(read: () => Promise<Read<T>>, { wait, clock, signal }: Wait): Promise<Read<T>> {
  const end = performance.now() + wait; // the date may be set back and forth meanwhile
  let last: Read<T> = { not: 'nothing was asked' };
  // counted besides, since time may be a test's
  for (let left = Math.ceil(wait / EVERY); left >= 0; left--) {
    last = await once(read);
    if ('value' in last || left === 0 || performance.now() >= end) break;
    await clock.pass(EVERY, signal);
  }
  return last;
}

async function once<T>(read: () => Promise<Read<T>>): Promise<Read<T>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WalletError) return { not: `the last read failed (${whyOf(error)})` };
    throw error;
  }
}
