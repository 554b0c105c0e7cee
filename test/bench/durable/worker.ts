/** A process that works off the orders of a database, until whoever started it is gone. */
import { join } from 'node:path';
import type { Access } from '../server/requests.ts';

/** What it is told. */
export interface Work {
  /** Where the packages are. */
  readonly folder: string;
  /** Of the database. */
  readonly url: string;
  readonly baseUrl: string;
  readonly payers: readonly Access[];
  /** Orders of one call at most. */
  readonly batch: number;
}

/** Opens the orders of these wallets. */
export async function openAll({ folder, url, baseUrl, payers, batch }: Work) {
  const { openWithdrawals, postgres } = (await import(
    join(folder, 'durable', 'index.js')
  )) as typeof import('@wallet-operations/durable');
  const database = postgres(url);
  const withdrawals = await openWithdrawals({
    database,
    service: {
      baseUrl,
      credentials: (walletId) => {
        const payer = payers.find((each) => BigInt(each.walletId) === walletId);
        if (!payer) throw new Error(`There is no wallet ${String(walletId)}.`);
        return payer;
      },
    },
    wallets: payers.map(({ walletId }) => walletId),
    batch,
    onOutcome: () => undefined,
  });
  return { database, withdrawals };
}

async function run(work: Work): Promise<void> {
  const { withdrawals } = await openAll(work);
  process.send?.('ready');
  await withdrawals.run({ signal: new AbortController().signal });
}

if (process.argv[1] === import.meta.filename) {
  process.once('disconnect', () => process.exit());
  process.once('message', (work: Work) => void run(work));
}
