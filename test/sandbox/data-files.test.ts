/** A data file without a process of its own: what a copy of it is worth, what is refused of it, and what is left beside it. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
import { ETH } from './lab.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-data-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, 'state.db');
}

const beside = (data: string): string[] => readdirSync(join(data, '..')).toSorted();

async function open(data: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ running: false, seeded: false, data });
  onTestFinished(sandbox.close);
  return sandbox;
}

/** A file of a sandbox that runs, with a wallet in it, as it is at this moment; without its log, if that is left out. */
async function copyOfRunning(endings: readonly string[], wallets = 1): Promise<string> {
  const [live, copy] = [newFile(), newFile()];
  const { control } = await open(live);
  for (let i = 0; i < wallets; i++) await control.createWallet(ETH);
  for (const ending of endings) if (existsSync(live + ending)) cpSync(live + ending, copy + ending);
  return copy;
}

/** Notes in a file what a sandbox notes in it when it folds its log in, or closes it: the log that it goes with then, and the one of before. */
function note(db: DatabaseSync, is: 'opening' | 'open' | 'closed'): void {
  const { value } = db.prepare("SELECT value FROM meta WHERE key = 'open'").get() as { value: string };
  const [, log = ''] = value.split(' ');
  const words = is === 'opening' ? [is, 'another', log] : [is, log];
  db.prepare("UPDATE meta SET value = ? WHERE key = 'open'").run(words.join(' '));
}

const walletsIn = async (data: string): Promise<number> => (await (await open(data)).control.wallets()).length;

it('and its log have everything', async () => {
  expect(await walletsIn(await copyOfRunning(['', '-wal']))).toBe(1);
});

it('alone says that it may lack something, and what to do; and stays as it is, with nothing beside it', async () => {
  const data = await copyOfRunning(['']);
  const before = readFileSync(data);
  await expect(open(data)).rejects.toThrow(
    `The data file may lack its newest changes: the sandbox that had it was killed, and ${data}-wal, which had them, is not there.`,
  );
  expect([readFileSync(data).equals(before), beside(data)]).toEqual([true, ['state.db']]);
  writeFileSync(`${data}-wal`, ''); // whoever says so goes on without them
  expect(await walletsIn(data)).toBe(0);
});

it('is whole by itself once its sandbox has ended, and has nothing beside it', async () => {
  const data = newFile();
  const first = await startSandbox({ running: false, seeded: false, data });
  await first.control.createWallet(ETH);
  expect(beside(data)).toContain('state.db-wal');
  await first.close();
  expect(beside(data)).toEqual(['state.db']);
  expect(await walletsIn(data)).toBe(1);
});

it.each([0.1, 0.5, 0.9])(
  'of a sandbox killed while it folded the log in, %f of it, is whole with that log',
  async (part) => {
    const [torn, data] = [await copyOfRunning(['', '-wal'], 300), newFile()];
    const folded = new DatabaseSync(torn);
    note(folded, 'opening');
    for (const ending of ['', '-wal']) cpSync(torn + ending, data + ending);
    folded.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    folded.close();
    // its pages by then: the first ones are new, and the others are old, or not there yet
    const [before, after] = [readFileSync(data), readFileSync(torn)];
    const end = Math.floor((after.length * part) / 4096) * 4096;
    writeFileSync(data, Buffer.concat([after.subarray(0, end), before.subarray(end)]));
    expect(await walletsIn(data)).toBe(300);
  },
);

it('that is damaged, or none, says so, and what to put back', async () => {
  const data = newFile();
  await (await startSandbox({ running: false, data })).close();
  const bytes = readFileSync(data);
  writeFileSync(data, bytes.fill(0x7f, 4096));
  await expect(open(data)).rejects.toThrow(
    /^The data file cannot be used: database disk image is malformed. If its sandbox was killed, put .*state.db-wal back/,
  );
  writeFileSync(data, 'a letter, not a database, of some length'.repeat(200));
  await expect(open(data)).rejects.toThrow(/^The data file cannot be used: file is not a database/);
});

