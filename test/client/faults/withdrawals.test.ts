/** Withdrawals under a thousand seeded schedules of faults: none paid twice, none lost, and no settlement that lies. */
import {
  createWalletClient,
  type Clock,
  type Settlement,
  submitWithdrawals,
  WalletError,
} from '@wallet-operations/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  BLOCKED,
  FAULTS,
  type FaultyService,
  type FaultyWallet,
  type Kept,
  NEEDS_MEMO,
  startFaultyService,
} from './faulty-service.ts';
import { type Random, seeded } from './random.ts';

const SCHEDULES = 1000;
const AT_ONCE = 25;

/** Real time, two hundred times as fast: a timeout of six seconds is over in thirty milliseconds. */
const SPEED = 200;
const fastClock: Clock = {
  now: () => performance.now() * SPEED,
  monotonic: () => performance.now() * SPEED,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds / SPEED);
    return () => {
      clearTimeout(timer);
    };
  },
};

let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService(seeded(0));
});
afterAll(() => service.close());

/** What a schedule begins with: orders to submit, and what ought to become of each. */
interface Plan {
  readonly orders: Kept[];
  readonly wallet: FaultyWallet;
  /** Orders that the service must refuse, and those whose ID is another withdrawal's. */
  readonly bad: ReadonlySet<string>;
}

function planOf(seed: number, random: Random): Plan {
  const orders: Kept[] = Array.from({ length: 1 + Math.floor(random.next() * 6) }, (_, i) => ({
    order_id: `s${String(seed)}_${String(i)}`,
    address: random.chance(0.12) ? random.pick([BLOCKED, NEEDS_MEMO]) : `0xAb${String(i)}`,
    amount: random.pick(['1.50', '0.1', '12']),
  }));
  const taken = orders
    .filter(() => random.chance(0.06))
    .map((order) => ({
      ...order,
      address: random.chance(0.5) ? order.address.toLowerCase() : '0xe15e',
    }));
  let faults = random.chance(0.2) ? Infinity : Math.floor(random.next() * 10);
  const wallet: FaultyWallet = {
    taken,
    asked: [],
    nextFault: () => (faults > 0 && random.chance(0.6) ? (faults--, random.pick(FAULTS)) : undefined),
    isAtomic: random.chance(0.5),
    lookupsToWait: Math.floor(random.next() * 3),
    lookups: new Map(),
  };
  const isBad = ({ order_id, address }: Kept): boolean => {
    const before = taken.find((other) => other.order_id === order_id);
    return before
      ? before.address.toLowerCase() !== address.toLowerCase()
      : address === BLOCKED || address === NEEDS_MEMO;
  };
  return { orders, wallet, bad: new Set(orders.filter(isBad).map(({ order_id }) => order_id)) };
}

async function run(seed: number): Promise<{ unknown: number; faults: number }> {
  const random = seeded(seed);
  const { orders, wallet, bad } = planOf(seed, random);
  let faults = 0;
  const { nextFault } = wallet;
  wallet.nextFault = () => {
    const fault = nextFault();
    if (fault) faults++;
    return fault;
  };
  service.wallets.set(String(seed), wallet);
  const client = createWalletClient({
    baseUrl: service.url,
    credentials: { apiCode: 'code', secret: 'secret' },
    clock: fastClock,
    random: random.next,
  }).wallet(seed);
  const submit = (batch: readonly Kept[], resends: number, timeout: number, deadline: number): Promise<Settlement[]> =>
    submitWithdrawals(client, batch, { clock: fastClock, random: random.next, resends, timeout, deadline });

  const first = await submit(orders, 4, 6_000, 600_000);
  check(first, orders, wallet, bad);
  const unknown = first.filter(({ outcome }) => outcome === 'unknown').map(({ order_id }) => order_id);

  // Then the network recovers, and what is unknown is submitted again, as the documentation says.
  wallet.nextFault = () => undefined;
  await new Promise((resolve) => setTimeout(resolve, unknown.length > 0 ? 80 : 0)); // what was done late is done now
  const again = orders.filter(({ order_id }) => unknown.includes(order_id));
  const settled = [
    ...first.filter(({ outcome }) => outcome !== 'unknown'),
    ...(await submit(again, 8, 4_000_000, 20_000_000)),
  ];
  check(settled, orders, wallet, bad);
  for (const order of orders) {
    const settlement = settled.find(({ order_id }) => order_id === order.order_id);
    const isMomentary =
      settlement?.outcome === 'refused' && 'repeat' in settlement.error && settlement.error.repeat !== 'never';
    const expected = bad.has(order.order_id) ? 'refused' : isMomentary ? 'refused' : 'accepted';
    expect([order.order_id, settlement?.outcome]).toEqual([order.order_id, expected]);
  }
  return { unknown: unknown.length, faults };
}

/** Each settlement against what the service really has. */
function check(
  settlements: readonly Settlement[],
  orders: readonly Kept[],
  wallet: FaultyWallet,
  bad: ReadonlySet<string>,
): void {
  const times = Map.groupBy(wallet.taken, ({ order_id }) => order_id);
  for (const order of orders) expect(times.get(order.order_id)?.length ?? 0).toBeLessThanOrEqual(1);
  for (const asked of wallet.asked) expect(orders).toContainEqual(asked);
  for (const settlement of settlements) {
    const { order_id, outcome } = settlement;
    const has = times.has(order_id);
    if (outcome === 'accepted') expect([order_id, has, bad.has(order_id)]).toEqual([order_id, true, false]);
    if (outcome === 'refused' && !bad.has(order_id))
      expect([order_id, 'refused', has]).toEqual([order_id, 'refused', false]);
    if (outcome !== 'accepted') expect(settlement.error).toBeInstanceOf(WalletError);
  }
}

it(`keeps to the truth in ${String(SCHEDULES)} schedules`, { timeout: 120_000 }, async () => {
  const seeds = Array.from({ length: SCHEDULES }, (_, i) => i + 1);
  let unknown = 0;
  let faults = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const result = await run(seed).catch((error: unknown) => {
          throw new Error(`in schedule ${String(seed)}`, { cause: error });
        });
        unknown += result.unknown;
        faults += result.faults;
      }
    }),
  );
  // The schedules must really be rough, or they show nothing.
  expect(faults).toBeGreaterThan(3 * SCHEDULES);
  expect(unknown).toBeGreaterThan(SCHEDULES / 50);
});
