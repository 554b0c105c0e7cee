// What counts as noticed, what a reason is worth, and what the table says.
import { expect, test } from 'vitest';
import { judge, textOf, type Reasoned, type StrykerReport } from './judge.ts';

const SOURCE = `const far = (a: number): boolean =>
  a > 10 && {
    far: true,
  }.far;
export const farther = (a: number): boolean => a > 10;
export const both = (a: number, b: number): boolean => a > 0 && a > 0 === b > 0;
`;

/** A report on the source, with what became of one change of each place that is given. */
function reportOf(
  ...mutants: readonly (readonly [code: string, replacement: string, status: string])[]
): StrykerReport {
  const seen = new Map<string, number>();
  const place = (offset: number): { line: number; column: number } => {
    const before = SOURCE.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  };
  const all = mutants.map(([code, replacement, status]) => {
    const start = SOURCE.indexOf(code, seen.get(code));
    if (start < 0) throw new Error(`There is no other ${code}.`);
    seen.set(code, start + 1);
    return { replacement, status, location: { start: place(start), end: place(start + code.length) } };
  });
  return { files: { 'src/far/far.ts': { source: SOURCE, mutants: all } } };
}
const strictly = { root: 'src/', threshold: 0 };
const reason = (...changes: readonly string[]): Reasoned => ({ file: 'far/far.ts', changes, because: 'nobody looks' });

test.each([
  ['Killed', 'killed'],
  ['Timeout', 'timeout'],
  ['RuntimeError', 'killed'],
  ['Survived', 'survived'],
  ['NoCoverage', 'survived'],
  ['Ignored', 'survived'],
])('%s counts as %s', (status, fate) => {
  const { changes, passed } = judge([reportOf(['a > 10', 'true', status])], [], strictly);
  expect(changes).toMatchObject([{ file: 'far/far.ts', line: 2, name: 'a > 10 → true', fate }]);
  expect(passed).toBe(fate !== 'survived');
});

test('a name is the change in one line, with the line around it where there are two, and a number where that is not enough', () => {
  const report = reportOf(
    ['{\n    far: true,\n  }', '{}', 'Killed'],
    ['a > 10', 'true', 'Killed'],
    ['a > 10', 'true', 'Killed'],
    ['a > 10 && {', '', 'Killed'],
    ['a > 0', 'false', 'Killed'],
    ['a > 0', 'false', 'Killed'],
  );
  expect(judge([report], [], strictly).changes.map(({ name }) => name)).toEqual([
    '{ far: true, } → {}',
    'a > 10 → true in a > 10 && {',
    'a > 10 && { → ',
    'a > 10 → true in export const farther = (a: number): boolean => a > 10;',
    'a > 0 → false in export const both = (a: number, b: number): boolean => a > 0 && a > 0 === b > 0; (1)',
    'a > 0 → false in export const both = (a: number, b: number): boolean => a > 0 && a > 0 === b > 0; (2)',
  ]);
});

test('a survivor may have its reason', () => {
  const report = reportOf(['true', 'false', 'Survived'], ['b > 0', 'b >= 0', 'NoCoverage']);
  expect(judge([report], [reason('true → false', 'b > 0 → b >= 0')], strictly)).toMatchObject({
    changes: [{ because: 'nobody looks' }, { because: 'nobody looks' }],
    unexplained: [],
    passed: true,
  });
  expect(judge([report], [reason('true → false')], strictly)).toMatchObject({
    unexplained: [{ name: 'b > 0 → b >= 0', line: 6 }],
    passed: false,
  });
});

test('a reason that nothing needs any more fails, but for a change that only took too long this time', () => {
  const report = reportOf(['true', 'false', 'Killed'], ['b > 0', 'b >= 0', 'Timeout'], ['a > 0', 'true', 'Survived']);
  const reasons = [reason('true → false', 'b > 0 → b >= 0', 'true → null', 'a > 0 → true'), reason('a > 0 → true')];
  expect(judge([report], reasons, strictly)).toMatchObject({
    stale: [
      'far/far.ts: true → false: is noticed',
      'far/far.ts: true → null: there is no such change',
      'far/far.ts: a > 0 → true: has two reasons',
    ],
    passed: false,
  });
});

test('a change that has its reason and takes too long is only slow: nobody has noticed it', () => {
  const report = reportOf(['true', 'false', 'Timeout'], ['b > 0', 'b >= 0', 'Timeout']);
  expect(judge([report], [reason('true → false')], strictly)).toMatchObject({
    changes: [{ fate: 'survived' }, { fate: 'timeout' }],
    score: 50,
    passed: true,
  });
});

test('the score counts every change, and the threshold decides', () => {
  const report = reportOf(
    ['true', 'false', 'Killed'],
    ['b > 0', 'b >= 0', 'Timeout'],
    ['a > 0', 'true', 'Survived'],
    ['a > 10', 'true', 'Killed'],
  );
  const reasons = [reason('a > 0 → true')];
  expect(judge([report], reasons, { ...strictly, threshold: 75 })).toMatchObject({ score: 75, passed: true });
  expect(judge([report], reasons, { ...strictly, threshold: 75.1 })).toMatchObject({ score: 75, passed: false });
});

test('a folder with a threshold of its own needs no reasons, only few survivors, and the others do not count them', () => {
  const far = reportOf(['true', 'false', 'Killed'], ['b > 0', 'b >= 0', 'Survived']);
  const { mutants = [] } = reportOf(['true', 'false', 'Killed']).files['src/far/far.ts'] ?? {};
  const near = { files: { 'lib/near/near.ts': { source: SOURCE, mutants } } };
  const judged = (least: number): ReturnType<typeof judge> =>
    judge([far, near], [], { root: /^(src|lib)\//, threshold: 100, thresholds: { far: least } });
  expect(judged(50)).toMatchObject({ unexplained: [], short: [], score: 100, passed: true });
  expect(judged(50.1)).toMatchObject({
    unexplained: [{ file: 'far/far.ts', name: 'b > 0 → b >= 0' }],
    short: ['The score of far is 50.0 %, and must be 50.1 %.'],
    passed: false,
  });
  expect(textOf(judged(50.1)).endsWith(judged(50.1).short.join())).toBe(true);
});

test('no change at all proves nothing', () => {
  expect(judge([reportOf()], [], strictly).passed).toBe(false);
});

test('the table has a row for each folder, and then what is wrong', () => {
  const report = reportOf(['true', 'false', 'Killed'], ['b > 0', 'b >= 0', 'Timeout'], ['a > 0', 'true', 'Survived']);
  const { mutants = [] } = reportOf(['true', 'false', 'Survived']).files['src/far/far.ts'] ?? {};
  const near = { files: { 'src/near/near.ts': { source: SOURCE, mutants } } };
  const judgement = judge([report, near], [reason('true → false')], { root: 'src/', threshold: 90 });
  expect(textOf(judgement)).toBe(`folder  changes  killed  timeout  survived  no reason   score
far           3       1        1         1          1  66.6 %
near          1       0        0         1          1   0.0 %
all           4       1        1         2          2  50.0 %

Survived: far/far.ts:6
  a > 0 → true

Survived: near/near.ts:3
  true → false

Stale in survivors.ts: far/far.ts: true → false: is noticed

The score is 50.0 %, and must be 90.0 %.`);
});