it('of a sandbox that runs is of no other', async () => {
  const data = newFile();
  await open(data);
  await expect(startSandbox({ running: false, data })).rejects.toThrow('database is locked');
});

it('of a newer sandbox is refused', async () => {
  const data = newFile();
  await (await startSandbox({ running: false, data })).close();
  const db = new DatabaseSync(data);
  db.exec('PRAGMA user_version = 99');
  db.close();
  await expect(open(data)).rejects.toThrow(
    /^The data file is of a newer sandbox: it has version 99, this one knows \d+\.$/,
  );
  expect(beside(data)).toEqual(['state.db']);
});

it('that was closed, put back beside the log of another time, is refused, and not mixed with it', async () => {
  const data = await copyOfRunning(['', '-wal'], 300);
  const closed = newFile();
  await (await startSandbox({ running: false, seeded: false, data: closed })).close();
  cpSync(closed, data);
  const before = [data, `${data}-wal`].map((path) => readFileSync(path));
  await expect(open(data)).rejects.toThrow(
    /state\.db-wal is not of this data file as it is: .* or move the log away: the file was closed/,
  );
  expect([data, `${data}-wal`].map((path, i) => readFileSync(path).equals(before[i] ?? Buffer.of()))).toEqual([
    true,
    true,
  ]);
  rmSync(`${data}-wal`);
  expect(await walletsIn(data)).toBe(0);
});

it.each([
  ['closed', ['open', 'closed'], 'PRAGMA wal_checkpoint(FULL)'],
  ['opened', ['opening'], 'SELECT 1'],
] as const)(
  'of a sandbox killed while it was being %s is whole, with what was left beside it',
  async (_, uses, then) => {
    const [closed, data] = [newFile(), newFile()];
    const first = await startSandbox({ running: false, seeded: false, data: closed });
    await first.control.createWallet(ETH);
    await first.close();
    const db = new DatabaseSync(closed);
    for (const use of uses) note(db, use);
    db.exec(then);
    for (const ending of ['', '-wal']) cpSync(closed + ending, data + ending);
    db.close();
    expect(readFileSync(`${data}-wal`).length).toBeGreaterThan(0);
    expect(await walletsIn(data)).toBe(1);
  },
);

it('of one killed sandbox with the log of another, or of a later time, is refused, and nothing of it changes', async () => {
  const one = await copyOfRunning(['', '-wal'], 3);
  const two = await copyOfRunning(['', '-wal'], 3);
  const later = newFile();
  const again = newFile();
  for (const ending of ['', '-wal']) cpSync(one + ending, again + ending);
  const { control } = await open(again);
  await control.createWallet({ ...ETH, prefix: 'later_' });
  for (const ending of ['', '-wal']) cpSync(again + ending, later + ending);
  for (const [file, log] of [
    [one, two],
    [one, later],
    [later, one],
  ] as const) {
    const data = newFile();
    cpSync(file, data);
    cpSync(`${log}-wal`, `${data}-wal`);
    await expect(open(data)).rejects.toThrow('they are of different times');
    expect(readFileSync(data).equals(readFileSync(file))).toBe(true);
    expect(readFileSync(`${data}-wal`).equals(readFileSync(`${log}-wal`))).toBe(true);
    expect(beside(data)).toEqual(['state.db', 'state.db-wal']);
  }
  expect([await walletsIn(one), await walletsIn(later)]).toEqual([3, 4]);
});

it.each([
  ['closed', 'false', ['']],
  ['killed', 'true', ['', '-wal']],
])('of a sandbox of before that was %s is whole', async (_, value, endings) => {
  const [live, data] = [await copyOfRunning(['', '-wal']), newFile()];
  const db = new DatabaseSync(live);
  db.exec(`UPDATE meta SET value = '${value}' WHERE key = 'open'; PRAGMA wal_checkpoint(TRUNCATE)`);
  db.exec("UPDATE meta SET value = value || '' WHERE key = 'tip'; UPDATE wallets SET name = 'in the log'");
  if (endings.length === 1) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (const ending of endings) cpSync(live + ending, data + ending);
  db.close();
  expect((await (await open(data)).control.wallets()).map(({ name }) => name)).toEqual(['in the log']);
});

