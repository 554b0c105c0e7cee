// A run: what counts as noticed, what a declaration is worth, and what becomes of tests that break.
import {
  BaselineError,
  estimateMutation,
  estimateOf,
  isKilledBy,
  markdownOf,
  runMutation,
  textOf,
  type Progress,
} from '@wallet-operations/spec-mutation';
import { expect, test } from 'vitest';
import { judge } from '../../packages/mutation/src/judge.ts';

const fixture = (name: string): string => new URL(`fixtures/${name}.config.ts`, import.meta.url).href;
const limit = 'listItems query limit';

test('a mutant is killed by any suite, and each suite is counted by itself', async () => {
  const { mutants, score, passed } = await runMutation(fixture('good'));
  expect(mutants.map(({ name, killed, equivalent }) => [name, killed, equivalent])).toEqual([
    [`${limit} · maximum gone`, true, undefined],
    [`${limit} · type gone`, true, undefined],
    [`${limit} · default gone`, false, 'nobody leaves the limit out'],
  ]);
  expect(mutants.filter((mutant) => isKilledBy(mutant, 'reads'))).toHaveLength(2);
  expect(mutants.filter((mutant) => isKilledBy(mutant, 'sleeps'))).toHaveLength(0);
  expect(mutants[0]?.verdicts.reads).toEqual({ finding: 'limit is integer, undefined at most' });
  expect({ score, passed }).toEqual({ score: 100, passed: true });
});

test('a survivor lowers the score, and the threshold decides', async () => {
  const enough = await runMutation(fixture('survivor'));
  const few = await runMutation(fixture('too-low'));
  expect(enough.survivors.map(({ name }) => name)).toEqual([`${limit} · default gone`]);
  expect(Math.round(enough.score)).toBe(67);
  expect([enough.passed, few.passed]).toEqual([true, false]);
});

test('a declaration of what is killed, or of what is not there, fails the run', async () => {
  const { stale, passed } = await runMutation(fixture('stale'));
  expect(stale).toEqual([
    `${limit} · maximum gone is declared equivalent (/gone$/), and is killed`,
    `${limit} · type gone is declared equivalent (/gone$/), and is killed`,
    `${limit} · no such change is declared equivalent, and there is no such mutant`,
  ]);
  expect(passed).toBe(false);
});

test('a document that does not pass as it is proves nothing about its mutants', async () => {
  const run = runMutation(fixture('baseline'));
  await expect(run).rejects.toBeInstanceOf(BaselineError);
  await expect(run).rejects.toThrow(
    /strict: the shop has no name\nbroken: threw Error: no network\n  at .*baseline.config.ts:\d+/,
  );
});

test('what breaks, hangs or ends its worker is killed, told apart, and stops nothing else', async () => {
  const result = await runMutation(fixture('rough'), { workers: 1 });
  expect(result.mutants.map(({ killed, ended, verdicts }) => [killed, ended, verdicts.rough?.crash])).toEqual([
    [true, undefined, expect.stringMatching(/^TypeError: maximum is undefined\n/)],
    [true, 'took longer than 1000 ms', undefined],
    [true, 'ended its worker with 3', undefined],
  ]);
  expect(markdownOf(result)).toContain(
    `## Noticed by a crash, not by a finding (3)\n\n- \`${limit} · maximum gone: TypeError: maximum is undefined\``,
  );
});

