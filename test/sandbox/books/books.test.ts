/** A second model of the money, written from the interface alone, agrees with the sandbox; and would notice if it did not. */
import { beforeAll, expect, it } from 'vitest';
import type { Tariff } from './books.ts';
import { LIARS } from './liars.ts';
import { runProgram, runPrograms } from './program.ts';
import type { Step } from './steps.ts';
import { readTariff } from './tariff.ts';
import { GROUPS } from './accounts.ts';

let tariff: Tariff;
beforeAll(async () => {
  tariff = await readTariff();
});

it.concurrent.each(Object.keys(GROUPS))('keeps the same books as the sandbox: %s', async (group) => {
  expect(await runPrograms({ tariff, group, seed: 1, programs: 4, steps: 40, limit: 2000 })).toBeGreaterThan(0);
});

const of = (from: number, to: number, much: 'half' | 'little'): Step => ({
  ...{ do: 'withdraw', from, to, much, manual: false, token: 0, lost: '', web: false, copies: 1 },
});

/** A little of everything that may be lied about. */
const STORY: readonly Step[] = [
  { do: 'list', address: 0 },
  of(0, 9, 'half'),
  of(0, 0, 'little'),
  { do: 'drop', order: 1, callback: false },
  { do: 'deposit', to: 2, address: 1, much: 'half', announced: true, twice: true },
  { do: 'mine', blocks: 1 },
  of(0, 0, 'little'),
  { do: 'fail', order: 0, callback: true },
  { do: 'ask the vault', of: 0, to: 0, much: 'half', approved: false },
  { do: 'mine', blocks: 12 },
];

it('has nothing to say against the truth', async () => {
  const { lines, difference } = await runProgram(STORY, { tariff, group: 'coins' });
  expect([difference, lines.length]).toEqual([undefined, STORY.length + 2]);
});

it('leaves to a transaction that was taken back, and failed then, what it had logged before, as removed', async () => {
  const steps: Step[] = [
    of(38, 0, 'little'),
    { do: 'fund', to: 56, address: 0, much: 'little' },
    { do: 'mine', blocks: 1 },
    { do: 'reorganise', blocks: 1 },
    { do: 'fail', order: 0, callback: false },
  ];
  const { lines, difference } = await runProgram(steps, { tariff, group: 'singles' });
  expect([difference, lines.at(-1)]).toEqual([undefined, 'payoutsart_4: fail']);
});

it.concurrent.each(Object.entries(LIARS))('notices when %s', async (_, { lie, deliver, noticed }) => {
  const lying = { ...(lie && { lie }), ...(deliver && { deliver }) };
  const { difference } = await runProgram(STORY, { tariff, group: 'coins', ...lying });
  expect(difference).toMatch(noticed);
});

it('says what led to a difference, shortened, and how to see it again', async () => {
  const { lie } = LIARS['a deposit is credited before it is final'] ?? {};
  const options = { tariff, group: 'coins', seed: 1, programs: 20, steps: 8, ...(lie && { lie }) };
  const said = await runPrograms(options).catch((error: unknown) => String(error));
  expect(said).toMatch(
    /^Error: Balance of \w+ is said to be \d+, and is \d+ by the books\.\nIt came to this with seed 1 and the wallets of "coins":\n( {2}\d\. .+\n){4}As steps: \[.+\]$/,
  );
});
