/** Withdrawals of the service that are not in the books, or seem not to be. */
import { describe, expect, it } from 'vitest';
import {
  addPaid,
  booksOf,
  differencesOf,
  emptyWorld,
  FROM,
  historyRecord,
  linesOf,
  OPTIONS,
  order,
  serviceOf,
  transaction,
  withdrawalCallback,
  type World,
} from './world.ts';
import { reconcile } from '@wallet-operations/client/reconciliation';

const AT = FROM + 3000;

/** A world of one order, a, that was paid as it is in the books. */
function paid(): World {
  const world = emptyWorld();
  addPaid(world, 'a', AT);
  return world;
}

describe('a withdrawal of the service', () => {
  it('is foreign where the books do not have it, with all that pays it', async () => {
    const world = emptyWorld();
    world.callbacks.push({ at: AT, it: withdrawalCallback('f', { txid: '0xF1', memo: '7' }) });
    world.orders.set('f', [transaction('f', { txid: '0xf1' }), transaction('f', { txid: '0xf2' })]);
    expect(await differencesOf(world)).toEqual([
      {
        kind: 'foreign',
        of: 'withdrawal',
        order_id: 'f',
        service: {
          order_id: 'f',
          txids: ['0xf1', '0xf2'],
          address: transaction('f').address,
          amount: '1.5',
          memo: '7',
          source: undefined,
        },
      },
    ]);
  });

  it.each<[string, World['orders']]>([
    ['nobody finds it', new Map()],
    ['its state has no name', new Map([['f', [transaction('f', { state: 77 })]]])],
  ])('is foreign though %s, by what its callback says', async (_, orders) => {
    const world = { ...emptyWorld(), orders };
    world.callbacks.push({ at: AT, it: withdrawalCallback('f', { txid: '0xF1' }) });
    expect(await differencesOf(world)).toMatchObject([{ kind: 'foreign', service: { txids: ['0xF1'] } }]);
  });

  it('is foreign where only the history tells of it, with its source', async () => {
    const world = paid();
    world.history.push({ at: AT, it: historyRecord('0xF1', { source: '', memo: '7' }) });
    expect(await differencesOf(world)).toEqual([
      {
        kind: 'foreign',
        of: 'withdrawal',
        order_id: '',
        service: {
          order_id: '',
          txids: ['0xF1'],
          address: transaction('f').address,
          amount: '1.5',
          memo: '7',
          source: '',
        },
      },
    ]);
  });

  it('is looked for among orders of another amount, and each of them is asked for once', async () => {
    const world = emptyWorld();
    for (const [i, id] of ['a', 'b', 'c'].entries()) {
      addPaid(world, id, AT + 600 * i);
      world.withdrawals[i] = { at: AT + 600 * i, it: order(id, { amount: '9' }) };
      world.history[i] = { at: AT, it: historyRecord(`0x${id}`) };
    }
    world.withdrawals.push({ at: AT, it: order('d') });
    world.callbacks.splice(0);
    const { wallet, calls } = serviceOf(world);
    const found = await Array.fromAsync(reconcile(wallet, booksOf(world), OPTIONS));
    expect(found.map(({ kind }) => kind)).toEqual(['differing', 'missing', 'differing', 'differing']);
    expect(calls.orders.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is none where the books have it at another time, and tell so', async () => {
    const world = paid();
    world.withdrawals[0] = { at: FROM - 50_000, it: order('a') };
    expect(await linesOf(world)).toEqual(['foreign withdrawal a']);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([]);
    world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa9' })]);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual(['differing withdrawal a payments 1/2']);
    world.orders.delete('a');
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([]); // callbacks and history agree
    world.history.splice(0);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual(['missing withdrawal a']);
  });
});
