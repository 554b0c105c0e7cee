/**
 * What a signed call costs beside a plain, unsigned one of openapi-fetch, in one run: against a local server, which is what users
 * feel, and against a stub in the place of fetch, which shows the client's own part alone. A signed call has two headers, a query, a timer and an abort signal more. Ends with 1 where it
 * costs much more.
 */
import { createWalletClient } from '@wallet-operations/client';
import type { paths } from '@wallet-operations/openapi/types';
import createClient from 'openapi-fetch';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const ROUNDS = 240;
/** Beyond it something has gone wrong; 1 is what is wanted. */
const MOST = 1.4;

const body = JSON.stringify({
  currency: 60,
  wallet_address: '0xe1c20bE7b222031D9091B8Ab95A5cE2B59E2ed51',
  token_address: '',
  balance: '1204.75',
  token_balance: '',
  unconfirm_balance: '0',
  unconfirm_token_balance: '',
});
const headers = { 'content-type': 'application/json' };

if (isMainThread) await measure();
else {
  const server = createServer((_, response) => response.writeHead(200, headers).end(body));
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

async function measure(): Promise<void> {
  const server = new Worker(new URL(import.meta.url));
  const port = await new Promise<number>((resolve) => server.once('message', resolve));
  const ratio = await compare('a local server', 40, { baseUrl: `http://127.0.0.1:${String(port)}` });
  await server.terminate();
  const stub = (): Promise<Response> => Promise.resolve(new Response(body, { headers }));
  await compare('a stub', 300, { baseUrl: 'http://127.0.0.1', fetch: stub });
  if (ratio > MOST) process.exitCode = 1;
}

/** Prints each way's median, and gives the ratio of a signed method to the plain call. */
async function compare(
  against: string,
  calls: number,
  options: { readonly baseUrl: string; readonly fetch?: () => Promise<Response> },
): Promise<number> {
  const plain = createClient<paths>(options);
  const signed = createWalletClient({ ...options, credentials: { apiCode: 'code', secret: 'secret' } });
  let order = 0;
  const path = (): { WALLET_ID: bigint; ORDER_ID: string } => ({ WALLET_ID: 635743n, ORDER_ID: `o${String(order++)}` });
  const template = '/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}';
  const candidates = {
    'plain GET': () => plain.GET(template, { params: { path: path() } }),
    'signed method': () => signed.getWithdrawalState(path()),
    'signed GET': () => signed.GET(template, { params: { path: path() } }),
  };
  const times = Object.values(candidates).map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, call] of Object.values(candidates).entries()) {
      const start = performance.now();
      for (let n = 0; n < calls; n++) await call();
      times[i]?.push(((performance.now() - start) * 1000) / calls);
    }
  const medians = times.map((list) => list.slice(ROUNDS / 3).sort((a, b) => a - b)[ROUNDS / 3] ?? NaN);
  const [base = NaN, method = NaN] = medians;
  console.log(`Against ${against}:`);
  for (const [i, name] of Object.keys(candidates).entries()) {
    const median = medians[i] ?? NaN;
    console.log(`  ${name.padEnd(14)} ${median.toFixed(1).padStart(7)} µs a call  ${(median / base).toFixed(2)}`);
  }
  return method / base;
}
