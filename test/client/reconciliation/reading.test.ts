/** What is asked for, window by window, and what can be read: no list that fails may look like a difference. */
import { type Wallet, WalletError } from '@wallet-operations/client';
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { reconcile, type ComparedWallet, type Ledger } from '@wallet-operations/client/reconciliation';
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  depositCallback,
  differencesOf,
  emptyWorld,
  FROM,
  historyRecord,
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
  it('follow each other from the slack before the span to the slack behind it, and the books are asked for the same', async () => {
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
    expect(spans('callbacks')).toEqual(windows);
    expect([...new Set(spans('history').map(String))]).toEqual(windows.map(String));
    expect(asked).toEqual(windows.flatMap(([from, to]) => ['withdrawals', 'deposits'].map((name) => [name, from, to])));
  });

  it('are an hour, and the slack a day, unless it is said otherwise', async () => {
    const { wallet, calls } = serviceOf(emptyWorld());
    await Array.fromAsync(
      reconcile(wallet, { deposits: () => [] }, { from: FROM, to: FROM + 3600, decimals: 18, now: FROM + 100_000 }),
    );
    expect(calls.lists[0]).toEqual({ name: 'callbacks', from: FROM - 86_401, to: FROM - 86_400 });
    expect(calls.lists.at(-1)).toEqual({ name: 'callbacks', from: FROM + 90_000, to: FROM + 90_001 });
    expect(calls.lists).toHaveLength(51);
  });

  it('do not begin before time does', async () => {
    const { wallet, calls } = serviceOf(emptyWorld());
    await all(wallet, { deposits: () => [] }, { from: 500, to: 600, window: 1000, slack: 10_000 });
    expect(calls.lists[0]).toEqual({ name: 'callbacks', from: 0, to: 500 });
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

describe('the books', () => {
  it('may come as any list', async () => {
    const world = emptyWorld();
    addPaid(world, 'a', FROM + 1);
    const array = booksOf(world).withdrawals ?? (() => []);
    type Withdrawals = NonNullable<Ledger['withdrawals']>;
    const asAnything: Withdrawals[] = [
      array,
      async (from, to) => Promise.resolve(array(from, to)),
      async function* (from, to) {
        yield* await array(from, to);
      },
      (from, to) => new Set(array(from, to) as ReturnType<typeof order>[]),
    ];
    for (const withdrawals of asAnything) expect(await linesOf(world, {}, { withdrawals })).toEqual([]);
    expect(await linesOf(world, {}, { withdrawals: () => [] })).toEqual(['foreign withdrawal a']);
  });

  it('may be an object that knows itself', async () => {
    class Books {
      readonly list = [order('a')];
      withdrawals(from: number): readonly ReturnType<typeof order>[] {
        return from === FROM ? this.list : [];
      }
      withdrawal(): ReturnType<typeof order> | undefined {
        return this.list[0];
      }
      deposits(): [] {
        return this.list.length > 0 ? [] : [];
      }
      deposit(): undefined {
        return this.list.length > 0 ? undefined : undefined;
      }
    }
    const world = emptyWorld();
    world.callbacks.push({ at: FROM + 3000, it: depositCallback() }, { at: FROM + 3000, it: withdrawalCallback('a') });
    world.orders.set('a', [transaction('a')]);
    expect((await differencesOf(world, {}, new Books())).map(({ kind, of }) => `${kind} ${of}`)).toEqual([
      'foreign deposit',
    ]);
  });

  it('are compared as far as there are any: a wallet without withdrawals has no history', async () => {
    const world = emptyWorld();
    addPaid(world, 'a', FROM + 1);
    world.callbacks.push({ at: FROM + 1, it: depositCallback() });
    const { wallet, calls } = serviceOf(world);
    expect((await all(wallet, { deposits: () => [] })).map(({ of }) => of)).toEqual(['deposit']);
    expect(calls.lists.map(({ name }) => name)).not.toContain('history');
    expect((await all(wallet, { withdrawals: () => [] })).map(({ of }) => of)).toEqual(['withdrawal']);
    expect(() => reconcile(wallet, {}, OPTIONS)).toThrow(
      new TypeError('The ledger has neither withdrawals nor deposits: there is nothing to compare.'),
    );
  });

  it.each<[string, Ledger]>([
    [
      'withdrawals of the ledger gave no list. Give an array, or what can be iterated.',
      { withdrawals: () => ({}) as [] },
    ],
    [
      'deposits of the ledger gave no list. Give an array, or what can be iterated.',
      { deposits: () => Promise.resolve(null as unknown as []) },
    ],
    [
      'deposits of the ledger gave no list. Give an array, or what can be iterated.',
      { deposits: () => 'rows' as unknown as [] },
    ],
    ['A withdrawal of the ledger has no order_id.', { withdrawals: () => [order('')] }],
    [
      'A withdrawal of the ledger has no text in order_id.',
      { withdrawals: () => [undefined as unknown as ReturnType<typeof order>] },
    ],
    [
      'A withdrawal of the ledger has no text in address.',
      { withdrawals: () => [{ order_id: 'a', amount: '1' } as ReturnType<typeof order>] },
    ],
    [
      'A withdrawal of the ledger has no text in amount.',
      { withdrawals: () => [order('a', { amount: 1.5 as unknown as string })] },
    ],
    [
      'A withdrawal of the ledger has no text in memo.',
      { withdrawals: () => [order('a', { memo: 7 as unknown as string })] },
    ],
    [
      'A withdrawal of the ledger has no text in token_id.',
      { withdrawals: () => [order('a', { token_id: 7 as unknown as string })] },
    ],
    ['A deposit of the ledger has no key.', { deposits: () => [{ amount: '5' } as { key: string; amount: string }] }],
    ['A deposit of the ledger has no key.', { deposits: () => [{ key: '', amount: '5' }] }],
    ...['1.5', '', ' 5', '-5', '5n', 5, -5n, undefined].map((amount): [string, Ledger] => [
      `The deposit k of the ledger has ${String(amount)} as its amount. Give smallest units: a bigint, or digits.`,
      { deposits: () => [{ key: 'k', amount: amount as string }] },
    ]),
  ])('%s', async (message, ledger) => {
    await expect(all(serviceOf(emptyWorld()).wallet, ledger)).rejects.toThrow(new TypeError(message));
  });

  it('are looked at where they are asked by name, too', async () => {
    const world = emptyWorld();
    world.callbacks.push({ at: FROM + 1, it: withdrawalCallback('a') });
    const ledger: Ledger = {
      withdrawals: () => [],
      withdrawal: () => ({ ...order('a'), amount: 1 as unknown as string }),
    };
    await expect(differencesOf(world, {}, ledger)).rejects.toThrow('A withdrawal of the ledger has no text in amount.');
    for (const state of [3, 11]) {
      const other = emptyWorld();
      other.callbacks.push({ at: FROM + 1, it: depositCallback({ state }) });
      await expect(
        differencesOf(other, {}, { deposits: () => [], deposit: () => ({ key: 'k', amount: '1.5' }) }),
      ).rejects.toThrow('The deposit k of the ledger has 1.5');
    }
  });
});

describe('what the service', () => {
  const world = emptyWorld();
  world.withdrawals.push({ at: FROM, it: order('a') });
  const { wallet } = serviceOf(world);
  const gives = (value: unknown) => () => Promise.resolve(value as never);
  const fails = () => Promise.reject(refusal('api_secret_not_valid', 403));

  it.each<[string, Partial<Wallet>]>([
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
});

describe('options', () => {
  const { wallet } = serviceOf(emptyWorld());
  it.each([
    ['from is -1. Give whole seconds, from 0 on.', { from: -1 }],
    ['from is 1.5. Give whole seconds, from 0 on.', { from: 1.5 }],
    [`to is ${String(FROM)}. Give whole seconds, from ${String(FROM + 1)} on.`, { to: FROM }],
    ['slack is -1. Give whole seconds, from 0 on.', { slack: -1 }],
    ['window is 0. Give whole seconds, from 1 on.', { window: 0 }],
    ['window is NaN. Give whole seconds, from 1 on.', { window: NaN }],
    [
      `to is ${String(TO)}, and the slack 1200 seconds: they do not end before now, ${String(TO + 1200)}. What still moves differs without a fault.`,
      { now: TO + 1200 },
    ],
  ])('%s', (message, others) => {
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...OPTIONS, ...others })).toThrow(new RangeError(message));
  });

  it('take a present of their own, and the machine has one', async () => {
    await expect(all(wallet, booksOf(emptyWorld()), { now: TO + 1201 })).resolves.toEqual([]);
    const now = Math.floor(Date.now() / 1000);
    const here = { ...OPTIONS, from: now - 5000, now: undefined };
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...here, to: now - 1100 })).toThrow(RangeError);
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...here, to: now - 1300 })).not.toThrow();
  });

  it('end it between two windows, and are handed to each call', async () => {
    const ended = new AbortController();
    const seen: unknown[] = [];
    const world = emptyWorld();
    world.withdrawals.push({ at: FROM, it: order('a') });
    const asked = serviceOf(world);
    const spied: ComparedWallet = {
      listCallbacks: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listCallbacks(input);
      },
      listWithdrawalHistory: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listWithdrawalHistory(input);
      },
      listWithdrawalStates: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listWithdrawalStates(input);
      },
    };
    const differences = reconcile(spied, booksOf(world), { ...OPTIONS, signal: ended.signal });
    await differences.next();
    expect(asked.calls.orders).toEqual(['a']);
    expect(new Set(seen)).toEqual(new Set([ended.signal]));
    ended.abort(new Error('enough'));
    const calls = seen.length;
    await expect(differences.next()).rejects.toThrow('enough');
    expect(seen).toHaveLength(calls);
  });
});
