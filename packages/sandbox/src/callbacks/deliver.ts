/** Delivers callbacks: signed, in order of their serials, again on the service's schedule until one is acknowledged. */
import type { Context } from '../context.ts';
import type { CallbackRow } from '../state/stored.ts';
import { postSigned } from './signed.ts';
import { spelled } from './spelled.ts';

/** So many are under way at once. */
const AT_ONCE = 16;

/** When the next attempt is due; undefined if none is. */
export function nextDelivery({ store }: Context): number | undefined {
  const row = store.get<{ next: bigint | number | null }>(
    'SELECT min(next_at) AS next FROM callbacks WHERE next_at IS NOT NULL',
  );
  return row?.next == null ? undefined : Math.ceil(Number(row.next)); // a state of before may have a part of a millisecond
}

/** Makes every attempt that is due, and resolves once all of them are answered. */
export async function deliverDue(context: Context, now: number): Promise<void> {
  const { store } = context;
  const era = context.era();
  const isOver = (): boolean => context.closing.aborted || era.aborted;
  await store.committed(); // nothing is told that a crash could undo
  while (!isOver()) {
    const due = store.all<CallbackRow>(
      'SELECT * FROM callbacks WHERE next_at <= ? ORDER BY next_at, serial LIMIT ?',
      now,
      AT_ONCE,
    );
    if (due.length === 0) return;
    const results = await Promise.all(due.map((row) => attempt(context, row)));
    if (isOver()) return; // they are due again when the state is taken up
    store.write(() => {
      for (const [i, row] of due.entries()) note(context, row, results[i] ?? 'no result', now);
    });
    await store.committed();
  }
}

const ACKNOWLEDGED = '200';

/** One attempt; says how it ended. */
async function attempt(context: Context, { wallet_id, serial, attempts, body }: CallbackRow): Promise<string> {
  try {
    const { callbackUrl } = context.wallets.get(wallet_id).settings;
    if (callbackUrl === '') return 'the wallet has no callback address any more';
    const spelling = spelled(body, context.ids.chance('callback', serial, attempts)); // another one at each attempt
    return String((await postSigned(context, wallet_id, callbackUrl, spelling)).status);
  } catch (error) {
    return (error as Error).message;
  }
}

function note(context: Context, { serial, attempts }: CallbackRow, result: string, now: number): void {
  const { store, decisions } = context;
  const wait = decisions.retryMinutes[Number(attempts)];
  const isDone = result === ACKNOWLEDGED;
  store.run('INSERT INTO attempts (serial, at, result) VALUES (?, ?, ?)', serial, now, result);
  store.run(
    'UPDATE callbacks SET attempts = attempts + 1, next_at = ?, delivered_at = ? WHERE serial = ?',
    isDone || wait === undefined ? null : now + Math.ceil(wait * 60_000), // whole milliseconds, of any part of a minute
    isDone ? now : null,
    serial,
  );
  context.tell('attempt', `${String(serial)} → ${result}`);
}
