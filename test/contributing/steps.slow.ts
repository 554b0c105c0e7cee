// What CONTRIBUTING promises: with its steps for an operation there is one, with those for an error row there is one, and everything follows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Repository, type Outcome } from '../repository.ts';
import { followSteps, type LastStep } from './follow.ts';

/** Uses the new operation as its callers would; it compiles only if types and reasons are there. */
const USE = `
import { createWalletClient, ServiceError } from '@wallet-operations/client';
import { startMock } from '@wallet-operations/mock';
import type { ErrorReason } from '@wallet-operations/openapi/errors';

const mock = await startMock();
const client = createWalletClient({ baseUrl: mock.url, credentials: { apiCode: 'code', secret: 'secret' } });
const { held_until }: { held_until: number } = await client.wallet(635743).holdWithdrawals({ reason: 'audit' });
console.log(held_until);
try {
  await client.wallet(635743).holdWithdrawals({ reason: 'x'.repeat(21) });
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  const reason: ErrorReason = 'hold_reason_too_long';
  console.log(error.reason === reason, error.status, error.code, error.effect);
}
await mock.close();
`;

let repository: Repository;
let last: LastStep;
let use: Outcome;
let diff: Outcome;
let changed: string[];
beforeAll(async () => {
  repository = new Repository();
  repository.write('test/use.ts', USE);
  last = await followSteps(repository);
  repository.git('add', '--all');
  changed = repository.git('diff', '--cached', '--name-only', '-z').split('\0').filter(Boolean);
  use = await repository.run('test/use.ts');
  diff = await repository.run('scripts/diff.ts');
});
afterAll(() => {
  repository[Symbol.dispose]();
});

test('the build takes them', () => {
  expect(last.build).toMatchObject({ exitCode: 0, stderr: '' });
});

test('the types have them', () => {
  expect(last.types).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('the tests hold them against the facts', () => {
  expect(last.tests.exitCode, last.tests.stdout + last.tests.stderr).toBe(0);
  expect(last.tests.stdout).toMatch(/Tests .*\d+ passed/);
});

test('no file changes that the steps do not name', () => {
  const named = Array.from(
    repository.read('CONTRIBUTING.md').matchAll(/`((?:openapi|packages|test|generated)\/[^`<]*)/g),
    ([, path = '']) => path,
  );
  const own = 'test/use.ts';
  const files = changed.filter((file) => file !== own && !named.some((path) => file.startsWith(path)));
  expect(files).toEqual([]);
  expect(changed.length).toBeGreaterThan(10);
});

describe('what follows from them', () => {
  test('a method of the client, which the mock answers with the example', () => {
    expect(use).toMatchObject({ exitCode: 0, stderr: '' });
    expect(use.stdout.split('\n')[0]).toBe('1795169676');
  });

  test('a typed error of the client, which the mock gives where the schema is broken', () => {
    expect(use.stdout.split('\n')[1]).toBe('true 400 990 none');
  });

  test('a place in the docs for both', () => {
    const page = repository.read('generated/docs/index.html');
    expect(page).toContain('holdWithdrawals');
    expect(page).toContain('the whole of it belongs into your own books');
  });

  test('rows in the tables of operations and errors', () => {
    expect(repository.read('generated/operations.js')).toContain('"path": "/v1/svc/wallets/{WALLET_ID}/sender/hold"');
    expect(repository.read('generated/errors.js')).toContain('"hold_reason_too_long": {');
  });

  test('a line for each in what changed for callers', () => {
    expect(diff.stdout).toContain('- `holdWithdrawals`: was added');
    expect(diff.stdout).toContain('- error `hold_reason_too_long`: is new, given by `holdWithdrawals`');
    expect(diff.stdout).not.toContain('### Breaks callers');
  });
});
