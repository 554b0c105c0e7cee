/** The sandbox is killed at random moments while 200 withdrawals are made: none is lost, none is made twice. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createWalletClient,
  submitWithdrawals,
  toMainUnit,
  toSmallestUnit,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import { createCallbackHandler, memoryCallbackStore, sha256Verifier } from '@wallet-operations/client/callbacks';
import { afterAll, expect, it } from 'vitest';
import { ADDRESS } from './lab.ts';
import { startProcess, type SandboxProcess } from './process.ts';
import { startReceiver } from './receiver.ts';

const ORDERS = 200;
const KILLS = 12;
const AT_ONCE = 4;
const WALLET_ID = 635743;
const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step(); // what is left behind would keep the runner waiting
  await rm(folder, { recursive: true });
});

interface Access {
  readonly walletId: number;
  readonly apiCode: string;
  readonly secret: string;
}

it(`survives ${String(KILLS)} kills during ${String(ORDERS)} withdrawals`, async () => {
  const start = (): Promise<SandboxProcess> =>
    startProcess('--data', join(folder, 'state.db'), '--block', '1', '--calls', '1000000');
  let running = start();
  cleanUp.push(async () => (await running).kill());
  const first = await running;
  const access = ((await first.control('wallets')) as Access[]).find(({ walletId }) => walletId === WALLET_ID);
  if (!access) throw new Error('The seeded wallet is missing.');

  const told = new Set<string>();
  const allTold = Promise.withResolvers<undefined>();
  const receiver = await startReceiver(
    createCallbackHandler({
      verify: sha256Verifier(access.secret),
      store: memoryCallbackStore(),
      onCredited: () => undefined,
      onReversed: () => undefined,
      onWithdrawal: ({ order_id }) => {
        told.add(order_id);
        if (told.size === ORDERS) allTold.resolve(undefined);
      },
      onError: (error) => {
        allTold.reject(error);
      },
    }),
  );
  cleanUp.push(receiver.close);
  await first.control('setWallet', { walletId: WALLET_ID, callbackUrl: receiver.url });

  let sent = 0;
  let kills = 0;
  const client = createWalletClient({
    baseUrl: 'http://sandbox',
    credentials: access,
    timeout: 5000,
    async fetch(url, init) {
      const target = await running;
      const answer = fetch(url.replace('http://sandbox', target.url), init);
      if (++sent % Math.floor(ORDERS / KILLS) === 0 && kills < KILLS) {
        kills++;
        // somewhere between the request's way out and the answer's way back
        const delay = Math.random() * 8;
        running = new Promise((resolve, reject) => {
          setTimeout(() => {
            target.kill().then(start).then(resolve, reject);
          }, delay);
        });
      }
      return answer;
    },
  });
  const wallet = client.wallet(WALLET_ID);

  const orders = Array.from({ length: ORDERS }, (_, i) => ({
    order_id: `shop1_${String(i)}`,
    address: ADDRESS,
    amount: `0.00${String(i + 1)}`,
  }));
  const settle = async (order: WithdrawalRequest): Promise<void> => {
    for (;;) {
      const [settlement] = await submitWithdrawals(wallet, [order]);
      if (settlement?.outcome === 'accepted') return;
      if (settlement?.outcome === 'refused') throw settlement.error;
    }
  };
  const queue = orders.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const order of queue) await settle(order);
    }),
  );
  expect(kills).toBe(KILLS);
  await allTold.promise;
  const last = await running;

  const { total_count, transactions } = await wallet.listWithdrawalHistory({ request_number: 500 });
  expect(total_count).toBe(ORDERS);
  expect(transactions.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual(
    orders.map(({ amount }) => Number(amount)).sort((a, b) => a - b),
  );
  const { notifications } = await wallet.listCallbacks();
  expect(notifications.map(({ order_id }) => order_id).sort()).toEqual(orders.map(({ order_id }) => order_id).sort());
  expect(new Set(receiver.deliveries.map(({ told }) => told.serial)).size).toBe(ORDERS);
  const overview = (await (await fetch(`${last.url}/_sandbox/state`)).json()) as {
    wallets: { walletId: string; balance: string }[];
  };
  const spent = orders.reduce(
    (sum, { amount }) => sum + toSmallestUnit(amount, 18) + toSmallestUnit('0.000441', 18),
    0n,
  );
  expect(overview.wallets.find(({ walletId }) => walletId === String(WALLET_ID))?.balance).toBe(
    toMainUnit(toSmallestUnit('1000', 18) - spent, 18),
  );
});
