/** How many calls it takes when all is well: certainty must not cost what nobody pays. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { describe, expect, it } from 'vitest';
import { client } from './client.ts';
import { type Plan, run } from './driver.ts';
import { type Adversary, found, own } from './moves.ts';
import { PLAIN } from './rules.ts';

/** A service that is well, and refuses a batch as a whole. */
const kind: Adversary = {
  post: () => own,
  lookUp: () => found,
  credentials: () => 'gives them',
  judging: () => PLAIN,
  part: () => 'none',
  lag: () => 0,
  late: () => 0,
  latency: () => 50,
  jump: () => 0,
};

const order = (_: unknown, i: number): WithdrawalRequest => ({
  order_id: `o${String(i)}`,
  address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  amount: '1.5',
});
const some = (size: number): WithdrawalRequest[] => Array.from({ length: size }, order);

const play = (plan: Pick<Plan, 'orders' | 'before' | 'steps'>) => run(client, kind, { currency: 'ETH', ...plan });

describe.for([1, 2, 3, 8, 50])('%i orders', (size) => {
  it('new ones take one call', async () => {
    const { calls, settlements } = await play({ orders: some(size), steps: [{ pause: 0, says: 'none' }] });
    expect([calls, settlements.accepted]).toEqual([1, size]);
  });

  it('those that the service has, submitted again, take no more than one call each and one', async () => {
    const before = some(size).map((each) => ({ order: each, isForeign: false }));
    const { calls, settlements } = await play({ orders: some(size), before, steps: [{ pause: 0, says: 'possible' }] });
    expect(calls).toBeLessThanOrEqual(size + 1);
    expect(settlements.accepted).toBe(size);
  });

  it('new ones of which one is refused by name take three calls', async () => {
    const orders = [...some(size), { ...some(1)[0], order_id: 'bad', block_average_fee: 101 } as WithdrawalRequest];
    const { calls, settlements } = await play({ orders, steps: [{ pause: 0, says: 'none' }] });
    expect([calls, settlements.accepted, settlements.refused]).toEqual([3, size, 1]);
  });
});
