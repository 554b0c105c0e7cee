/** What lies under the sandbox: nothing half done is kept or answered for, and no query reads a whole table that grows. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrate } from '../../packages/sandbox/src/state/schema.ts';
import { toUnits } from '../../packages/sandbox/src/state/amounts.ts';
import { inGoodTime } from '../client/numbers/in-good-time.ts';
import { openStore, type Store } from '../../packages/sandbox/src/state/store.ts';
import { createLab, ETH, ORDER } from './lab.ts';

const add = (store: Store, address: string): void => {
  store.run('INSERT INTO contracts VALUES (?)', address);
};
const addresses = (store: Store): unknown[] =>
  store.all<{ address: string }>('SELECT address FROM contracts').map(({ address }) => address);

function open(): Store {
  const store = openStore(undefined);
  onTestFinished(store.close);
  return store;
}

describe('a row that is kept in memory', () => {
  const CAUSES = 'SELECT causes FROM blacklist WHERE address = ?';
  const causes = (store: Store): unknown => store.getKept<{ causes: string }>('blacklist', CAUSES, 'a')?.causes;
  const set = (store: Store, value: string): void => {
    store.run('INSERT OR REPLACE INTO blacklist VALUES (?, ?)', 'a', value);
  };

  it.each<[string, (store: Store) => void, unknown]>([
    ['is added', () => undefined, '1'],
    [
      'is replaced',
      (store) => {
        set(store, '2');
      },
      '2',
    ],
    ['is changed', (store) => store.run('UPDATE blacklist SET causes = ?', '2'), '2'],
    ['is deleted', (store) => store.run('DELETE FROM blacklist'), undefined],
  ])('is read again once it %s', (_, change, expected) => {
    const store = open();
    expect(causes(store)).toBeUndefined();
    set(store, '1');
    expect(causes(store)).toBe('1');
    change(store);
    expect(causes(store)).toBe(expected);
  });

  it('that was told of a change is read again after the next one', () => {
    const store = open();
    set(store, '1');
    store.keep({ causes: '1' }, 'blacklist', CAUSES, 'a');
    set(store, '2');
    expect(causes(store)).toBe('2');
  });

  it.each([
    ['write', false],
    ['writeChecked', false],
    ['write', true],
    ['writeChecked', true],
  ] as const)('is what it was after a %s that failed, told of the change: %s', async (how, isTold) => {
    const store = open();
    store.write(() => {
      set(store, '1');
    });
    await store.committed();
    expect(() => {
      store[how](() => {
        set(store, '2');
        if (isTold) store.keep({ causes: '2' }, 'blacklist', CAUSES, 'a');
        expect(causes(store)).toBe('2');
        throw new Error('no');
      });
    }).toThrow('no');
    expect(causes(store)).toBe('1');
    await store.committed().catch(() => undefined);
    expect(causes(store)).toBe('1');
  });
});

describe('a change that was checked beforehand', () => {
  it('is kept with the others of its turn', async () => {
    const store = open();
    store.writeChecked(() => {
      add(store, 'a');
    });
    store.write(() => {
      add(store, 'b');
    });
    await store.committed();
    expect(addresses(store)).toEqual(['a', 'b']);
  });

  it('ends its turn for everybody if it fails for all that: nothing of it is kept, and all are told', async () => {
    const store = open();
    store.writeChecked(() => {
      add(store, 'before');
    });
    store.write(() => {
      add(store, 'beside');
    });
    const earlier = store.committed();
    expect(() => {
      store.writeChecked(() => {
        add(store, 'half');
        add(store, 'half');
      });
    }).toThrow('UNIQUE');
    expect(() => {
      store.write(() => {
        add(store, 'after');
      });
    }).toThrow('UNIQUE');
    await expect(earlier).rejects.toThrow('UNIQUE');
    expect(addresses(store)).toEqual([]);
  });

  it('leaves the next turn as it should be', async () => {
    const store = open();
    expect(() =>
      store.writeChecked(() => {
        throw new Error('a fault');
      }),
    ).toThrow('a fault');
    await expect(store.committed()).rejects.toThrow('a fault');
    store.writeChecked(() => {
      add(store, 'next');
    });
    await store.committed();
    expect(addresses(store)).toEqual(['next']);
  });
});

describe('a full disk', () => {
  const FULL = /cannot be written: database or disk is full\. Free some space/;
  const fill = (store: Store): void => {
    for (let i = 0; i < 1000; i++) add(store, `${String(i)}${'x'.repeat(1000)}`);
  };
  /** SQLite takes a limit of pages for a full disk. */
  function openFull(): Store {
    const store = open();
    const pages = store.get<{ page_count: bigint }>('PRAGMA page_count')?.page_count ?? 0n;
    store.get(`PRAGMA max_page_count = ${String(pages + 10n)}`);
    return store;
  }

  it.each(['write', 'writeChecked'] as const)(
    'reads as one, and undoes its turn, for whoever was in it: %s',
    async (how) => {
      const store = openFull();
      let times = 0;
      store[how](() => {
        add(store, 'before');
        times++;
      });
      const earlier = store.committed();
      expect(() => {
        store[how](() => {
          fill(store);
        });
      }).toThrow(FULL);
      await expect(earlier).rejects.toThrow(FULL);
      expect([addresses(store), times]).toEqual([[], 1]);
    },
  );

  it('is over when there is space again', async () => {
    const store = openFull();
    expect(() => {
      store.write(() => {
        fill(store);
      });
    }).toThrow(FULL);
    await expect(store.committed()).rejects.toThrow(FULL);
    store.get('PRAGMA max_page_count = 100000');
    store.write(() => {
      fill(store);
    });
    await store.committed();
    expect(addresses(store)).toHaveLength(1000);
  });
});

