/** The sandbox's clock beside the machine's: it stands, runs along, runs ahead, goes on from a file, and never back. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '@wallet-operations/sandbox';
import { ETH, ORDER, START } from './lab.ts';
import { callAs } from './signed.ts';

/** What the machine's clock shows. */
let machine = START;

beforeEach(() => {
  machine = START;
  vi.spyOn(Date, 'now').mockImplementation(() => machine);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ seeded: false, limits: { blockInterval: 1e6 }, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-clock-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'state.db');
}

it('runs with the machine’s, from now on or from when it is told to', async () => {
  const [one, other] = [await open(), await open({ startAt: 1000 })];
  expect([one.now(), other.now()]).toEqual([START, 1000]);
  machine += 2500;
  expect([one.now(), other.now()]).toEqual([START + 2500, 3500]);
});

it('stands where it is told to, and goes on from there', async () => {
  const { now, control, overview } = await open({ running: false });
  machine += 5000;
  expect([now(), overview().isRunning]).toEqual([START, false]);
  await control.advance({ seconds: 1 });
  await control.runClock();
  expect([now(), overview().isRunning]).toEqual([START + 1000, true]);
  machine += 300;
  expect(now()).toBe(START + 1300);
  await control.stopClock();
  machine += 300;
  expect([now(), overview().isRunning]).toEqual([START + 1300, false]);
});

it('runs ahead once it was moved on', async () => {
  const { now, control } = await open();
  await control.advance({ minutes: 1 });
  machine += 7;
  expect(now()).toBe(START + 60_007);
});

it('stays where it was while the machine’s is behind, and runs on from there', async () => {
  const { now } = await open();
  machine += 1000;
  expect(now()).toBe(START + 1000);
  machine -= 5000;
  expect(now()).toBe(START + 1000);
  machine += 10;
  expect(now()).toBe(START + 1010);
});

it.each([true, false])('goes on from its file (time ran: %s)', async (ran) => {
  const data = newFile();
  const first = await startSandbox({ data, running: ran, seeded: false });
  await first.control.advance({ hours: 1 });
  await first.close();
  machine += 500;
  // a start is that of a new state: this one goes on, and what ran has run meanwhile
  const { now, overview } = await open({ data, running: false, startAt: 0 });
  expect([now(), overview().isRunning]).toEqual([START + 3_600_000 + (ran ? 500 : 0), false]);
});

it('goes on after a close in good order from what it showed then, though nothing had happened and the machine’s was set back', async () => {
  const data = newFile();
  const first = await startSandbox({ data, seeded: false });
  machine += 10 * 3_600_000;
  await first.close();
  machine -= 3 * 86_400_000;
  const { now } = await open({ data });
  expect(now()).toBe(START + 10 * 3_600_000);
  machine += 10;
  expect(now()).toBe(START + 10 * 3_600_000 + 10);
});

it.each(['nothing', 'callbacks'])(
  'moves on as often as it is told to, however many tell it at once: %s is due',
  async (what) => {
    const { control, now, url } = await open({ running: false, limits: { blockInterval: 12 } });
    if (what === 'callbacks') {
      const access = await control.createWallet({ ...ETH, callbackUrl: 'http://127.0.0.1:1/' });
      const requests = Array.from({ length: 20 }, (_, i) => ({ ...ORDER, order_id: `shop1_${String(i)}` }));
      await callAs(url, access, 'sender/transactions', { body: { requests }, at: now() });
    }
    const advance = async (): Promise<number> =>
      (
        await fetch(`${url}/_sandbox/advance`, {
          ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
          body: JSON.stringify({ minutes: 1 }),
        })
      ).status;
    expect(await Promise.all(Array.from({ length: 20 }, advance))).toEqual(Array.from({ length: 20 }, () => 200));
    expect(now()).toBe(START + 20 * 60_000);
  },
);

it('goes on after a kill from the latest that its file tells of, wherever the machine’s was set back to', async () => {
  const happen: readonly ((
    sandbox: Sandbox,
    access: Awaited<ReturnType<Sandbox['control']['createWallet']>>,
  ) => unknown)[] = [
    ({ url, now }, access) => callAs(url, access, 'sender/transactions', { body: { requests: [ORDER] }, at: now() }),
    ({ url, now }, access) =>
      callAs(url, access, 'sender/whitelist', { body: { items: [{ address: ORDER.address }] }, at: now() }),
    ({ control }) => control.mine(),
  ];
  for (const cause of happen) {
    machine = START;
    const data = newFile();
    const first = await startSandbox({ data, seeded: false, limits: { blockInterval: 1e6 } });
    const access = await first.control.createWallet(ETH);
    machine += 60_000;
    await cause(first, access);
    const left = newFile(); // as a kill leaves it
    for (const end of ['', '-wal']) copyFileSync(`${data}${end}`, `${left}${end}`);
    await first.close();
    machine = START - 3_600_000;
    expect((await open({ data: left })).now()).toBe(START + 60_000);
  }
});

it.each([-1, NaN, Infinity, Date.UTC(10_000, 0)])('does not start at %d', async (startAt) => {
  await expect(startSandbox({ startAt })).rejects.toThrow(
    `Time goes from 1970 to the end of 9999, and ${String(startAt)} milliseconds are not in between.`,
  );
});

it('goes to the last moment that there is, and no further', async () => {
  const last = Date.UTC(10_000, 0) - 1;
  const { control, now } = await open({ running: false, startAt: last - 1000 });
  await expect(control.advance({ seconds: 2 })).rejects.toThrow(RangeError);
  await control.advance({ seconds: 1 });
  expect(now()).toBe(last);
});

it('has whole milliseconds, whatever it starts at', async () => {
  expect((await open({ running: false, startAt: 1000.75 })).now()).toBe(1000);
});
