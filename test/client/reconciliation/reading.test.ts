/** What is asked for, window by window, and what can be read: no list that fails may look like a difference. */
import { AmountError, WalletError } from '@wallet-operations/client';
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile, type ComparedWallet, type Ledger } from '@wallet-operations/client/reconciliation';
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  depositCallback,
  emptyWorld,
  ENDS,
  FROM,
  historyRecord,
  iso,
  linesOf,
  OPTIONS,
  order,
  refusal,
  serviceOf,
  TO,
  transaction,
  withdrawalCallback,
} from './world.ts';

const all = (wallet: ComparedWallet, ledger: Ledger, others: object = {}) =>
  Array.fromAsync(reconcile(wallet, ledger, { ...OPTIONS, ...others }));

describe('windows', () => {
  it('follow each other from the slack before the span to the slack behind it, and the service is asked for a second more on each side', async () => {
    const world = emptyWorld();
    const { wallet, calls } = serviceOf(world);
    const asked: [string, number, number][] = [];
    const ledger: Ledger = {
      withdrawals: (from, to) => {
        asked.push(['withdrawals', from - FROM, to - FROM]);
        return [];
      },
      deposits: (from, to) => {
        asked.push(['deposits', from - FROM, to - FROM]);
        return [];
      },
    };
    await all(wallet, ledger, { to: FROM + 1500, window: 1000, slack: 1100 });
    const windows = [
      [-1101, -1000],
      [-1000, 0],
      [0, 1000],
      [1000, 1500],
      [1500, 2500],
      [2500, 2601],
    ];
    const spans = (name: string) =>
      calls.lists.filter((call) => call.name === name).map(({ from, to }) => [from - FROM, to - FROM]);
    const wider = windows.map(([from = 0, to = 0]) => [from - 1, to + 1]);
    expect(spans('callbacks')).toEqual(wider);
    expect([...new Set(spans('history').map(String))]).toEqual(wider.map(String));
    expect(asked).toEqual(windows.flatMap(([from, to]) => ['withdrawals', 'deposits'].map((name) => [name, from, to])));
  });

  it('are an hour, and the slack a day, unless it is said otherwise', async () => {
    const { wallet, calls } = serviceOf(emptyWorld());
    await Array.fromAsync(
      reconcile(wallet, { deposits: () => [] }, { from: FROM, to: FROM + 3600, decimals: 18, now: FROM + 100_000 }),
    );
    expect(calls.lists[0]).toEqual({ name: 'callbacks', from: FROM - 86_402, to: FROM - 86_399 });
    expect(calls.lists.at(-1)).toEqual({ name: 'callbacks', from: FROM + 89_999, to: FROM + 90_002 });
    expect(calls.lists).toHaveLength(51);
  });

  it('do not begin before time does', async () => {
    const { wallet, calls } = serviceOf(emptyWorld());
    await all(wallet, { deposits: () => [] }, { from: 500, to: 600, window: 1000, slack: 10_000 });
    expect(calls.lists[0]).toEqual({ name: 'callbacks', from: 0, to: 501 });
  });

  it('are asked for as the differences are taken', async () => {
    const world = emptyWorld();
    addPaid(world, 'a', FROM + 1);
    world.withdrawals.splice(0);
    const { wallet, calls } = serviceOf(world);
    const differences = reconcile(wallet, booksOf(world), { ...OPTIONS, to: FROM + 1_000_000 });
    expect(calls.lists).toEqual([]);
    await differences.next();
    await differences.return();
    expect(calls.lists.length).toBeLessThan(30);
  });

  it('are forgotten: the same name far beyond the slack is something else', async () => {
    const world = emptyWorld();
    const key = defaultKeyOf(depositCallback());
    for (const at of [FROM + 10, FROM + 3000, FROM + 6000]) {
      world.withdrawals.push({ at, it: order('a', { amount: '2' }) });
      world.callbacks.push({ at, it: withdrawalCallback('a') }, { at: at + 1, it: withdrawalCallback('f') });
      world.callbacks.push({ at, it: depositCallback() }, { at, it: depositCallback({ txid: '0xbb' }) });
      world.history.push({ at, it: historyRecord('0xa') }, { at: at + 1, it: historyRecord('0xf') });
      world.history.push({ at, it: historyRecord('0xcc') });
      world.deposits.push({ at, it: { key, amount: '6' } });
    }
    world.orders.set('a', [transaction('a')]).set('f', [transaction('f')]);
    const once = [
      'differing withdrawal a amount 2/1.5',
      'foreign withdrawal f',
      'foreign withdrawal  0xcc',
      `differing deposit ${key} amount 6/5`,
      `foreign deposit ${defaultKeyOf(depositCallback({ txid: '0xbb' }))}`,
    ];
    expect((await linesOf(world, { slack: 100 })).toSorted()).toEqual([...once, ...once, ...once].toSorted());
  });
});