it('looks at no whole table that grows, whatever is asked of the sandbox and however many blocks come', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const lab = await createLab();
  onTestFinished(lab.close);
  const { wallet } = await lab.createWallet(ETH);
  await wallet.withdrawAssets({ requests: [ORDER, { ...ORDER, order_id: 'shop1_2' }] });
  await expect(wallet.getWithdrawalEventLogs({ txid: 'unknown' })).rejects.toThrow('not found');
  await lab.control.advance({ minutes: 5 });
  await wallet.getWithdrawalState({ ORDER_ID: 'shop1_1' });
  await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_2' });
  const { transactions } = await wallet.listWithdrawalHistory();
  await wallet.getWithdrawalEventLogs({ txid: transactions[0]?.txid ?? '' });
  const { notifications } = await wallet.listCallbacks();
  await wallet.getCallbacksById({ ids: notifications.map(({ serial }) => serial) });
  const asked = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => sql.startsWith('SELECT'));
  prepare.mockRestore();

  const db = new DatabaseSync(':memory:');
  onTestFinished(() => {
    db.close();
  });
  migrate(db);
  const whole = /^SCAN (orders|transactions|deposits|history|callbacks|attempts|entries|addresses)$/;
  const slow = asked.filter((sql) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).some(({ detail }) => whole.test(detail)),
  );
  expect(asked.length).toBeGreaterThan(20);
  expect(slow).toEqual([]);
});

it('takes no file of another program for its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-foreign-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'books.db');
  const others = new DatabaseSync(file);
  others.exec('CREATE TABLE books (title TEXT)');
  others.close();
  expect(() => openStore(file)).toThrow('The data file is of another program');
});

it.each([0, 1, 2, 99])('changes no byte of a file of another program whose version is %i', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-foreign-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'books.db');
  const others = new DatabaseSync(file);
  others.exec(`CREATE TABLE books (title TEXT); PRAGMA user_version = ${String(version)}`);
  others.close();
  const before = readFileSync(file);
  expect(() => openStore(file)).toThrow('The data file is of another program');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(folder)).toEqual(['books.db']);
});

it('takes no amount that no chain carries, however many digits it has: each block would count with it', async () => {
  const lab = await createLab();
  onTestFinished(lab.close);
  const { wallet } = await lab.createWallet(ETH);
  for (const amount of ['1'.repeat(1_000_000), '1'.repeat(61), '1'.repeat(60), `${'0'.repeat(70)}1`]) {
    const order = { ...ORDER, order_id: `shop1_${String(amount.length)}`, amount };
    const taken = wallet.withdrawAssets({ requests: [order] });
    if (amount.length > 100 || amount.length === 61)
      await expect(taken).rejects.toMatchObject({ reason: 'invalid_amount' });
    else await taken;
  }
});

it('reads an amount with a million zeros in no time', () => {
  const zeros = '0'.repeat(1_000_000);
  expect(inGoodTime(() => toUnits(`0.${zeros}1`, 18))).toBeUndefined();
  expect(inGoodTime(() => toUnits(`1.5${zeros}`, 18))).toBe(1_500_000_000_000_000_000n);
});
