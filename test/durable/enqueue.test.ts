/** Orders are taken in once, in the transaction of whoever enqueues them. */
import { InvalidCallError } from '@wallet-operations/client';
import { OrderConflictError, type Transaction } from '@wallet-operations/durable';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADDRESS, createWorld, KINDS, order, type World } from './world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a busy machine

describe.each(KINDS)('on $name', ({ start }) => {
  let stop: () => Promise<void>;
  let world: World;
  let wallet: bigint;
  beforeAll(async () => {
    const started = await start();
    stop = started.stop;
    world = await createWorld(await started.make());
    wallet = world.access.walletId;
    await world.database.query(`CREATE TABLE ${world.schema}.ledger (order_id text)`);
  });
  afterAll(async () => {
    await world.close();
    await stop();
  });
  const ledger = ({ query }: Transaction, id: string): Promise<unknown> =>
    query(`INSERT INTO ${world.schema}.ledger VALUES ($1)`, [id]);
  const jobs = async (): Promise<number> =>
    ((await world.database.query(`SELECT count(*)::integer AS n FROM ${world.schema}.job`)).rows[0] as { n: number }).n;

  it('an order is there with what is written beside it, if that is committed', async () => {
    const { database, withdrawals } = world;
    const { length } = await database.transaction(async (transaction) => {
      await ledger(transaction, 's_kept');
      return withdrawals.enqueue(wallet, [order('kept')], { transaction });
    });
    expect(length).toBe(1);
    expect(await withdrawals.find('s_kept')).toMatchObject({
      order_id: 's_kept',
      wallet,
      state: 'queued',
      attempt: 0,
      request: order('kept'),
      history: [{ state: 'queued', attempt: 0 }],
    });
  });

  it('the same order again, its fields in another order, is the order that is there', async () => {
    const { withdrawals } = world;
    const { order_id, address, amount } = order('twice');
    await withdrawals.enqueue(wallet, [{ order_id, address, amount, memo: 'm' }]);
    const before = await jobs();
    expect(await withdrawals.enqueue(wallet, [{ memo: 'm', amount, address, order_id }, order('once')])).toEqual([
      { order_id, isNew: false, state: 'queued' },
      { order_id: 's_once', isNew: true, state: 'queued' },
    ]);
    expect(await jobs()).toBe(before + 1);
  });

  it.each([
    ['amount', { amount: '0.51' }],
    ['address', { address: ADDRESS.replace('25', '26') }],
    ['memo', { memo: '0' }],
    ['token_id', { token_id: '1' }],
    ['manual_fee', { manual_fee: 7 }],
  ])('another %s under an order_id is refused at once, and nothing of the call is written', async (field, other) => {
    const { database, withdrawals } = world;
    await withdrawals.enqueue(wallet, [order(`taken-${field}`)]);
    await database.transaction(async (transaction) => {
      const refused = withdrawals.enqueue(wallet, [order(`beside-${field}`), order(`taken-${field}`, other)], {
        transaction,
      });
      const error: unknown = await refused.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(OrderConflictError);
      expect(error).toMatchObject({ order_id: `s_taken-${field}`, fields: [field] });
    }); // committed by one who has caught it
    expect(await withdrawals.find(`s_beside-${field}`)).toBeUndefined();
  });

  it.each([
    ['amount', { amount: '0.5' }, { amount: '0.50' }],
    ['amount', { amount: '10' }, { amount: '010.0' }],
    ['address', {}, { address: ADDRESS.toLowerCase() }],
    ['address', {}, { address: ` ${ADDRESS}` }],
    ['memo', {}, { memo: '' }],
    [
      'memo',
      { address: 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn', memo: '7' },
      { address: 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn', memo: '007' },
    ],
  ])('another spelling of its %s is the same order, and what was enqueued first stands', async (_, first, second) => {
    const { withdrawals } = world;
    const id = `spelled-${JSON.stringify(second)}`;
    await withdrawals.enqueue(wallet, [order(id, first)]);
    expect(await withdrawals.enqueue(wallet, [order(id, second)])).toMatchObject([{ isNew: false }]);
    expect((await withdrawals.find(`s_${id}`))?.request).toEqual(order(id, first));
  });

  it('an order is what it was when it was handed over', async () => {
    const { withdrawals } = world;
    const [given, more] = [order('given'), order('more')];
    const orders = [given];
    const enqueued = withdrawals.enqueue(wallet, orders);
    given.amount = '700';
    given.order_id = 's_changed';
    orders.push(more);
    expect(await enqueued).toMatchObject([{ order_id: 's_given' }]);
    expect((await withdrawals.find('s_given'))?.request).toEqual(order('given'));
    expect(await withdrawals.find('s_more')).toBeUndefined();
  });

  it('an ID that no database can keep is that of no order', async () => {
    const { withdrawals } = world;
    await withdrawals.enqueue(wallet, [{ ...order(1), order_id: '\ufffd' }]);
    for (const id of ['\ud800', 'a\0', '']) {
      expect(await withdrawals.find(id)).toBeUndefined();
      await expect(withdrawals.decide(id, 'close', { by: 'ann' })).rejects.toThrow('there is no order');
      expect(await withdrawals.follow({ order_id: id, wallet_id: wallet } as never)).toBe(false);
    }
    expect((await withdrawals.find('\ufffd'))?.state).toBe('queued');
    expect(await withdrawals.decide('\ufffd', 'close', { by: '\0', note: '\ud800' })).toMatchObject({
      state: 'closed',
    });
  });

  it('what can never be sent is refused', async () => {
    const { withdrawals } = world;
    const enqueue = (...orders: unknown[]): Promise<unknown> => withdrawals.enqueue(wallet, orders as never);
    await expect(enqueue({ ...order('no-amount'), amount: undefined })).rejects.toThrow(InvalidCallError);
    await expect(enqueue(order('same'), order('same'))).rejects.toThrow('stands twice');
    await expect(enqueue(order('half', { memo: '\ud800' }))).rejects.toThrow(InvalidCallError);
    await expect(enqueue(order('lost', { from_address_index: 2 ** 60 }))).rejects.toThrow(InvalidCallError);
    await expect(enqueue(order('nul\0'))).rejects.toThrow('NUL');
    await expect(enqueue(order('x'.repeat(1000)))).rejects.toThrow('1000');
    const random = Array.from({ length: 998 }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919) % 20_000))).join('');
    await expect(enqueue(order(random))).rejects.toThrow('more than 1000 bytes');
    await expect(enqueue({ ...order(1), order_id: '' })).rejects.toThrow('is empty');
    await expect(enqueue(order('same'), order('same', { amount: '7' }))).rejects.toThrow('stands twice');
    await expect(enqueue(null)).rejects.toThrow('orders[0] is null');
    await expect(withdrawals.enqueue(wallet, undefined as never)).rejects.toThrow(
      'orders is undefined. Give an array of orders',
    );
    await expect(withdrawals.enqueue(1, [order('elsewhere')])).rejects.toThrow('wallet 1 is not among');
    await expect(withdrawals.enqueue(2 ** 60, [order('elsewhere')])).rejects.toThrow(
      'which is not exact. Give a bigint.',
    );
    for (const priority of [0.5, 2 ** 40, Number.NaN])
      await expect(withdrawals.enqueue(wallet, [order('odd')], { priority })).rejects.toThrow(
        'whole number of 32 bits',
      );
    expect(await withdrawals.enqueue(wallet, [])).toEqual([]);
  });

  it('texts and numbers stay what they are', async () => {
    const { withdrawals } = world;
    const strange = {
      ...order('strange'),
      memo: `a\0b 🜚 \u2028 "\\${'long'.repeat(250_000)}`,
      user_id: '__proto__',
      from_address: '0x1',
      from_address_index: 2n ** 62n + 1n,
    };
    await withdrawals.enqueue(Number(wallet), [strange]);
    expect((await withdrawals.find('s_strange'))?.request).toEqual(strange);
  });

  it('two transactions that enqueue one order at once leave one', async () => {
    const { database, withdrawals } = world;
    const both = await Promise.all(
      [1, 2].map(() =>
        database.transaction((transaction) => withdrawals.enqueue(wallet, [order('race')], { transaction })),
      ),
    );
    expect(both.flat().filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('ten thousand orders are taken in at once', async () => {
    const { withdrawals } = world;
    const many = Array.from({ length: 10_000 }, (_, i) => order(`many-${String(i)}`));
    expect(await withdrawals.enqueue(wallet, many)).toHaveLength(10_000);
    expect(
      (await withdrawals.list({ limit: 20_000 })).filter(({ order_id }) => order_id.startsWith('s_many-')),
    ).toHaveLength(10_000);
  });

  it('one transaction after the other leaves timers their time', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    for (let i = 0; i < 20; i++) await world.withdrawals.enqueue(wallet, [order(`tick-${String(i)}`)]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('what is no address of a service is refused before anything is written', async () => {
    const service = { baseUrl: 'wallet.example', credentials: world.access };
    await expect(world.reopen({ schema: 'never_made', service })).rejects.toThrow(
      "baseUrl is 'wallet.example'. Give https://",
    );
    const { rows } = await world.database.query(`SELECT to_regnamespace('never_made')::text AS made`);
    expect(rows).toEqual([{ made: null }]);
  });

  it('a list of states that are none is refused', async () => {
    await expect(world.withdrawals.list({ states: ['refusd' as never] })).rejects.toThrow(
      'refusd is no state. Give queued,',
    );
  });

  it('wallets have IDs of 64 bits, each once', async () => {
    const largest = 2n ** 64n - 1n;
    const of = await world.reopen({ wallets: [largest, wallet, Number(wallet), largest] });
    await of.enqueue(largest, [order('largest')]);
    expect((await of.find('s_largest'))?.wallet).toBe(largest);
    expect(await of.list({ wallet: largest })).toHaveLength(1);
    for (const id of [2 ** 53, 2n ** 64n, -1, 0.5, Number.NaN, '7' as never])
      await expect(world.reopen({ wallets: [id] })).rejects.toThrow(RangeError);
  });
});
