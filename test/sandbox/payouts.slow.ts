/** The payout worker of the client's README, killed at random beside the sandbox: no row of its table differs from the books. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { createWalletClient } from '@wallet-operations/client';
import { afterAll, expect, it } from 'vitest';
import { seeded } from '../client/faults/random.ts';
import { ROOT } from '../package/build.ts';
import { examplesOf } from '../package/readme.ts';
import { ADDRESS, OTHER_ADDRESS } from './lab.ts';
import { startProcess, type SandboxProcess } from './process.ts';

const ORDERS = 1000;
const KILLS = 60;
/** Workers that share the table at any moment. */
const WORKERS = 2;
const WALLET_ID = 635743;
/** The worker that goes on for ever, and the one that knows that all is long past. */
const [LOOP, LAST] = ['loop.ts', 'last.ts'] as const;
const FAULTS = ['lost-answer', 'lost-request', 'bad-gateway', 'bad-gateway-after', 'silence', 'slow'];
const BLACKLISTED = '0x52908400098527886E0F7030069857D2E4169EE7';
const SOMETIMES = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

const random = seeded(Date.now());
const folder = await mkdtemp(join(tmpdir(), 'payouts-'));
const workers = new Set<ChildProcess>();
let sandbox: SandboxProcess | undefined;
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await sandbox?.kill();
  await rm(folder, { recursive: true, force: true });
});

interface Row {
  readonly order_id: string;
  readonly address: string;
  readonly amount: string;
  readonly status: string;
}

/** An order of each kind: good, bad for ever, bad at times, and one whose ID another withdrawal has. */
function orderOf(i: number): Omit<Row, 'status'> {
  const order_id = `shop1_${String(i)}`;
  const amount = `0.0${String(i + 1).padStart(4, '0')}`;
  if (i % 50 === 7) return { order_id, address: ADDRESS, amount: `${amount}0000000000000000001` };
  if (i % 25 === 3) return { order_id, address: BLACKLISTED, amount };
  if (i % 10 === 5) return { order_id, address: SOMETIMES, amount };
  return { order_id, address: i % 2 ? ADDRESS : OTHER_ADDRESS, amount };
}
const isForeign = (i: number): boolean => i % 100 === 42;

interface Access {
  readonly walletId: number;
  readonly apiCode: string;
  readonly secret: string;
}

const startSandbox = (): Promise<SandboxProcess> =>
  startProcess('--data', join(folder, 'sandbox.db'), '--block', '1', '--calls', '1000000');

