/** Whatever call of a run meets an answer that tells of its moment alone, the run says what it says without that. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from './harness.ts';
import { MOMENTS, runOver } from './moments.ts';
import { changedWorld, type Answer } from './variants/behind.ts';
import { askedIn, json, row } from './variants/changes.ts';
import { createWorld } from './world.ts';

/** One call of so many meets it; a run makes 40 calls again at most. */
const STRIDE = 11;
/** Each call meets every other kind of moment: a run takes seconds. */
const KINDS = 2;

/** Every verdict, but those of being called too often, and of prices: they move on while a run waits for a minute. */
const verdictsIn = ({ report }: Result): Record<string, string> =>
  Object.fromEntries(
    [
      ...Object.entries(report.points).map(([id, { verdict }]) => [id, verdict] as const),
      ...report.facts.map(
        ({ operationId, kind, about, verdict }) => [`${operationId} ${kind} ${about}`, verdict] as const,
      ),
    ].filter(([name]) => !/throttling-count|call_too_frequently|getCurrencyPrices default/.test(name)),
  );

test.each(Object.entries(MOMENTS).map(([name, moment], kind) => ({ name, moment, kind })))(
  '$name',
  async ({ moment, kind }) => {
    const world = await createWorld();
    let [place, calls, met] = [-1, 0, 0];
    const running = await changedWorld(world, {
      instead(request, own) {
        if (calls++ % STRIDE !== place) return undefined;
        met++;
        return moment(request, own);
      },
    });
    onTestFinished(running.close);
    const { control } = world.sandbox;
    const pass = (milliseconds: number): Promise<void> => control.advance({ seconds: Math.ceil(milliseconds / 1000) });
    const run = async (): Promise<Result> => {
      calls = 0;
      await control.advance({ minutes: 10 }); // in the same seconds the calls would be replays
      return conform({ ...running, pass });
    };
    const plain = verdictsIn(await run());
    for (place = kind % KINDS; place < STRIDE; place += KINDS) {
      met = 0;
      const result = await run();
      expect.soft(differencesIn(result), `from call ${String(place)} on`).toEqual([]);
      expect.soft(verdictsIn(result), `from call ${String(place)} on`).toEqual(plain);
      expect(met).toBeGreaterThan(30);
    }
  },
);

/** What the answers to one call are, one letter each, before it is answered. */
const ANSWERS: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
  t: () => row(403, undefined, 'Forbidden. Invalid timestamp'),
  r: () => row(403, undefined, 'Forbidden. Invalid checksum'),
  5: () => json(502, ''),
  4: () => json(429, {}),
  0: () => Promise.reject(new Error('lost')),
};

describe.each([
  ['prices', 'getCurrencyPrices', ''],
  ['a list with a time that is none', 'listCallbacks', 'from_time=x'],
])('one call, of %s, that is answered in turn', (_, id, query) => {
  test.each(['tt5', 't4t5', 'ttt55', 'r0t5', '5t0tt4', '005', '505'])(
    'by %s, and then as it is to be, makes no difference',
    async (answers) => {
      let [first, met] = [undefined as string | undefined, 0];
      const result = await runOver({
        instead(request) {
          const asked = askedIn(request);
          if (request.operationId !== id || !asked.includes(query) || asked !== (first ??= asked)) return undefined;
          return ANSWERS[answers[met++] ?? '']?.();
        },
      });
      expect(met).toBeGreaterThanOrEqual(answers.length);
      expect(differencesIn(result)).toEqual([]);
      expect(result.exitCode).toBe(0);
    },
  );
});
