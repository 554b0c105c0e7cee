/** Data files: another program's stays as it is, and one that has lost its newest changes is not taken for whole. */
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { ETH, ORDER } from './lab.ts';
import { startProcess } from './process.ts';
import { callAs } from './signed.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sandbox-files-'));
  onTestFinished(() => {
    rmSync(made, { recursive: true });
  });
  return made;
}

const contents = (of: string): Record<string, string> =>
  Object.fromEntries(readdirSync(of).map((name) => [name, hash('sha256', readFileSync(join(of, name)))]));

const start = (data: string): Promise<Sandbox> => startSandbox({ running: false, seeded: false, data });

/** The files of a database as they are at this moment: what a kill leaves, or a careless copy. */
function copy(from: string, to: string, ...endings: string[]): void {
  for (const ending of endings) if (existsSync(from + ending)) cpSync(from + ending, to + ending);
}

describe('a file of another program', () => {
  const FOREIGN = 'The data file is of another program';

  it.each([
    ['that closed it', 'CREATE TABLE books (title TEXT)', ['']],
    [
      'that was killed with everything in its log',
      'PRAGMA journal_mode = WAL; CREATE TABLE books (title TEXT)',
      ['', '-wal'],
    ],
    [
      'that was killed with more in its log',
      "CREATE TABLE books (title TEXT); PRAGMA journal_mode = WAL; INSERT INTO books VALUES ('Ledgers')",
      ['', '-wal'],
    ],
    [
      'that has it open',
      "CREATE TABLE books (title TEXT); PRAGMA journal_mode = WAL; INSERT INTO books VALUES ('Ledgers')",
      ['', '-wal', '-shm'],
    ],
    ['that counts versions, too', 'CREATE TABLE meta (key TEXT); PRAGMA user_version = 1', ['']],
  ])('%s is refused, and not a byte of it changes', async (_, sql, endings) => {
    const [live, left] = [folder(), folder()];
    const program = new DatabaseSync(join(live, 'books.db'));
    onTestFinished(() => {
      program.close();
    });
    program.exec(sql);
    copy(join(live, 'books.db'), join(left, 'books.db'), ...endings);
    const before = contents(left);
    await expect(start(join(left, 'books.db'))).rejects.toThrow(FOREIGN);
    expect(contents(left)).toEqual(before);
  });

  it('that is no database is refused, too', async () => {
    const left = folder();
    writeFileSync(join(left, 'notes.txt'), 'x'.repeat(5000));
    const before = contents(left);
    await expect(start(join(left, 'notes.txt'))).rejects.toThrow('file is not a database');
    expect(contents(left)).toEqual(before);
  });
});

describe('after a kill', () => {
  /** A sandbox with an order, killed; the folder that it leaves. */
  async function killed(): Promise<{ data: string; order: (sandbox: Sandbox) => Promise<number> }> {
    const data = join(folder(), 'state.db');
    const victim = await startProcess('--data', data, '--empty', '--stopped');
    const access = (await victim.control('createWallet', ETH)) as { walletId: bigint; apiCode: string; secret: string };
    const taken = await callAs(victim.url, access, 'sender/transactions', { body: { requests: [ORDER] } });
    expect(taken.status).toBe(200);
    await victim.kill();
    return {
      data,
      order: async ({ url, now }) =>
        (await callAs(url, access, `sender/transactions/${ORDER.order_id}`, { at: now() })).status,
    };
  }
  const opened = async (data: string): Promise<Sandbox> => {
    const sandbox = await start(data);
    onTestFinished(sandbox.close);
    return sandbox;
  };

  it('file and log together have everything', async () => {
    const { data, order } = await killed();
    const moved = join(folder(), 'moved.db');
    copy(data, moved, '', '-wal');
    const sandbox = await opened(moved);
    expect(await order(sandbox)).toBe(200);
    expect(await sandbox.control.audit()).toEqual({ problems: [] });
  });

  it('the file alone says that it may lack something, and what', async () => {
    const { data, order } = await killed();
    const moved = join(folder(), 'moved.db');
    copy(data, moved, '');
    await expect(start(moved)).rejects.toThrow('may lack its newest changes: the sandbox that had it was killed');
    await expect(start(moved)).rejects.toThrow(`${moved}-wal, which had them, is not there`);
    copy(data, moved, '-wal'); // which is the first thing that it says to do
    expect(await order(await opened(moved))).toBe(200);
  });

  it('the file alone is taken by whoever says so', async () => {
    const { data } = await killed();
    const moved = join(folder(), 'moved.db');
    copy(data, moved, '');
    writeFileSync(`${moved}-wal`, '');
    const sandbox = await opened(moved);
    await sandbox.control.createWallet(ETH);
    expect(await sandbox.control.audit()).toEqual({ problems: [] });
  });

  it('a copy that is made while it runs is no other case', async () => {
    const data = join(folder(), 'state.db');
    const sandbox = await opened(data);
    await sandbox.control.createWallet(ETH);
    const moved = join(folder(), 'moved.db');
    copy(data, moved, '');
    await expect(start(moved)).rejects.toThrow('may lack its newest changes');
  });
});

it('is whole by itself once the sandbox has ended, and after it was ended many times', async () => {
  const first = join(folder(), 'state.db');
  const made = await start(first);
  const access = await made.control.createWallet(ETH);
  await made.close();
  let data = first;
  for (let i = 0; i < 3; i++) {
    expect(readdirSync(join(data, '..'))).toEqual(['state.db']);
    const moved = join(folder(), 'state.db');
    copy(data, moved, '');
    const sandbox = await start(moved);
    expect((await callAs(sandbox.url, access, 'apisecret', { at: sandbox.now() - 1000 * i })).status).toBe(200);
    await sandbox.close();
    data = moved;
  }
});