/** The worker as the README has it, in a loop or once: with a table of its own, and without what it prints. */
async function writeWorkers(url: string, { apiCode, secret }: Access): Promise<void> {
  const [example] = examplesOf(url).filter(({ heading }) => heading === 'A payout worker');
  const code = (example?.code ?? '')
    .replace('THE-API-CODE', apiCode)
    .replace('its-secret', secret)
    .replace(/INSERT OR IGNORE[^`]*/, '')
    .replace(/ *console\.log.*\n/, '')
    .replace('unixepoch() - 600', 'unixepoch() - 1'); // nobody waits ten minutes here
  expect(code).not.toContain('shop1_20261120_000017');
  await writeFile(join(folder, LOOP), `${code.replace("await pay('sent'", "for (;;) {\nawait pay('sent'")}}`);
  await writeFile(join(folder, LAST), code.replace("pay('sent', 'possible')", "pay('sent', 'shown')"));
}

interface Booked {
  readonly order_id: string;
  readonly address: string;
  /** In wei. */
  readonly amount: string;
}

/** The sandbox's orders of the wallet by their ID, as its file has them. */
function books(): Map<string, Booked[]> {
  const file = new DatabaseSync(join(folder, 'sandbox.db'), { readOnly: true }); // or it would fold the log in, which the next sandbox misses
  const found = file.prepare('SELECT order_id, address, amount FROM orders WHERE wallet_id = ?').all(WALLET_ID);
  file.close();
  return Map.groupBy(found as unknown as Booked[], ({ order_id }) => order_id);
}

function isLie({ address, amount, status }: Row, [found, ...more]: readonly Booked[]): boolean {
  if (more.length > 0) return true;
  const isOurs =
    found?.address === address && BigInt(found.amount) === BigInt(Math.round(Number(amount) * 1e5)) * 10n ** 13n;
  if (status === 'accepted') return !isOurs;
  if (status === 'conflict') return !found || isOurs;
  return (status === 'refused' || status === 'new') && isOurs;
}

it(
  `books ${String(ORDERS)} orders as the sandbox does, killed ${String(KILLS)} times`,
  { timeout: 900_000 },
  async () => {
    sandbox = await startProcess('--data', join(folder, 'sandbox.db'), '--block', '1', '--calls', '1000000');
    const { control, url } = sandbox;
    const access = ((await control('wallets')) as { walletId: number; apiCode: string; secret: string }[]).find(
      ({ walletId }) => walletId === WALLET_ID,
    );
    if (!access) throw new Error('The seeded wallet is missing.');
    await control('blacklist', { address: BLACKLISTED, causes: ['theft'] });
    const wallet = createWalletClient({ baseUrl: url, credentials: access }).wallet(WALLET_ID);
    const orders = Array.from({ length: ORDERS }, (_, i) => orderOf(i));
    const foreign = orders
      .filter((_, i) => isForeign(i))
      .map((order) => ({ ...order, address: ADDRESS, amount: '0.5' }));
    await wallet.withdrawAssets({ requests: foreign });

    await writeWorkers(url, access);
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');

    const start = (file: string): ChildProcess => {
      const child = spawn(process.execPath, [file], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
      workers.add(child);
      child.once('exit', () => workers.delete(child));
      return child;
    };
    const db = new DatabaseSync(join(folder, 'payouts.db'));
    db.exec(`PRAGMA busy_timeout = 10000;
    CREATE TABLE payouts (order_id TEXT PRIMARY KEY, address TEXT NOT NULL, memo TEXT, amount TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'new', attempt INTEGER NOT NULL DEFAULT 0, tried_at INTEGER NOT NULL DEFAULT 0)`);
    const insert = db.prepare('INSERT INTO payouts (order_id, address, amount) VALUES (?, ?, ?)');
    const rows = (): Row[] => db.prepare('SELECT * FROM payouts').all() as unknown as Row[];
    const count = (status: string): number => rows().filter((row) => row.status === status).length;

    /** What goes on while they work: faults, lists that change, and more orders. */
    const misfortune = async (): Promise<void> => {
      if (random.chance(0.7))
        await control('injectFault', {
          kind: random.pick(FAULTS as [string, ...string[]]),
          delay: 300,
          ...(random.chance(0.6) && { operationId: 'withdrawAssets' }),
        });
      if (random.chance(0.4)) {
        const causes = random.chance(0.5) ? ['theft'] : [];
        await control('blacklist', { address: SOMETIMES, causes });
      }
      if (random.chance(0.3)) {
        const acl = random.chance(0.5) ? ['192.0.2.1'] : [];
        await control('setWallet', { walletId: WALLET_ID, acl, hasPolicy: random.chance(0.7) });
      }
    };
    let inserted = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      for (const until = Math.ceil((ORDERS * (kills + 1)) / KILLS); inserted < until; inserted++) {
        const { order_id, address, amount } = orders[inserted] ?? orderOf(0);
        insert.run(order_id, address, amount);
      }
      while (workers.size < WORKERS) start(LOOP);
      await misfortune();
      await wait(200 + random.next() * 900);
      const [victim] = random.chance(0.5) ? workers : [...workers].toReversed();
      if (!victim) throw new Error('A worker ended by itself.');
      victim.kill('SIGKILL');
      await once(victim, 'exit');
    }
    for (const child of workers) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }

    /** Rows that say otherwise than the books. */
    const lies = async (): Promise<unknown[]> => {
      await sandbox?.kill(); // it lets nobody else at its file
      const paid = books();
      sandbox = await startSandbox();
      await writeWorkers(sandbox.url, access);
      return rows().filter((row) => isLie(row, paid.get(row.order_id) ?? []));
    };
    // Whatever was settled by then must be so, and must stay so.
    expect(await lies()).toEqual([]);
    const unsettled = count('sent') + count('new');
    const early = rows().filter(({ status }) => status === 'refused');

    // Then all is well again, and what is left is long past: everything settles.
    const { control: last } = sandbox;
    await last('blacklist', { address: SOMETIMES, causes: [] });
    await last('setWallet', { walletId: WALLET_ID, acl: [], hasPolicy: true });
    for (let round = 0; count('sent') + count('new') > 0 && round < ORDERS / 50; round++)
      await once(start(LAST), 'exit');
    expect(await lies()).toEqual([]);
    expect([count('sent'), count('new')]).toEqual([0, 0]);
    expect(count('conflict')).toBe(foreign.length);
    expect(rows()).toEqual(expect.arrayContaining(early));
    expect(count('accepted') + count('refused') + count('conflict')).toBe(ORDERS);
    expect(count('accepted')).toBeGreaterThan(ORDERS / 2);
    expect(count('refused')).toBeGreaterThan(ORDERS / 25);
    expect(unsettled, 'orders that the kills left open: without any, nothing was shown').toBeGreaterThan(0);
    expect(await sandbox.control('audit')).toEqual({ problems: [] });
    db.close();
  },
);
