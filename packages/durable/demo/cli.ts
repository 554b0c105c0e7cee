#!/usr/bin/env node
/** `npm run durable:demo`: durable withdrawals beside a service with faults, in one process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lineOf, painter, summaryOf, tableOf } from './screen.ts';
import { startWorld } from './world.ts';

const USAGE = `Usage: npm run durable:demo -- [options]

Payouts are enqueued in PGlite, in memory, and brought to a sandbox that loses answers, cuts them and hangs up, by a worker
that is stopped and started again and again. At the end the books are compared with the service's own.

  --seconds N  end after so many (default: until Ctrl-C)
  --rate N     payouts that are asked for in a second (default 5)
  --faults N   of a hundred calls, how many are hit by a fault (default 30)
  --help       this text
`;
/** Seconds that what is open may take to be settled at the end. */
const SETTLE = 20;
/** Milliseconds between two looks, in a terminal and in a log. */
const LOOK = { terminal: 500, log: 5_000 } as const;

const ending = new AbortController();
const hurry = new AbortController();
/** Of one Ctrl-C npm makes two signals: the terminal's, and its own. */
const SAME = 1_000;
let told = -Infinity;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (performance.now() - told < SAME) return;
    told = performance.now();
    if (hurry.signal.aborted) process.exit(130);
    if (ending.signal.aborted) hurry.abort();
    ending.abort();
  });

try {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string' },
      rate: { type: 'string', default: '5' },
      faults: { type: 'string', default: '30' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(USAGE);
  else
    await show({
      seconds: values.seconds === undefined ? Infinity : number('--seconds', values.seconds, 1, 86_400),
      rate: number('--rate', values.rate, 1, 100),
      faults: number('--faults', values.faults, 0, 90),
    });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1); // whatever had started by then
}

async function show({ seconds, ...how }: { seconds: number; rate: number; faults: number }): Promise<void> {
  const { stdout } = process;
  stdout.write('Starting a database and a service in memory …\n');
  const world = await startWorld(how);
  const since = performance.now();
  const paint = painter(stdout);
  const look = async (hint: string): Promise<void> => {
    const sight = await world.look();
    const passed = (performance.now() - since) / 1000;
    if (stdout.isTTY) paint(tableOf(sight, passed, `${world.page} has the service's side. ${hint}`));
    else stdout.write(`${lineOf(sight, passed)}\n`);
  };
  if (seconds !== Infinity)
    AbortSignal.timeout(seconds * 1000).addEventListener('abort', () => {
      ending.abort();
    });
  await watch(() => look('Ctrl-C ends it.'), ending.signal);

  if (!stdout.isTTY) stdout.write(`No more payouts and faults: what is open has ${String(SETTLE)} s to be settled.\n`);
  const settled = new AbortController();
  const settling = world.settle(AbortSignal.any([hurry.signal, AbortSignal.timeout(SETTLE * 1000)])).finally(() => {
    settled.abort();
  });
  await watch(() => look('Settling.'), settled.signal);
  await settling;
  const sight = await world.look();
  const verdict = await world.end();
  stdout.write(`\n${summaryOf(verdict, sight)}\n`);
  if (verdict.problems.length > 0) process.exitCode = 1;
}

/** Looks again and again until the signal is aborted, and once more then. */
async function watch(look: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look();
    await sleep(process.stdout.isTTY ? LOOK.terminal : LOOK.log, undefined, { signal }).catch(() => undefined);
  }
  await look();
}

function number(name: string, text: string, least: number, most: number): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new Error(`${name} takes a whole number from ${String(least)} to ${String(most)}, not ${text}`);
  return Number(text);
}
