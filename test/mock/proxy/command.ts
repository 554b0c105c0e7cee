/** The proxy as a command, with the files that it leaves behind. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serve } from '../../package/mock-project.ts';

export const CLI = join(import.meta.dirname, '..', '..', '..', 'packages', 'mock', 'src', 'cli.ts');

/** How it ended: what it printed, and each of its files. */
export interface Ended {
  readonly exitCode: number | null;
  readonly printed: string;
  readonly json: string;
  readonly junit: string;
  readonly har: string;
}

/** Runs it before `upstream` with every report there is, while `use` calls it. */
export async function runProxy(
  upstream: string,
  args: readonly string[],
  use: (url: string) => Promise<unknown>,
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (name: string): string => join(folder, 'reports', name);
  const files = ['--json', file('json'), '--junit', file('junit'), '--har', file('har')];
  const options = ['--port', '0', '--upstream', upstream, '--github', ...files, ...args];
  const { url, stop } = await serve(spawn(process.execPath, [CLI, 'proxy', ...options]));
  await use(url);
  const ended = await stop();
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  return { ...ended, json: read('json'), junit: read('junit'), har: read('har') };
}
