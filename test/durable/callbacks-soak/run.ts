/** `node test/durable/callbacks-soak/run.ts --deposits 10000 --kills 100`: a soak of callbacks on each database, beside the receiver that people write. */
import { parseArgs } from 'node:util';
import { planOf, type Plan } from './plan.ts';
import { soak, words, type Receiver, type Report } from './soak.ts';

const NUMBERS = [
  'seed',
  'deposits',
  'withdrawals',
  'kills',
  'interrupted',
  'receivers',
  'steps',
  'dropped',
  'doubled',
  'delay',
  'lag',
] as const;
const { values } = parseArgs({
  options: {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, { type: 'string' }])) as Record<
      (typeof NUMBERS)[number],
      { type: 'string' }
    >),
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const given: Partial<Record<keyof Plan, number>> = {};
for (const name of NUMBERS) {
  const text = values[name];
  if (text === undefined) continue;
  if (!(Number(text) >= 0)) throw new RangeError(`--${name} is ${text}. Give a number.`);
  given[name] = Number(text);
}
const plan = planOf({ seed: 1, deposits: 10_000, kills: 100, ...given });
console.error(JSON.stringify(plan));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130)); // takes its server with it
const tell = (line: string): void => {
  console.error(line);
};
const all: readonly Receiver[] = ['postgres', 'pglite', 'naive'];
const reports: [Receiver, Report][] = [];
for (const each of all.filter((one) => (values.only ?? one) === one))
  reports.push([each, await soak(plan, each, tell, values.keep)]);

for (const [receiver, { problems, counts, seconds, ...figures }] of reports) {
  console.log(`${receiver}, ${String(Math.round(seconds))} s: ${words(counts)}`);
  console.log(`  ${words(figures)}`);
  for (const problem of problems.slice(0, receiver === 'naive' ? 5 : 100)) console.log(`  ${problem}`);
  if (receiver !== 'naive' && problems.length > 0) process.exitCode = 1;
}
