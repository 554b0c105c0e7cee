#!/usr/bin/env node
/** The command line: the mock, or with `proxy` the validating proxy. */
import { mockCommand } from './commands/mock.ts';
import { proxyCommand } from './commands/proxy.ts';
import { explain } from './commands/explain.ts';

const [command, ...others] = process.argv.slice(2);
try {
  await (command === 'proxy' ? proxyCommand(others) : mockCommand(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
