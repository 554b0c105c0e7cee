/** Signals end a run as a process: what came is never lost, whenever they come, and nobody waits for an answer that may never come. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTranscript } from '@wallet-operations/transcript';
import { expect, onTestFinished, test } from 'vitest';
import { command, configurationOf, FILES } from './harness.ts';
import { presentVariant } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';

const CLI = join(import.meta.dirname, '../../packages/conformance/src/cli.ts');

/** A run that was started, with the files that it writes. */
function started(running: Running) {
  const { config, environment } = configurationOf(running);
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const [transcript, report] = [join(folder, FILES.transcript), join(folder, FILES.json)];
  const files = ['--config', join(folder, 'config.json'), '--transcript', transcript, '--json', report];
  const run: ChildProcess = spawn(
    process.execPath,
    [CLI, 'run', ...files, '--calls', '60000', '--share', '100', '--quiet'],
    { env: { ...process.env, ...environment }, stdio: 'ignore' },
  );
  onTestFinished(() => void run.kill('SIGKILL'));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    run.once('exit', (code, signal) => {
      resolve({ code, signal });
    });
  });
  return { run, ended, transcript, report };
}

/** A service of the present that answers nothing from a call on; `hangs` resolves once that call came. */
async function hangingAfter(calls: number): Promise<{ running: Running; hangs: Promise<void> }> {
  let came = 0;
  let tell: () => void;
  const hangs = new Promise<void>((resolve) => (tell = resolve));
  const running = await presentVariant({
    instead() {
      if (++came <= calls) return undefined;
      tell();
      return new Promise(() => undefined);
    },
  });
  onTestFinished(running.close);
  return { running, hangs };
}

test('one signal gives up an answer that does not come, and what came until then is judged', async () => {
  const { running, hangs } = await hangingAfter(20);
  const { run, ended, transcript, report } = started(running);
  await hangs;
  run.kill('SIGINT');
  expect(await ended).toEqual({ code: 1, signal: null });
  const { exchanges, stopped } = readTranscript(readFileSync(transcript, 'utf8'), transcript);
  // the answer that nobody waited for is no silence of the service
  expect({ stopped, answered: exchanges.map(({ answer }) => answer !== undefined) }).toEqual({
    stopped: 'interrupted',
    answered: Array.from({ length: 20 }, () => true),
  });
  expect(readFileSync(report, 'utf8')).toContain('"stopped":"interrupted"');
});

test.each([
  ['at once', () => Promise.resolve()],
  ['a moment later', () => new Promise((resolve) => setTimeout(resolve, 5))],
])('a second signal, %s, ends a run with its transcript written, and replay judges that', async (_, pass) => {
  const { running, hangs } = await hangingAfter(20);
  const { run, ended, transcript, report } = started(running);
  await hangs;
  run.kill('SIGINT');
  await pass();
  run.kill('SIGTERM');
  const { code, signal } = await ended;
  expect({ code, isSignal: /^SIG(INT|TERM)$/.test(signal ?? '') }).toEqual({ code: null, isSignal: true });
  expect(existsSync(report)).toBe(false);
  const { exitCode, stdout, stderr } = await command(['replay', transcript]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(stdout).toContain('20 calls of 6 wallets');
  expect(stdout).toContain('the run was interrupted');
});

test('a signal ends a run while it judges, with its transcript written and no empty report', async () => {
  // enough that nobody knows, of each answer, for judging to take a while
  const keys = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`key${String(i)}`, i]));
  const running = await presentVariant({
    answer: ({ status, headers, body }) =>
      status === 200 ? { status, headers, body: { ...body, ...keys } } : undefined,
  });
  onTestFinished(running.close);
  const { run, ended, transcript, report } = started(running);
  const asking = setInterval(() => {
    if (existsSync(transcript) && statSync(transcript).size > 0) run.kill('SIGTERM');
  }, 5);
  onTestFinished(() => {
    clearInterval(asking);
  });
  expect(await ended).toEqual({ code: null, signal: 'SIGTERM' });
  expect(readFileSync(transcript, 'utf8')).toMatch(/^\{"form":"wallet-conform transcript 1"/);
  expect(existsSync(report)).toBe(false);
});
