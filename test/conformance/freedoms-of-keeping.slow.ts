/** A list may keep records for some days, or so many of them, and a service may say in its own way that it is called too often: no difference. */
import { isNode } from '@wallet-operations/validator';
import { expect, test } from 'vitest';
import { differencesIn } from './harness.ts';
import { conformBehind, conformTo, factIn, ofOneWallet } from './in-use/setup.ts';
import { all, asSigned, json, recordsOf, repaged, requery, type Fields } from './variants/changes.ts';

test('who is called too often says so with a code of 0 as well', async () => {
  let calls = 0;
  const result = await conformBehind({
    instead: () =>
      ++calls % 40 === 0
        ? json(403, { error_code: 0, error: 'Forbidden. Call too frequently (60 calls/minute)' })
        : undefined,
  });
  expect(differencesIn(result)).toEqual([]);
});

test('a callback that was sent again late tells nothing of those beside it', async () => {
  const result = await conformBehind({
    answer({ status, body }, { operationId }) {
      if (operationId !== 'listCallbacks' || status !== 200) return undefined;
      const records = recordsOf(body, 'notifications');
      const [first, ...others] = records.filter(({ order_id }) => String(order_id).startsWith('shop1_'));
      if (!first) return undefined;
      const kept = others.filter(({ order_id }) => !['2', '3', '4'].includes(String(order_id).replace('shop1_', '')));
      const again = { ...first, serial: BigInt(String(others.at(-1)?.serial)) + 10n };
      return json(200, { notifications: [...kept, again] });
    },
  });
  expect(differencesIn(result).filter((line) => line.startsWith('listCallbacks value txid'))).toEqual([]);
});

test('an output that the list has no callback of may have one all the same', async () => {
  const known = new Map<unknown, Fields>();
  let count = 0;
  const result = await conformBehind({
    answer({ status, body }, { operationId, target }) {
      if (operationId === 'listCallbacks' && status === 200)
        for (const record of recordsOf(body, 'notifications')) known.set(record.txid, record);
      const [, txid, vout] = /\/([^/]+)\/(\d+)\?/.exec(target) ?? [];
      const record = known.get(txid);
      if (operationId !== 'getDepositCallback' || status !== 404 || !record) return undefined;
      count++;
      return json(200, { notification: { ...record, vout_index: Number(vout), serial: 17 } });
    },
  });
  expect(count).toBe(1);
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'getDepositCallback', 'status', 'getDepositCallback.other-output')?.verdict).toBe(
    'not observable',
  );
});

test('a page that goes by time lacks a higher block that is an earlier one', async () => {
  const world = await ofOneWallet(
    'withdrawal',
    Array.from({ length: 8 }, () => 'withdrawal' as const),
    { checksum: asSigned },
  );
  const orders = world.sandbox.overview().orders.toSorted((a, b) => b.createTime - a.createTime);
  // they come to be in blocks between those of the second and of the third
  const higher = new Map<unknown, number>([
    [orders[3]?.address, 350],
    [orders[4]?.address, 680],
  ]);
  const lift = (record: Fields): void => {
    for (const name of ['block_height', 'in_chain_block'])
      if (Number(record[name]) > 0)
        record[name] = Number(record[name]) + (higher.get(record.to_address ?? record.address) ?? 0);
  };
  const result = await conformTo(
    world,
    all(
      {
        answer({ body }) {
          if (!isNode(body)) return undefined;
          for (const record of [body, ...recordsOf(body, 'notifications'), ...recordsOf(body, 'transactions')])
            if (isNode(record)) lift(record);
          return undefined;
        },
      },
      repaged(
        'listWithdrawalHistory',
        { list: 'transactions', total: 'total_count', usual: 3, most: 3 },
        (rows) => rows,
      ),
    ),
  );
  expect(differencesIn(result).filter((line) => line.startsWith('listWithdrawalHistory value txid'))).toEqual([]);
});

test('a filter may reach further than a list that keeps so many callbacks', async () => {
  const MOST = 6;
  const result = await conformBehind(
    all(
      requery('listCallbacks', (query) => {
        if (/^\d$/.test(query.get('type') ?? '')) query.delete('type');
      }),
      {
        answer({ status, body }, { operationId, query }) {
          if (operationId !== 'listCallbacks' || status !== 200) return undefined;
          const type = query.get('type') ?? '-1';
          const records = recordsOf(body, 'notifications').filter((one) => type === '-1' || type === String(one.type));
          return json(200, { notifications: records.slice(-MOST) });
        },
      },
    ),
  );
  const ofTypes = differencesIn(result).filter((line) => /^(callback-type-filter|listCallbacks value type)/.test(line));
  expect(ofTypes).toEqual([]);
});
