/** How many calls of the service an order takes until it is known that the service has it: counted by the service. */
import { join } from 'node:path';
import {
  createWalletClient,
  submitWithdrawals,
  WalletError,
  type EarlierAttempts,
  type Wallet,
  type WithdrawalRequest,
} from '@wallet-operations/client';
import { startPostgres } from '../../durable/postgres.ts';
import { compare, own, type Entry } from '../compare.ts';
import { control, newPayer } from '../server/control.ts';
import { ANYBODY, balance } from '../server/requests.ts';
import { sandbox, start } from '../server/servers.ts';
import type { Bench, Comparison } from '../suite.ts';
import { fresh } from './made.ts';

const ORDERS = 500;
/** Orders of one call. */
const BATCH = 100;
const NOTE =
  'Of 500 orders, 100 in a call. Who asks for each looks up every order of a call that got no answer, and sends no other again; ours is told that nobody asked for them before, but in the row that looks first: there an earlier process may have.';

/** Withdraws orders of one call. Resolves once the service is known to have all of them. */
type Withdraw = (orders: readonly WithdrawalRequest[]) => Promise<unknown>;

export default async function calls(bench: Bench): Promise<Comparison[]> {
  const service = await start(sandbox(bench.folder), balance(ANYBODY));
  const server = await startPostgres();
  const { walletId, apiCode, secret } = await newPayer(service.port);
  const options = { baseUrl: `http://127.0.0.1:${String(service.port)}`, credentials: { apiCode, secret } };
  const wallet = createWalletClient(options).wallet(walletId);
  const durable = await openDurable(bench, await server.createDatabase(), { ...options, walletId });
  /** Calls for each order, with one answer lost of each call that withdraws, or none: of a call that is carried out. */
  const counted = async (withdraw: Withdraw, isLost: boolean): Promise<[number]> => {
    const before = await latest(service.port);
    for (let done = 0; done < ORDERS; done += BATCH) {
      if (isLost)
        await control(service.port, 'injectFault', { kind: 'lost-answer', operationId: 'withdrawAssets', times: 1 });
      await withdraw(fresh(BATCH));
    }
    return [((await latest(service.port)) - before) / ORDERS];
  };
  try {
    const heading = { unit: 'calls', better: 'less', steady: true } as const;
    const measured = async (title: string, isLost: boolean, limit?: number, note?: string): Promise<Comparison> => {
      bench.progress(title);
      return compare(
        { title, ...heading, ...(note !== undefined && { note }) },
        {
          'asking for each': await counted(askingForEach(wallet), isLost),
          submitWithdrawals: await counted(submitting(wallet, 'none'), isLost),
          'submitWithdrawals, which looks first': await counted(submitting(wallet, 'possible'), isLost),
          'our durable orders': await counted(durable.withdraw, isLost),
        },
        {
          submitWithdrawals: atMost(limit),
          'submitWithdrawals, which looks first': atMost(limit && 1 + limit),
          'our durable orders': atMost(limit),
        },
      );
    };
    return [
      await measured('Calls for each order', false, undefined, NOTE),
      await measured('Calls for each order, where each answer to a withdrawal is lost once', true, 1.1),
    ];
  } finally {
    await durable.close();
    await Promise.all([service.stop(), server.stop()]);
  }
}

/** Ours, with the calls that it may take for an order. */
const atMost = (limit?: number): Entry => ({ ...own(), ...(limit !== undefined && { claim: { of: 'value', limit } }) });

/** The number of the request that came last. */
async function latest(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${String(port)}/_sandbox/requests?latest=1`);
  const [request] = (await response.json()) as { number: number }[];
  return request?.number ?? 0;
}

const askingForEach =
  (wallet: Wallet): Withdraw =>
  async (orders) => {
    const requests = [...orders];
    try {
      await wallet.withdrawAssets({ requests });
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      for (const { order_id } of requests) await wallet.getWithdrawalState({ ORDER_ID: order_id });
    }
  };

const submitting =
  (wallet: Wallet, earlierAttempts: EarlierAttempts): Withdraw =>
  (orders) =>
    submitWithdrawals(wallet, orders, { earlierAttempts });

async function openDurable(
  bench: Bench,
  url: string,
  {
    walletId,
    ...service
  }: { baseUrl: string; credentials: { apiCode: string; secret: string }; walletId: number | bigint },
): Promise<{ withdraw: Withdraw; close: () => Promise<void> }> {
  const { openWithdrawals, postgres } = (await import(
    join(bench.folder, 'durable', 'index.js')
  )) as typeof import('@wallet-operations/durable');
  let heard: () => void = () => undefined;
  const withdrawals = await openWithdrawals({
    database: postgres(url),
    service,
    wallets: [walletId],
    batch: BATCH,
    onOutcome: ({ state }) => {
      if (state === 'accepted') heard();
    },
  });
  return {
    async withdraw(orders) {
      await withdrawals.enqueue(walletId, orders);
      let left = orders.length;
      const all = Promise.withResolvers<undefined>();
      heard = () => {
        if (--left === 0) all.resolve(undefined);
      };
      const stop = new AbortController();
      const running = withdrawals.run({ signal: stop.signal });
      await all.promise;
      stop.abort();
      await running;
    },
    close: () => withdrawals.close(),
  };
}
