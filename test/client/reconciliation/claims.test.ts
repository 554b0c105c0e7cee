/** Whose a payment in the history is: an order that was not paid does not hide one, nor do two orders share one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  emptyWorld,
  FROM,
  historyRecord,
  iso,
  linesOf,
  order,
  transaction,
  withdrawalCallback,
  type World,
} from './world.ts';

const AT = FROM + 3000;

describe('a success in the history that nobody booked', () => {
  it.each([
    ['dropped', 10],
    ['resent', 6],
    ['failed', 5],
  ])('is foreign though a %s transaction of a paid order bears its txid', async (_, state) => {
    for (const isTold of [true, false]) {
      const world = emptyWorld();
      addPaid(world, 'a', AT);
      world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa1', state })]);
      if (isTold)
        world.callbacks.push({ at: AT, it: withdrawalCallback('a', { txid: '0xa1', state, processing_state: 0 }) });
      world.history.push({ at: AT, it: historyRecord('0xa1') });
      expect(await linesOf(world, {}, booksOf(world, true))).toEqual(['foreign withdrawal  0xa1']);
    }
  });

  it.each([
    ['failed', 5, [transaction('r', { state: 5 })]],
    ['is in pool', 2, [transaction('r', { state: 2 })]],
    ['is in chain, by its callback alone', 3, []],
    ['is in chain, by its callback, and in pool by its states', 3, [transaction('r', { state: 2 })]],
    ['is in chain, by its callback, and resent by its states', 3, [transaction('r', { state: 6 })]],
  ])('is foreign though it is of an order that %s', async (_, state, transactions) => {
    const world = emptyWorld();
    world.callbacks.push({ at: AT, it: withdrawalCallback('r', { state }) });
    world.history.push({ at: AT, it: historyRecord('0xr') });
    world.orders.set('r', transactions);
    expect(await linesOf(world)).toEqual(['foreign withdrawal  0xr']);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual(['foreign withdrawal  0xr']);
  });

  it('is foreign where the failed callback of another order has its transaction', async () => {
    const world = emptyWorld();
    world.withdrawals.push({ at: AT, it: order('a') });
    world.callbacks.push({ at: AT, it: withdrawalCallback('a', { txid: '0xf', state: 5 }) });
    world.orders.set('a', [transaction('a', { txid: '0xf', state: 5 })]);
    world.history.push({ at: AT + 60, it: historyRecord('0xf', { source: '' }) });
    expect((await linesOf(world)).toSorted()).toEqual([
      'differing withdrawal a payments 1/0',
      'foreign withdrawal  0xf',
    ]);
  });

  it('is foreign where what was known of its order turns out to be false later', async () => {
    const world = emptyWorld();
    // By what is near the record it is that of a; by what is near the entry a was paid by another.
    world.history.push({ at: AT, it: historyRecord('0xa1') });
    world.callbacks.push({ at: AT, it: withdrawalCallback('a', { txid: '0xa1' }) });
    world.withdrawals.push({ at: AT + 1000, it: order('a') });
    world.callbacks.push({ at: AT + 2100, it: withdrawalCallback('a', { txid: '0xa2' }) });
    world.history.push({ at: AT + 2100, it: historyRecord('0xa2') });
    world.orders.set('a', [transaction('a', { txid: '0xa1', state: 6 }), transaction('a', { txid: '0xa2' })]);
    expect(await linesOf(world, { window: 100 }, booksOf(world, true))).toEqual(['foreign withdrawal  0xa1']);
  });
});

/** Orders of one transaction with one address and amount, by what their states say, and the history of it. */
function batch(states: readonly number[], history: readonly number[], told = states.map(() => true)): World {
  const world = emptyWorld();
  for (const [i, state] of states.entries()) {
    const id = `o${String(i)}`;
    world.withdrawals.push({ at: AT + i, it: order(id) });
    if (told[i]) world.callbacks.push({ at: AT, it: withdrawalCallback(id, { txid: '0xb' }) });
    world.orders.set(id, [transaction(id, { txid: '0xb', state })]);
  }
  for (const state of history) world.history.push({ at: AT, it: historyRecord('0xb', { state: state as 1 }) });
  return world;
}

