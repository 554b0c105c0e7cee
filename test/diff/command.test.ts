// `npm run diff`: what somebody sees of changes on which money hangs, and that it fails where the changesets declare too little.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'wallet-operations-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the document was, where each of these texts stood otherwise. */
function earlier(...edits: readonly [now: string, then: string][]): string {
  const text = readFileSync(join(ROOT, 'generated', 'openapi.json'), 'utf8');
  const changed = edits.reduce(
    (document, [now, then]) => {
      if (!document.includes(now))
        throw new Error(`The document no longer holds ${now}: choose another text to change`);
      return document.replace(now, then);
    },
    JSON.stringify(JSON.parse(text)),
  );
  const file = join(folder, 'base.json');
  writeFileSync(file, changed);
  return file;
}

async function diff(base: string): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/diff.ts', '--base', base],
      { cwd: ROOT },
      (_error, stdout, stderr) => {
        resolve({ exitCode: child.exitCode, stdout, stderr });
      },
    );
  });
}

test('nothing changed since the document itself', async () => {
  const { exitCode, stdout } = await diff(earlier());
  expect(stdout).toMatch(/\n\nNothing\.\n$/);
  expect(exitCode).toBe(0);
});

test('a check that is on, a wallet that is left out and a shorter memo break callers of 1.0.0', async () => {
  const base = earlier(
    ['"version":"0.', '"version":"9.'],
    ['"ignore_black_list":{"type":"boolean","default":false', '"ignore_black_list":{"type":"boolean","default":true'],
    ['"x-wallet-kinds":["vault"]', '"x-wallet-kinds":["vault","delegated"]'],
    ['"EOS":{"maxLength":128', '"EOS":{"maxLength":129'],
  );
  const { exitCode, stdout, stderr } = await diff(base);
  const [breaks = ''] = stdout.split('### Breaks callers').slice(1);
  expect(breaks.trim().split('\n').toSorted()).toEqual([
    '- `WithdrawalBatch.ignore_black_list` (`withdrawAssets`): default was `true`, is `false`',
    '- `WithdrawalRequest.memo` (`withdrawAssets`): x-memo-rules EOS maxLength was `129`, is `128`',
    '- `getVaultBalance`: x-wallet-kinds has `delegated` no more',
  ]);
  expect(stderr).toContain('The changes need a major bump');
  expect(exitCode).toBe(1);
});
