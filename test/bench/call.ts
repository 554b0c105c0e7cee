// What a signed call costs beside a plain, unsigned one of openapi-fetch: both against the same stub, in one run.
import { createWalletClient } from '@wallet-operations/client';
import type { paths } from '@wallet-operations/openapi/types';
import createClient from 'openapi-fetch';

const ROUNDS = 60;
const CALLS = 300;
const MOST = 1.0;

const body = JSON.stringify({
  currency: 60,
  wallet_address: '0xe1c20bE7b222031D9091B8Ab95A5cE2B59E2ed51',
  token_address: '',
  balance: '1204.75',
  token_balance: '',
  unconfirm_balance: '0',
  unconfirm_token_balance: '',
});
const stub = (): Promise<Response> =>
  Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));

const plain = createClient<paths>({ baseUrl: 'http://127.0.0.1', fetch: stub });
const signed = createWalletClient({
  baseUrl: 'http://127.0.0.1',
  credentials: { apiCode: 'code', secret: 'secret' },
  fetch: stub,
});
let order = 0;
const path = (): { WALLET_ID: bigint; ORDER_ID: string } => ({ WALLET_ID: 635743n, ORDER_ID: `o${String(order++)}` });

const candidates = {
  plain: () => plain.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}', { params: { path: path() } }),
  'signed GET': () =>
    signed.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}', { params: { path: path() } }),
  'signed method': () => signed.getWithdrawalState(path()),
};

const times = Object.fromEntries(Object.keys(candidates).map((name) => [name, [] as number[]]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, call] of Object.entries(candidates)) {
    const start = performance.now();
    for (let i = 0; i < CALLS; i++) await call();
    times[name]?.push((performance.now() - start) / CALLS);
  }

const median = (list: number[] = []): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
const warm = (name: string): number => median(times[name]?.slice(ROUNDS / 3));
for (const name of Object.keys(candidates)) {
  const ratio = warm(name) / warm('plain');
  console.log(`${name.padEnd(14)} ${(warm(name) * 1000).toFixed(1).padStart(7)} µs a call  ${ratio.toFixed(2)}`);
  if (ratio > MOST) process.exitCode = 1;
}
