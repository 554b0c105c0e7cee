// `npm run lint -- --format github-actions`: what each linter finds is an annotation of its line in a pull request.
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Repository, type Outcome } from '../repository.ts';

const PRICES = 'openapi/paths/currency/prices.yaml';

/** Most of what there is to lint takes a minute, and nothing that lints needs it. */
const UNUSED = ['client', 'conformance', 'durable', 'mock', 'mutation', 'sandbox'].map((name) => `packages/${name}`);

let repository: Repository;
let outcome: Outcome;
beforeAll(async () => {
  repository = new Repository();
  for (const folder of ['test', ...UNUSED]) rmSync(repository.path(folder), { recursive: true });
  repository.edit(PRICES, 'operationId: getCurrencyPrices', 'operationId: currencyPrices'); // a house rule, on the bundle
  repository.write('scripts/one.ts', 'let one =  1;\nexport { one };\n'); // ESLint and Prettier
  repository.write('scripts/two.ts', 'const = 2;\n'); // no TypeScript
  outcome = await repository.run('scripts/lint.ts', '--format', 'github-actions');
});
afterAll(() => {
  repository[Symbol.dispose]();
});

const annotations = () => outcome.stdout.split('\n').filter((line) => line.startsWith('::'));

test('every finding is an annotation of its line, and nothing else is one', () => {
  expect(outcome).toMatchObject({ exitCode: 1, stderr: '' });
  const places = annotations().map((line) =>
    /^::error file=(.*),line=(\d+),col=\d+,title=([^:]+)::./.exec(line)?.slice(1).join(' '),
  );
  expect(new Set(places)).toEqual(
    new Set([
      `${PRICES} 2 operation-id-reads`,
      'scripts/one.ts 1 prefer-const',
      'scripts/one.ts 1 format',
      'scripts/two.ts 1 syntax',
    ]),
  );
});

test('a house rule ends with the heading that explains it', () => {
  expect(annotations().join('\n')).toMatch(/::"currencyPrices" reads: .* See openapi\/README\.md#names$/m);
});

test('a format that there is not is refused, with those that there are', async () => {
  const { exitCode, stderr } = await repository.run('scripts/lint.ts', '--format', 'html');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('--format takes text or github-actions, not html.')]);
});
