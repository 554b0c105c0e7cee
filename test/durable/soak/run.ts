/** `node test/durable/soak/run.ts --orders 10000 --seed 7`: a soak of durable withdrawals beside the loop that people write, and a report of both. */
import { parseArgs } from 'node:util';
import { planOf, type Plan } from './plan.ts';
import { soak, type Payer, type Report } from './soak.ts';

const NUMBERS = [
  'seed',
  'orders',
  'workers',
  'seconds',
  'kills',
  'deploys',
  'restarts',
  'freezes',
  'faults',
  'late',
  'batch',
  'in-flight',
  'shown-after',
] as const;
const { values } = parseArgs({
  options: {
    ...(Object.fromEntries(NUMBERS.map((name) => [name, { type: 'string' }])) as Record<
      (typeof NUMBERS)[number],
      { type: 'string' }
    >),
    priorities: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});
const given: Partial<Record<keyof Omit<Plan, 'priorities'>, number | undefined>> = {};
for (const name of NUMBERS) {
  const text = values[name];
  if (text === undefined) continue;
  if (text !== 'none' && !(Number(text) >= 0)) throw new RangeError(`--${name} is ${text}. Give a number, or none.`);
  given[name.replace(/-(.)/, (_, letter: string) => letter.toUpperCase()) as keyof typeof given] =
    text === 'none' ? undefined : Number(text);
}
const plan = planOf({ seed: 1, orders: 1000, ...(given as Partial<Plan>), priorities: values.priorities });
console.error(JSON.stringify(plan));

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130)); // takes its server with it
const tell = (line: string): void => {
  console.error(line);
};
const payers: readonly Payer[] = ['ours', 'naive'].filter((each): each is Payer => (values.only ?? each) === each);
const reports: [Payer, Report][] = [];
for (const payer of payers) reports.push([payer, await soak(plan, payer, tell, values.keep)]);

for (const [payer, { problems, counts, seconds, ...figures }] of reports) {
  console.log(`${payer}, ${String(Math.round(seconds))} s: ${words(counts)}`);
  console.log(`  ${words(figures)}`);
  for (const problem of problems.slice(0, payer === 'ours' ? 100 : 5)) console.log(`  ${problem}`);
  if (payer === 'ours' && problems.length > 0) process.exitCode = 1;
}

function words(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, number]) => `${name} ${String(number)}`)
    .join(', ');
}
