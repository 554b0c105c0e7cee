/** A worker is killed at every boundary from the first statement to the last booking, and another one goes on: each order is paid and booked once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embedded } from '@wallet-operations/durable';
import { startSandbox } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from '../postgres.ts';
import type { Left, Point } from './point.ts';

const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const BLACKLISTED = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const LONG = `s_${'x'.repeat(300)}`;
const ORDERS = [
  { order_id: 's_1', address: ADDRESS, amount: '1' },
  { order_id: 's_2', address: ADDRESS, amount: '2' },
  { order_id: LONG, address: ADDRESS, amount: '3' }, // refused for what it says itself
  { order_id: 's_4', address: BLACKLISTED, amount: '4' }, // refused by a list, which may have been another before
];
/** Workers at once, which wait most of their time for the next look at the queue. On PGlite each has its database in its own memory. */
const AT_ONCE = { postgres: 20, embedded: 8 };
/** Of the boundaries one of so many is tried in turn, on PGlite, which takes long to start, fewer; `KILLS=1` tries all. */
const { KILLS } = process.env;
const STRIDE = { postgres: Number(KILLS ?? 9), embedded: Number(KILLS ?? 40) };

/** Seconds, which pass as soon as an order waits for them. */
const SHOWN_AFTER = 600;

/** Where a worker keeps its orders. */
type Store = Pick<Point, 'postgres' | 'folder'>;

/** Kills a worker at each of some boundaries in turn, then lets one live. @returns what is wrong, and how many boundaries that one went over */
async function wrongAfter(store: Store, kills: readonly number[], shownAfter?: number): Promise<[string[], number]> {
  await using sandbox = Object.assign(await startSandbox({ running: false, seeded: false }), {
    [Symbol.asyncDispose]: () => sandbox.close(),
  });
  const { control } = sandbox;
  const { walletId, apiCode, secret } = await control.createWallet({
    kind: 'withdrawal',
    currency: 'ETH',
    prefix: 's_',
    balance: '100',
  });
  await control.blacklist({ address: BLACKLISTED, causes: ['sanctions'] });
  const point: Point = {
    ...store,
    baseUrl: sandbox.url,
    credentials: { apiCode, secret },
    walletId: Number(walletId),
    orders: ORDERS,
    shownAfter,
  };
  for (const killAt of kills) await work({ ...point, killAt });
  const left = await work(point);
  if (!left) return [['the last one did not live'], 0];
  const paid = sandbox.overview().orders.map(({ orderId, amount }) => `${orderId} ${amount}`);
  const { problems } = await control.audit();
  return [[...problems, ...problemsOf(left, paid, shownAfter !== undefined)], left.count];
}

/** What is not as it has to be. `paid` are the books of the service. */
function problemsOf({ orders, bookings, ledger }: Left, paid: readonly string[], isShown: boolean): string[] {
  const booked = (id: string, state: string): number =>
    bookings.filter((each) => each.order_id === id && each.state === state).length;
  const stateOf = (id: string): string | undefined => orders.find(({ order_id }) => order_id === id)?.state;
  const is = (what: string, given: unknown, ...due: readonly unknown[]): string[] =>
    due.includes(given) ? [] : [`${what}: ${String(given)}, not ${due.join(' or ')}`];
  return [
    ...is('paid', [...paid].sort().join(', '), 's_1 1 ETH, s_2 2 ETH'),
    ...is('orders', orders.length, ORDERS.length),
    ...is('rows of the ledger', ledger.length, ORDERS.length),
    ...['s_1', 's_2'].flatMap((id) => [
      ...is(`state of ${id}`, stateOf(id), 'confirmed'),
      ...is(`${id} booked as accepted`, booked(id, 'accepted'), 1),
      ...is(`${id} booked as confirmed`, booked(id, 'confirmed'), 1),
      ...is(`${id} booked as refused`, booked(id, 'refused'), 0),
    ]),
    ...is('state of the long one', stateOf(LONG), 'refused'),
    ...is('the long one booked as refused', booked(LONG, 'refused'), 1),
    // What a killed worker had learnt is lost: an earlier attempt may have been taken, as far as anybody knows.
    ...is('state of s_4', stateOf('s_4'), 'refused', ...(isShown ? [] : ['unknown'])),
    ...is('s_4 booked as refused', booked('s_4', 'refused'), stateOf('s_4') === 'refused' ? 1 : 0),
    ...is('s_4 booked as accepted', booked('s_4', 'accepted'), 0),
  ];
}

