/** Back to a snapshot: all of it, the time as well, as often as a suite has tests, whatever is under way, and at a cost that is that of the changes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type Sandbox, type SandboxOptions } from '@wallet-operations/sandbox';
import { ADDRESS, createLab, ETH, ORDER, START, USDT, type Lab } from './lab.ts';
import { callAs } from './signed.ts';

async function lab(options?: SandboxOptions): Promise<Lab> {
  const made = await createLab(options);
  onTestFinished(made.close);
  return made;
}

/** A receiver that answers only when it is told to. */
async function startHanging(): Promise<{
  url: string;
  asked: Promise<void>;
  count: () => number;
  answer: (body: string) => void;
}> {
  const asked = Promise.withResolvers<undefined>();
  const answers: ((body: string) => void)[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    request.resume().on('error', () => undefined);
    answers.push((body) => response.writeHead(200, { connection: 'close' }).end(body));
    asked.resolve(undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    asked: asked.promise,
    count: () => answers.length,
    answer: (body) => {
      for (const one of answers.splice(0)) one(body);
    },
  };
}

describe('a suite that restores before each test', () => {
  it('may advance five days in each of 60 of them', async () => {
    const { control, createWallet, clientOf, sandbox } = await lab();
    const access = await createWallet({ ...ETH, whitelistOnly: true });
    await access.wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] });
    const { snapshot } = await control.snapshot();
    const before = await control.fingerprint();
    const [{ items: whitelist }, status] = [
      await access.wallet.listWhitelistEntries(),
      await access.wallet.getApiCodeStatus(),
    ];
    for (let test = 0; test < 60; test++) {
      await control.restore({ snapshot });
      const wallet = clientOf(access).wallet(access.walletId); // one of before knows that it made these calls already
      expect(sandbox.now()).toBe(START);
      expect(await control.fingerprint()).toEqual(before);
      expect((await wallet.listWhitelistEntries()).items).toEqual(whitelist);
      await control.advance({ hours: 5 * 24 });
      await wallet.withdrawAssets({ requests: [ORDER] });
      await control.advance({ seconds: 12 });
      const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id });
      expect(transactions).toMatchObject([{ state: 3 }]);
      expect(await wallet.getApiCodeStatus()).toEqual(status);
    }
  });

  it('finds effective times and expiry as they were', async () => {
    const { control, createWallet } = await lab();
    const { wallet } = await createWallet(ETH);
    await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] });
    const { snapshot } = await control.snapshot();
    const isEffective = async (): Promise<unknown> =>
      (await wallet.checkWhitelistEntry({ address: ADDRESS })).effective;
    for (let test = 0; test < 3; test++) {
      expect(await isEffective()).toBe(false);
      await control.advance({ hours: 25 });
      expect(await isEffective()).toBe(true);
      await control.restore({ snapshot });
    }
    await control.advance({ hours: 24 * 91 });
    await expect(wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
    await control.restore({ snapshot });
    expect((await wallet.getApiCodeStatus()).valid.exp).toBeGreaterThan(START / 1000);
  });

  it('has callbacks of the restored state delivered again, and no others', async () => {
    const { control, createWallet, sandbox } = await lab();
    const { wallet } = await createWallet({ ...ETH, callbackUrl: 'http://127.0.0.1:1/' });
    await wallet.withdrawAssets({ requests: [ORDER] });
    await control.mine();
    const { snapshot } = await control.snapshot();
    const before = sandbox.overview().callbacks;
    expect(before[0]?.attempts).toHaveLength(1);
    await control.advance({ hours: 2 });
    expect(sandbox.overview().callbacks[0]?.attempts).toHaveLength(6);
    await control.restore({ snapshot });
    expect(sandbox.overview().callbacks).toEqual(before);
    await control.advance({ minutes: 1 });
    expect(sandbox.overview().callbacks[0]?.attempts.map(({ at }) => at - START)).toEqual([0, 60_000]);
  });
});

it('goes back and forth between snapshots, through everything that changes rows', async () => {
  const { control, createWallet } = await lab();
  const { wallet, walletId } = await createWallet(ETH);
  const { wallet: receiver } = await createWallet({ kind: 'deposit', currency: 'ETH', balance: '1' });
  const shown = async (): Promise<unknown> => [
    (await control.wallets()).length,
    await wallet.listWithdrawalHistory(),
    await receiver.listDepositAddresses(),
    await wallet.listWhitelistEntries(),
    await wallet.listCallbacks(),
    await control.audit(),
    await control.fingerprint(),
  ];
  const points: { readonly snapshot: string; readonly state: unknown }[] = [];
  const steps: readonly (() => Promise<unknown>)[] = [
    () => wallet.withdrawAssets({ requests: [ORDER] }),
    () => receiver.createDepositAddresses({ count: 3 }),
    () => control.mine(),
    () => wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] }),
    () => control.reorganise({ blocks: 1 }),
    () => control.advance({ minutes: 5 }),
    () => control.removeWhitelistEntry({ walletId, address: ADDRESS }),
    () => createWallet({ ...ETH, parentId: walletId, token: USDT, balance: '5' }),
    () => control.blacklist({ address: ADDRESS, causes: ['sanctions'] }),
    () => control.blacklist({ address: ADDRESS, causes: [] }),
    () => control.setWallet({ walletId, whitelistOnly: true }),
  ];
  for (const step of steps) {
    points.push({ ...(await control.snapshot()), state: await shown() });
    await step();
  }
  const order = [10, 0, 5, 5, 3, 9, 1, 10, 2, 8, 4, 7, 6, 0, 10];
  for (const i of order) {
    const point = points[i];
    await control.restore({ snapshot: point?.snapshot ?? '' });
    expect([i, await shown()]).toEqual([i, point?.state]);
    await steps[i]?.(); // and what is done to it then stays away from the others
  }
  await expect(control.restore({ snapshot: 'fingerprint' })).rejects.toThrow('There is no snapshot fingerprint.');
  await expect(control.restore({ snapshot: 'snapshot-99' })).rejects.toThrow('There is no snapshot snapshot-99.');
});

