/** What a signed, timed and repeatable call costs beside plain, unsigned ones of other clients, against one local server. */
import { join } from 'node:path';
import type { paths } from '@wallet-operations/openapi/types';
import createClient from 'openapi-fetch';
import { compare, inTurn, own } from '../compare.ts';
import { exchangeOf } from '../document.ts';
import { load } from '../peers.ts';
import type { Bench, Comparison } from '../suite.ts';
import { startServer } from './server.ts';

const ROUNDS = 120;
const CALLS = 30;
/** Orders of one call, where there are several. */
const BATCH = 100;
/** Calls at a time, where nobody waits for the one before. */
const AT_ONCE = 16;
const STATE = '/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}';
const WITHDRAWALS = '/v1/svc/wallets/{WALLET_ID}/sender/transactions';
const NOTE =
  'Ours signs each call anew, times it, repeats it where that is safe and reads exact integers. The others send it as it is. One call at a time, with the wait for a server that answers at once.';
const BATCH_NOTE =
  'submitWithdrawals checks each order before, and tells of each what became of it; it is told that nobody asked for them before.';

const [axios, ky] = [(await load('axios')).default, (await load('ky')).default];
const json = { 'content-type': 'application/json' };
const wallet = { WALLET_ID: 635743n };

let orders = 0;
const ORDER_ID = (): string => `shop1_${String(orders++)}`;
const order = () => ({ order_id: ORDER_ID(), address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '1.5' });
const batch = () => Array.from({ length: BATCH }, order);

export default async function call(bench: Bench): Promise<Comparison[]> {
  const { createWalletClient, openapiFetch, submitWithdrawals } = (await import(
    join(bench.folder, 'client', 'index.js')
  )) as typeof import('@wallet-operations/client');

  const reading = await startServer(JSON.stringify(exchangeOf('getWithdrawalState').answer));
  const asking = await startServer(JSON.stringify(exchangeOf('withdrawAssets').answer));
  const paying = await startServer();
  const credentials = { apiCode: 'code', secret: 'secret' };
  const reader = createWalletClient({ baseUrl: reading.url, credentials });
  const asker = createWalletClient({ baseUrl: asking.url, credentials });
  const [readerByPath, askerByPath] = [openapiFetch(reader), openapiFetch(asker)];
  const plainReader = createClient<paths>({ baseUrl: reading.url });
  const payer = createWalletClient({ baseUrl: paying.url, credentials }).wallet(635743n);
  const plainPayer = createClient<paths>({ baseUrl: paying.url });
  const plainAsker = createClient<paths>({ baseUrl: asking.url });
  const stateUrl = (): string => `${reading.url}/v1/svc/wallets/635743/sender/transactions/${ORDER_ID()}`;
  const withdrawalUrl = `${asking.url}/v1/svc/wallets/635743/sender/transactions`;

  const read = await inTurn(bench, 'reading', ROUNDS, {
    'openapi-fetch': timed(() => plainReader.GET(STATE, { params: { path: { ...wallet, ORDER_ID: ORDER_ID() } } })),
    fetch: timed(async () => (await fetch(stateUrl())).json()),
    axios: timed(() => axios.get(stateUrl())),
    ky: timed(() => ky.get(stateUrl()).json()),
    'our method': timed(() => reader.getWithdrawalState({ ...wallet, ORDER_ID: ORDER_ID() })),
    'our GET': timed(() => readerByPath.GET(STATE, { params: { path: { ...wallet, ORDER_ID: ORDER_ID() } } })),
  });
  const asked = await inTurn(bench, 'withdrawing', ROUNDS, {
    'openapi-fetch': timed(() =>
      plainAsker.POST(WITHDRAWALS, { params: { path: wallet }, body: { requests: [order()] } }),
    ),
    fetch: timed(async () => {
      const body = JSON.stringify({ requests: [order()] });
      return (await fetch(withdrawalUrl, { method: 'POST', headers: json, body })).json();
    }),
    axios: timed(() => axios.post(withdrawalUrl, { requests: [order()] })),
    ky: timed(() => ky.post(withdrawalUrl, { json: { requests: [order()] } }).json()),
    'our method': timed(() => asker.withdrawAssets({ ...wallet, requests: [order()] })),
    'our POST': timed(() => askerByPath.POST(WITHDRAWALS, { params: { path: wallet }, body: { requests: [order()] } })),
  });
  const batches = await inTurn(bench, 'withdrawing in batches', ROUNDS, {
    'openapi-fetch': timed(() =>
      plainPayer.POST(WITHDRAWALS, { params: { path: wallet }, body: { requests: batch() } }),
    ),
    'our method': timed(() => payer.withdrawAssets({ requests: batch() })),
    submitWithdrawals: timed(() => submitWithdrawals(payer, batch(), { earlierAttempts: 'none' })),
  });
  const manyRead = (read: () => Promise<unknown>) =>
    timed(() => Promise.all(Array.from({ length: AT_ONCE }, read)), AT_ONCE);
  const atOnce = await inTurn(bench, 'reading at once', ROUNDS, {
    'openapi-fetch': manyRead(() => plainReader.GET(STATE, { params: { path: { ...wallet, ORDER_ID: ORDER_ID() } } })),
    'our method': manyRead(() => reader.getWithdrawalState({ ...wallet, ORDER_ID: ORDER_ID() })),
  });
  await Promise.all([reading.close(), asking.close(), paying.close()]);

  const heading = { unit: 'µs', better: 'less' } as const;
  return [
    compare({ title: 'A call that reads', ...heading, note: NOTE }, read, {
      'our method': own(1.4),
      'our GET': own(),
    }),
    compare({ title: 'A call that withdraws', ...heading }, asked, { 'our method': own(1.2), 'our POST': own() }),
    compare({ title: `A call that withdraws ${String(BATCH)} orders`, ...heading, note: BATCH_NOTE }, batches, {
      'our method': own(1.5),
      submitWithdrawals: own(2.5),
    }),
    compare({ title: `A call that reads, of ${String(AT_ONCE)} at once`, ...heading }, atOnce, {
      'our method': own(1.8),
    }),
  ];
}

/** Microseconds that a call takes, of so many that one makes. */
const timed =
  (make: () => Promise<unknown>, count = 1) =>
  async (): Promise<number> => {
    const start = performance.now();
    for (let n = 0; n < CALLS; n++) await make();
    return ((performance.now() - start) * 1000) / (CALLS * count);
  };