describe('what the service', () => {
  const world = emptyWorld();
  world.withdrawals.push({ at: FROM, it: order('a') });
  const { wallet } = serviceOf(world);
  const gives = (value: unknown) => () => Promise.resolve(value as never);
  const fails = () => Promise.reject(refusal('api_secret_not_valid', 403));

  it.each<[string, Partial<ComparedWallet>]>([
    ['refuses to list', { listCallbacks: fails }],
    ['refuses to show of its history', { listWithdrawalHistory: fails }],
    ['refuses to look up', { listWithdrawalStates: fails }],
    ['lists without callbacks', { listCallbacks: gives({}) }],
    [
      'lists without order_ids',
      { listCallbacks: gives({ notifications: [{ ...depositCallback(), order_id: undefined }] }) },
    ],
    ['lists without txids', { listCallbacks: gives({ notifications: [{ ...depositCallback(), txid: null }] }) }],
    ['lists without addresses', { listCallbacks: gives({ notifications: [{ ...depositCallback(), to_address: 1 }] }) }],
    ['lists without amounts', { listCallbacks: gives({ notifications: [{ ...depositCallback(), amount: 1 }] }) }],
    [
      'lists with memos that are none',
      { listCallbacks: gives({ notifications: [{ ...depositCallback(), memo: 1 }] }) },
    ],
    ['lists with holes', { listCallbacks: gives({ notifications: [null] }) }],
    ['shows without records', { listWithdrawalHistory: gives({ total_count: 0 }) }],
    [
      'shows without txids',
      { listWithdrawalHistory: gives({ total_count: 1, transactions: [{ ...historyRecord('0xa'), txid: 1 }] }) },
    ],
    [
      'shows without addresses',
      { listWithdrawalHistory: gives({ total_count: 1, transactions: [{ ...historyRecord('0xa'), to_address: 1 }] }) },
    ],
    [
      'shows without amounts',
      { listWithdrawalHistory: gives({ total_count: 1, transactions: [{ ...historyRecord('0xa'), amount: 1 }] }) },
    ],
    ['finds without transactions', { listWithdrawalStates: gives({}) }],
    ['finds under another ID', { listWithdrawalStates: gives({ transactions: [transaction('b')] }) }],
    ['finds without a txid', { listWithdrawalStates: gives({ transactions: [{ ...transaction('a'), txid: null }] }) }],
  ])('%s is thrown, and no difference', async (_, broken) => {
    const found: unknown[] = [];
    const run = async (): Promise<void> => {
      for await (const difference of reconcile({ ...wallet, ...broken }, booksOf(world), OPTIONS))
        found.push(difference);
    };
    const error: unknown = await run().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(WalletError);
    expect([...Object.keys(broken), 'any']).toContain((error as WalletError).operationId);
    expect(found).toEqual([]);
  });

  it('leaves out as a memo is none', async () => {
    const paid = emptyWorld();
    addPaid(paid, 'a', FROM);
    paid.callbacks[0] = { at: FROM, it: withdrawalCallback('a', { memo: null as unknown as string }) };
    paid.history[0] = { at: FROM, it: historyRecord('0xa', { memo: undefined as unknown as string }) };
    expect(await linesOf(paid)).toEqual([]);
  });

  it('shows twice on a border counts once', async () => {
    const paid = emptyWorld();
    addPaid(paid, 'a', FROM + 600);
    addPaid(paid, 'b', FROM + 1200);
    paid.history.push({ at: FROM + 600, it: historyRecord('0xa') });
    expect(await linesOf(paid)).toEqual(['foreign withdrawal  0xa']);
  });

  it('leaves out as the memo of a deposit is none for its key, either', async () => {
    for (const memo of [null, undefined] as unknown as string[]) {
      const world = emptyWorld();
      world.callbacks.push({ at: FROM, it: depositCallback({ memo }) });
      world.deposits.push({ at: FROM, it: { key: defaultKeyOf(depositCallback({ memo: '' })), amount: '5' } });
      expect(await linesOf(world)).toEqual([]);
    }
  });

  it.each(['1.5', '', '-5', '0x10', '1e3', ' 5 '])('tells as an amount and is %j is thrown', async (amount) => {
    const world = emptyWorld();
    world.callbacks.push({ at: FROM, it: depositCallback({ amount }) });
    await expect(linesOf(world)).rejects.toThrow(AmountError);
  });
});

describe('a border', () => {
  it.each(ENDS)('has what is of this span, and of no other, where a list gives its ends so: %s', async (ends) => {
    for (const bears of [true, false])
      for (const [at, isHere] of [
        [FROM - 2, false],
        [FROM, true],
        [FROM + 600, true],
        [TO - 2, true],
        [TO, false],
        [TO + 2, false],
      ] as const) {
        const world = emptyWorld();
        world.callbacks.push({ at, it: depositCallback({ broadcast_at: bears ? at : 0 }) });
        world.history.push({ at, it: historyRecord('0xu', { block_time: bears ? iso(at) : '' }) });
        const found = await all(serviceOf(world, ends).wallet, booksOf(world));
        expect(found.map(({ of }) => of)).toEqual(isHere ? ['withdrawal', 'deposit'] : []);
      }
  });

  it.each(ENDS)('is clear to the second where a time says so, though both lists have it: %s', async (ends) => {
    for (const border of [FROM, TO])
      for (const at of [border - 1, border, border + 1]) {
        const world = emptyWorld();
        world.callbacks.push({ at, it: depositCallback({ chain_at: at }) });
        world.history.push({ at, it: historyRecord('0xu', { block_time: iso(at) }) });
        const found = await all(serviceOf(world, ends).wallet, booksOf(world));
        expect(found).toHaveLength(at >= FROM && at < TO ? 2 : 0);
      }
  });

  it('has a record once that changes between two calls', async () => {
    const world = emptyWorld();
    addPaid(world, 'a', FROM + 600);
    let calls = 0;
    const { wallet } = serviceOf(world);
    const changing: ComparedWallet = {
      ...wallet,
      listWithdrawalHistory: async (query) => {
        const { total_count, transactions } = await wallet.listWithdrawalHistory(query);
        const blocklist_tags = [`tag ${String(query?.from_time)}`];
        calls += transactions.length;
        return { total_count, transactions: transactions.map((one) => ({ ...one, blocklist_tags })) };
      },
    };
    expect(await all(changing, booksOf(world))).toEqual([]);
    expect(calls).toBeGreaterThan(1);
  });
});