it('is the same by whatever link leads to it, be it that nothing is there yet', async () => {
  const [data, folder] = [newFile(), newFile()];
  const links = ['link.db', 'other.db'].map((name) => join(data, '..', name));
  symlinkSync('state.db', links[0] ?? '');
  symlinkSync(join(folder, '..'), join(data, '..', 'folder'));
  symlinkSync(`folder/../${basename(join(data, '..'))}/link.db`, links[1] ?? '');
  const first = await open(links[1] ?? '');
  await first.control.createWallet(ETH);
  expect(beside(data)).toEqual(['folder', 'link.db', 'other.db', 'state.db', 'state.db-wal']);
  const copy = newFile();
  for (const ending of ['', '-wal']) cpSync(data + ending, copy + ending); // as after a kill
  symlinkSync(copy, `${copy}-link`);
  expect(await walletsIn(`${copy}-link`)).toBe(1);
  await first.close();
  expect(await walletsIn(links[0] ?? '')).toBe(1);
});

it('beside what is no log is refused', async () => {
  const data = await copyOfRunning(['']);
  for (const content of ['hello', Buffer.alloc(4096)]) {
    writeFileSync(`${data}-wal`, content);
    await expect(open(data)).rejects.toThrow('state.db-wal is no log of a data file.');
    expect(readFileSync(`${data}-wal`).equals(Buffer.from(content))).toBe(true);
  }
});

it('opens again where nothing could be noted in it any more when it was closed', async () => {
  const data = newFile();
  const sandbox = await startSandbox({ running: false, seeded: false, data });
  await sandbox.control.createWallet(ETH);
  const prepare = DatabaseSync.prototype.prepare; // eslint-disable-line @typescript-eslint/unbound-method -- called with its own `this`
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    if (/INTO meta VALUES \('open'/.test(sql)) throw new Error('disk I/O error');
    return prepare.call(this, sql);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  await expect(sandbox.close()).rejects.toThrow('disk I/O error');
  spy.mockRestore();
  expect(await walletsIn(data)).toBe(1);
});

it.each([
  ['not there', undefined],
  ['empty', ''],
])('that is %s beside a log with changes is refused, and the log stays', async (word, content) => {
  const data = await copyOfRunning(['-wal']);
  if (content !== undefined) writeFileSync(data, content);
  const [before, names] = [readFileSync(`${data}-wal`), beside(data)];
  await expect(open(data)).rejects.toThrow(`The data file is ${word}, and ${data}-wal has changes to it.`);
  expect([readFileSync(`${data}-wal`).equals(before), beside(data)]).toEqual([true, names]);
  writeFileSync(`${data}-wal`, '');
  expect(await walletsIn(data)).toBe(0);
});

it.each([
  ['says whose it is, and has no table yet', 'PRAGMA application_id = 252006674; PRAGMA journal_mode = WAL', ''],
  ['has one table of a sandbox’s', 'CREATE TABLE meta (key TEXT); PRAGMA user_version = 1', ''],
  ['has all in its log', 'PRAGMA journal_mode = WAL; CREATE TABLE books (title TEXT)', '-wal'],
  [
    'has more in its log',
    'CREATE TABLE books (title TEXT); PRAGMA journal_mode = WAL; INSERT INTO books VALUES (1)',
    '-wal',
  ],
])('of another program that %s is refused, and not a byte of it changes', async (_, sql, log) => {
  const [live, left] = [newFile(), newFile()];
  const program = new DatabaseSync(live);
  program.exec(sql);
  for (const ending of new Set(['', log])) cpSync(live + ending, left + ending);
  program.close();
  const bytes = (): Record<string, string> =>
    Object.fromEntries(beside(left).map((name) => [name, readFileSync(join(left, '..', name)).toString('hex')]));
  const before = bytes();
  await expect(open(left)).rejects.toThrow('The data file is of another program');
  expect(bytes()).toEqual(before);
});
