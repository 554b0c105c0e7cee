/** A program that opens withdrawals wherever it is told to: one line each with where that is, one with what came of it. */
import { createInterface } from 'node:readline';
import { openWithdrawals, postgres } from '@wallet-operations/durable';

for await (const url of createInterface({ input: process.stdin })) {
  const database = postgres(url);
  const service = { baseUrl: 'http://127.0.0.1:9', credentials: { apiCode: 'code', secret: 'secret' } };
  try {
    const withdrawals = await openWithdrawals({ database, service, wallets: [1, 2] });
    await withdrawals.enqueue(1, [
      { order_id: `of-${String(process.pid)}`, address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1' },
    ]);
    await withdrawals.close();
    console.log('open');
  } catch (error) {
    await database.close();
    console.log(error instanceof Error ? `${error.name}: ${error.message}`.split('\n')[0] : error);
  }
}
