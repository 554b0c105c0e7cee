/** Time that any client can live with: the window of t, calls a minute, fractions of a second, and a machine whose clock is set back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox, type Limits, type Sandbox, type SandboxOptions } from '@wallet-operations/sandbox';
import { ETH, ORDER } from './lab.ts';
import { startProcess } from './process.ts';
import { callAs } from './signed.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function sandboxWith(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ running: false, seeded: false, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

describe('the window of t', () => {
  const statusAfterTenMinutes = async (limits: Partial<Limits>): Promise<number> => {
    const { control, url } = await sandboxWith({ limits });
    const access = await control.createWallet(ETH);
    for (let i = 0; i < 2; i++) await control.advance({ minutes: 5 });
    return (await callAs(url, access, 'apisecret')).status;
  };

  it('is that of the document where nothing is said', async () => {
    expect(await statusAfterTenMinutes({})).toBe(403);
  });

  it.each([
    [900, 200],
    [590, 403],
    [Infinity, 200],
  ])('is %d seconds if that is said', async (timeWindow, status) => {
    expect(await statusAfterTenMinutes({ timeWindow })).toBe(status);
  });

  it('refuses a replay even if it is switched off', async () => {
    const { control, url } = await sandboxWith({ limits: { timeWindow: Infinity } });
    const access = await control.createWallet(ETH);
    const body = { requests: [ORDER] };
    const at = Date.parse('2001-01-01T00:00:00Z');
    expect(await callAs(url, access, 'sender/transactions', { body, at })).toMatchObject({ status: 200 });
    const again = await callAs(url, access, 'sender/transactions', { body, at });
    expect([again.status, again.body.error]).toEqual([403, 'Forbidden. Invalid checksum']);
  });

  it.each([-1, NaN, 1e10])('is no %d', async (timeWindow) => {
    await expect(startSandbox({ limits: { timeWindow } })).rejects.toThrow('The limit timeWindow is');
  });
});

it.each([
  [
    ['--window', 'off', '--calls', 'off'],
    [200, 200, 200],
  ],
  [
    ['--window', '900', '--calls', '2'],
    [200, 200, 403],
  ],
  [
    ['--window', '60'],
    [403, 403, 403],
  ],
])('the command line takes %j', async (options, statuses) => {
  const { url, control, kill } = await startProcess('--empty', '--stopped', ...options);
  onTestFinished(() => kill());
  const access = (await control('createWallet', ETH)) as Parameters<typeof callAs>[1];
  await control('advance', { minutes: 10 });
  const at = Date.now(); // ten minutes behind by now
  const seen: number[] = [];
  for (let i = 0; i < 3; i++) seen.push((await callAs(url, access, 'apisecret', { at: at - 1000 * i })).status);
  expect(seen).toEqual(statuses);
});

describe('calls a minute', () => {
  const statuses = async (
    { url, now }: Sandbox,
    access: Parameters<typeof callAs>[1],
    n: number,
  ): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < n; i++)
      all.push((await callAs(url, access, 'apisecret', { at: now() - 1000 * i - 10_000 * all.length })).status);
    return all;
  };
  const limits = { callsPerMinute: 2, timeWindow: Infinity };

  it('are forgiven after a real minute where time stands still', async () => {
    const sandbox = await sandboxWith({ limits });
    const access = await sandbox.control.createWallet(ETH);
    expect(await statuses(sandbox, access, 4)).toEqual([200, 200, 403, 403]);
    const real = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => real + 61_000);
    expect((await callAs(sandbox.url, access, 'apisecret', { at: 0 })).status).toBe(200);
  });

  it('are forgiven after a minute that a test brings', async () => {
    const sandbox = await sandboxWith({ limits });
    const access = await sandbox.control.createWallet(ETH);
    expect(await statuses(sandbox, access, 3)).toEqual([200, 200, 403]);
    await sandbox.control.advance({ minutes: 1 });
    expect((await callAs(sandbox.url, access, 'apisecret', { at: 0 })).status).toBe(200);
  });

  it('are not counted if that is said', async () => {
    const sandbox = await sandboxWith({ limits: { ...limits, callsPerMinute: Infinity } });
    const access = await sandbox.control.createWallet(ETH);
    expect(new Set(await statuses(sandbox, access, 20))).toEqual(new Set([200]));
  });
});

describe('a fraction of a second', () => {
  it.each([
    [[0.5], 500],
    [[0.1, 0.2], 300],
    [[0.1 + 0.2], 300],
    [[1.005], 1005], // 1004.9999999999999 thousandths, to a computer
    [[4.35, 0.29], 4640],
    [Array<number>(10).fill(0.001), 10],
  ])('%j is exact', async (steps, milliseconds) => {
    const { control, now } = await sandboxWith({ startAt: 1_800_000_000_000 });
    for (const seconds of steps) await control.advance({ seconds });
    expect(now() - 1_800_000_000_000).toBe(milliseconds);
  });

  it('is exact as a part of a minute, and over HTTP', async () => {
    const { url, now } = await sandboxWith({ startAt: 1_800_000_000_000 });
    for (const body of ['{"seconds":0.5}', '{"minutes":0.1,"seconds":0.2}', '{"seconds":0.1}'])
      await fetch(`${url}/_sandbox/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    expect(now() - 1_800_000_000_000).toBe(6800);
  });

  it('brings a block that is due after it, and not before', async () => {
    const { control, url, now } = await sandboxWith({});
    const access = await control.createWallet(ETH);
    const height = async (): Promise<unknown> =>
      ((await (await fetch(`${url}/_sandbox/state`)).json()) as { height: unknown }).height;
    await callAs(url, access, 'sender/transactions', { body: { requests: [ORDER] }, at: now() });
    const before = (await height()) as number;
    for (let i = 0; i < 119; i++) await control.advance({ seconds: 0.1 });
    expect(await height()).toBe(before);
    await control.advance({ seconds: 0.1 });
    expect(await height()).toBe(before + 1);
  });
});

describe('a machine whose clock is set back', () => {
  const HOUR = 3_600_000;
  const setBack = (by: number): void => {
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() - by);
  };
  const orderOf = (n: number): object => ({ requests: [{ ...ORDER, order_id: `shop1_${String(n)}` }] });
  const inChain = async (sandbox: Sandbox): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const stop = sandbox.listen(({ kind, text }) => {
      if (kind === 'order' && text.endsWith('→ inChain')) resolve(undefined);
    });
    await promise;
    stop();
  };
  const options = { running: true, seeded: false, limits: { blockInterval: 0.05 } };

  it('finds its file as it was, with blocks that come and records that can be asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const data = join(folder, 'state.db');
    const before = await startSandbox({ ...options, data });
    const access = await before.control.createWallet(ETH);
    const first = inChain(before);
    await callAs(before.url, access, 'sender/transactions', { body: orderOf(1) });
    await first;
    const then = before.now();
    await before.close();

    setBack(HOUR);
    const after = await startSandbox({ ...options, data });
    onTestFinished(after.close);
    expect(after.now()).toBeGreaterThanOrEqual(then - 1000); // what has happened has not yet to come
    const second = inChain(after);
    await callAs(after.url, access, 'sender/transactions', { body: orderOf(2), at: after.now() });
    await second;
    const { body } = await callAs(after.url, access, 'notifications', { at: after.now() });
    expect(body.notifications).toHaveLength(2);
    expect(await after.control.audit()).toEqual({ problems: [] });
  });

  it('brings blocks while it runs, and no time twice', async () => {
    const sandbox = await sandboxWith(options);
    const access = await sandbox.control.createWallet(ETH);
    const before = sandbox.now();
    setBack(HOUR);
    expect(sandbox.now()).toBeGreaterThanOrEqual(before);
    const mined = inChain(sandbox);
    await callAs(sandbox.url, access, 'sender/transactions', { body: orderOf(1), at: sandbox.now() });
    await mined;
    expect(sandbox.now()).toBeLessThan(before + HOUR);
  });
});
