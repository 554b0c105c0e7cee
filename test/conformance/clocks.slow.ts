/** Clocks that are set while a run goes on, and services of which one has another: no difference of it is told, and no window. */
import { expect, test } from 'vitest';
import { seeded } from '../client/faults/random.ts';
import { differencesIn } from './harness.ts';
import { runOver } from './moments.ts';
import { row, takingTime } from './variants/changes.ts';

test.each([
  [8, 900],
  [150, -900],
  [330, 400],
])('behind %i calls a clock is set by %i seconds: that ends the run, and makes no difference', async (calls, by) => {
  const { report, exitCode, stdout, came } = await runOver({}, (made) => (made < calls ? 0 : by));
  expect(differencesIn({ report })).toEqual([]);
  expect(came.length).toBeLessThanOrEqual(calls + 40); // a clock that is set while the window is looked for is seen behind that
  expect(report.failures).toEqual([expect.stringContaining("Was this machine's clock set, or the service's, or")]);
  expect(report.points['request-time']?.verdict).not.toBe('contradicted');
  expect(stdout).toContain('Was this');
  expect(stdout).toContain(', 6 refused for a t like those that were taken'); // the call and the state of the codes, three times each
  expect(exitCode).toBe(1);
});

const OLD = row(403, undefined, 'Forbidden. Invalid timestamp');

test.each(['listVaultHistory', 'getCurrencyPrices'])(
  '%s alone refuses every t: it differs, and the run goes on',
  async (id) => {
    const { report, came } = await runOver({ instead: ({ operationId }) => (operationId === id ? OLD : undefined) });
    expect(differencesIn({ report }).filter((line) => !line.includes(id))).toEqual([]);
    expect(differencesIn({ report })).toContainEqual(
      expect.stringMatching(new RegExp(`^${id} status .*invalid_timestamp`)),
    );
    expect(came.length).toBeGreaterThan(300);
  },
);

test.each([3, 12, 15, 16, 19, 150, 330])('a t that is refused once, of call %i, is no difference', async (call) => {
  let made = 0;
  const result = await runOver({ instead: () => (++made === call ? OLD : undefined) });
  expect(differencesIn(result)).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test.each([
  [0.2, 4],
  [0.2, 6],
  [0.33, 5],
  [0.5, 7],
])(
  'where each call meets a clock that is off with a chance of %f, that is no difference (seed %i)',
  async (chance, seed) => {
    const random = seeded(seed);
    let made = 0;
    const result = await runOver({
      instead({ query }, { sandbox }) {
        const isRight = Math.abs(Math.floor(sandbox.now() / 1000) - Number(query.get('t'))) <= 300;
        return isRight && ++made > 100 && random.chance(chance) ? OLD : undefined;
      },
    });
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.failures.filter((failure) => !failure.includes("Was this machine's clock set"))).toEqual([]);
    expect(result.stdout).toMatch(/\d+ refused for a t like those that were taken: a clock is off/);
    expect(result.report.points['request-time']?.verdict).toMatch(/^not /);
  },
);

test('where the calls of one operation meet a clock that is off for a while, that is no difference', async () => {
  let asked = 0;
  const result = await runOver({
    instead({ operationId, query }) {
      if (operationId !== 'listWhitelistEntries' || query.get('t') === null) return undefined;
      return ++asked > 4 && asked <= 12 ? OLD : undefined;
    },
  });
  expect(asked).toBeGreaterThan(12);
  expect(differencesIn(result)).toEqual([]);
  expect(result.exitCode).toBe(0);
});

test('a clock that is set between a t that is refused and one farther off that is taken is no difference', async () => {
  const result = await runOver({}, (made) => (made < 17 ? -40 : 80));
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points['request-time']?.verdict).toBe('not observable');
});

test('of a service of several whose clocks differ no window is told', async () => {
  let made = 0;
  const { report } = await runOver({
    instead({ query }, { sandbox }) {
      const late = Math.floor(sandbox.now() / 1000) - Number(query.get('t'));
      return ++made % 2 === 0 && Math.abs(late + 60) > 300 ? OLD : undefined;
    },
  });
  expect(report.points['request-time']?.verdict).not.toBe('contradicted');
});

test.each([
  [12, 15],
  [15, -250],
  [20, -15],
  [150, -250],
  [330, 250],
])(
  'behind %i calls a clock is set by %i seconds, within the window: that is no difference, and no other window',
  async (calls, by) => {
    const result = await runOver({}, (made) => (made < calls ? 0 : by));
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.points['request-time']?.verdict).not.toBe('contradicted');
    expect(result.exitCode).toBe(0);
  },
);

test.each([5, 7, 9])(
  'a clock of the service that is wrong for %i seconds, and right again, is no difference',
  async (seconds) => {
    let begun: number | undefined;
    const result = await runOver({
      instead({ operationId, query }, { sandbox }) {
        const now = sandbox.now() / 1000;
        if (operationId === 'listWithdrawalHistory') begun ??= now;
        const isWrong = begun !== undefined && now < begun + seconds;
        return isWrong && Math.abs(now - 600 - Number(query.get('t'))) > 300 ? OLD : undefined;
      },
    });
    expect(differencesIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  },
);

test('of a window that is longer ahead, a clock that is set makes no other order of checks', async () => {
  const change = takingTime((late) => late <= 60 && late >= -300);
  const result = await runOver(change, (made) => (made < 45 ? 0 : 200));
  expect(differencesIn(result).filter((line) => line.includes('order of checks'))).toEqual([]);
});
