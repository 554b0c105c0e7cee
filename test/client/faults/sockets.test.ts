/** Withdrawals over real sockets, resets and silences: what the adversary in memory can only imitate. */
import { createWalletClient, submitWithdrawals, type WithdrawalRequest } from '@wallet-operations/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bySeed, type Choices } from '../adversary/choices.ts';
import { fastClock } from './fast-clock.ts';
import { FAULTS, LATE, type SocketService, startService, type Wallet } from './sockets.ts';

const SCHEDULES = 100;
const AT_ONCE = 25;

let service: SocketService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Where nobody listens. */
const CLOSED = 'http://127.0.0.1:9';

async function run(seed: number): Promise<{ faults: number; unknown: number }> {
  const { pick, chance, share } = bySeed(seed);
  let faults = 0;
  const wallet: Wallet = {
    taken: [],
    nextFault: () => (chance(0.5) ? (faults++, pick(FAULTS)) : undefined),
    late: 0,
  };
  service.wallets.set(String(seed), wallet);
  const orders = ordersOf(seed, { pick, chance, share });
  let isBroken = true;
  const client = createWalletClient({
    baseUrl: service.url,
    credentials: { apiCode: 'code', secret: 'secret' },
    clock: fastClock,
    random: share,
    fetch: (url, init) => fetch(isBroken && chance(0.1) ? url.replace(service.url, CLOSED) : url, init),
  }).wallet(seed);
  const submit = (earlierAttempts: 'none' | 'possible' | 'shown', timeout: number, deadline: number) =>
    submitWithdrawals(client, orders, { earlierAttempts, clock: fastClock, random: share, timeout, deadline });
  const check = (settlements: Awaited<ReturnType<typeof submit>>): number => {
    expect(settlements.map(({ order_id }) => order_id)).toEqual(orders.map(({ order_id }) => order_id));
    for (const { order_id, outcome } of settlements) {
      const times = wallet.taken.filter((order) => order.order_id === order_id).length;
      expect([order_id, times <= 1]).toEqual([order_id, true]);
      if (outcome === 'unknown') continue;
      expect([order_id, outcome, times]).toEqual([order_id, times > 0 ? 'accepted' : 'not_submitted', times]);
    }
    return settlements.filter(({ outcome }) => outcome === 'unknown').length;
  };

  let unknown = check(await submit('none', 6_000, 60_000));
  unknown += check(await submit('possible', 6_000, 60_000));
  // Then the network recovers, and what was late is done.
  wallet.nextFault = () => undefined;
  isBroken = false;
  while (wallet.late > 0) await new Promise((resolve) => setTimeout(resolve, LATE));
  expect(check(await submit('shown', 4_000_000, 20_000_000))).toBe(0);
  for (const { text } of wallet.taken) expect(orders.map((order) => JSON.stringify(order))).toContain(text);
  return { faults, unknown };
}

const ordersOf = (seed: number, { pick, share }: Choices): WithdrawalRequest[] =>
  Array.from({ length: 1 + Math.floor(share() * 5) }, (_, i) => ({
    order_id: `s${String(seed)}_${String(i)}`,
    address: `0x${String(i).padStart(40, 'a')}`,
    amount: pick(['1.50', '0.1', '12']),
  }));

it(`keeps to the truth in ${String(SCHEDULES)} schedules`, { timeout: 60_000 }, async () => {
  const seeds = Array.from({ length: SCHEDULES }, (_, i) => i + 1);
  let faults = 0;
  let unknown = 0;
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const result = await run(seed).catch((error: unknown) => {
        throw new Error(`in schedule ${String(seed)}`, { cause: error });
      });
      faults += result.faults;
      unknown += result.unknown;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // The schedules must really be rough, or they show nothing.
  expect(faults).toBeGreaterThan(SCHEDULES);
  expect(unknown).toBeGreaterThan(SCHEDULES / 50);
});
