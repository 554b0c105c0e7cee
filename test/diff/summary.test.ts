// The bump that changes need, whether it is declared, and the words in which both are told.
import { expect, test } from 'vitest';
import { biggest, neededBump, shown, type Bump, type Change } from '../../scripts/diff/change.ts';
import { isTooLittle, summary, type Verdict } from '../../scripts/diff/summary.ts';

const changes: Change[] = [
  { bump: 'patch', where: 'example `a`', what: 'is new' },
  { bump: 'major', where: '`listThings`', what: 'was removed' },
  { bump: 'minor', where: '`makeThing`', what: 'was added' },
  { bump: 'minor', where: '`makeThing`', what: 'was added' },
];
const verdict: Verdict = {
  base: { name: 'v1.2.3', text: '' },
  version: '1.2.3',
  changes,
  needed: 'major',
  declared: 'minor',
};

test.each<[version: string, bumps: Change['bump'][], needed: Bump]>([
  ['1.2.3', [], 'none'],
  ['1.2.3', ['patch', 'minor', 'patch'], 'minor'],
  ['1.2.3', ['major', 'patch'], 'major'],
  ['0.2.3', ['major', 'patch'], 'minor'],
  ['0.2.3', ['minor', 'patch'], 'patch'],
  ['0.2.3', ['patch'], 'patch'],
  ['0.2.3', [], 'none'],
])('after %s, changes of %j need %s', (version, bumps, needed) => {
  const some = bumps.map((bump): Change => ({ bump, where: '', what: '' }));
  expect(neededBump(some, version)).toBe(needed);
});

test('the biggest bump counts', () => {
  expect(biggest(['patch', 'major', 'minor'])).toBe('major');
  expect(biggest([])).toBe('none');
});

test.each<[declared: Bump, needed: Bump, little: boolean]>([
  ['none', 'none', false],
  ['none', 'patch', true],
  ['minor', 'patch', false],
  ['minor', 'minor', false],
  ['minor', 'major', true],
])('%s for %s is too little: %s', (declared, needed, little) => {
  expect(isTooLittle({ ...verdict, declared, needed })).toBe(little);
});

test('the summary begins with what breaks, and says each change once', () => {
  expect(summary(verdict)).toBe(`## What changed for callers since v1.2.3

Needs a **major** bump of 1.2.3; the changesets declare **minor**.

### Breaks callers

- \`listThings\`: was removed

### New for callers

- \`makeThing\`: was added

### Words and examples

- example \`a\`: is new`);
});

test('it says why it compares with what, and that a version before 1.0.0 is another thing', () => {
  const early = summary({ ...verdict, version: '0.2.0', base: { name: 'main', text: '', note: 'No tag is here.' } });
  expect(early).toContain('since main\n\nNo tag is here.\n\nNeeds');
  expect(early).toContain('Before 1.0.0');
  expect(summary({ ...verdict, version: '0.2.0', changes: [] })).toBe(
    '## What changed for callers since v1.2.3\n\nNothing.',
  );
});

test('a long value is cut', () => {
  expect(shown('x'.repeat(200))).toHaveLength(102);
  expect(shown({ a: 1 })).toBe('`{"a":1}`');
});
