/** Callbacks from the sandbox to bookings: once each, whatever throws, comes again, comes to two at once, or does not come. */
import { signTestCallback, type Callback } from '@wallet-operations/client/callbacks';
import { createWalletClient, systemClock, type WalletClient } from '@wallet-operations/client';
import { openCallbacks, type Callbacks, type CallbacksOptions, type Database } from '@wallet-operations/durable';
import { startSandbox, type Sandbox, type WalletAccess } from '@wallet-operations/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KINDS } from '../world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 }); // a busy machine

let worlds = 0;

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let sandbox: Sandbox;
  let access: WalletAccess;
  /** One for all calls of a test: two of one second and of two clients would be a replay. */
  let client: WalletClient;
  let database: Database;
  let table: string;
  let errors: unknown[];
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    sandbox = await startSandbox({ running: false, seeded: false, limits: { callsPerMinute: 1e6 } });
    access = await sandbox.control.createWallet({
      kind: 'deposit',
      currency: 'ETH',
      balance: '100',
      callbackUrl: 'http://127.0.0.1:9/nobody',
    });
    client = createWalletClient({ baseUrl: sandbox.url, credentials: access });
    database = await started.make();
    table = `credits_${String(++worlds)}`;
    await database.query(`CREATE TABLE ${table} (key text, amount numeric)`);
    errors = [];
  });
  afterEach(() => sandbox.close());

  const open = (more: Partial<CallbacksOptions> = {}): Promise<Callbacks> =>
    openCallbacks({
      database,
      schema: `callbacks_${String(worlds)}`,
      service: { baseUrl: sandbox.url, credentials: access, clock: clockOf() },
      wallets: [access.walletId],
      secrets: access.secret,
      from: Math.floor(Date.now() / 1000) - 86_400,
      every: 1,
      async onCredited({ amount }, transaction, { key }) {
        await transaction.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, amount]);
      },
      onReversed: () => {
        throw new Error('nothing is reversed here');
      },
      onError: (error) => errors.push(error),
      ...more,
    });
  /** The sandbox's time may be ahead by hours, since tests move it. */
  const clockOf = (): NonNullable<CallbacksOptions['service']['clock']> => ({
    ...systemClock,
    now: () => Date.now() + 6 * 3_600_000,
  });
  const next = async (): Promise<number> =>
    Number(
      ((await database.query(`SELECT next FROM callbacks_${String(worlds)}.catch_ups`)).rows[0] as { next: unknown })
        .next,
    );
  const credits = async (): Promise<number> =>
    ((await database.query(`SELECT count(*)::integer AS n FROM ${table}`)).rows[0] as { n: number }).n;
  const deposits = async (count: number): Promise<void> => {
    const { addresses } = await client.createDepositAddresses({ WALLET_ID: access.walletId, count: 1 });
    const [address = ''] = addresses;
    for (let i = 1; i <= count; i++)
      await sandbox.control.deposit({ walletId: access.walletId, address, amount: `0.${String(i)}` });
    await sandbox.control.mine({ blocks: 60 });
  };
  /** What the service says, by its own list. */
  const told = async (): Promise<readonly Callback[]> => {
    return (await client.listCallbacks({ WALLET_ID: access.walletId, from_time: 0, to_time: 4_000_000_000 }))
      .notifications;
  };
  const until = async (callbacks: Callbacks, isSo: () => Promise<boolean>): Promise<void> => {
    const stop = new AbortController();
    const running = callbacks.run({ signal: stop.signal });
    try {
      await vi.waitUntil(isSo, { timeout: 30_000 });
    } finally {
      stop.abort(); // a test that fails must not leave it to those after it
      await running;
    }
  };

  it('each deposit is credited once by two receivers that get every callback twice, at once', async () => {
    await deposits(5);
    const receivers = [await open(), await open()];
    const callbacks = await told();
    expect(callbacks.length).toBeGreaterThan(4);
    const deliver = async (callback: Callback, { handler }: Callbacks): Promise<void> => {
      for (;;) {
        const { status } = await handler(await signTestCallback(callback, access.secret));
        if (status === 200) return;
        expect(status).toBe(503); // until somebody else has done it
      }
    };
    await Promise.all(
      [...callbacks, ...callbacks].flatMap((callback) => receivers.map((receiver) => deliver(callback, receiver))),
    );
    expect(await credits()).toBe(5);
    expect(errors).toEqual([]);
  });

  it('what was not delivered is caught up with, by one of two processes at a time, and once', async () => {
    await deposits(5);
    const [one, two] = [await open(), await open()];
    await until(one, async () => (await credits()) === 5);
    await until(two, async () => (await credits()) === 5);
    await deposits(2);
    await Promise.all([one, two].map((each) => until(each, async () => (await credits()) === 7)));
    expect(await credits()).toBe(7);
    expect(errors).toEqual([]);
  });

  it('a place is kept: where all was handled it moves on, no further than the overlap, and by no clock that is ahead', async () => {
    await deposits(1);
    const callbacks = await open({ overlap: 3600 });
    const before = await next();
    await until(callbacks, async () => (await next()) > Math.max(before, Date.now() / 1000 - 4000));
    const now = Date.now() / 1000; // the database's, and not that of the process
    expect(await next()).toBeGreaterThan(now - 3700);
    expect(await next()).toBeLessThanOrEqual(now - 3600);
    expect(await credits()).toBe(1);
  });

  it('one that cannot be booked is told of, holds up no other, and is booked once it can be', async () => {
    await deposits(3);
    let isBroken = true;
    const broken = await open({
      async onCredited({ amount }, transaction, { key }) {
        await transaction.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, amount]);
        if (isBroken && amount.startsWith('2')) throw new Error('not now');
      },
    });
    await until(broken, async () => (await credits()) === 2 && errors.length > 0);
    expect(errors.map(String)).toContain('Error: not now');
    isBroken = false;
    await until(await open(), async () => (await credits()) === 3);
  });

  it('a handler that swallows an error of SQL books nothing, and is called again', async () => {
    await deposits(1);
    let calls = 0;
    const callbacks = await open({
      async onCredited({ amount }, transaction, { key }) {
        await transaction.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, amount]);
        if (++calls === 1) await transaction.query('SELECT 1/0').catch(() => undefined);
      },
    });
    await until(callbacks, async () => (await credits()) === 1);
    expect(calls).toBe(2);
  });

  it('a handler that hangs is left behind, and writes nothing any more', async () => {
    await deposits(1);
    const [callback] = (await told()).filter(({ processing_state }) => processing_state === 2).concat(await told());
    if (!callback) throw new Error('no callback');
    let late: Promise<unknown> | undefined;
    const callbacks = await open({
      holdFor: 0.2,
      async onCredited({ amount }, transaction, { key }) {
        await new Promise((resolve) => setTimeout(resolve, 400));
        late = transaction.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, amount]);
        await late;
      },
    });
    await expect(callbacks.deliver(callback)).rejects.toThrow('was held for more than 0.2 seconds');
    await vi.waitUntil(() => late !== undefined, 20_000);
    await expect(late).rejects.toThrow('nothing of it was booked');
    expect(await credits()).toBe(0);
    expect(await (await open()).deliver(callback)).toBe('handled');
    expect(await credits()).toBe(1);
  });

  it('a handler that hangs for ever is told of, and holds up nothing that is caught up with', async () => {
    await deposits(3);
    let calls = 0;
    const callbacks = await open({
      holdFor: 0.3,
      async onCredited({ amount }, transaction, { key }) {
        await transaction.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, amount]);
        if (++calls === 1) await new Promise(() => undefined);
      },
    });
    await until(callbacks, async () => (await credits()) === 3);
    expect(calls).toBe(4);
    expect(errors.map(String).join()).toContain('was held for more than 0.3 seconds');
  });

  it('what hangs in follow or onStale is left behind, and told of', async () => {
    await deposits(1);
    const callback = (await told()).findLast(({ processing_state }) => processing_state === 2);
    if (!callback) throw new Error('no callback');
    const hang = () => new Promise<never>(() => undefined);
    const callbacks = await open({ holdFor: 0.5, withdrawals: { follow: hang }, onStale: hang });
    await expect(callbacks.deliver({ ...callback, order_id: 's_1', type: 2 })).rejects.toThrow(
      'follow has not ended within 0.5 seconds',
    );
    expect(await callbacks.deliver(callback)).toBe('handled');
    await expect(callbacks.deliver(callback)).rejects.toThrow('onStale has not ended within 0.5 seconds');
  });

  it('a wallet begins by the clock that is behind, and goes on where the clock of the database was set back', async () => {
    const now = Math.floor(Date.now() / 1000);
    await open({ from: undefined });
    expect(Math.abs((await next()) - now)).toBeLessThan(60); // and not the six hours of the process
    const places = `callbacks_${String(worlds)}.catch_ups`;
    await database.query(`DELETE FROM ${places}`);
    const clock = { ...systemClock, now: () => Date.now() - 600_000 };
    await open({ from: undefined, service: { baseUrl: sandbox.url, credentials: access, clock } });
    expect(Math.abs((await next()) - now + 600)).toBeLessThan(60);

    await deposits(1);
    const later = `now() + interval '2 days'`;
    await database.query(`UPDATE ${places} SET begun_at = ${later}, due_at = ${later}, held_until = ${later}`);
    await until(await open(), async () => (await credits()) === 1);
  });

  it('a callback is read back before it is booked, where that is asked for, and strangers are not heard', async () => {
    await deposits(1);
    const callback = (await told()).findLast(({ processing_state }) => processing_state === 2);
    if (!callback) throw new Error('no callback');
    const { handler } = await open({ confirm: true });
    const status = async (given: Callback, secret = access.secret): Promise<number> =>
      (await handler(await signTestCallback(given, secret))).status;
    expect(await status(callback, 'guessed')).toBe(403);
    expect(await status({ ...callback, amount: '9' })).toBe(503);
    expect(await credits()).toBe(0);
    expect(await status(callback)).toBe(200);
    expect(await credits()).toBe(1);
  });

  it('withdrawals are told of theirs before they count as handled, and again if they could not be', async () => {
    await deposits(1);
    const [deposit] = await told();
    const callback = { ...deposit, order_id: 's_1', type: 2 } as Callback;
    const told2: string[] = [];
    let isAway = true;
    const callbacks = await open({
      withdrawals: {
        follow: async ({ order_id }) => {
          await database.query('SELECT 1'); // on a connection of its own
          if (isAway) throw new Error('away');
          told2.push(order_id);
        },
      },
    });
    await expect(callbacks.deliver(callback)).rejects.toThrow('away');
    isAway = false;
    expect([await callbacks.deliver(callback), await callbacks.deliver(callback)]).toEqual(['handled', 'stale']);
    expect(told2).toEqual(['s_1']);
  });

  it('options that make no sense are refused', async () => {
    await expect(open({ wallets: [] })).rejects.toThrow('wallets is empty');
    await expect(open({ secrets: undefined })).rejects.toThrow('either "secrets"');
    await expect(open({ secrets: '' })).rejects.toThrow('no secret');
    await expect(open({ from: Date.now() })).rejects.toThrow('Give whole Unix seconds, from 0 to 99999999999.');
    for (const option of ['onCredited', 'onReversed', 'onError'])
      await expect(open({ [option]: undefined })).rejects.toThrow(`${option} is missing: what it is for would be`);
    await expect(open({ withdrawals: {} as never })).rejects.toThrow('withdrawals has no follow.');
    await expect(open({ onStale: 5 as never })).rejects.toThrow('onStale is of type number.');
    await expect(open({ every: 86_401 })).rejects.toThrow('every is 86401. Give whole seconds, from 1 to 86400.');
    for (const option of ['every', 'window', 'overlap', 'from', 'holdFor'])
      await expect(open({ [option]: Number.NaN })).rejects.toThrow(`${option} is NaN`);
  });
});
