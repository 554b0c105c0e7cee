#!/usr/bin/env node
/** The command line: the mock, or with `proxy` the validating proxy. */
import { enableCompileCache } from 'node:module';

// Most of a start is compiling the engine; from the second start on that is done. Hence nothing is imported before.
enableCompileCache();
// Whoever read the output may have gone; who calls has not.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const { explain } = await import('./commands/explain.ts');

const args = process.argv.slice(2);
try {
  if (args[0] === 'proxy') await (await import('./commands/proxy.ts')).proxyCommand(args.slice(1));
  else await (await import('./commands/mock.ts')).mockCommand(args);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
