/** The committed report, against what it is made of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versions } from '../peers.ts';
import { isKept } from '../suite.ts';
import { readResults, rendered } from './report.ts';

const README = readFileSync(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8').replace(/\s+/g, ' ');

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', 'results', file), 'utf8');

test.each(['README.md', 'chart.svg'])('%s shows the figures of results.json', async (file) => {
  expect((await rendered(readResults()))[file]).toBe(read(file));
});

test('the peers were measured in the versions that are installed now', () => {
  expect(readResults().versions, 'run `npm run bench` again').toEqual(versions);
});

test('the chart shows a group of bars for each of its eight comparisons', () => {
  expect(read('chart.svg').match(/<g /g)).toHaveLength(8);
});

test.each([
  ['A call that withdraws', 'our method', 1.2, 'A signed withdrawal of one order costs 1.2 times'],
  ['A call that withdraws 100 orders', 'our method', 1.5, 'of 100 orders 1.5 times'],
  ['A call that withdraws 100 orders', 'submitWithdrawals', 2.5, 'costs 2.5 times'],
  ['A call that reads', 'our method', 1.4, 'a signed read of one record 1.4 times'],
  ['A call that reads, of 16 at once', 'our method', 1.8, 'each of sixteen at once 1.8 times'],
  [
    'Parsing 100 kB of history',
    'our parseJson',
    1.5,
    'Exact integers cost 1.5 times `JSON.parse` on a page of usual records',
  ],
  ['Parsing 1 kB of history', 'our parseJson, typed', 2.1, "As the bigints of the client's types they cost 2.1 times"],
  ['Parsing 1 kB of deposit addresses', 'our parseJson, typed', 2.8, '2.8 times on one of deposit addresses'],
  ['Parsing the answer to 100 withdrawals', 'our parseJson', 2.4, '2.4 times in the answer to 100 withdrawals'],
  ['Parsing the answer to 100 withdrawals', 'our parseJson, typed', 4.5, 'in the answer to 100 withdrawals 4.5 times'],
  [
    'Parsing 100 kB of integers beyond 2^53',
    'our parseJson, typed',
    10,
    '100 kB of history where each record has an integer beyond 2^53 cost ten times',
  ],
  [
    'Parsing the answer to 100 withdrawals, with small IDs',
    'our parseJson, typed',
    6,
    'or six times where its IDs are small',
  ],
  [
    'Parsing the answer to 100 withdrawals, with one beyond 2^53',
    'our parseJson, typed',
    16,
    'the answer to 100 withdrawals that has one 16 times',
  ],
  ['Size of a bundle', 'our core', 10.3, 'is 10.3 kB, as esbuild bundles and minifies it and gzip compresses it'],
  [
    'Calls for each order, where each answer to a withdrawal is lost once',
    'our durable orders',
    1.1,
    'an order takes 1.1 calls',
  ],
  [
    'Calls for each order, where each answer to a withdrawal is lost once',
    'submitWithdrawals, which looks first',
    2.1,
    '`submitWithdrawals` looks each up once besides',
  ],
  ['A read that is told of', 'hooks that count', 1.15, 'a read that is watched, by hooks or by telemetry'],
  [
    'Balance queries per processor second',
    'our mock',
    10,
    'the mock answers ten times as many queries for the balance of a vault',
  ],
  ['Withdrawals per processor second', 'our mock', 6, 'six times as many withdrawals of one order'],
  ['Withdrawals of 20 orders per processor second', 'our mock', 3.5, 'and three and a half times as many of 20 orders'],
  ['Balance queries per processor second', 'our sandbox', 6, 'six times, four times and just as many'],
  ['Withdrawals per processor second', 'our sandbox', 4, 'six times, four times and just as many'],
  ['Withdrawals of 20 orders per processor second', 'our sandbox', 1, 'four times and just as many'],
  [
    'Balance queries per processor second',
    'our sandbox, in a file',
    5,
    'in a file five times, three and a half times and just as',
  ],
  [
    'Withdrawals per processor second',
    'our sandbox, in a file',
    3.5,
    'in a file five times, three and a half times and just as',
  ],
  [
    'Withdrawals of 20 orders per processor second',
    'our sandbox, in a file',
    1,
    'three and a half times and just as many',
  ],
  ['A withdrawal, and the number of wallets', '10000', 2, 'twice as much among 10 000 wallets as among 10'],
  [
    'A block of 10 withdrawals, and the number of earlier withdrawals',
    '200000',
    2,
    'In a file, a block of ten withdrawals or a withdrawal costs the sandbox twice as much',
  ],
  [
    'Memory, and the number of earlier withdrawals',
    '200000',
    2,
    'and so does the memory of a process that begins with that file',
  ],
  [
    'A block of 10 withdrawals, and the number of orders that wait',
    '50000',
    2,
    'with 50 000 orders that wait as with 500',
  ],
  [
    'A withdrawal, and the number of earlier withdrawals',
    '200000',
    2,
    'after 200 000 withdrawals as after some thousands',
  ],
  [
    'A page of 100 from the middle, and the number of earlier withdrawals',
    '200000',
    1.5,
    'A page of 100 from the middle of the history costs 1.5 times as much after 200 000',
  ],
  [
    'From start to first answer',
    'our sandbox',
    0.5,
    'Mock and sandbox, without a file, start in half the time of Prism',
  ],
  [
    'Orders on PostgreSQL',
    'our durable orders',
    0.2,
    'are accepted by the service at a fifth of the pace of plain pg-boss',
  ],
  ['Building', 'our build', 1.7, 'The whole build takes 1.7 times'],
  ['Building', 'our build, unchanged', 0.2, '0.2 times where nothing changed'],
])('%s, %s: the README promises what was measured, %d', (title, name, limit, words) => {
  const comparison = readResults()
    .sections.flatMap(({ comparisons }) => comparisons)
    .find((each) => each.title === title);
  const candidate = comparison?.candidates.find((each) => each.name === name);
  expect(candidate?.claim?.limit).toBe(limit);
  expect(comparison && candidate && isKept(comparison, candidate)).toBe(true);
  expect(README).toContain(words);
});
