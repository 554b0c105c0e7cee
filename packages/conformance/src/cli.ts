#!/usr/bin/env node
/** `wallet-conform` on the command line. */
import module from 'node:module';

/** Older ones lack parts of Node.js that the run stands on. This module is to be read by them all the same: that they can be told. */
const OLDEST = 24;

// Whoever read the output may have gone; who calls has not. Of the standard output the command tells.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

const ending = new AbortController();
/**
 * What terminals, supervisors and limits of time send. Not SIGUSR1, which is the debugger's of Node.js, nor SIGPROF, its profiler's: no
 * handler of ours may stand in their way.
 */
const SIGNALS = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const),
  ...(['SIGALRM', 'SIGUSR2', 'SIGXCPU', 'SIGVTALRM', 'SIGIO', 'SIGPWR'] as const),
];
let isHeld = false;
const came: NodeJS.Signals[] = [];
const end = (signal: NodeJS.Signals): void => {
  came.push(signal);
  ending.abort();
  if (!isHeld) leave();
};
for (const signal of SIGNALS) process.on(signal, end);
/** Leaves signals to the system, which ends the process whatever it does. */
function leave(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}
const hold = (): void => {
  isHeld = true;
};
const release = (isInterrupted: boolean): void => {
  leave();
  const [next] = isInterrupted ? came.slice(1) : came;
  if (next) process.kill(process.pid, next);
};
if (Number.parseInt(process.versions.node) < OLDEST) {
  process.stderr.write(
    `The conformance run needs Node.js ${String(OLDEST)} or newer, and this is ${process.version}: npx -p node@${String(OLDEST)} -p @wallet-operations/conformance wallet-conform runs it with one of its own, without installing it.\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  const [{ main }, { surroundingsOf }] = await Promise.all([
    import('./commands/main.ts'),
    import('./commands/surroundings.ts'),
  ]);
  process.exitCode = await main(
    process.argv.slice(2),
    surroundingsOf(process, { signal: ending.signal, hold, release }),
  );
}
