/** What becomes of orders: booked once with the outcome that is recorded, whatever the hook does; followed to the end; decided by people. */
import { createWalletClient } from '@wallet-operations/client';
import type { Callback } from '@wallet-operations/client/callbacks';
import {
  DecisionError,
  type Decision,
  type OnOutcome,
  type OrderState,
  type Outcome,
} from '@wallet-operations/durable';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { BLACKLISTED, createWorld, KINDS, order, type World } from './world.ts';

const LONG = `long${'x'.repeat(300)}`;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

describe.each(KINDS)('on $name', ({ start }) => {
  let started: Awaited<ReturnType<typeof start>>;
  let world: World;
  let hook: OnOutcome;
  let wallet: bigint;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.stop());
  beforeEach(async () => {
    hook = () => undefined;
    world = await createWorld(await started.make(), {
      onOutcome: async (outcome, transaction) => {
        await transaction.query(`INSERT INTO ${world.schema}.bookings VALUES ($1, $2)`, [
          outcome.order_id,
          outcome.state,
        ]);
        await hook(outcome, transaction);
      },
    });
    wallet = world.access.walletId;
    await world.database.query(`CREATE TABLE ${world.schema}.bookings (order_id text, state text)`);
  });
  afterEach(() => world.close());

  const bookings = async (): Promise<string[]> => {
    const { rows } = await world.database.query(`SELECT order_id, state FROM ${world.schema}.bookings ORDER BY 1, 2`);
    return (rows as { order_id: string; state: string }[]).map((row) => `${row.order_id} ${row.state}`);
  };
  const enqueue = (...orders: ReturnType<typeof order>[]): Promise<unknown> =>
    world.withdrawals.enqueue(wallet, orders);
  /** What the service calls back of an order. */
  const callbackOf = async (orderId: string): Promise<Callback> => {
    const { sandbox, access } = world;
    for (let i = 0; i < 14; i++) await sandbox.control.mine({});
    const client = createWalletClient({ baseUrl: sandbox.url, credentials: access });
    const { notifications } = await client.listCallbacks({ WALLET_ID: wallet });
    const callback = notifications.find(({ order_id }) => order_id === orderId);
    if (!callback) throw new Error(`no callback of ${orderId}`);
    return callback;
  };
  const are =
    (states: Record<string, string>): (() => Promise<boolean>) =>
    async () => {
      for (const [id, state] of Object.entries(states)) if ((await world.stateOf(id)) !== state) return false;
      return true;
    };

  it('orders are accepted in one call, and one that is refused for what it says is refused', async () => {
    await enqueue(order(1), order(2));
    await world.until(are({ 1: 'accepted', 2: 'accepted' }));
    expect(world.calls.filter((call) => call.startsWith('withdraw'))).toEqual(['withdrawAssets 2']);
    await enqueue(order(LONG));
    await world.until(are({ [LONG]: 'refused' }));
    expect(world.taken().sort()).toEqual(['s_1', 's_2']);
    expect((await bookings()).filter((booking) => !booking.endsWith('in_pool'))).toEqual([
      's_1 accepted',
      's_2 accepted',
      `s_${LONG} refused`,
    ]);
    const refused = await world.withdrawals.find(`s_${LONG}`);
    expect(refused?.history.map(({ state }) => state)).toEqual(['queued', 'sending', 'refused']);
    expect(refused?.history.at(-1)?.evidence).toMatchObject({
      reason: 'order_id_too_long',
      operation: 'withdrawAssets',
    });
  });

  it.each(['throws', 'rejects', 'breaks the transaction and swallows it'])(
    'a hook that %s is called again, with the same outcome, and books once',
    async (how) => {
      let times = 0;
      hook = async ({ state }, { query }) => {
        if (state !== 'refused' || ++times > 2) return;
        if (how === 'throws') throw new Error('the books are closed');
        if (how === 'rejects') await Promise.reject(new Error('the books are closed'));
        await query('SELECT * FROM nowhere').catch(() => undefined);
      };
      await enqueue(order(LONG));
      await world.until(are({ [LONG]: 'refused' }));
      expect(times).toBe(3);
      expect(await bookings()).toEqual([`s_${LONG} refused`]);
      expect(world.calls).toHaveLength(1); // what was found out is not asked for again
      expect(world.errors.length).toBeGreaterThan(0);
    },
  );

  it('what keeps orders from being sent is told, once for all of them', async () => {
    const service = { credentials: { apiCode: world.access.apiCode, secret: 'not-the-secret' } } as never;
    const mistaken = await world.reopen({ service });
    await enqueue(...[1, 2, 3].map((id) => order(id)));
    await world.until(() => world.errors.length > 0, mistaken);
    expect(world.errors.map(String).join()).toContain('Checksum unmatch');
    expect(world.errors.length).toBeLessThanOrEqual(world.calls.length);
    await world.until(are({ 1: 'accepted', 2: 'accepted', 3: 'accepted' }));
  });

  it('a hook that fails for one order holds up no other', async () => {
    hook = ({ order_id }: Outcome) => {
      if (order_id === 's_3') throw new Error('no account');
    };
    await enqueue(...[1, 2, 3, 4, 5].map((id) => order(id)));
    await world.until(are({ 1: 'accepted', 2: 'accepted', 4: 'accepted', 5: 'accepted', 3: 'sending' }));
    hook = () => undefined;
    await world.until(are({ 3: 'accepted' }));
    expect((await bookings()).filter((booking) => booking.includes('accepted'))).toHaveLength(5);
  });

  it('whatever characters the service refuses with, the refusal is kept', async () => {
    const { sandbox, access } = world;
    const by = await world.reopen({
      service: {
        baseUrl: sandbox.url,
        credentials: access,
        fetch: () =>
          Promise.resolve(Response.json({ error: 'odd \0 \ud800', 'a\0': [1n.toString()] }, { status: 400 })),
      },
    });
    await enqueue(order(1));
    const found = (): ReturnType<typeof by.find> => by.find('s_1');
    await world.until(async () => (await found())?.history.at(-1)?.evidence !== undefined, by);
    expect((await found())?.history.at(-1)?.evidence?.message).toContain('odd \0');
  });

  it('an outcome outlives the process whose hook has failed', async () => {
    hook = () => {
      throw new Error('the books are closed');
    };
    await enqueue(order(LONG));
    await world.until(() => world.errors.length > 0);
    hook = () => undefined;
    const next = await world.reopen();
    await world.until(are({ [LONG]: 'refused' }), next);
    expect(world.calls).toHaveLength(1);
    expect(await bookings()).toEqual([`s_${LONG} refused`]);
  });

  it('an order is followed into the chain by asking', async () => {
    await enqueue(order(1));
    await world.until(are({ 1: 'accepted' }));
    const done = are({ 1: 'confirmed' });
    await world.until(async () => {
      await world.sandbox.control.mine({});
      return done();
    });
    expect((await world.withdrawals.find('s_1'))?.txid).toMatch(/^0x/);
    expect((await bookings()).filter((booking) => booking.endsWith('confirmed'))).toHaveLength(1);
    expect(new Set(await bookings()).size).toBe((await bookings()).length);
  });

  it('an order that stays in the chain is not asked for any more once it was for long enough', async () => {
    const by = await world.reopen({ followFor: 0 });
    const notes = async (open: boolean): Promise<number> => {
      const { rows } = await world.database.query(
        `SELECT FROM ${world.schema}.job WHERE name LIKE 'follow-%' AND (state < 'completed' OR NOT $1)`,
        [open],
      );
      return rows.length;
    };
    await enqueue(order(1));
    await world.until(are({ 1: 'accepted' }), by);
    await world.sandbox.control.mine({});
    await world.until(async () => (await world.stateOf(1)) === 'in_chain' && (await notes(true)) === 0, by);
    const before = await notes(false);
    await enqueue(order(LONG));
    await world.until(are({ [LONG]: 'refused' }), by); // it has looked for what was forgotten by then
    expect(await notes(false)).toBe(before);
  });

  it('many orders are followed with few calls, and one that has failed is asked for by itself', async () => {
    const many = Array.from({ length: 60 }, (_, i) => order(i));
    await enqueue(...many);
    const count = async (state: OrderState): Promise<number> =>
      (await world.withdrawals.list({ states: [state], limit: 1000 })).length;
    await world.until(async () => (await count('queued')) + (await count('sending')) === 0);
    const { control } = world.sandbox;
    await control.failOrder({ walletId: wallet, orderId: 's_7' });
    await control.mine({});
    world.calls.length = 0;
    await world.until(async () => (await count('in_chain')) === 59 && (await count('failed')) === 1);
    expect(await world.stateOf(7)).toBe('failed');
    expect(world.calls.filter((call) => call.endsWith('/all') && !call.includes('s_7')).length).toBeLessThan(30);
    for (let i = 0; i < 14; i++) await control.mine({});
    await world.until(async () => (await count('confirmed')) === 59);
  });

  it('an order is followed by its callbacks, forwards only, and by no others', async () => {
    const { withdrawals } = world;
    await enqueue(order(1));
    await world.until(are({ 1: 'accepted' }));
    const last = await callbackOf('s_1');
    expect(await withdrawals.follow({ ...last, processing_state: 0, state: 2 })).toBe(true);
    expect(await world.stateOf(1)).toBe('in_pool');
    expect(await withdrawals.follow({ ...last, processing_state: 2, state: 3 })).toBe(true);
    expect(await withdrawals.follow({ ...last, processing_state: 1, state: 3 })).toBe(true);
    expect(await withdrawals.follow({ ...last, processing_state: 0, state: 5 })).toBe(true);
    expect(await world.stateOf(1)).toBe('confirmed');
    expect(await withdrawals.follow({ ...last, order_id: 's_other' })).toBe(false);
    expect(await withdrawals.follow({ ...last, order_id: '' })).toBe(false);
    expect(await withdrawals.follow({ ...last, wallet_id: wallet + 1n })).toBe(false);
    expect(await bookings()).toEqual(['s_1 accepted', 's_1 confirmed', 's_1 in_pool']);
  });

  it('a callback of an order in doubt has it looked up at once', async () => {
    const { access, database, sandbox, schema } = world;
    const deaf = await world.reopen({
      service: {
        baseUrl: sandbox.url,
        credentials: access,
        async fetch(url, init) {
          await fetch(url, init);
          throw new TypeError('fetch failed');
        },
      },
    });
    await enqueue(order(1));
    await world.until(are({ 1: 'unknown' }), deaf);
    const later = `UPDATE "${schema}".job SET start_after = now() + interval '1 hour' WHERE name LIKE 'submit-%'`;
    await database.query(later);
    expect(await world.withdrawals.follow(await callbackOf('s_1'))).toBe(true);
    expect(await world.stateOf(1)).toBe('unknown');
    const stop = new AbortController();
    const running = world.withdrawals.run({ signal: stop.signal });
    await expect.poll(() => world.stateOf(1), { timeout: 60_000 }).toBe('accepted');
    stop.abort();
    await running;
    expect(world.taken()).toEqual(['s_1']);
  });

  it('a callback of an order that was called refused is a conflict, which somebody hears of', async () => {
    const { sandbox, access, withdrawals } = world;
    await enqueue(order(1, { address: BLACKLISTED }));
    await world.until(are({ 1: 'refused' }));
    await sandbox.control.blacklist({ address: BLACKLISTED, causes: [] });
    await createWalletClient({ baseUrl: sandbox.url, credentials: access })
      .wallet(wallet)
      .withdrawAssets({ requests: [order(1, { address: BLACKLISTED })] });
    const callback = await callbackOf('s_1');
    expect(await withdrawals.follow(callback)).toBe(true);
    expect(await withdrawals.follow(callback)).toBe(true);
    expect(await bookings()).toEqual(['s_1 conflict', 's_1 refused']);
    expect((await withdrawals.find('s_1'))?.history.at(-1)?.evidence).toMatchObject({
      reason: 'refused_and_found',
      message:
        'it was refused, and the service tells of its transaction: do not pay it in another way, and take back a refund if you can',
    });
  });

  it('what was sent before by something else is looked up first', async () => {
    const { sandbox, access, withdrawals } = world;
    await createWalletClient({ baseUrl: sandbox.url, credentials: access })
      .wallet(wallet)
      .withdrawAssets({ requests: [order(1)] });
    await withdrawals.enqueue(wallet, [order(1), order(2)], { earlierAttempts: 'possible' });
    expect(await world.stateOf(1)).toBe('unknown');
    await world.until(are({ 1: 'accepted', 2: 'accepted' }));
    expect(world.calls.filter((call) => call.startsWith('withdraw'))).toEqual(['withdrawAssets 1']);
    expect(world.taken()).toHaveLength(2);
  });

  it('an ID that holds another withdrawal waits for a person, with what was found', async () => {
    const { sandbox, access, withdrawals } = world;
    await createWalletClient({ baseUrl: sandbox.url, credentials: access })
      .wallet(wallet)
      .withdrawAssets({ requests: [order(1, { amount: '7' })] });
    await enqueue(order(1));
    await world.until(are({ 1: 'conflict' }));
    const found = await withdrawals.find('s_1');
    expect(found?.history.at(-1)?.evidence).toMatchObject({
      reason: 'order_conflict',
      found: { order_id: 's_1', amount: '7' },
    });
    for (const told of [found, ...(await withdrawals.list())])
      expect(JSON.parse(JSON.stringify(told))).toMatchObject({ order_id: 's_1', wallet: Number(wallet) });
    expect(await withdrawals.decide('s_1', 'close', { by: 'ann', note: 'paid by hand' })).toMatchObject({
      state: 'closed',
    });
    expect((await withdrawals.find('s_1'))?.history.at(-1)?.evidence).toMatchObject({
      by: 'ann',
      note: 'paid by hand',
    });
    expect(await bookings()).toEqual(['s_1 closed', 's_1 conflict']);
  });

  it('a refusal in doubt is unknown until a person says that a lookup shows what was sent', async () => {
    const { withdrawals } = world;
    await withdrawals.enqueue(wallet, [order(1, { address: BLACKLISTED })], { earlierAttempts: 'possible' });
    await world.until(() => world.calls.filter((call) => call.startsWith('withdraw')).length > 1);
    expect(await world.stateOf(1)).toBe('unknown');
    await withdrawals.decide('s_1', 'retry_as_shown', { by: 'ann' });
    await world.until(are({ 1: 'refused' }));
    expect(await bookings()).toEqual(['s_1 refused']);
    await withdrawals.decide('s_1', 'retry', { by: 'ann' }); // the same order once more, in case that the list has changed
    await world.until(async () => (await bookings()).length === 2);
    expect(await bookings()).toEqual(['s_1 refused', 's_1 refused']);
  });

  it('a decision that does not fit is refused', async () => {
    const { withdrawals } = world;
    await enqueue(order(1));
    const decide = (id: string, decision: string): Promise<unknown> =>
      withdrawals.decide(id, decision as Decision, { by: 'ann' });
    await expect(decide('s_1', 'accept')).rejects.toThrow(
      's_1 is queued, and accept can be decided of what is unknown, conflict',
    );
    await expect(decide('s_2', 'close')).rejects.toThrow('there is no order s_2');
    await expect(decide('s_1', 'toString')).rejects.toThrow(DecisionError);
    await expect(withdrawals.decide('s_1', 'close', undefined as never)).rejects.toThrow('nobody decides');
    expect(await decide('s_1', 'close')).toMatchObject({ state: 'closed' });
    await world.until(async () => (await world.withdrawals.numbers()).states.queued.count === 0);
    expect(world.calls).toEqual([]);
  });
});
