/** Credits against the last callback of each deposit. */
import { defaultKeyOf } from '@wallet-operations/client/callbacks';
import { describe, expect, it } from 'vitest';
import { booksOf, depositCallback, differencesOf, emptyWorld, FROM, linesOf, TO, type World } from './world.ts';

const AT = FROM + 3000;
const KEY = defaultKeyOf(depositCallback());

function credited(): World {
  const world = emptyWorld();
  world.deposits.push({ at: AT, it: { key: KEY, amount: '5' } });
  world.callbacks.push({ at: AT, it: depositCallback() });
  return world;
}

it.each<[string, (world: World) => void]>([
  ['as it is', () => undefined],
  ['as a bigint', (world) => (world.deposits[0] = { at: AT, it: { key: KEY, amount: 5n } })],
  ['with other digits', (world) => (world.callbacks[0] = { at: AT, it: depositCallback({ amount: '05' }) })],
  ['with a state that moves on', (world) => world.callbacks.push({ at: AT, it: depositCallback({ state: 4 }) })],
  ['after it was seen', (world) => world.callbacks.push({ at: AT, it: depositCallback({ processing_state: 1 }) })],
  [
    'after it had failed early',
    (world) => world.callbacks.push({ at: AT, it: depositCallback({ processing_state: 1, state: 11 }) }),
  ],
  [
    'in another block, which came again',
    (world) =>
      world.callbacks.unshift({ at: AT, it: depositCallback({ processing_state: 1, block_height: 99n, tindex: 9 }) }),
  ],
  [
    'in another block of the same height, which took the place of the first',
    (world) =>
      world.callbacks.unshift({ at: AT, it: depositCallback({ processing_state: 1, tindex: 9, chain_at: 77 }) }),
  ],
  [
    'beside one that is not safe yet',
    (world) => world.callbacks.push({ at: AT, it: depositCallback({ txid: '0xbb', processing_state: 1 }) }),
  ],
  [
    'beside what is no deposit',
    (world) => world.callbacks.push({ at: AT, it: depositCallback({ txid: '0xbb', type: 3 }) }),
  ],
  [
    'beside one that failed early',
    (world) => world.callbacks.push({ at: AT, it: depositCallback({ txid: '0xbb', processing_state: 1, state: 11 }) }),
  ],
])('a credit is right %s', async (_, change) => {
  const world = credited();
  change(world);
  expect(await linesOf(world)).toEqual([]);
  expect(await linesOf(world, {}, booksOf(world, true))).toEqual([]);
});

describe('a credit', () => {
  it('is missing where no callback tells of it', async () => {
    const world = credited();
    world.callbacks.splice(0);
    const books = { key: KEY, amount: '5' };
    expect(await differencesOf(world)).toEqual([{ kind: 'missing', of: 'deposit', key: KEY, books }]);
  });

  it.each<[string, string, (world: World) => void]>([
    ['of another amount', 'amount 6/5', (world) => (world.deposits[0] = { at: AT, it: { key: KEY, amount: 6n } })],
    [
      'of what is not safe yet',
      'event credited/detected',
      (world) => (world.callbacks[0] = { at: AT, it: depositCallback({ processing_state: 1 }) }),
    ],
    [
      'of what failed',
      'event credited/failed',
      (world) => (world.callbacks[0] = { at: AT, it: depositCallback({ processing_state: 1, state: 11 }) }),
    ],
    [
      'of what failed afterwards',
      'event credited/reversed',
      (world) => {
        world.callbacks.push({ at: AT + 60, it: depositCallback({ state: 11 }) });
      },
    ],
    [
      'of what failed afterwards, of which nothing else is known',
      'event credited/reversed',
      (world) => (world.callbacks[0] = { at: AT, it: depositCallback({ state: 11 }) }),
    ],
    [
      'that was booked twice',
      'entries 2/1',
      (world) => {
        world.deposits.push({ at: AT + 900, it: { key: KEY, amount: '5' } });
      },
    ],
    [
      'of one of two transfers of a block',
      'transfers 1/2?',
      (world) => {
        world.callbacks.unshift({ at: AT, it: depositCallback({ tindex: 2 }) });
      },
    ],
    [
      'of one of two amounts',
      'transfers 1/2?',
      (world) => {
        world.callbacks.unshift({ at: AT, it: depositCallback({ amount: '6' }) });
      },
    ],
    [
      'of the failed one of two transfers',
      'event credited/failed transfers 1/2?',
      (world) => {
        world.callbacks[0] = { at: AT, it: depositCallback({ processing_state: 1, state: 11 }) };
        world.callbacks.unshift({ at: AT, it: depositCallback({ amount: '6' }) });
      },
    ],
  ])('%s differs', async (_, fields, change) => {
    const world = credited();
    change(world);
    expect(await linesOf(world)).toEqual([`differing deposit ${KEY} ${fields}`]);
  });

  it('comes with the callback that says most', async () => {
    const world = credited();
    world.callbacks.unshift({ at: AT, it: depositCallback({ state: 11, serial: 1n }) });
    expect(await differencesOf(world)).toMatchObject([{ service: { serial: 1n } }]);
  });

  it('is compared with the safe one of two equal transfers', async () => {
    const world = credited();
    world.callbacks.unshift({ at: AT, it: depositCallback({ tindex: 2, processing_state: 1 }) });
    expect(await linesOf(world)).toEqual([`differing deposit ${KEY} transfers 1/2?`]);
  });

  it('takes two callbacks without a block for copies', async () => {
    const world = credited();
    world.callbacks[0] = { at: AT, it: depositCallback({ block_height: 0n }) };
    world.callbacks.push({ at: AT, it: depositCallback({ block_height: 0n, tindex: 2 }) });
    expect(await linesOf(world)).toEqual([]);
  });
});