/** @returns what it has left; undefined if it was killed */
async function work(point: Point): Promise<Left | undefined> {
  // what each of hundreds would optimise of PGlite takes longer than it saves
  const worker = spawn(process.execPath, ['--liftoff-only', join(import.meta.dirname, 'worker.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  worker.stdout.on('data', (text) => (said += String(text)));
  worker.stdin.end(JSON.stringify(point));
  const [code, signal] = (await once(worker, 'close')) as [number | null, string | null];
  if (code === null) expect(signal).toBe('SIGKILL');
  return code === 0 ? (JSON.parse(said) as Left) : undefined;
}

/** Tries them, several at once. @returns what is wrong, by the boundary */
async function tryAll(
  points: readonly (readonly number[])[],
  storeOf: () => Promise<Store>,
  { atOnce, shownAfter }: { atOnce: number; shownAfter?: number },
): Promise<string[]> {
  const wrong: string[] = [];
  const queue = points.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const kills of queue) {
        const store = await storeOf();
        const [problems] = await wrongAfter(store, kills, shownAfter);
        if (store.folder !== undefined) rmSync(store.folder, { recursive: true });
        wrong.push(...problems.map((problem) => `killed at ${kills.join(' and ')}: ${problem}`));
      }
    }),
  );
  return wrong;
}

const upTo = (count: number, stride = 1): number[][] =>
  Array.from({ length: Math.floor(count / stride) }, (_, i) => [(i + 1) * stride]);

describe.skipIf(isLeftOut)('on PostgreSQL, killed', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  const store = async (): Promise<Store> => ({ postgres: await server.createDatabase() });
  const there = { atOnce: AT_ONCE.postgres };

  it(`at one boundary of ${String(STRIDE.postgres)}`, async () => {
    const [problems, count] = await wrongAfter(await store(), [], SHOWN_AFTER);
    expect(problems).toEqual([]);
    expect(count).toBeGreaterThan(150);
    expect(await tryAll(upTo(count, STRIDE.postgres), store, { ...there, shownAfter: SHOWN_AFTER })).toEqual([]);
  });

  it('where nobody says when a lookup shows an order', async () => {
    expect(await tryAll(upTo(140, 20), store, there)).toEqual([]);
  });

  it('again and again', async () => {
    const pairs = Array.from({ length: 8 }, (_, i) => [20 + 26 * i, 60 + ((31 * i) % 90), 45]);
    expect(await tryAll(pairs, store, { ...there, shownAfter: SHOWN_AFTER })).toEqual([]);
  });
});

describe('on PGlite, killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-kills-'));
  /** An empty one, which takes seconds to make, and none to copy. */
  const empty = join(folder, 'empty');
  beforeAll(async () => {
    await (await embedded(empty)).close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  let made = 0;
  const store = (): Promise<Store> => {
    const copy = join(folder, String(++made));
    cpSync(empty, copy, { recursive: true });
    return Promise.resolve({ folder: copy });
  };

  it(`at one boundary of ${String(STRIDE.embedded)}`, async () => {
    const [problems, count] = await wrongAfter(await store(), [], SHOWN_AFTER);
    expect(problems).toEqual([]);
    expect(
      await tryAll(upTo(count, STRIDE.embedded), store, { atOnce: AT_ONCE.embedded, shownAfter: SHOWN_AFTER }),
    ).toEqual([]);
  });
});
