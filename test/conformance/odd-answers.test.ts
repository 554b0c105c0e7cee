/** Answers that no service should give: what of them differs is shown, and none of them holds a run up. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from './harness.ts';
import { changedVariant, type Change } from './variants/behind.ts';
import { json, refusal } from './variants/changes.ts';

async function against(change: Change): Promise<Result> {
  const running = await changedVariant(change);
  onTestFinished(running.close);
  return conform(running);
}

test.each(['Forbidden. Checksum mismatch', 'FORBIDDEN. CHECKSUM UNMATCH', 'forbidden: checksum_unmatch'])(
  'a refusal in the words "%s" is shown in them',
  async (error) => {
    const words = refusal(
      undefined,
      (body) => body.error === 'Forbidden. Checksum unmatch',
      ({ status }) => json(status, { error }),
    );
    const shown = differencesIn(await against(words)).filter((line) => line.includes('error row checksum_unmatch'));
    expect(shown).not.toEqual([]);
    for (const line of shown) expect(line).toContain(error);
  },
);

test.each([
  ['lists in lists', '['.repeat(4e6) + ']'.repeat(4e6)],
  ['lists beside lists', `{"currency":[${'[],'.repeat(2.6e6)}[]]}`],
  ['lists that do not end', '['.repeat(8e6)],
])('eight megabytes of %s are not looked into', async (_, body) => {
  const result = await against({
    answer: ({ status, headers }, { operationId }) =>
      operationId === 'getVaultBalance' && status === 200 ? { status, headers, body } : undefined,
  });
  expect(differencesIn(result)).toEqual([
    'getVaultBalance bound body: getVaultBalance.plain: body has more lists and objects than any body of the document',
  ]);
  expect(result.read('transcript')).toContain('"unread":"too many parts"');
  expect(result.stderr).toBe('');
});

test('an answer that is too large to be read is told as a difference, of every operation', async () => {
  const body = '1'.repeat(17 * 2 ** 20);
  const result = await against({
    answer: ({ status, headers }, { operationId }) =>
      (operationId === 'getVaultBalance' || operationId === 'listWallets') && status === 200
        ? { status, headers, body }
        : undefined,
  });
  expect(differencesIn(result)).toContain(
    'getVaultBalance bound body: getVaultBalance.plain: body is larger than any body of the document',
  );
  expect(differencesIn(result).join('\n')).toContain('listWallets bound body');
  expect(result.exitCode).toBe(1);
});
