/** Several transcripts of one service: what they show is put together, in whichever order they are given. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command, conform, FILES, filesIn, resultsIn, type Result } from './harness.ts';
import { sandboxVariant } from './variants/behind.ts';

interface Answer {
  readonly id: string;
  readonly value: unknown;
}

/** A run against a service with these answers, of its wallets of some kinds alone. */
async function runOf(answers: readonly Answer[], kinds?: readonly string[]): Promise<string> {
  const running = await sandboxVariant(answers);
  onTestFinished(running.close);
  const wallets = kinds ? running.wallets.filter(({ kind }) => kinds.includes(kind)) : running.wallets;
  const { folder } = await conform({ ...running, wallets });
  return join(folder, FILES.transcript);
}

async function replay(transcripts: readonly string[]): Promise<Pick<Result, 'report'> & { readonly answers: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'several-'));
  const others = filesIn(folder).filter((arg, i, all) => arg !== '--transcript' && all[i - 1] !== '--transcript');
  await command(['replay', ...transcripts, ...others]);
  return { report: resultsIn(folder).report, answers: readFileSync(join(folder, FILES.answers), 'utf8') };
}

/** What is told of a point, the same in both orders. */
async function both(first: string, second: string, id: string) {
  const [one, other] = [await replay([first, second]), await replay([second, first])];
  expect(one.report).toEqual(other.report);
  expect(one.answers).toBe(other.answers);
  return { ...one.report.points[id], answers: one.answers };
}

const TYPES = { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 };

test('numbers that each shows in part are one answer together', async () => {
  const answers = [{ id: 'wallet-type', value: TYPES }];
  const [some, others] = await Promise.all([
    runOf(answers, ['vault', 'deposit', 'withdrawal']),
    runOf(answers, ['deposit-withdrawal', 'delegated']),
  ]);
  const alone = (await replay([others])).report.points['wallet-type']; // assumed numbers of the rest are refused
  expect({ verdict: alone?.verdict, value: alone?.value }).toEqual({ verdict: 'contradicted', value: undefined });
  expect(await both(some, others, 'wallet-type')).toMatchObject({
    verdict: 'contradicted',
    value: TYPES,
    evidence: expect.stringMatching(/delegated 5.*vault 1|vault 1.*delegated 5/) as string,
  });
});

test('what one contradicts and another confirms is contradicted, with both, and answers nothing', async () => {
  const [other, plain] = await Promise.all([
    runOf([
      { id: 'processing-state', value: { inPool: 5, inChain: 6, done: 7 } },
      { id: 'request-time', value: { unit: 'seconds', window: 60 } },
    ]),
    runOf([]),
  ]);
  const { verdict, evidence, value, answers } = await both(other, plain, 'processing-state');
  expect({ verdict, value }).toEqual({ verdict: 'contradicted', value: undefined });
  expect(evidence).toMatch(/done 2 and 7/);
  expect(answers).not.toMatch(/processing-state|request-time/);
  expect(await both(other, plain, 'request-time')).toMatchObject({
    verdict: 'contradicted',
    evidence: expect.stringMatching(/; elsewhere as assumed: /) as string,
  });
});
