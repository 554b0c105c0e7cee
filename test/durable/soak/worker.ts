/** A worker of a soak, as a program: takes payouts in, brings them to the service, and books what becomes of them. */
import { openWithdrawals, postgres, type Withdrawals } from '@wallet-operations/durable';
import type { WithdrawalRequest } from '@wallet-operations/client';
import { BOOK, credentialsOf, taskGiven, TIMEOUT } from './task.ts';

const task = taskGiven();
const { baseUrl, shownAfter, inFlight, batch, lease } = task;
const database = postgres({ connectionString: task.postgres, max: 16 });
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});

const withdrawals = await openWithdrawals({
  database,
  wallets: task.wallets.map(({ walletId }) => BigInt(walletId)),
  lease,
  batch,
  ...(shownAfter !== undefined && { shownAfter }),
  ...(inFlight !== undefined && { inFlight }),
  service: { baseUrl, credentials: credentialsOf(task), timeout: TIMEOUT },
  async onOutcome({ order_id, state, request }, { query }) {
    await query(BOOK, [order_id, state, request.amount]);
    if (Math.random() < 0.01) throw new Error('the hook fails now and then');
  },
  onError(error) {
    console.error(error);
  },
});
process.once('disconnect', () => process.exit()); // nobody is left to end it
process.send?.('ready');
const taking = takeIn(withdrawals);
await withdrawals.run({ signal: stop.signal, grace: 5 });
await taking;
await withdrawals.close();
process.disconnect();

/** A payout is taken in, and its order enqueued, in one transaction; some are enqueued once more. */
async function takeIn({ enqueue }: Withdrawals): Promise<void> {
  while (!stop.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 200 + 200 * Math.random()));
    try {
      await database.transaction(async (transaction) => {
        const { rows } = await transaction.query(
          `UPDATE intents SET taken_in = true WHERE number IN (
             SELECT number FROM intents WHERE NOT taken_in OR random() < 0.001 ORDER BY number LIMIT 20 FOR UPDATE SKIP LOCKED)
           RETURNING wallet::text, request, priority`,
        );
        for (const { wallet, request, priority } of rows as { wallet: string; request: string; priority: number }[])
          await enqueue(BigInt(wallet), [JSON.parse(request) as WithdrawalRequest], { transaction, priority });
      });
    } catch (error) {
      console.error(error); // the next round does it
    }
  }
}
