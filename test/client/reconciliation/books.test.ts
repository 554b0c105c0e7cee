/** Books in any form: what can be compared, and what is said of the rest. */
import {
  reconcile,
  type ComparedWallet,
  type Ledger,
  type WithdrawalEntry,
} from '@wallet-operations/client/reconciliation';
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  depositCallback,
  differencesOf,
  emptyWorld,
  FROM,
  linesOf,
  OPTIONS,
  order,
  serviceOf,
  transaction,
  withdrawalCallback,
} from './world.ts';

const all = (wallet: ComparedWallet, ledger: Ledger) => Array.fromAsync(reconcile(wallet, ledger, OPTIONS));

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
    expect(() => reconcile(wallet, { withdrawals: [] as unknown as () => [] }, OPTIONS)).toThrow(
      new TypeError('withdrawals of the ledger is no function. Give one, or leave it out.'),
    );
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

  it('are copied: rows may be of a class, or one object for all', async () => {
    class Row {
      readonly #entry: WithdrawalEntry;
      constructor(entry: WithdrawalEntry) {
        this.#entry = entry;
      }
      get order_id(): string {
        return this.#entry.order_id;
      }
      get address(): string {
        return this.#entry.address;
      }
      get amount(): string {
        return this.#entry.amount;
      }
    }
    const world = emptyWorld();
    for (const id of ['a', 'b', 'c']) addPaid(world, id, FROM + 1);
    const entries = world.withdrawals.map(({ it }) => it);
    const only = (from: number): boolean => from === FROM;
    expect(
      await linesOf(world, {}, { withdrawals: (from) => (only(from) ? entries.map((one) => new Row(one)) : []) }),
    ).toEqual([]);
    const row = order('');
    function* rows(from: number): Generator<WithdrawalEntry> {
      if (only(from)) for (const entry of entries) yield Object.assign(row, entry);
    }
    expect(await linesOf(world, {}, { withdrawals: rows })).toEqual([]);
  });
});

describe('a signal ends a run that waits for the books', () => {
  const world = emptyWorld();
  world.callbacks.push({ at: FROM + 1, it: depositCallback() }, { at: FROM + 1, it: withdrawalCallback('a') });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const never = (): Promise<never> => new Promise(() => undefined);

  it.each<[string, Ledger]>([
    ['for a list', { deposits: never }],
    [
      'for a row',
      {
        async *withdrawals() {
          yield order('a');
          await never();
        },
      },
    ],
    [
      'for the end of rows that never end',
      {
        async *deposits() {
          for (let i = 0; ; i++) {
            await turn();
            yield { key: String(i), amount: '1' };
          }
        },
      },
    ],
    ['for a withdrawal', { withdrawals: () => [], withdrawal: never }],
    ['for a deposit', { deposits: () => [], deposit: never }],
  ])('%s', async (_, ledger) => {
    const ended = new AbortController();
    const run = differencesOf(world, { signal: ended.signal }, ledger);
    setImmediate(() => {
      ended.abort(new Error('enough'));
    });
    await expect(run).rejects.toThrow('enough');
  });

  it('and closes rows that it leaves', async () => {
    let isClosed = false;
    const rows: AsyncIterable<never> = {
      [Symbol.asyncIterator]: () => ({
        next: never,
        return: () => {
          isClosed = true;
          return Promise.reject(new Error('not of interest'));
        },
      }),
    };
    const ended = new AbortController();
    const run = differencesOf(world, { signal: ended.signal }, { deposits: () => rows });
    setImmediate(() => {
      ended.abort(new Error('enough'));
    });
    await expect(run).rejects.toThrow('enough');
    expect(isClosed).toBe(true);
  });
});
