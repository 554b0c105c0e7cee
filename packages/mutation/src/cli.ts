#!/usr/bin/env node
/** The command. Node.js that is too old can read this module and the one that tells so, and nothing else of it. */
import { writeSync } from 'node:fs';
import { whyTooOld } from './engine.ts';

/** There was nothing to judge by. */
const UNUSABLE = 2;

const tooOld = whyTooOld();
if (tooOld !== undefined) {
  process.stderr.write(
    `${tooOld}: npx -p node@24 -p @wallet-operations/spec-mutation spec-mutation runs it with one of its own.\n`,
  );
  process.exitCode = UNUSABLE;
} else void main();

/** No await at the top level: Node.js would end with a code and a warning of its own where a module waits for ever. */
async function main(): Promise<void> {
  const outputs = [process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined); // nobody reads any more

  // Configurations and suites are loaded here, too, and may do anything: no end but ours is a result.
  let why = 'a module that it loads ended it, by process.exit or so. Let modules export, and not exit.';
  process.on('beforeExit', () => {
    why = 'a module that it loads waits at its top level for what never comes.';
  });
  process.on('uncaughtException', (error) => {
    why = `something that a module started has failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    process.exit(UNUSABLE);
  });
  const ended = (): void => {
    process.exitCode = UNUSABLE;
    writeSync(2, `The command has no result: ${why}\n`);
  };
  process.on('exit', ended);

  const { runCommand } = await import('./command.ts');
  const code = await runCommand(process.argv.slice(2));
  // Configurations open servers and forget them: what has been said goes out, and then nothing is waited for.
  for (const output of outputs)
    await new Promise<void>((resolve) => {
      output.on('error', () => {
        resolve();
      });
      output.write('', () => {
        resolve();
      });
    });
  process.off('exit', ended);
  process.exit(code);
}