describe('equal payments of one transaction', () => {
  it.each([
    ['there is one record', [1], []],
    ['the second record failed', [1, 2], []],
    ['the second record is invalid', [1, 3], ['foreign withdrawal  0xb']],
  ])('need a record each: %s', async (_, history, others) => {
    expect((await linesOf(batch([3, 5], history))).toSorted()).toEqual([
      'differing withdrawal o1 payments 1/0',
      ...others,
    ]);
    expect((await linesOf(batch([5, 3], history))).toSorted()).toEqual([
      'differing withdrawal o0 payments 1/0',
      ...others,
    ]);
  });

  it('are told of by the history, once for each record that says otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ isPaid: fc.boolean(), isTold: fc.boolean() }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom('invalid' as const, 'failed' as const), { maxLength: 5 }),
        fc.nat({ max: 2 }),
        async (orders, bad, strange) => {
          const paid = orders.filter(({ isPaid }) => isPaid).length;
          const others = bad.slice(0, paid);
          const isHonest = orders.every(({ isPaid, isTold }) => isPaid || !isTold);
          // Where a callback tells of what its states deny, a stranger's payment could be that one.
          const more = isHonest && others.length === 0 ? strange : 0;
          const history = [
            ...Array.from({ length: paid - others.length + more }, () => 1),
            ...others.map((state) => (state === 'invalid' ? 3 : 2)),
          ];
          const world = batch(
            orders.map(({ isPaid }) => (isPaid ? 3 : 5)),
            history,
            orders.map(({ isTold }) => isTold),
          );
          const lines = await linesOf(world);
          const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
          expect([count(/payments 1\/0$/), count(/state success/), count(/^foreign/), lines.length]).toEqual([
            orders.length - paid,
            others.length,
            more,
            orders.length - paid + others.length + more,
          ]);
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });

  it('find each its own, where some memos are left out', async () => {
    const world = emptyWorld();
    for (const [i, memo] of ['7', '8', '9'].entries()) {
      const id = `m${memo}`;
      world.withdrawals.push({ at: AT + 60 * i, it: order(id, { memo }) });
      world.orders.set(id, [transaction(id, { txid: '0xb', memo })]);
    }
    world.history.push({ at: AT, it: historyRecord('0xb', { memo: '' }) });
    world.history.push({ at: AT, it: historyRecord('0xb', { memo: '7' }) });
    world.history.push({ at: AT, it: historyRecord('0xb', { memo: '8' }) });
    expect(await linesOf(world)).toEqual([]);
  });
});

it('equal payments of one transaction are each of their order, also where a sibling fails on the other side of a border', async () => {
  const DAY = 86_400;
  const midnight = FROM + 10 * DAY;
  const world = emptyWorld();
  const txid = '0xb1';
  for (const order_id of ['o1', 'o2']) {
    world.withdrawals.push({ at: midnight - 9, it: order(order_id) });
    world.orders.set(order_id, [transaction(order_id, { txid, state: 4 })]);
    world.history.push({ at: midnight - 10, it: historyRecord(txid, { block_time: iso(midnight - 10) }) });
  }
  world.history.push({ at: midnight - 10, it: historyRecord(txid, { block_time: iso(midnight - 10), state: 2 }) });
  world.orders.set('o3', [transaction('o3', { txid, state: 5 })]);
  // The callback of o1 was missed.
  world.callbacks.push({ at: midnight - 7, it: withdrawalCallback('o2', { txid, chain_at: midnight - 10 }) });
  world.callbacks.push({
    at: midnight + 10,
    it: withdrawalCallback('o3', { txid, chain_at: midnight + 10, state: 5 }),
  });
  for (const from of [midnight - DAY, midnight, midnight + DAY]) {
    const span = { from, to: from + DAY, slack: DAY, window: 3600, now: midnight + 30 * DAY };
    expect(await linesOf(world, span, booksOf(world, true))).toEqual([]);
  }
});
