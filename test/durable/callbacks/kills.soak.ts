/** A receiver is killed at each boundary between claim, booking and commit, one process after the other: every deposit is booked once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres } from '../postgres.ts';
import type { Left, Task } from './booker.ts';

/** PGlite takes seconds to start: of its boundaries only so many are tried in turn; `KILLS=1` tries all. */
const STRIDE = Number(process.env['KILLS'] ?? 3);

/** @returns what it has left; undefined if it was killed */
async function work(task: Task): Promise<Left | undefined> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'booker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  program.stdout.on('data', (text) => (said += String(text)));
  program.stdin.end(JSON.stringify(task));
  const [code, signal] = (await once(program, 'close')) as [number | null, string | null];
  expect([code, signal]).toEqual(task.killAt === undefined ? [0, null] : [null, 'SIGKILL']);
  return code === 0 ? (JSON.parse(said) as Left) : undefined;
}

/** @returns how many were killed */
async function killAll(at: Task['at'], stride = 1): Promise<number> {
  const first = await work({ at, before: 1 }); // which makes tables, too
  expect(first?.booked).toEqual(['1', '2']);
  let given = 2;
  for (let killAt = stride; killAt <= (first?.count ?? 0); killAt += stride)
    await work({ at, before: given++, killAt });
  const last = await work({ at, before: given });
  const all = Array.from({ length: given + 1 }, (_, i) => String(i + 1));
  expect(last?.booked.toSorted((a, b) => Number(a) - Number(b))).toEqual(all);
  return given - 2;
}

describe('killed at every boundary, a receiver books each deposit once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-callback-kills-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(isLeftOut)('on PostgreSQL', async () => {
    const server = await startPostgres();
    const killed = await killAll({ url: await server.createDatabase() });
    await server.stop();
    expect(killed).toBeGreaterThan(12);
  });

  it('in a folder of PGlite', async () => {
    expect(await killAll({ folder: join(folder, 'pglite') }, STRIDE)).toBeGreaterThanOrEqual(Math.floor(12 / STRIDE));
  });

  it('in a file of SQLite', async () => {
    expect(await killAll({ file: join(folder, 'callbacks.db') })).toBeGreaterThan(12);
  });
});
