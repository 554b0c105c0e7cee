/** What lies under the sandbox: nothing half done is kept or answered for, and no query reads a whole table that grows. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrate } from '../../packages/sandbox/src/state/schema.ts';
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

  it('takes all of its turn with it if it fails for all that, and lets nobody of it be answered', async () => {
    const store = open();
    store.writeChecked(() => {
      add(store, 'before');
    });
    const earlier = store.committed();
    expect(() => {
      store.writeChecked(() => {
        add(store, 'half');
        add(store, 'half');
      });
    }).toThrow('UNIQUE');
    store.write(() => {
      add(store, 'after');
    });
    await expect(earlier).rejects.toThrow('UNIQUE');
    await expect(store.committed()).resolves.toBeUndefined();
    expect(addresses(store)).toEqual([]);
  });

  it('leaves the next turn as it should be', async () => {
    const store = open();
    expect(() =>
      store.writeChecked(() => {
        throw new Error('a full disk');
      }),
    ).toThrow('a full disk');
    await expect(store.committed()).rejects.toThrow('a full disk');
    store.writeChecked(() => {
      add(store, 'next');
    });
    await store.committed();
    expect(addresses(store)).toEqual(['next']);
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
