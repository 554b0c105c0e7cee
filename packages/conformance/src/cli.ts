#!/usr/bin/env node
/** `wallet-conform` on the command line. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
// Whoever read the output may have gone; who calls has not.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ending.abort();
  });
const [{ main }, { surroundingsOf }] = await Promise.all([
  import('./commands/main.ts'),
  import('./commands/surroundings.ts'),
]);
process.exitCode = await main(process.argv.slice(2), surroundingsOf(process, ending.signal));