describe('a safe deposit that is not in the books', () => {
  it('is foreign, as often as there are transfers, and once', async () => {
    const world = emptyWorld();
    world.callbacks.push({ at: AT, it: depositCallback({ processing_state: 1 }) });
    world.callbacks.push({ at: AT + 900, it: depositCallback({ serial: 7n }) });
    world.callbacks.push({ at: AT + 1900, it: depositCallback({ serial: 8n }) });
    expect(await differencesOf(world)).toMatchObject([
      { kind: 'foreign', of: 'deposit', key: KEY, service: { serial: 8n } },
    ]);
    world.callbacks.push({ at: AT + 900, it: depositCallback({ serial: 9n, amount: '6' }) });
    expect(await linesOf(world)).toEqual([`foreign deposit ${KEY}`, `foreign deposit ${KEY}`]);
  });

  it('is none where the books have it at another time, and tell so', async () => {
    const world = credited();
    world.deposits[0] = { at: FROM - 50_000, it: { key: KEY, amount: '5' } };
    expect(await linesOf(world)).toEqual([`foreign deposit ${KEY}`]);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([]);
    world.deposits[0] = { at: FROM - 50_000, it: { key: KEY, amount: '6' } };
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([`differing deposit ${KEY} amount 6/5`]);
  });
});

describe('a failure that comes long after the credit', () => {
  const late = (credit: boolean): World => {
    const world = emptyWorld();
    if (credit) world.deposits.push({ at: FROM - 90_000, it: { key: KEY, amount: '5' } });
    world.callbacks.push({ at: FROM - 90_000, it: depositCallback() });
    world.callbacks.push({ at: AT, it: depositCallback({ state: 11 }) });
    world.callbacks.push({ at: AT + 900, it: depositCallback({ state: 11 }) });
    return world;
  };

  it('is a difference where the books still have it', async () => {
    const world = late(true);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([
      `differing deposit ${KEY} event credited/reversed`,
    ]);
  });

  it('is unclear as well where the deposit was safe shortly before: its credit may be older', async () => {
    const world = late(true);
    world.callbacks.push({ at: AT - 900, it: depositCallback({ confirm_blocks: 100 }) });
    expect(await linesOf(world)).toEqual([`differing deposit ${KEY} event credited/reversed?`]);
  });

  it('is none where they do not', async () => {
    const world = late(false);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([]);
  });

  it('is unclear where they cannot be asked', async () => {
    expect(await differencesOf(late(true))).toMatchObject([{ kind: 'differing', key: KEY, books: undefined }]);
    expect(await linesOf(late(true))).toEqual([`differing deposit ${KEY} event credited/reversed?`]);
  });

  it('is nothing where it failed before it was safe, but for what the books say', async () => {
    const world = emptyWorld();
    world.deposits.push({ at: FROM - 90_000, it: { key: KEY, amount: '5' } });
    world.callbacks.push({ at: AT, it: depositCallback({ processing_state: 1, state: 11 }) });
    expect(await linesOf(world)).toEqual([]);
    expect(await linesOf(world, {}, booksOf(world, true))).toEqual([`differing deposit ${KEY} event credited/failed`]);
  });

  it('is none beside another transfer that is safe', async () => {
    const world = credited();
    world.deposits.splice(0);
    world.callbacks.push({ at: AT, it: depositCallback({ amount: '6', state: 11 }) });
    expect(await linesOf(world)).toEqual([`foreign deposit ${KEY}`]);
  });
});

it('goes by the keys that the books have', async () => {
  const world = credited();
  world.deposits[0] = { at: AT, it: { key: 'aa01 0', amount: '5' } };
  expect(await linesOf(world, { keyOf: ({ txid, vout_index }) => `${txid.slice(2)} ${String(vout_index)}` })).toEqual(
    [],
  );
});

it.each([
  [FROM - 1, []],
  [FROM, ['missing']],
  [TO - 1, ['missing']],
  [TO, []],
])('a credit at %i is of the span, or of its neighbour', async (at, kinds) => {
  const world = emptyWorld();
  world.deposits.push({ at, it: { key: KEY, amount: '5' } });
  expect((await differencesOf(world)).map(({ kind }) => kind)).toEqual(kinds);
});
