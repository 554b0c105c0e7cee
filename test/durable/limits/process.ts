/** One of several processes as a program: works for its wallets, or makes calls, until it is told to end. */
import { openWithdrawals, postgres } from '@wallet-operations/durable';
import type { Setting } from './fleet.ts';

const { url, baseUrl, apiCode, secret, wallets, batch, task, number } = JSON.parse(process.argv[2] ?? '') as Setting;

const withdrawals = await openWithdrawals({
  database: postgres(url),
  wallets,
  lease: 10,
  ...(batch !== undefined && { batch }),
  service: { baseUrl, credentials: { apiCode, secret } },
});
const stop = new AbortController();
process.once('SIGTERM', () => {
  stop.abort();
});
process.send?.('ready');

if (task === 'work') await withdrawals.run({ signal: stop.signal, grace: 5 });
else
  await Promise.all(
    [0, 1, 2].map(async (lane) => {
      // No two are equal: of equal ones a second has one.
      for (let i = 0; !stop.signal.aborted; i++)
        await withdrawals.client
          .listDepositAddresses(
            { WALLET_ID: wallets[0] ?? 0, start_index: (3 * i + lane) * 100 + number },
            { signal: stop.signal },
          )
          .catch(() => undefined);
    }),
  );
await withdrawals.close();
process.disconnect();