it('has the same fingerprint for the same state, whatever way it came about', async () => {
  const [a, b] = [await lab(), await lab()];
  for (const { control } of [a, b]) await control.createWallet(ETH);
  const blank = await a.control.fingerprint();
  expect(await b.control.fingerprint()).toEqual(blank);
  await a.control.blacklist({ address: ADDRESS, causes: ['x'] });
  expect(await a.control.fingerprint()).not.toEqual(blank);
  const changed = await a.control.fingerprint();
  await a.control.blacklist({ address: ADDRESS, causes: [] });
  expect(await a.control.fingerprint()).toEqual(blank);
  await b.control.blacklist({ address: ADDRESS, causes: ['y'] });
  await b.control.blacklist({ address: ADDRESS, causes: ['x'] });
  expect(await b.control.fingerprint()).toEqual(changed);
});

describe.each(['restore', 'reset'] as const)('a %s', (how) => {
  const replace = async ({ control }: Sandbox, snapshot: string): Promise<void> => {
    await (how === 'restore' ? control.restore({ snapshot }) : control.reset());
  };

  it('while a callback is under way has no attempt noted in the new state', async () => {
    const { sandbox, control, createWallet } = await lab({ limits: { deliveryTimeout: 600_000 } });
    const { url, asked, answer } = await startHanging();
    const { wallet } = await createWallet({ ...ETH, callbackUrl: url });
    await wallet.withdrawAssets({ requests: [ORDER] });
    const { snapshot } = await control.snapshot();
    const before = await control.fingerprint();
    const mining = control.mine();
    await asked;
    await replace(sandbox, snapshot); // waits for no receiver
    if (how === 'restore') expect(await control.fingerprint()).toEqual(before);
    answer('OK');
    await mining;
    expect(sandbox.overview().callbacks).toEqual([]);
    if (how === 'restore') expect(await control.fingerprint()).toEqual(before);
  });

  it('while time is moved leaves the new time alone', async () => {
    const { sandbox, control, createWallet } = await lab({ limits: { deliveryTimeout: 600_000 } });
    const { url, asked } = await startHanging();
    const { wallet } = await createWallet({ ...ETH, callbackUrl: url });
    await wallet.withdrawAssets({ requests: [ORDER] });
    const { snapshot } = await control.snapshot();
    const moving = control.advance({ hours: 24 }).catch((error: unknown) => error);
    await asked;
    const height = sandbox.overview().height - 1;
    await replace(sandbox, snapshot);
    const { now } = sandbox.overview();
    expect(await moving).toMatchObject({ message: expect.stringContaining('restored or reset meanwhile') as string });
    expect(sandbox.overview()).toMatchObject({ now, ...(how === 'restore' ? { now: START, height } : {}) });
  });

  it('while an approval is asked for decides no order in the new state, and says so', async () => {
    const sandbox = await startSandbox({ running: false, seeded: false, startAt: START });
    onTestFinished(sandbox.close);
    const { control } = sandbox;
    const { url, asked, answer } = await startHanging();
    const access = await control.createWallet({ ...ETH, approvalUrl: url });
    const { snapshot } = await control.snapshot();
    const before = await control.fingerprint();
    const body = { requests: [ORDER, { ...ORDER, order_id: 'shop1_2' }] };
    const calling = callAs(sandbox.url, access, 'sender/transactions', { body, at: START });
    await asked;
    await replace(sandbox, snapshot);
    answer('OK');
    const { status, body: said } = await calling;
    const error = 'The sandbox was restored or reset meanwhile: nothing more of this was carried out.';
    expect([status, said]).toEqual([500, { error }]);
    expect(sandbox.overview().orders).toEqual([]);
    if (how === 'restore') expect(await control.fingerprint()).toEqual(before);
  });
});

it('costs what the changes cost, not the history', async () => {
  const { control, createWallet } = await lab({ limits: { callsPerMinute: Infinity } });
  const { wallet } = await createWallet({ ...ETH, balance: '1000000' });
  const measured = async (): Promise<number> => {
    const { snapshot } = await control.snapshot();
    await control.fingerprint();
    const start = performance.now();
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_measured' }] });
    for (let i = 0; i < 10; i++) {
      await control.snapshot();
      await control.fingerprint();
    }
    await control.restore({ snapshot });
    return performance.now() - start;
  };
  await measured();
  const small = Math.min(await measured(), await measured());
  for (let i = 0; i < 20; i++)
    await wallet.withdrawAssets({
      requests: Array.from({ length: 500 }, (_, n) => ({ ...ORDER, order_id: `shop1_${String(i)}_${String(n)}` })),
    });
  await control.mine({ blocks: 25 });
  const large = Math.min(await measured(), await measured(), await measured());
  expect(large).toBeLessThan(small * 4 + 100); // 10 000 orders; to read them all 20 times took 8 seconds
});
