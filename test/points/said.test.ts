// What a text says of a point hangs on whether the point is answered.
import { expect, test } from 'vitest';
import { filled } from '../../scripts/lib/points.ts';

const point = { what: 'a', assumed: 'b', value: 5 };
const open = { 'batch-limit': point };
const answered = { 'batch-limit': { ...point, value: 7, answer: 'Seven, $& of\nthem.' } };

test.each([
  ['At most {{batch-limit}}.', 'At most 5.', 'At most 7.'],
  ['It is {{batch-limit?}}.', 'It is assumed.', 'It is answered by your operator.'],
  ['One. {{batch-limit? It is not shown.}} Two.', 'One. It is not shown. Two.', 'One. Two.'],
  ['One {{batch-limit? (assumed)}}, two.', 'One (assumed), two.', 'One, two.'],
  [
    'One.\n{{batch-limit? Not shown.}}\n{{batch-limit! <answer>.}} Two.',
    'One.\nNot shown.\nTwo.',
    'One.\nSeven, $& of them. Two.',
  ],
  ['One.\n\n{{batch-limit? Not shown.}}\n\nTwo.\n', 'One.\n\nNot shown.\n\nTwo.\n', 'One.\n\nTwo.\n'],
  ['One. {{batch-limit? Not shown.}}\n', 'One. Not shown.\n', 'One.\n'],
  ['| {{batch-limit? not shown; assumed:}} {{batch-limit}} |', '| not shown; assumed: 5 |', '| 7 |'],
  ['It {{batch-limit? may be}}{{batch-limit! is {{batch-limit}}: it is}} so.', 'It may be so.', 'It is 7: it is so.'],
])('%j', (text, before, after) => {
  expect(filled(text, open)).toBe(before);
  expect(filled(text, answered)).toBe(after);
});

test('of names that an answer alone has, something is said besides', () => {
  const text = 'Numbers: {{a}}. {{a+ Nobody knows when <beyond> comes.}} So.';
  const states = { ...point, value: { in: 1, out: 2 }, order: ['in'], failures: ['out'] };
  expect(filled(text, { a: states })).toBe('Numbers: 1 in, 2 out. So.');
  const value = { in: 1, out: 2, late: 3, lost: 4 };
  expect(filled(text, { a: { ...states, value, answer: 'So.' } })).toBe(
    'Numbers: 1 in, 2 out, 3 late, 4 lost. Nobody knows when late and lost comes. So.',
  );
});

test('what a line of shell asks with has the unit of t, and a nonce where there is one', () => {
  const asked = (unit: string, nonce: string): string =>
    filled('curl "/wallets?{{shell-query}}"', {
      'request-time': { ...point, value: { unit } },
      checksum: { ...point, value: { nonce } },
    });
  expect(asked('seconds', 'none')).toBe('curl "/wallets?t=$(date +%s)"');
  expect(asked('milliseconds', 'n')).toBe('curl "/wallets?n=$(openssl rand -hex 16)&t=$(date +%s)000"');
});

test.each(['{{batch-limt}}', '{{batch-limt? Not shown.}}', '{{batch-limit? {never} shown.}}', '{{batch-limit.part}}'])(
  '%s is refused',
  (text) => {
    expect(() => filled(text, open)).toThrow('A text asks for {{batch-li');
  },
);
