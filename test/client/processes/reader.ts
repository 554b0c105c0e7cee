/** A process of its own that makes equal reads in a row, as fast as it can, and tells what became of them. */
import { argv } from 'node:process';
import { createWalletClient, watch } from '@wallet-operations/client';

const [baseUrl = '', walletId, apiCode = '', secret = '', reads] = argv.slice(2);
let attempts = 0;
const client = createWalletClient({ baseUrl, credentials: { apiCode, secret } });
watch(client, { onAnswer: () => attempts++ });
const wallet = client.wallet(BigInt(walletId ?? 0));

const failures: string[] = [];
const start = performance.now();
for (let read = 0; read < Number(reads); read++)
  await wallet.listDepositAddresses().catch((error: unknown) => failures.push(String(error)));
console.log(JSON.stringify({ failures, attempts, seconds: (performance.now() - start) / 1000 }));
