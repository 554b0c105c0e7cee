/** Withdrawals of the books against callbacks, history and orders: what differs, and what only seems to. */
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
  TO,
  transaction,
  UNIT,
  withdrawalCallback,
  type World,
} from './world.ts';
import { reconcile } from '@wallet-operations/client/reconciliation';

const AT = FROM + 3000;
const OTHER = '0xaf0dface54ef64c958e6713fe821a23ae7ddc48f';

/** A world of one order, a, that was paid as it is in the books. */
function paid(): World {
  const world = emptyWorld();
  addPaid(world, 'a', AT);
  return world;
}

describe('an order that is paid as it is in the books', () => {
  it('is no difference, and is not looked up', async () => {
    const world = paid();
    const { wallet, calls } = serviceOf(world);
    expect(await Array.fromAsync(reconcile(wallet, booksOf(world), OPTIONS))).toEqual([]);
    expect(calls.orders).toEqual([]);
  });

  it.each<[string, (world: World) => void]>([
    ['its callback was missed', (world) => world.callbacks.splice(0)],
    ['the history does not have it yet', (world) => world.history.splice(0)],
    [
      'it was sent again',
      (world) => {
        world.callbacks.push({ at: AT + 60, it: withdrawalCallback('a', { txid: '0xa2' }) });
        world.history[0] = { at: AT + 60, it: historyRecord('0xa2') };
        world.orders.set('a', [transaction('a', { state: 6 }), transaction('a', { txid: '0xa2', state: 4 })]);
      },
    ],
    [
      'a callback of it failed, and another came',
      (world) => {
        world.callbacks.unshift({ at: AT - 60, it: withdrawalCallback('a', { txid: '0xa0', state: 11 }) });
        world.orders.set('a', [transaction('a', { txid: '0xa0', state: 11 }), transaction('a')]);
      },
    ],
  ])('is looked up where %s, and is no difference either', async (_, change) => {
    const world = paid();
    change(world);
    const { wallet, calls } = serviceOf(world);
    expect(await Array.fromAsync(reconcile(wallet, booksOf(world), OPTIONS))).toEqual([]);
    expect(calls.orders).toEqual(['a']);
  });

  it.each<[string, (world: World) => void]>([
    ['a failed payment of another', (world) => world.history.push({ at: AT, it: historyRecord('0xf1', { state: 2 }) })],
    ['what came in', (world) => world.history.push({ at: AT, it: historyRecord('0xf1', { out: false }) })],
    [
      'a callback of an order that was not paid',
      (world) => {
        world.callbacks.push({ at: AT, it: withdrawalCallback('f', { state: 2 }) });
        world.orders.set('f', [transaction('f', { state: 2 })]);
      },
    ],
    [
      'a failure of an order that nobody finds',
      (world) => world.callbacks.push({ at: AT, it: withdrawalCallback('f', { state: 11 }) }),
    ],
  ])('is none beside %s', async (_, change) => {
    const world = paid();
    change(world);
    expect(await linesOf(world)).toEqual([]);
  });
});