test.each<readonly [string, () => unknown]>([
  ['an object of nothing', () => Object.create(null) as unknown],
  ['an error whose name is a symbol', () => Object.assign(new Error('a'), { name: Symbol('b') })],
  [
    'an error whose message throws',
    () =>
      Object.defineProperty(new TypeError('a'), 'message', {
        get() {
          throw new Error('b');
        },
      }),
  ],
  [
    'a proxy that is revoked',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  ['a symbol', () => Symbol('a')],
])('whatever a suite throws counts as noticed: %s', async (_, thrown) => {
  const suites = {
    wild: () => {
      throw thrown();
    },
  };
  const { wild } = await judge({ document: {}, suites }, { document: {}, owners: undefined });
  expect(wild?.crash).toMatch(/^(something that cannot be shown|Symbol\(a\))$/);
});

test('a pattern that remembers where it was declares all that it matches', async () => {
  const { mutants, stale, passed } = await runMutation(fixture('remembering'));
  expect(mutants.map(({ equivalent }) => equivalent)).toEqual(Array(3).fill('nobody looks'));
  expect([stale, passed]).toEqual([[], true]);
});

test('a kind has a threshold of its own, and one that is not there is an error', async () => {
  const { below, passed } = await runMutation(fixture('kinds'));
  expect(below).toEqual([
    'limit has 66.66 %, and at least 90 % is asked',
    'nothing has a threshold, and the document has no mutant of that kind: take the threshold out',
  ]);
  expect(passed).toBe(false);
});

test('with a baseline only new survivors fail, whatever the score', async () => {
  const known = await runMutation(fixture('too-low'), { baseline: [`${limit} · default gone`] });
  const unknown = await runMutation(fixture('survivor'), { baseline: [`${limit} · type gone`] });
  expect([known.passed, known.survivors, known.mutants.map((one) => one.known)]).toEqual([
    true,
    [],
    [false, false, true],
  ]);
  expect([unknown.passed, unknown.survivors.length]).toEqual([false, 1]);
  expect(textOf(known)).toContain('0 survived, 1 known to survive');
});

test('a name of a baseline that survives no more is told, and fails nothing', async () => {
  const baseline = [`${limit} · default gone`, `${limit} · type gone`, 'nowhere · gone'];
  const result = await runMutation(fixture('too-low'), { baseline });
  const sentences = [
    'nowhere · gone is in the baseline, and there is no such mutant',
    `${limit} · type gone is in the baseline, and is killed`,
  ];
  expect([result.passed, result.outdated]).toEqual([true, sentences]);
  for (const sentence of sentences) expect(textOf(result)).toContain(`\noutdated: ${sentence}\n`);
  expect(textOf(result)).toContain('1 known to survive, 2 names of the baseline outdated');
  expect(markdownOf(result)).toContain(
    `## Names of the baseline that are outdated (2)\n\n- \`${sentences.join('`\n- `')}\``,
  );

  const declared = await runMutation(fixture('good'), { baseline });
  expect(declared.outdated).toContain(`${limit} · default gone is in the baseline, and is declared equivalent`);
});

test('of what was not judged no baseline is outdated', async () => {
  const share = await runMutation(fixture('too-low'), {
    baseline: [`${limit} · type gone`, `${limit} · maximum gone`, `${limit} · default gone`],
    shard: { share: 1, of: 3 },
  });
  const [judged] = share.mutants;
  expect(share.outdated).toEqual(judged?.killed ? [`${judged.name} is in the baseline, and is killed`] : []);
  const some = await runMutation(fixture('too-low'), { baseline: ['nowhere · gone'], only: 'default' });
  expect(some.outdated).toEqual([]);
});

test('a suite that forgets its answer about a mutant ends the run: it is no finding', async () => {
  await expect(runMutation(fixture('undecided'), { workers: 1 })).rejects.toThrow(
    `The suite forgets returned nothing: let it return an array of findings, empty for none, or yield them. It was asked about: ${limit} · maximum gone.`,
  );
});

test('an estimate judges a few, and tells how long all would take', async () => {
  const estimate = await estimateMutation(fixture('survivor'), { workers: 2 });
  expect(estimate).toMatchObject({ mutants: 3, workers: 2, milliseconds: expect.any(Number) as number });
  expect(estimateOf({ ...estimate, milliseconds: 1_200_000 })).toContain('3 mutants, about 20 min with 2 workers');
});

test('a run of some looks at neither declarations nor threshold', async () => {
  const { mutants, passed, stale } = await runMutation(fixture('too-low'), { only: 'default' });
  expect([mutants.length, passed, stale]).toEqual([1, true, []]);
});

test('progress is told before the first mutant and after each', async () => {
  const seen: Progress[] = [];
  await runMutation(fixture('survivor'), { workers: 1, onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([
    { done: 0, all: 3, survived: 0 },
    { done: 1, all: 3, survived: 0 },
    { done: 2, all: 3, survived: 0 },
    { done: 3, all: 3, survived: 1 },
  ]);
});

test('a module without a configuration is an error that says what to export', async () => {
  await expect(runMutation(fixture('nothing'))).rejects.toThrow('let it export defineMutation({ document, suites })');
});

test('the table counts by kind, within 80 columns, and names every survivor', async () => {
  const text = textOf({
    ...(await runMutation(fixture('survivor'))),
    milliseconds: 1200,
    unchanged: [{ what: 'xml of a schema', count: 2 }],
  });
  expect(text.split('\n')).toEqual([
    'kind   mutants  equivalent  killed  survived  by reads  by sleeps',
    'limit        3           0       2         1         2          0',
    'all          3           0       2         1         2          0',
    '',
    `survived: ${limit} · default gone`,
    'not changed: xml of a schema (2)',
    'score 66.66 % (at least 60 %): 3 mutants, 0 of them equivalent, 1 survived, 2 places not changed, in 1 s',
  ]);
});

test('the report has survivors, what each suite missed, and each reason of an equivalent', async () => {
  const report = markdownOf({ ...(await runMutation(fixture('good'))), milliseconds: 1200 });
  expect(report).toContain('| limit | 3 | 1 | 2 | 0 | 2 | 0 |');
  expect(report).toContain('## Not noticed by sleeps (2)');
  expect(report).toContain(`## Equivalent: nobody leaves the limit out (1)\n\n- \`${limit} · default gone\``);
  expect(report).not.toContain('## Survivors');
});
