/** An answer that tells of its moment alone makes no verdict: the call is made again. */
import { expect, test } from 'vitest';
import { differencesIn } from './harness.ts';
import { MOMENTS, runOver } from './moments.ts';
import type { Change, Passing } from './variants/behind.ts';
import { json } from './variants/changes.ts';

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
