/** The window of `t`, wherever it ends on either side, and whatever the clock of this machine is beside the service's. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { command, conform, differencesIn, FILES, type Result } from './harness.ts';
import { runOver } from './moments.ts';
import { createWalletClient, systemClock } from '@wallet-operations/client';
import { startSandbox } from '@wallet-operations/sandbox';
import { overlayFileOf } from '../overlays/files.ts';
import { changedWorld, runningOf } from './variants/behind.ts';
import { row, takingTime } from './variants/changes.ts';
import type { Running } from './variants/variant.ts';
import { createWorld, type World } from './world.ts';

/** The service before a machine whose clock is so many seconds ahead. */
const withClock = (running: Running, seconds: number): Running => {
  const { now = Date.now } = running;
  return { ...running, now: () => now() + seconds * 1000 };
};

/** A service whose operator has this window. */
async function windowOf(window: number): Promise<World> {
  const value = { unit: 'seconds', window };
  const world = await createWorld({ overlay: overlayFileOf([{ id: 'request-time', answer: 'So it is.', value }]) });
  onTestFinished(world.sandbox.close);
  return world;
}

/** What a run says of a service that takes these `t`, given in seconds behind its clock. */
async function taking(isTaken: (late: number) => boolean): Promise<Result> {
  const world = await createWorld({ limits: { timeWindow: Infinity } });
  const running = await changedWorld(world, takingTime(isTaken));
  onTestFinished(running.close);
  return conform(running);
}

/** The orders of checks that take an old `t`, with their verdicts. */
const oldOrders = ({ report }: Result): string[] =>
  report.facts.filter(({ about }) => /^(headers-before-t|t-before-)/.test(about)).map(({ verdict }) => verdict);

async function plannedOf({ folder }: Result, ...more: readonly string[]): Promise<number> {
  const { stdout } = await command(['plan', '--config', join(folder, 'config.json'), ...more]);
  return Number(/At most (\d+) calls in all/.exec(stdout)?.[1]);
}

const callsOf = ({ report }: Result): number => (report as unknown as { calls: number }).calls;

describe.each([
  [600, 100, '100 seconds behind'],
  [600, -100, '100 seconds ahead of'],
  [60, 33, '33 seconds behind'],
])('a window of %i seconds before a clock that is %i seconds ahead', (window, ahead, said) => {
  test('is half of what lies between its sides, and with that answer nothing differs', async () => {
    const world = await windowOf(window);
    const service = withClock(runningOf(world), ahead);
    const first = await conform(service);
    expect(first.report.points['request-time']).toMatchObject({
      verdict: 'contradicted',
      value: { unit: 'seconds', window },
    });
    expect(first.report.points['request-time']?.evidence).toContain(
      `seconds, within ${String(window)} seconds of a clock that is ${said} this machine’s, or more one way than the other: ${String(window + ahead)} seconds ago is taken, ${String(window + ahead + 1)} is not; ${String(window - ahead)} ahead is taken, ${String(window - ahead + 1)} is not`,
    );
    expect(differencesIn(first)).toHaveLength(1);
    expect(callsOf(first)).toBeLessThanOrEqual(await plannedOf(first));

    // in the same seconds the calls of a second run would be replays
    await world.sandbox.control.advance({ minutes: 20 });
    const overlay = join(first.folder, FILES.answers);
    const second = await conform(service, ['--overlay', overlay]);
    expect(differencesIn(second)).toEqual([]);
    expect(second.exitCode).toBe(0);
    expect(callsOf(second)).toBeLessThanOrEqual(await plannedOf(second, '--overlay', overlay));
  });
});

test.each([
  [36, 290],
  [60, 291],
  [70, 290],
  [72, 292],
  [290, 60],
])('a window of %i seconds ago and %i ahead is found while time passes', async (ago, ahead) => {
  const { report } = await runOver(takingTime((late) => late <= ago && late >= -ahead));
  expect(report.points['request-time']).toMatchObject({
    verdict: 'contradicted',
    evidence: expect.stringMatching(
      new RegExp(`${String(ago)} seconds ago is taken, ${String(ago + 1)} is not; ${String(ahead)} ahead is taken`),
    ) as string,
  });
});

test.each([60, -60, 15, -15])(
  'a clock that is %i seconds ahead makes no difference of a service that does as the document says',
  async (ahead) => {
    const result = await conform(withClock(runningOf(await windowOf(300)), ahead));
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.points['request-time']?.verdict).toBe('confirmed');
    expect(result.exitCode).toBe(0);
  },
);

test.each([3600, 86_400])('a t that is to be too old is older than a window of %i seconds', async (window) => {
  const result = await conform(runningOf(await windowOf(window)));
  expect(result.report.points['request-time']).toMatchObject({
    verdict: 'contradicted',
    value: { unit: 'seconds', window },
  });
  expect(differencesIn(result)).toHaveLength(1);
  expect(oldOrders(result)).toHaveLength(34);
  expect(new Set(oldOrders(result))).toEqual(new Set(['agrees']));
  expect(callsOf(result)).toBeLessThanOrEqual(await plannedOf(result));
});

