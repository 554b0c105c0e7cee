/** What becomes of orders where several processes go about one, and where attempts take long, come late, or are refused meanwhile. */
import { createWalletClient, systemClock } from '@wallet-operations/client';
import { postgres, type WithdrawalsOptions } from '@wallet-operations/durable';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLeftOut, startPostgres } from './postgres.ts';
import { BLACKLISTED, createWorld, KINDS, order, type World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

type Fetch = NonNullable<WithdrawalsOptions['service']['fetch']>;

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    world = await createWorld(await started.make(), { lease: 10 });
  });
  afterEach(() => world.close());

  const isSubmission = (init: RequestInit): boolean => init.method === 'POST';
  const lost = (): never => {
    throw new TypeError('fetch failed');
  };
  /** Another process, by whose own `fetch` the service is asked. */
  const processWith = (given: Fetch, more: Partial<WithdrawalsOptions> = {}): ReturnType<World['reopen']> => {
    const { sandbox, access } = world;
    return world.reopen({
      ...more,
      service: { baseUrl: sandbox.url, credentials: access, ...more.service, fetch: given },
    });
  };
  /** For one that is stopped in the middle: nothing of it notices that time passes. */
  const stopped = (): WithdrawalsOptions['service'] => ({
    baseUrl: world.sandbox.url,
    credentials: world.access,
    clock: { ...systemClock, after: (ms, run) => (ms > 2000 ? () => undefined : systemClock.after(ms, run)) },
  });
  const enqueue = (): Promise<unknown> =>
    world.withdrawals.enqueue(world.access.walletId, [order(1, { address: BLACKLISTED })]);
  const setList = (isListed: boolean): Promise<void> =>
    world.sandbox.control.blacklist({ address: BLACKLISTED, causes: isListed ? ['sanctions'] : [] });
  const told = (): string[] => world.outcomes.map(({ state }) => state).filter((state) => !state.startsWith('in_'));
  const release = (): Promise<unknown> =>
    world.database.query(`UPDATE ${world.schema}.wallets SET held_until = '-infinity'`);

  /** Two submissions: the first one takes an hour, and is still under way when the second is refused. */
  async function refusedInDoubt(): Promise<{ by: World['withdrawals']; arrive: () => Promise<unknown> }> {
    let late: (() => Promise<unknown>) | undefined;
    let lookUps = 0;
    const by = await processWith(
      async (url, init) => {
        if (!isSubmission(init)) lookUps++;
        if (!isSubmission(init) || late) return fetch(url, init);
        late = () => fetch(url, { ...init, signal: null });
        await world.pass(3600);
        return lost();
      },
      { shownAfter: 600 },
    );
    await enqueue();
    await world.until(
      async () => (await world.withdrawals.find('s_1'))?.history.at(-1)?.evidence?.reason === 'address_blacklisted',
      by,
    );
    const before = lookUps;
    await world.until(() => lookUps > before + 2, by);
    return { by, arrive: async () => late?.() };
  }

  it('a refusal settles nothing as long as an attempt may still arrive, counted from the end of the last one', async () => {
    const { by, arrive } = await refusedInDoubt();
    const { state, changedAt, history = [] } = (await world.withdrawals.find('s_1')) ?? {};
    expect(state).toBe('unknown');
    // In doubt since it was sent, not since it was last tried.
    const [sent, tried] = ['sending', 'unknown'].map((each) =>
      Math.abs(Number(history.find((entry) => entry.state === each)?.at) - Number(changedAt)),
    );
    expect(sent).toBeLessThan(tried ?? 0);
    await setList(false);
    await arrive();
    await world.until(async () => (await world.stateOf(1)) === 'accepted', by);
    expect(told()).toEqual(['accepted']);
    expect(world.taken()).toEqual(['s_1']);
  });

  it('a refusal settles it once a lookup certainly shows what was left', async () => {
    const { by } = await refusedInDoubt();
    await world.pass(601);
    await world.until(async () => (await world.stateOf(1)) === 'refused', by);
    expect(told()).toEqual(['refused']);
    expect(world.taken()).toEqual([]);
  });

  it('a refusal that comes late says nothing of the attempts after it', async () => {
    let answer: () => void = () => undefined;
    const isHeld = { up: false };
    const heldUp = await processWith(
      async (url, init) => {
        const response = await fetch(url, init);
        if (isSubmission(init) && !isHeld.up) {
          isHeld.up = true;
          await new Promise<void>((resolve) => (answer = resolve));
        }
        return response;
      },
      { service: stopped() },
    );
    await enqueue();
    const stop = new AbortController();
    const running = heldUp.run({ signal: stop.signal, grace: 1 });
    await expect.poll(() => isHeld.up, { timeout: 60_000 }).toBe(true);
    await setList(false);
    await release();
    await world.database.query(
      `UPDATE ${world.schema}.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`,
    );
    // The other one gets it taken, and hears of nothing.
    const deaf = await processWith(async (url, init) => {
      if (isSubmission(init)) await fetch(url, init);
      return isSubmission(init) || world.taken().length > 0 ? lost() : fetch(url, init);
    });
    await world.until(async () => world.taken().length > 0 && (await world.stateOf(1)) === 'unknown', deaf);
    answer();
    stop.abort();
    await running;
    expect(await world.stateOf(1)).toBe('unknown');
    await world.until(async () => (await world.stateOf(1)) === 'accepted');
    expect(told()).toEqual(['accepted']);
  });

  it('who was stopped before he sent, and does not know that he has lost the wallet, sends nothing', async () => {
    let goOn: () => void = () => undefined;
    const isHeld = { up: false };
    let sent = 0;
    const heldUp = await processWith(
      (url, init) => {
        sent++;
        return fetch(url, init);
      },
      {
        service: {
          ...stopped(),
          credentials: async () => {
            isHeld.up = true;
            await new Promise<void>((resolve) => (goOn = resolve));
            return world.access;
          },
        },
      },
    );
    await enqueue();
    const stop = new AbortController();
    const running = heldUp.run({ signal: stop.signal, grace: 1 });
    await expect.poll(() => isHeld.up, { timeout: 60_000 }).toBe(true);
    await release();
    goOn();
    stop.abort();
    await running;
    expect(sent).toBe(0);
  });

  it('somebody hears of an order that was called refused too early, and is taken after all', async () => {
    let submit: () => void = () => undefined;
    const isHeld = { up: false };
    const heldUp = await processWith(
      async (url, init) => {
        if (isSubmission(init) && !isHeld.up) {
          isHeld.up = true;
          await new Promise<void>((resolve) => (submit = resolve));
        }
        return fetch(url, init);
      },
      {
        service: stopped(),
        onOutcome() {
          throw new Error('the books are closed');
        },
      },
    );
    await enqueue();
    const stop = new AbortController();
    const running = heldUp.run({ signal: stop.signal, grace: 5 });
    await expect.poll(() => isHeld.up, { timeout: 60_000 }).toBe(true);
    await release();
    await world.database.query(
      `UPDATE ${world.schema}.job SET heartbeat_on = heartbeat_on - interval '1 hour' WHERE state = 'active'`,
    );
    const hasty = await world.reopen({ shownAfter: 600 }); // which is not so
    await world.until(async () => {
      await world.pass(601);
      return (await world.stateOf(1)) === 'refused';
    }, hasty);
    await setList(false);
    submit();
    await expect.poll(() => world.errors.map(String), { timeout: 60_000 }).toContain('Error: the books are closed');
    stop.abort();
    await running;
    expect(await world.stateOf(1)).toBe('refused'); // as long as it cannot be booked
    await world.until(async () => (await world.stateOf(1)) === 'conflict');
    expect(told()).toEqual(['refused', 'conflict']);
    expect(world.outcomes.at(-1)?.evidence).toMatchObject({ reason: 'refused_and_found' });
    expect(JSON.parse(JSON.stringify(world.outcomes.at(-1)))).toMatchObject({
      order: { wallet: expect.any(Number) as number },
    });
    // The service may look at its list before it looks for duplicates: what it has is not called refused again.
    await setList(true);
    await world.withdrawals.decide('s_1', 'retry', { by: 'ann' });
    await world.until(async () => (await world.stateOf(1)) !== 'unknown');
    expect(told()).toEqual(['refused', 'conflict', 'accepted']);
  });

  it('what a person has tried again is still one that may have been taken', async () => {
    await setList(false);
    const deaf = await processWith(async (url, init) => {
      if (isSubmission(init)) await fetch(url, init);
      return lost();
    });
    await enqueue();
    await world.until(async () => (await world.stateOf(1)) === 'unknown', deaf);
    await setList(true);
    expect((await world.withdrawals.decide('s_1', 'retry', { by: 'ann' })).state).toBe('unknown');
    await world.until(async () => (await world.stateOf(1)) === 'accepted');
    expect(told()).toEqual(['accepted']);
  });

  it('what many callbacks say at once is booked once', async () => {
    await setList(false);
    await enqueue();
    await world.until(async () => (await world.stateOf(1)) === 'accepted');
    await world.sandbox.control.mine({ blocks: 14 });
    const client = createWalletClient({ baseUrl: world.sandbox.url, credentials: world.access });
    const { notifications } = await client.listCallbacks({ WALLET_ID: world.access.walletId });
    const callback = notifications.at(-1);
    if (!callback) throw new Error('no callback');
    const booked: string[] = [];
    const by = await world.reopen({
      async onOutcome({ state }, { query }) {
        booked.push(state);
        await query('SELECT pg_sleep(0.5)'); // so that all are at it
      },
    });
    await Promise.all(Array.from({ length: 8 }, () => by.follow({ ...callback, processing_state: 2 })));
    expect(booked).toEqual(['confirmed']);
  });
});

describe.skipIf(isLeftOut)('on a server that has other defaults', () => {
  it('what is written is on disk, and no transaction fails for the sake of another', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER ROLE CURRENT_USER SET synchronous_commit = off`);
    await client.query(`ALTER ROLE CURRENT_USER SET default_transaction_isolation = serializable`);
    await client.end();
    const world = await createWorld(postgres(url));
    const seen: unknown[] = [];
    const by = await world.reopen({
      async onOutcome(_, { query }) {
        for (const setting of ['synchronous_commit', 'transaction_isolation'])
          seen.push(...(await query(`SHOW ${setting}`)).rows);
      },
    });
    await world.withdrawals.enqueue(world.access.walletId, [order(1)]);
    await world.until(async () => (await world.stateOf(1)) === 'accepted', by);
    expect(seen).toEqual([{ synchronous_commit: 'on' }, { transaction_isolation: 'read committed' }]);
    await world.close();
    await server.stop();
  });
});
