/** What a run has paid and cannot tell, on a full disk or to a reader who has gone, is no success, and the advice is not to pay again. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPaying, WORD, type Paying } from './paying.ts';

const CLI = join(import.meta.dirname, '../../../packages/conformance/src/cli.ts');

const argsOf = (service: Paying): string[] => [
  ...['write', '--config', service.configure(), '--ledger', service.ledger, '--yes-spend', WORD],
  ...['--calls', '1000000', '--share', '100', '--wait', '0'],
];

/** Runs the command by a shell, of which it gets the standard output. */
const through = (
  script: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...environment } };
    execFile('/bin/sh', ['-c', script, process.execPath, CLI, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

const LOOK = 'What was done stands in the ledger: look there before you run it again, for another run may pay again.';

describe.skipIf(process.platform !== 'linux')('what is printed', () => {
  test('of a payment on a full disk is told, and no success', async () => {
    const service = await startPaying({ startAt: Date.now() });
    const { code, stderr } = await through('"$0" "$@" > /dev/full', argsOf(service), service.environment);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^The standard output cannot be written, and is not complete: ENOSPC/);
    expect(stderr).toContain(LOOK);
    expect(service.paid().orders).toBe(1);
  }, 60_000);

  test('of a payment to a reader who has gone is told, and no success', async () => {
    const service = await startPaying({ startAt: Date.now() });
    const env = { ...process.env, ...service.environment };
    const child = spawn(process.execPath, [CLI, ...argsOf(service)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code).toBe(2);
    expect(stderr).toContain('EPIPE');
    expect(stderr).toContain(LOOK);
    expect(service.paid().orders).toBe(1);
  }, 60_000);

  test('of a plan on a full disk is told as well', async () => {
    const service = await startPaying();
    const { code, stderr } = await through('"$0" "$@" > /dev/full', ['plan', '--config', service.configure()]);
    expect(code).toBe(2);
    expect(stderr).toContain('Make room, or send it elsewhere.');
  }, 60_000);

  test('and wanted by nobody any more is no failure of what can be run again', async () => {
    const service = await startPaying();
    const script = '{ "$0" "$@"; echo "code $?" >&2; } | true';
    const { stderr } = await through(script, ['plan', '--config', service.configure()]);
    expect(stderr).toBe('code 0\n');
  }, 60_000);

  test('is not lost with a report that does not fit on the disk, nor are the others', async () => {
    const service = await startPaying();
    const markdown = join(service.folder, 'effects.md');
    const args = ['--yes-spend', WORD, '--junit', '/dev/full', '--markdown', markdown, '--transcript', '/dev/full/x'];
    expect((await service.write(args)).stderr).toContain('--transcript cannot write its file');
    const { exitCode, stdout, stderr } = await service.write(args.slice(0, -2));
    expect(exitCode).toBe(2);
    expect(stdout).toContain('Each effect is proved by a read.');
    expect(stderr).toMatch(/^--junit could not be written: ENOSPC.*\n.* another run may pay again\.\n$/);
    expect(readFileSync(markdown, 'utf8')).toContain('Each effect is proved by a read.');
    expect(service.paid().orders).toBe(1);
  });
});

test.each([
  ['write', '--ledger', 'To write needs --ledger FILE: what was sent stands there before it is.'],
  ['write', '--config', 'To write needs --config FILE.'],
])('%s with an empty %s is told what it needs', async (_, option, says) => {
  const service = await startPaying();
  const { exitCode, stderr } = await service.write(['--yes-spend', WORD, option, '']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  expect(service.came).toEqual([]);
});
