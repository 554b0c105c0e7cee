// A PostgreSQL server of a test's own, if this machine has the binaries. In CI it must.
import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);

/** How to get the server that is missing. */
export const MISSING =
  'No PostgreSQL found: nothing is tested on it. apt-get install postgresql, or set POSTGRES_BIN to its folder of binaries.';

/** Debian puts its servers beside each other, out of the path. */
const DEBIAN = '/usr/lib/postgresql';

/** Folder of `initdb` and `postgres`, the newest there is. */
export const binaries = [
  process.env['POSTGRES_BIN'],
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []).map((version) =>
    join(DEBIAN, version, 'bin'),
  ),
  ...(process.env['PATH'] ?? '').split(delimiter),
].find((folder) => folder !== undefined && ['initdb', 'postgres'].every((name) => isExecutable(join(folder, name))));

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the tests on it are left out. In CI nothing is: they fail where there is none. */
export const isLeftOut = binaries === undefined && !process.env['CI'];
if (isLeftOut) console.warn(MISSING);

/** A server. */
export interface Postgres {
  /** Makes an empty database. @returns what connects to it */
  readonly createDatabase: () => Promise<string>;
  /** Ends the server, at once and without a word to anybody (`immediate`) or in good order, and starts it again. */
  readonly restart: (mode: 'immediate' | 'fast') => Promise<void>;
  readonly stop: () => Promise<void>;
}

const SETTINGS = ['max_connections=200', 'shared_buffers=64MB', 'max_wal_size=256MB'];
/** Where nothing has to survive the machine, the disk is not waited for: what ends is only ever a process. */
const UNFLUSHED = ['fsync=off', 'full_page_writes=off'];

/**
 * Starts one, in a folder of its own, with nothing in it.
 *
 * @param flushes - whether it waits for the disk, as one does that is to survive
 */
export async function startPostgres({ flushes = false } = {}): Promise<Postgres> {
  if (binaries === undefined) throw new Error(MISSING);
  const bin = binaries;
  const folder = mkdtempSync(join(tmpdir(), 'wallet-postgres-'));
  const data = join(folder, 'data');
  const as = await unprivileged(folder);
  const port = await freePort();
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], as);
  const url = (database: string): string => `postgres://postgres@127.0.0.1:${String(port)}/${database}`;
  let server = await serve();
  let count = 0;
  const leave = (): void => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', leave);

  return {
    async createDatabase() {
      const name = `test_${String(++count)}`;
      await asking(url('postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
      return url(name);
    },
    async restart(mode) {
      await end(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
      server = await serve();
    },
    async stop() {
      process.off('exit', leave);
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function serve(): Promise<ChildProcess> {
    const settings = [
      ...SETTINGS,
      ...(flushes ? [] : UNFLUSHED),
      `unix_socket_directories=${folder}`,
      'listen_addresses=127.0.0.1',
    ];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
    const started = spawn(join(bin, 'postgres'), args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    started.stderr.on('data', (text) => (said = (said + String(text)).slice(-2000)));
    for (;;) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${said}`);
      try {
        await asking(url('postgres'), (client) => client.query('SELECT 1'));
        return started;
      } catch (error) {
        if (!/^(ECONNREFUSED|57P03)$/.test(String((error as { code?: unknown }).code))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20)); // nobody tells when it is ready
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
}

/** PostgreSQL does not run as root: as whom then. */
async function unprivileged(folder: string): Promise<Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'>> {
  if (userInfo().uid !== 0) return { cwd: folder };
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres, as whom it could run.');
  chownSync(folder, uid, gid);
  return { uid, gid, cwd: folder };
}

async function asking(url: string, ask: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await ask(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
