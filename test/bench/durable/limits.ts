/** What it costs a call that it keeps limits which all processes have in common, in the database, beside limits of its own. */
import { join } from 'node:path';
import { createWalletClient, type WalletClient } from '@wallet-operations/client';
import { startPostgres } from '../../durable/postgres.ts';
import { compare, inTurn, own } from '../compare.ts';
import { newPayer } from '../server/control.ts';
import { ANYBODY, balance } from '../server/requests.ts';
import { sandbox, start } from '../server/servers.ts';
import type { Bench, Comparison } from '../suite.ts';

const ROUNDS = 9;
const CALLS = 200;
const NOTE =
  'A place in the minute, a look at outages, and the claim of the checksum are statements of PostgreSQL then, before each call. Eight calls at a time, of one API code.';

export default async function limits(bench: Bench): Promise<Comparison[]> {
  const { openWithdrawals, postgres } = (await import(
    join(bench.folder, 'durable', 'index.js')
  )) as typeof import('@wallet-operations/durable');
  const service = await start(sandbox(bench.folder), balance(ANYBODY));
  const server = await startPostgres({ flushes: true });
  const { walletId, apiCode, secret } = await newPayer(service.port);
  const options = { baseUrl: `http://127.0.0.1:${String(service.port)}`, credentials: { apiCode, secret } };
  const url = await server.createDatabase();
  const open = () =>
    openWithdrawals({ database: postgres(url), service: options, wallets: [walletId], onOutcome: () => undefined });
  const [first, second] = [await open(), await open()]; // as two processes have them
  try {
    const asked = (...clients: readonly WalletClient[]) => timed(clients, walletId, bench.quick ? 40 : CALLS);
    const series = await inTurn(bench, 'calls', ROUNDS, {
      'limits in memory': asked(createWalletClient(options)),
      'limits on PostgreSQL': asked(first.client),
      'the same, by two at once': asked(first.client, second.client),
    });
    const heading = { title: 'A call that keeps limits', unit: 'calls/s', better: 'more', note: NOTE } as const;
    return [compare(heading, series, { 'limits on PostgreSQL': own(), 'the same, by two at once': own() })];
  } finally {
    for (const { close } of [first, second]) await close();
    await Promise.all([service.stop(), server.stop()]);
  }
}

const AT_ONCE = 8;

/** Each call is another one: of one that is sent twice within a second the service would take the second for a replay. */
let asked = 0;

/** Calls a second of several clients together. */
const timed =
  (clients: readonly WalletClient[], walletId: number | bigint, count: number) => async (): Promise<number> => {
    let left = count;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const client = clients[i % clients.length];
        while (left-- > 0) await client?.listWithdrawalHistory({ WALLET_ID: BigInt(walletId), start_index: asked++ });
      }),
    );
    return (count * 1000) / (performance.now() - started);
  };