describe('an order of the books', () => {
  it('is missing where the service does not find it', async () => {
    const world = emptyWorld();
    world.withdrawals.push({ at: AT, it: order('a') });
    expect(await differencesOf(world)).toEqual([
      { kind: 'missing', of: 'withdrawal', order_id: 'a', books: order('a') },
    ]);
  });

  it.each<[string, string[], (world: World) => void]>([
    [
      'paid to another address',
      [`address ${OTHER}/0x25d5ccebbe3312bfa782543e744f50b1db0bce62`],
      (world) => {
        world.withdrawals[0] = { at: AT, it: order('a', { address: OTHER }) };
      },
    ],
    [
      'paid to an address that cannot be compared',
      [`address 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2/0x25d5ccebbe3312bfa782543e744f50b1db0bce62?`],
      (world) => {
        world.withdrawals[0] = { at: AT, it: order('a', { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }) };
      },
    ],
    [
      'paid with another amount',
      ['amount 1.500000000000000001/1.5'],
      (world) => {
        world.withdrawals[0] = { at: AT, it: order('a', { amount: '1.500000000000000001' }) };
      },
    ],
    [
      'paid with another memo',
      ['memo 7/8'],
      (world) => {
        world.withdrawals[0] = { at: AT, it: order('a', { memo: '7' }) };
        world.callbacks[0] = { at: AT, it: withdrawalCallback('a', { memo: '8' }) };
        world.history[0] = { at: AT, it: historyRecord('0xa', { memo: '8' }) };
      },
    ],
    [
      'paid twice',
      ['payments 1/2'],
      (world) => {
        world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2', state: 4 })]);
        world.callbacks.push({ at: AT, it: withdrawalCallback('a', { txid: '0xa2' }) });
      },
    ],
    [
      'paid twice, of which only the history tells',
      ['payments 1/2'],
      (world) => {
        world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2', state: 4 })]);
        world.history.push({ at: AT + 900, it: historyRecord('0xa2') });
      },
    ],
    [
      'paid twice, of which the history told before',
      ['payments 1/2'],
      (world) => {
        world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2', state: 4 })]);
        world.history.push({ at: AT - 900, it: historyRecord('0xa2') });
      },
    ],
    [
      'not in chain',
      ['payments 1/0'],
      (world) => {
        world.callbacks.splice(0);
        world.history.splice(0);
        world.orders.set('a', [transaction('a', { state: 2 })]);
      },
    ],
    [
      'in a state without a name',
      ['payments 1/0 to 1?'],
      (world) => {
        world.callbacks.splice(0);
        world.orders.set('a', [transaction('a', { state: 77 })]);
      },
    ],
    [
      'paid, and perhaps again',
      ['payments 1/1 to 2?'],
      (world) => {
        world.callbacks.splice(0);
        world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2', state: 77 })]);
      },
    ],
    [
      'paid twice, and perhaps again',
      ['payments 1/2 to 3'],
      (world) => {
        world.callbacks.splice(0);
        world.orders.set('a', [
          transaction('a'),
          transaction('a', { txid: '0xa2' }),
          transaction('a', { txid: '0xa3', state: 77 }),
        ]);
      },
    ],
    [
      'invalid in the history',
      ['state success/invalid'],
      (world) => {
        world.history[0] = { at: AT, it: historyRecord('0xa', { state: 3 }) };
      },
    ],
    [
      'failed in the history',
      ['state success/failed'],
      (world) => {
        world.history[0] = { at: AT, it: historyRecord('0xa', { state: 2 }) };
      },
    ],
    [
      'of a state that the history has not had so far',
      ['state success/9'],
      (world) => {
        world.history[0] = { at: AT, it: historyRecord('0xa', { state: 9 as 1 }) };
      },
    ],
    [
      'there twice',
      ['entries 2/1'],
      (world) => {
        world.withdrawals.push({ at: AT + 900, it: order('a') });
      },
    ],
  ])('that is %s differs', async (_, fields, change) => {
    const world = paid();
    change(world);
    expect(await linesOf(world)).toEqual(fields.map((field) => `differing withdrawal a ${field}`));
  });

  it('comes with its transactions, and with what else differs in the second payment', async () => {
    const world = paid();
    world.orders.set('a', [
      transaction('a'),
      transaction('a', { txid: '0xA2', amount: '2' }),
      transaction('a', { txid: '0xa2', amount: '2' }),
    ]);
    world.callbacks.splice(0);
    const [difference] = await differencesOf(world);
    expect(difference).toMatchObject({ txids: ['0xa', '0xa2'], books: order('a') });
    expect(await linesOf(world)).toEqual(['differing withdrawal a payments 1/2 amount 1.5/2']);
  });

  it('counts as 1 where it is one ERC-721 token', async () => {
    const world = paid();
    world.withdrawals[0] = { at: AT, it: order('a', { amount: '5', token_id: '9' }) };
    world.callbacks.splice(0);
    world.history[0] = { at: AT - 900, it: historyRecord('0xa', { amount: '1' }) };
    world.orders.set('a', [transaction('a', { amount: '1' })]);
    expect(await linesOf(world)).toEqual(['differing withdrawal a amount 5/1?']);
  });

  it('is one in a transaction that pays several, with other spellings of both', async () => {
    const world = emptyWorld();
    const txid = 'AB'.repeat(32);
    for (const [i, amount] of ['1.5', '1.5', '2'].entries()) {
      const id = `a${String(i)}`;
      world.withdrawals.push({ at: AT, it: order(id, { amount: `${amount}.0`.replace('.5.0', '.50'), memo: null }) });
      const units = String((BigInt(Number(amount) * 2) * UNIT) / 2n);
      world.callbacks.push({ at: AT, it: withdrawalCallback(id, { txid: `0x${txid}`, vout_index: i, amount: units }) });
      world.history.push({
        at: AT,
        it: historyRecord(txid.toLowerCase(), { amount, to_address: '0x25D5CCEBBE3312BFA782543E744F50B1DB0BCE62' }),
      });
    }
    expect(await linesOf(world)).toEqual([]);
    world.withdrawals.splice(0, 1);
    expect(await linesOf(world)).toEqual(['foreign withdrawal a0']);
    world.history.push({ at: AT, it: historyRecord(txid) });
    world.history.push({ at: AT, it: historyRecord(txid, { amount: '2' }) });
    expect(await linesOf(world)).toEqual([
      'foreign withdrawal a0',
      `foreign withdrawal  ${txid.toLowerCase()}`,
      `foreign withdrawal  ${txid.toLowerCase()}`,
    ]);
  });
});

it.each([
  [FROM - 1, []],
  [FROM, ['missing withdrawal a']],
  [TO - 1, ['missing withdrawal a']],
  [TO, []],
])('an entry at %i is of the span, or of its neighbour', async (at, lines) => {
  const world = emptyWorld();
  world.withdrawals.push({ at, it: order('a') });
  expect(await linesOf(world)).toEqual(lines);
});

it('tells of a second payment once, whichever span the order itself is in', async () => {
  for (const at of [TO - 100, TO + 100]) {
    const world = emptyWorld();
    addPaid(world, 'a', at);
    world.orders.set('a', [transaction('a'), transaction('a', { txid: '0xa2' })]);
    world.history.push({ at: 2 * TO - at, it: historyRecord('0xa2') });
    const before = await linesOf(world);
    const after = await linesOf(world, { from: TO, to: TO + 7200 });
    expect([...before, ...after]).toEqual(['differing withdrawal a payments 1/2']);
  }
});