test('of a service that takes any t nothing is said of what is looked at before an old one', async () => {
  const result = await taking(() => true);
  expect(differencesIn(result)).toEqual([
    'request-time: another one than 300 seconds: 86411 seconds ago is taken; 86410 ahead is taken', // one ago had a t that was there
  ]);
  expect(result.report.points['request-time']?.value).toBeUndefined();
  expect(oldOrders(result)).toHaveLength(34);
  expect(new Set(oldOrders(result))).toEqual(new Set(['not observable']));
  expect(callsOf(result)).toBeLessThanOrEqual(await plannedOf(result));
});

test('a window that ends on one side alone has no value', async () => {
  const result = await taking((late) => late <= 300);
  expect(differencesIn(result)).toEqual([
    'request-time: another one than 300 seconds: 300 seconds ago is taken, 301 is not; 86410 ahead is taken',
  ]);
  expect(result.report.points['request-time']?.value).toBeUndefined();
  expect(new Set(oldOrders(result))).toEqual(new Set(['agrees']));
});

test.each([
  [-250, 'not observable'],
  [0, 'agrees'],
])(
  'callbacks of a wallet that has only begun, before a clock that is %i seconds ahead: from_time is told to be %s',
  async (ahead, verdict) => {
    const sandbox = await startSandbox({ running: false, seeded: false, limits: { callsPerMinute: Infinity } });
    onTestFinished(sandbox.close);
    const { control } = sandbox;
    const wallet = await control.createWallet({ kind: 'withdrawal', currency: 'XRP', balance: '100' });
    const wallets = [wallet];
    const clock = { ...systemClock, now: sandbox.now };
    const client = createWalletClient({ baseUrl: sandbox.url, credentials: wallet, clock }).wallet(wallet.walletId);
    for (let i = 0; i < 3; i++) {
      const request = { order_id: `${wallet.prefix}${String(i)}`, address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', memo: '7' };
      await client.withdrawAssets({ requests: [{ ...request, amount: '1' }] });
      await control.advance({ seconds: 13 });
    }
    const world = { sandbox, wallets, readOnly: await control.createReadOnlyCode() };
    const result = await conform(withClock(runningOf(world), ahead));
    expect(differencesIn(result)).toEqual([]);
    const ofSpans = ({ operationId, kind, about }: (typeof result.report.facts)[number]): boolean =>
      operationId === 'listCallbacks' && kind === 'value' && about === 'from_time';
    const fact = result.report.facts.find(ofSpans);
    expect(fact?.verdict).toBe(verdict);
  },
);

describe('where one of several services has another clock, and meets a call or two that look for the window', () => {
  /** Sides of the window: whether a call of one meets the other clock, and what that says. */
  const SIDES = {
    'inside-past': (late: number) => late > 5 && late <= 300,
    'inside-future': (late: number) => late < -5 && late >= -300,
    'outside-past': (late: number) => late > 300 && late < 1000,
    'outside-future': (late: number) => late < -300 && late > -1000,
  } as const;

  /** A run that is ended by so many calls; of those of one side the first so many meet the other clock. */
  async function endedBy(calls: number, strays: number, side: keyof typeof SIDES = 'inside-past'): Promise<Result> {
    const world = await createWorld({ limits: { timeWindow: Infinity } });
    const ending = new AbortController();
    let [made, met] = [0, 0];
    const running = await changedWorld(world, {
      instead({ query }, { sandbox }) {
        if (++made === calls) ending.abort(new Error('ended'));
        const late = Math.floor(sandbox.now() / 1000) - Number(query.get('t'));
        const isOld = Math.abs(late) > 300;
        const isOther = SIDES[side](late) && ++met <= strays;
        return isOld === isOther ? undefined : row(403, undefined, 'Forbidden. Invalid timestamp');
      },
    });
    onTestFinished(running.close);
    return conform({ ...running, signal: ending.signal });
  }

  test.each([16, 20, 30, 60].flatMap((calls) => [1, 2].map((strays) => [calls, strays] as const)))(
    'a run that is ended by call %i tells of no other window (calls that met it: %i)',
    async (calls, strays) => {
      const result = await endedBy(calls, strays);
      expect(result.report.failures).toContain('the run was interrupted');
      expect(result.report.points['request-time']?.verdict).not.toBe('contradicted');
      expect(differencesIn(result)).toEqual([]);
    },
  );

  test.each([20, 30].flatMap((calls) => Object.keys(SIDES).map((side) => [side, calls] as const)))(
    'and no difference (%s, ended by call %i)',
    async (side, calls) => {
      const result = await endedBy(calls, 1, side as keyof typeof SIDES);
      expect(result.report.points['request-time']?.verdict).not.toBe('contradicted');
      expect(differencesIn(result)).toEqual([]);
    },
  );

  test('another window is told of by a run that ends behind all that looks for it', async () => {
    const world = await createWorld({ limits: { timeWindow: Infinity } });
    const ending = new AbortController();
    let made = 0;
    const taking = takingTime((late) => Math.abs(late) <= 120);
    const running = await changedWorld(world, {
      ...taking,
      instead(request, own) {
        if (++made === 150) ending.abort(new Error('ended'));
        return taking.instead?.(request, own);
      },
    });
    onTestFinished(running.close);
    const { report } = await conform({ ...running, signal: ending.signal });
    expect(report.failures).toContain('the run was interrupted');
    expect(report.points['request-time']).toMatchObject({ verdict: 'contradicted', value: { window: 120 } });
  });
});
