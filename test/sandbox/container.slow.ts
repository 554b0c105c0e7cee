/** The container file: built and run where there is Docker, and read where there is none. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../package/build.ts';

const run = promisify(execFile);
const FILE = fileURLToPath(new URL('../../packages/sandbox/Dockerfile', import.meta.url));

/** The command alone is not enough: something has to answer it. */
function hasDocker(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(hasDocker())('the container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-container-'));
  const name = `wallet-sandbox-test-${String(process.pid)}`;
  const docker = async (...args: string[]): Promise<string> => (await run('docker', args)).stdout.trim();

  beforeAll(async () => {
    const built = join(folder, 'built');
    await buildPackage('sandbox', built);
    await docker('build', '-t', name, '-f', FILE, built);
  });
  afterAll(async () => {
    await docker('rm', '-f', name).catch(() => undefined);
    await docker('volume', 'rm', name).catch(() => undefined);
    await docker('rmi', name).catch(() => undefined);
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<string> => {
    const token = ['--token', 'let-me-in'];
    await docker('run', '-d', '--name', name, '-p', '127.0.0.1:0:4020', '-v', `${name}:/data`, name, ...token);
    const address = await docker('port', name, '4020/tcp');
    for (;;) {
      const state = await fetch(`http://${address}/_sandbox/state?token=let-me-in`).catch(() => undefined);
      if (state?.ok) return (await state.text()).replace(/"now":\d+/, '');
    }
  };

  it('serves, is nobody in particular, ends when it is told to, and keeps its state', async () => {
    const before = await start();
    expect(before).toContain('"635743"');
    expect(await docker('exec', name, 'id', '-u')).toBe('1000');
    await docker('stop', name);
    expect(await docker('inspect', '-f', '{{.State.ExitCode}}', name)).toBe('0');
    await docker('rm', name);
    expect(await start()).toBe(before);
  });
});

it('runs no more than it needs, as nobody in particular', () => {
  const lines = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  expect(lines.map((line) => line.split(' ')[0])).toEqual(
    'FROM WORKDIR COPY RUN USER VOLUME EXPOSE ENTRYPOINT'.split(' '),
  );
  expect(lines).toContain('USER node');
});
