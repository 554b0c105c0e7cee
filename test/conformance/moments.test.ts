/** An answer that tells of its moment alone makes no verdict: the call is made again. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from './harness.ts';
import { MOMENTS } from './moments.ts';
import { changedWorld, type Change, type Passing } from './variants/behind.ts';
import { json, row } from './variants/changes.ts';
import { createWorld } from './world.ts';

/** A run that lets time pass, of a clock that is so many seconds ahead of the service's by so many calls, with the calls that came. */
async function runOver(
  change: Change,
  ahead: (made: number) => number = () => 0,
): Promise<Result & { readonly came: readonly Passing[] }> {
  const world = await createWorld();
  const came: Passing[] = [];
  const running = await changedWorld(world, {
    ...change,
    instead(request, own) {
      came.push(request);
      return change.instead?.(request, own);
    },
  });
  onTestFinished(running.close);
  const pass = (milliseconds: number): Promise<void> =>
    world.sandbox.control.advance({ seconds: Math.ceil(milliseconds / 1000) });
  const now = (): number => world.sandbox.now() + ahead(came.length) * 1000;
  return { ...(await conform({ ...running, now, pass })), came };
}

/** Of the calls that are about codes, the one whose `t` lies so many seconds behind the clock of the service. */
const isOff =
  (from: number, to: number) =>
  ({ operationId, query }: Passing, now: number): boolean => {
    const late = Math.floor(now / 1000) - Number(query.get('t'));
    return operationId === 'getApiCodeStatus' && late >= from && late <= to;
  };

const PROBES = [isOff(285, 295), isOff(-295, -285), isOff(305, 315), isOff(-315, -305)];

test.each(Object.entries(MOMENTS))('each side of the window that meets %s once is asked again', async (_, moment) => {
  const open = new Set(PROBES);
  const result = await runOver({
    async instead(request, world) {
      const probe = [...open].find((isMeant) => isMeant(request, world.sandbox.now()));
      return probe && open.delete(probe) ? moment(request, world) : undefined;
    },
  });
  expect(open.size).toBe(0);
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points['request-time']?.verdict).toBe('confirmed');
  expect(result.exitCode).toBe(0);
});

test('a service that is restarted is there again when a call is made for the third time', async () => {
  let begun: number | undefined;
  const result = await runOver({
    instead({ operationId }, { sandbox }) {
      if (operationId !== 'listWhitelistEntries') return undefined;
      begun ??= sandbox.now();
      return sandbox.now() < begun + 7000 ? json(503, { error: 'Restarting' }) : undefined;
    },
  });
  expect(begun).toBeDefined();
  expect(differencesIn(result)).toEqual([]);
});

test('where each answer is too slow to tell of the window, the window is not observable', async () => {
  const { report } = await runOver({
    async instead({ operationId }, { sandbox }) {
      if (operationId === 'getApiCodeStatus') await sandbox.control.advance({ seconds: 12 });
      return undefined;
    },
  });
  expect(differencesIn({ report })).toEqual([]);
  expect(report.points['request-time']).toMatchObject({
    verdict: 'not observable',
    evidence: 'not every side of the window was asked: answers took so long that t was another meanwhile',
  });
});

test.each([40, -40])(
  'where answers take two seconds, and the clock is %i seconds ahead, the window may be the assumed one by another',
  async (ahead) => {
    const change: Change = {
      async instead({ operationId }, { sandbox }) {
        if (operationId === 'getApiCodeStatus') await sandbox.control.advance({ seconds: 2 });
        return undefined;
      },
    };
    const { report } = await runOver(change, () => ahead);
    expect(differencesIn({ report })).toEqual([]);
    expect(report.points['request-time']?.verdict).toBe('not observable');
    expect(report.points['request-time']?.evidence).toContain('by another clock it may be 300 seconds');
  },
);

test.each([500, 503])(
  'a malformed request that meets one %d is asked again, and one that always does is told of',
  async (status) => {
    const isMalformed = ({ operationId, query }: Passing): boolean =>
      operationId === 'listVaultHistory' && query.get('start_index') === 'x' && query.size === 2;
    let times = 0;
    const once = await runOver({
      instead: (request) => (isMalformed(request) && times++ === 0 ? json(status, {}) : undefined),
    });
    expect(times).toBeGreaterThan(1);
    expect(differencesIn(once)).toEqual([]);
    const always = await runOver({ instead: (request) => (isMalformed(request) ? json(status, {}) : undefined) });
    expect(always.came.filter(isMalformed)).toHaveLength(3);
    expect(differencesIn(always)).toEqual([
      `malformed-request: listVaultHistory.bad.start_index: ${String(status)} {}`,
    ]);
  },
);

test.each([
  [8, 900],
  [60, -900],
  [150, 900],
  [222, -900],
  [330, 400],
])('behind %i calls a clock is set by %i seconds: that ends the run, and makes no difference', async (calls, by) => {
  const { report, exitCode, stdout, came } = await runOver({}, (made) => (made < calls ? 0 : by));
  expect(differencesIn({ report })).toEqual([]);
  expect(came.length).toBeLessThanOrEqual(calls + 40); // a clock that is set while the window is looked for is seen behind that
  expect(report.failures).toEqual([expect.stringContaining("Was this machine's clock set, or the service's?")]);
  expect(report.points['request-time']?.verdict).not.toBe('contradicted');
  expect(stdout).toContain('Was this');
  expect(exitCode).toBe(1);
});

test('one operation that refuses every t differs, and the run goes on', async () => {
  const { report, came } = await runOver({
    instead: ({ operationId }) =>
      operationId === 'listVaultHistory' ? row(403, undefined, 'Forbidden. Invalid timestamp') : undefined,
  });
  expect(differencesIn({ report }).filter((line) => !line.includes('listVaultHistory'))).toEqual([]);
  expect(differencesIn({ report })).toContainEqual(expect.stringMatching(/^listVaultHistory status 200: /));
  expect(came.length).toBeGreaterThan(300);
});
