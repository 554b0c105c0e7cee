/** A receiver of callbacks, as a program: it books within the transaction in which a callback is remembered. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWalletClient } from '@wallet-operations/client';
import {
  catchUp,
  createCallbackHandler,
  sha256Verifier,
  toNodeHandler,
  type DepositCallback,
} from '@wallet-operations/client/callbacks';
import { embedded, openCallbackStore, postgres, type Transaction } from '@wallet-operations/durable';
import { CREDIT, FOLLOW, taskGiven, type Said } from './task.ts';

const { database: at, baseUrl, wallets, since } = taskGiven();
const database = 'url' in at ? postgres({ connectionString: at.url, max: 12 }) : await embedded(at.folder);
const say = (said: Said): unknown => process.send?.(said);

async function book(deposit: DepositCallback, amount: string, { query }: Transaction): Promise<void> {
  const { wallet_id, txid, vout_index, to_address, memo } = deposit;
  await query(CREDIT, [String(wallet_id), txid, vout_index, to_address, memo, amount]);
  await stumble();
}

/** Something else that a handler does, during which its process may be killed; now and then it fails by itself. */
async function stumble(): Promise<void> {
  await sleep(5 * Math.random());
  if (Math.random() < 0.01) throw new Error('the handler fails now and then');
}

const handler = createCallbackHandler({
  store: await openCallbackStore({ database }),
  verify: sha256Verifier(wallets.map(({ secret }) => secret)),
  onCredited: (deposit, { claim }) => book(deposit, deposit.amount, claim.transaction),
  onReversed: (deposit, { claim }) => book(deposit, `-${deposit.amount}`, claim.transaction),
  async onWithdrawal({ order_id, txid, amount, processing_state }, { claim }) {
    await claim.transaction.query(FOLLOW, [order_id, txid, amount, processing_state]);
    await stumble();
  },
  onError: (error) => {
    console.error(error);
  },
});

const listen = toNodeHandler(handler);
const server = createServer((request, response) => void listen(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
process.once('disconnect', () => process.exit()); // nobody is left to end it
process.on('message', () => {
  void catchUpAll().then((caughtUp) => say({ caughtUp }));
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => {
    void database.close().then(() => {
      process.disconnect();
    });
  });
});
say({ port: (server.address() as AddressInfo).port });

/** What was missed of all wallets. What fails is read again, as it would be the next day. */
async function catchUpAll(): Promise<Record<string, number>> {
  const sum: Record<string, number> = { handled: 0, stale: 0, failed: 0 };
  for (const { walletId, ...credentials } of wallets) {
    const wallet = createWalletClient({ baseUrl, credentials, timeout: 60_000 }).wallet(BigInt(walletId));
    for (let tries = 0, failed = 1; failed > 0 && tries < 10; tries++) {
      const caught = await catchUp(wallet, handler.deliver, { from: since, onError: console.error });
      failed = caught.failed;
      for (const name of ['handled', 'stale', 'failed'] as const) sum[name] = (sum[name] ?? 0) + caught[name];
    }
  }
  return sum;
}
