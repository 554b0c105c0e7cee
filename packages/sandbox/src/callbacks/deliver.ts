/** Delivers callbacks: signed, in order of their serials, again on the assumed schedule until one is acknowledged. */
import { createHash } from 'node:crypto';
import { RETRY_MINUTES, SIGNATURE_HEADER } from '../assumed.ts';
import { signingSecretOf } from '../state/api-codes.ts';
import type { World } from '../world.ts';
import { post } from './post.ts';

interface DueRow {
  readonly serial: bigint;
  readonly wallet_id: bigint;
  readonly body: string;
  readonly attempts: bigint;
}

/** So many are under way at once. */
const AT_ONCE = 16;

/** When the next attempt is due; undefined if none is. */
export function nextDelivery({ store }: World): number | undefined {
  const row = store.get<{ next: bigint | null }>(
    'SELECT min(next_at) AS next FROM callbacks WHERE next_at IS NOT NULL',
  );
  return typeof row?.next === 'bigint' ? Number(row.next) : undefined;
}

/** Makes every attempt that is due, and resolves once all of them are answered. */
export async function deliverDue(world: World, now: number): Promise<void> {
  const { store } = world;
  await store.committed(); // nothing is told that a crash could undo
  for (;;) {
    const due = store.all<DueRow>(
      'SELECT serial, wallet_id, body, attempts FROM callbacks WHERE next_at <= ? ORDER BY next_at, serial LIMIT ?',
      now,
      AT_ONCE,
    );
    if (due.length === 0) return;
    const results = await Promise.all(due.map((row) => attempt(world, row)));
    if (world.closing.aborted) return; // they are due again when the state is taken up
    store.write(() => {
      for (const [i, row] of due.entries()) note(world, row, results[i] ?? 'no result', now);
    });
    await store.committed();
  }
}

const ACKNOWLEDGED = '200';

/** One attempt; says how it ended. */
async function attempt(world: World, { wallet_id, body }: DueRow): Promise<string> {
  const { callbackUrl } = world.wallets.get(wallet_id).settings;
  if (callbackUrl === '') return 'the wallet has no callback address any more';
  try {
    const { status } = await post(callbackUrl, {
      headers: { [SIGNATURE_HEADER]: signatureOf(body, signingSecretOf(world, wallet_id)) },
      body,
      timeout: world.limits.deliveryTimeout,
      allowPrivate: world.allowPrivate,
      signal: world.closing,
    });
    return String(status);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The assumed signature of a callback. */
export const signatureOf = (body: string, secret: string): string =>
  createHash('sha256')
    .update(body + secret)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_');

function note(world: World, { serial, attempts }: DueRow, result: string, now: number): void {
  const { store } = world;
  const wait = RETRY_MINUTES[Number(attempts)];
  const isDone = result === ACKNOWLEDGED;
  store.run('INSERT INTO attempts (serial, at, result) VALUES (?, ?, ?)', serial, now, result);
  store.run(
    'UPDATE callbacks SET attempts = attempts + 1, next_at = ?, delivered_at = ? WHERE serial = ?',
    isDone || wait === undefined ? null : now + wait * 60_000,
    isDone ? now : null,
    serial,
  );
  world.tell('attempt', `${String(serial)} → ${result}`);
}
