// What the files of openapi/ say by themselves: patterns, circles, names and secrets, each with its line and what to do.
import { expect, test } from 'vitest';
import { circleFindings } from '../../scripts/lint/circles.ts';
import { fileNameFindings } from '../../scripts/lint/file-names.ts';
import { patternFindings } from '../../scripts/lint/patterns.ts';
import { secretFindings } from '../../scripts/lint/secrets.ts';
import { readSource, type Source } from '../../scripts/lint/sources.ts';

const ROOT = 'openapi/openapi.yaml';
const pattern = (text: string): Source[] => [readSource(ROOT, `type: string\npattern: '${text}'\n`)];

test.each(['^[0-9]+$', '^([0-9]+(\\.[0-9]+)?)?$', '^[^:]+:(0[xX])?[0-9A-Fa-f]*$', '^(a|b)*$', '^\\p{L}+$'])(
  '%s is quick',
  (text) => {
    expect(patternFindings(pattern(text))).toEqual([]);
  },
);

test.each(['^(a+)+$', '^(a|a)*$', '^([0-9]+\\.?)+$', '^[0-9]*[0-9]*[0-9]*x$', '^(.*)(.*)(.*)$'])(
  '%s is not, and is found in time',
  (text) => {
    const start = performance.now();
    const [found] = patternFindings(pattern(text));
    expect(found).toMatchObject({ where: `${ROOT}:2:10`, rule: 'pattern-safe' });
    expect(found?.message).toMatch(/takes seconds or years\. Write it so that .* See openapi\/README\.md#types$/);
    expect(performance.now() - start).toBeLessThan(15_000);
  },
);

test('a pattern that is none is found, and what is called so in an example is none', () => {
  expect(patternFindings(pattern('[')).map(({ message }) => message)).toEqual([
    expect.stringContaining('Invalid regular expression'),
  ]);
  expect(
    patternFindings([readSource(ROOT, `examples:\n  pattern: '^(a+)+$'\nx-refused-as:\n  pattern: (a+)+\n`)]),
  ).toEqual([]);
});

test.each([
  ['a file that refers to itself', { a: '$ref: a.yaml\n' }, 'openapi/a.yaml:1:7', 'a.yaml → a.yaml'],
  [
    'two files',
    { a: 'x: 1\nb: { $ref: b.yaml }\n', b: 'items:\n  $ref: ./a.yaml\n' },
    'openapi/b.yaml:2:9',
    'a.yaml → b.yaml → a.yaml',
  ],
  [
    'a part of one file',
    { a: 'one: { two: { $ref: "#/one" } }\n' },
    'openapi/a.yaml:1:21',
    'a.yaml#/one → a.yaml#/one',
  ],
])('%s: a circle of references has its line', (_what, files: Record<string, string>, where, way) => {
  const root = readSource(ROOT, 'paths: { $ref: "a.yaml#/one" }\ncomponents: { $ref: a.yaml }\n');
  const found = circleFindings([
    root,
    ...Object.entries(files).map(([name, text]) => readSource(`openapi/${name}.yaml`, text)),
  ]);
  expect(found).toEqual([{ where, rule: 'no-circle', message: expect.stringContaining(way) as string }]);
});

test('what is referred to twice, and what a file refers to within itself, is no circle', () => {
  const root = readSource(ROOT, 'a: { $ref: a.yaml }\nb: { $ref: b.yaml }\nc: { $ref: "#/d" }\nd: 1\n');
  const [a, b] = [
    readSource('openapi/a.yaml', 'b: { $ref: b.yaml }\n'),
    readSource('openapi/b.yaml', 'type: string\n'),
  ];
  expect(circleFindings([root, a, b])).toEqual([]);
});

test('files of components are named as these become', () => {
  const named = (file: string) =>
    fileNameFindings([readSource(file, '')]).map(({ where, message }) => `${where} ${message}`);
  expect(named('openapi/schemas/order_state.yaml')).toEqual([
    expect.stringMatching(/^openapi\/schemas\/order_state\.yaml:1:1 .* Call it OrderState\.yaml, /),
  ]);
  expect(named('openapi/responses/notFound.yaml')).toHaveLength(1);
  expect(named('openapi/schemas/Wallet.yml')).toHaveLength(1);
  expect(
    ['openapi/schemas/Wallet.yaml', 'openapi/paths/prices.yaml', 'openapi/examples/a.request.b.yaml'].flatMap(named),
  ).toEqual([]);
});

/** What would be one, put together so that nobody takes this file for a leak. */
const token = ['ghp', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('_');

/** One of AWS, by the words that stand in it. */
const key = (words: string): string => ['AKIA', 'Z7QX2MKLPW4TRBQ5'.slice(words.length), words].join('');

test.each([
  ['an API code', 'value:\n  api_code: MMGC6HAO4G4NPWSXZ6ETNLT6PA\n', '2:13'],
  ['an API secret', 'API_SECRET: 2u8fJq0xLwP3zRt7\n', '1:13'],
  ['the ID of a key of AWS', `value:\n  memo: ${key('')}\n`, '2:9'],
  ['the ID of a key of AWS with EXAMPL in it', `value:\n  memo: ${key('EXAMPL4T')}\n`, '2:9'],
  ['the ID of a key of AWS with EXAMPLE in it', `value:\n  memo: ${key('EXAMPLE')}\n`, '2:9'],
  ['the same in a field for secrets', `value:\n  api_code: ${key('EXAMPLE')}\n`, '2:13'],
  ['a token of another service', `value:\n  memo: ${token}\n`, '2:9'],
])('%s that looks real is found, and not shown', async (_what, text, place) => {
  const found = await secretFindings([readSource('openapi/examples/a.yaml', text)]);
  expect(found).toMatchObject([{ where: `openapi/examples/a.yaml:${place}`, rule: 'no-secrets' }]);
  expect(found[0]?.message).toMatch(/\. Put .* If it ever was real, revoke it\. See openapi\/README\.md#examples$/);
  expect(found[0]?.message).not.toContain(token);
});

test('what is plainly no secret is none', async () => {
  const text =
    'memo: AKIAIOSFODNN7EXAMPLE\napi_code: MMGC6HAO4G4NPWSXZ6EXAMPLE2\nsecret: <your API secret>\ntoken: short\ntxid: 8c1f6e2b7a9d4c3e5f60718293a4b5c6\n';
  expect(await secretFindings([readSource('openapi/examples/a.yaml', text)])).toEqual([]);
});
