/** The demo: what it says at its end, in a terminal of nobody, and whether its comparison of the books sees what is wrong. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compare, type KeptOrder, type PaidOrder } from '../../packages/durable/demo/books.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '..', '..', 'packages', 'durable', 'demo', 'cli.ts');

it('ends by itself, and its books agree with those of the service', { timeout: 180_000 }, async () => {
  const { stdout, stderr } = await run(process.execPath, [CLI, '--seconds', '5', '--faults', '20']);
  expect(stderr).toBe('');
  expect(stdout).not.toContain('\x1b');
  const count = (what: string): number => Number(new RegExp(`^${what} +(\\d+)`, 'm').exec(stdout)?.[1]);
  expect(count('The service has')).toBeGreaterThan(0);
  expect(count('The service has') + count('Certainly refused') + count('Not settled yet')).toBeGreaterThanOrEqual(
    count('Payouts asked for'),
  );
  expect(stdout).toContain('The books agree: nothing paid twice, nothing lost, each outcome booked once.\n');
});

it.each([
  [['--seconds', 'soon'], '--seconds takes a whole number from 1 to 86400, not soon'],
  [['--faults', '100'], '--faults takes a whole number from 0 to 90, not 100'],
  [['--for', '5'], "Unknown option '--for'"],
])('%j is refused', async (given, message) => {
  await expect(run(process.execPath, [CLI, ...given])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message) as string,
  });
});

describe('the comparison of the books', () => {
  const asked = [
    { order_id: 'a', amount: '1' },
    { order_id: 'b', amount: '2' },
    { order_id: 'c', amount: '3' },
  ];
  const kept: readonly KeptOrder[] = [
    { order_id: 'a', amount: '1', state: 'in_chain', booked: ['accepted', 'in_chain'] },
    { order_id: 'b', amount: '2', state: 'refused', booked: ['refused'] },
    { order_id: 'c', amount: '3', state: 'unknown', booked: [] },
  ];
  const paid: readonly PaidOrder[] = [{ orderId: 'a', amount: '1 ETH' }];
  const but = (id: string, change: Partial<KeptOrder>): KeptOrder[] =>
    kept.map((order) => (order.order_id === id ? { ...order, ...change } : order));

  it('finds nothing where nothing is wrong', () => {
    const well = { asked: 3, refused: 1, open: 1, problems: [] };
    expect(compare(asked, kept, paid)).toEqual({ ...well, paid: 1 });
    expect(compare(asked, kept, [...paid, { orderId: 'c', amount: '3 ETH' }])).toEqual({ ...well, paid: 2 });
  });

  it.each<[string, readonly KeptOrder[], readonly PaidOrder[]]>([
    ['a was paid 2 times', kept, [...paid, ...paid]],
    ['a2 was never asked for', kept, [...paid, { orderId: 'a2', amount: '1 ETH' }]],
    ['a was paid as 10 ETH, and 1 was due', kept, [{ orderId: 'a', amount: '10 ETH' }]],
    ['b is refused here, and the service has it', kept, [...paid, { orderId: 'b', amount: '2 ETH' }]],
    ['a is in_chain here, and the service does not have it', kept, []],
    ['b is lost', kept.filter(({ order_id }) => order_id !== 'b'), paid],
    ['a was booked as accepted 2 times', but('a', { booked: ['accepted', 'accepted', 'in_chain'] }), paid],
    ['c is unknown, and was booked as refused', but('c', { booked: ['refused'] }), paid],
    ['b is refused, and was booked as nothing', but('b', { booked: [] }), paid],
  ])('finds that %s', (problem, orders, payments) => {
    expect(compare(asked, orders, payments).problems).toEqual([problem]);
  });
});
