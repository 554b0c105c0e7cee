/**
 * The loop that people write from a README, as a program: a table, a status column, rows claimed with SKIP LOCKED and given up after a
 * while, the same ID again after a timeout, and a new one where the service says that the ID is used.
 */
import { createWalletClient, ServiceError, type WithdrawalRequest } from '@wallet-operations/client';
import pg from 'pg';
import { credentialsOf, taskGiven, TIMEOUT } from './task.ts';

interface Payout {
  readonly number: number;
  readonly wallet: string;
  readonly request: string;
  readonly order_id: string;
  readonly tries: number;
}

const task = taskGiven();
const pool = new pg.Pool({ connectionString: task.postgres, max: 8 });
pool.on('error', () => undefined);
const client = createWalletClient({ baseUrl: task.baseUrl, credentials: credentialsOf(task), timeout: TIMEOUT });
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
process.once('disconnect', () => process.exit()); // nobody is left to end it
process.send?.('ready');

while (!stop.signal.aborted) {
  try {
    const { rows } = await pool.query<Payout>(
      `UPDATE intents SET status = 'sending', claimed_at = now() WHERE number IN (
         SELECT number FROM intents WHERE status = 'pending' AND due <= now() OR status = 'sending' AND claimed_at < now() - interval '30 seconds'
         ORDER BY number LIMIT 8 FOR UPDATE SKIP LOCKED)
       RETURNING number, wallet::text, request, order_id, tries`,
    );
    await Promise.all(rows.map(pay));
    if (rows.length < 8) await new Promise((resolve) => setTimeout(resolve, 200));
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 500)); // the database is away
  }
}
await pool.end();
process.disconnect();

async function pay(payout: Payout): Promise<void> {
  const order = { ...(JSON.parse(payout.request) as WithdrawalRequest), order_id: payout.order_id };
  try {
    await client.withdrawAssets({ WALLET_ID: BigInt(payout.wallet), requests: [order] });
    await set(payout, 'paid');
  } catch (error) {
    if (!(error instanceof ServiceError) || error.stage === 'authentication' || error.stage === 'admission')
      await set(payout, 'pending'); // the same again, a little later
    else if (error.reason === 'duplicated_entry')
      await set(payout, 'pending', `s_${String(payout.number)}_${String(payout.tries + 1)}`);
    else await set(payout, 'failed'); // refused: the customer gets it back
  }
}

async function set({ number, order_id }: Payout, status: string, id = order_id): Promise<void> {
  await pool.query(
    `UPDATE intents SET status = $2, order_id = $3, tries = tries + 1, due = now() + interval '3 seconds' WHERE number = $1`,
    [number, status, id],
  );
}
