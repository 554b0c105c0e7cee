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
const STRIDE = Number(process.env['KILLS'] ?? 6);

/** @returns what it has left; undefined if it was killed */
async function work(task: Task): Promise<Left | undefined> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'booker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  program.stdout.on('data', (text) => (said += String(text)));
  program.stdin.end(JSON.stringify(task));
  const [code, signal] = (await once(program, 'close')) as [number | null, string | null];
  if (code !== 0) expect([task.killAt === undefined, signal]).toEqual([false, 'SIGKILL']);
  return code === 0 ? (JSON.parse(said) as Left) : undefined;
}

/** @returns how many were killed */
async function killAll(by: Task['by'], at: Task['at'], stride = 1): Promise<number> {
  const first = await work({ by, at, before: 1 }); // which makes tables, too
  expect(first?.booked.toSorted()).toEqual(['1', '2']);
  let given = 2;
  const isKilled = async (killAt: number): Promise<boolean> =>
    (await work({ by, at, before: given++, killAt })) === undefined;
  for (let killAt = stride; killAt <= (first?.count ?? 0); killAt += stride) if (!(await isKilled(killAt))) break; // how often it looks around hangs on the machine
  const last = await work({ by, at, before: given });
  const all = Array.from({ length: given + 1 }, (_, i) => String(i + 1));
  expect(last?.booked.toSorted((a, b) => Number(a) - Number(b))).toEqual(all);
  return given - 2;
}

describe.concurrent('killed at every boundary, a receiver books each deposit once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-callback-kills-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(isLeftOut).each(['delivery', 'catch-up'] as const)('by %s on PostgreSQL', async (by) => {
    const server = await startPostgres();
    const killed = await killAll(by, { url: await server.createDatabase() });
    await server.stop();
    expect(killed).toBeGreaterThan(12);
  });

  it.each(['delivery', 'catch-up'] as const)('by %s in a folder of PGlite', async (by) => {
    const killed = await killAll(by, { folder: join(folder, `pglite-${by}`) }, STRIDE);
    expect(killed).toBeGreaterThanOrEqual(Math.floor(12 / STRIDE));
  });

  it('by delivery in a file of SQLite', async () => {
    expect(await killAll('delivery', { file: join(folder, 'callbacks.db') })).toBeGreaterThan(12);
  });
});
