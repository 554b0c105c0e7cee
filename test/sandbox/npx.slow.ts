/** `npx` where Node.js is older than the sandbox needs: it is told so, and the command that it is told works. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../package/build.ts';

const run = promisify(execFile);

/** Where an older one is, if there is any on the PATH. */
const older = (process.env.PATH ?? '').split(delimiter).find((folder) => {
  try {
    const version = execFileSync(join(folder, 'node'), ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return Number.parseInt(version.toString().slice(1)) < 24;
  } catch {
    return false;
  }
});

describe.runIf(older)('npx under an older Node.js', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-npx-'));
  const env = { ...process.env, PATH: [older, '/usr/bin', '/bin'].join(delimiter) };
  let tarball: string;

  beforeAll(async () => {
    const built = join(folder, 'built');
    await buildPackage('sandbox', built);
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built });
    tarball = join(folder, stdout.trim());
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const npx = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    run('npx', ['-y', '--loglevel', 'error', ...args], { cwd: folder, env }).then(
      (output) => ({ code: 0, ...output }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );

  it('is told in one sentence, and that command works', async () => {
    const { code, stdout, stderr } = await npx('-p', tarball, 'wallet-sandbox', '--help');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The sandbox needs Node\.js 24 or newer, and this is v\d+\.\S+: npx [^\n]+\n$/);
    const told = /npx (-p \S+ -p \S+ \S+) runs/.exec(stderr)?.[1] ?? '';
    const works = await npx(...told.replace('@wallet-operations/sandbox', tarball).split(' '), '--help');
    expect([works.code, works.stdout]).toEqual([0, expect.stringContaining('Usage: wallet-sandbox') as string]);
  });
});
