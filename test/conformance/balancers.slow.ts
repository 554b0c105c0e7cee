/** Services of several behind a balancer, one of which has another clock: nothing of what it refuses is told of the interface. */
import { expect, test } from 'vitest';
import { contradictedIn, differencesIn, type Result } from './harness.ts';
import { runOver } from './moments.ts';
import type { Passing } from './variants/behind.ts';
import { isOf, row } from './variants/changes.ts';
import type { World } from './world.ts';

const OLD = row(403, undefined, 'Forbidden. Invalid timestamp');

/** A run over services whose clocks are so many seconds ahead, by a request and by how many calls came before it. */
async function runBehind(aheadOf: (request: Passing, calls: number, world: World) => number): Promise<Result> {
  let calls = 0;
  return runOver(
    {
      instead(request, world) {
        const ahead = aheadOf(request, calls++, world);
        const { operationId, query, headers } = request;
        const isWhole = query.has('t') && 'x-api-code' in headers && 'x-checksum' in headers;
        const late = Math.floor(world.sandbox.now() / 1000) + ahead - Number(query.get('t'));
        return operationId !== undefined && isWhole && Math.abs(late) > 300 ? OLD : undefined;
      },
    },
    () => 0,
    { limits: { timeWindow: Infinity } },
  );
}

test.each([240, 299, -299])(
  'by path: where the state of codes alone is asked of one that is %i seconds ahead, no order of checks is told otherwise',
  async (seconds) => {
    const result = await runBehind(({ operationId }) => (operationId === 'getApiCodeStatus' ? seconds : 0));
    expect(differencesIn(result)).toEqual([]);
    expect(contradictedIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  },
);

test.each([60, 100, 150, 200, 250])(
  'by wallet: where a vault meets another clock from call %i on, no difference is told, and what nothing was compared of is',
  async (from) => {
    const result = await runBehind((request, calls, world) =>
      calls >= from && isOf(request, world, 'vault') ? 1200 : 0,
    );
    expect(differencesIn(result)).toEqual([]);
    expect(contradictedIn(result)).toEqual([]);
    expect(result.stdout).toMatch(/\d+ refused for a t like those that were taken: a clock is off/);
    for (const failure of result.report.failures)
      expect(failure).toMatch(/^nothing was compared of \w+|Was this machine's clock set/);
  },
);

test.each(['listCallbacks', 'getWithdrawalState', 'listWithdrawalHistory', 'getCurrencyPrices'])(
  'by path: where every t of %s is refused, that is one difference of it, and of no point',
  async (id) => {
    const result = await runBehind(({ operationId }) => (operationId === id ? 1200 : 0));
    expect(differencesIn(result)).toEqual([
      expect.stringMatching(new RegExp(`^${id} status 200: .*invalid_timestamp`)),
    ]);
    expect(contradictedIn(result)).toEqual([]);
    expect(result.stdout).not.toContain('a clock is off');
    const [, told] = /: (\d+) were refused by/.exec(differencesIn(result)[0] ?? '') ?? [];
    expect(result.stdout).toContain(`, ${String(told)} refused for a t like those that were taken\n`);
    expect(result.report).toMatchObject({ untimely: Number(told) });
    expect(result.exitCode).toBe(1);
  },
);

test('by its code: where calls of another wallet’s code meet another clock, none of the rows they provoke is told otherwise', async () => {
  const owner = new Map<string, string>();
  const result = await runBehind(({ operationId, headers, target }, calls) => {
    const code = headers['x-api-code'] ?? '';
    const wallet = /wallets\/(\d+)/.exec(target)?.[1] ?? '';
    if (operationId === 'getApiCodeStatus') owner.set(code, owner.get(code) ?? wallet);
    return calls > 30 && owner.has(code) && wallet !== '' && owner.get(code) !== wallet ? 1200 : 0;
  });
  expect(differencesIn(result)).toEqual([]);
  expect(result.stdout).toContain('a clock is off');
  expect(result.exitCode).toBe(0);
});

test('where one operation refuses every t and a clock is off besides, a run does not pass over it', async () => {
  let made = 0;
  const result = await runBehind(({ operationId }) =>
    operationId === 'listWithdrawalHistory' || (operationId !== 'getApiCodeStatus' && ++made % 17 === 0) ? 1200 : 0,
  );
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.failures).toEqual([
    'nothing was compared of listWithdrawalHistory: each t was refused, and a clock is off. Set it right, and run again',
  ]);
  const own = result.report.facts.filter(({ operationId }) => operationId === 'listWithdrawalHistory');
  expect(own.filter(({ verdict }) => verdict === 'not asked')).toEqual([]);
  expect(result.exitCode).toBe(1);
});
