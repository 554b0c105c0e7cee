/** The client of an operator who has said that `t` is in milliseconds and what the nonce is called, as its build has it. */
import { expect, it, vi } from 'vitest';
import { json, stub } from './stub.ts';

vi.mock(import('@wallet-operations/openapi/points'), async (original) => {
  const points = await original();
  return { ...points, requestTimeUnit: 'milliseconds', checksumNonce: 'n' } as unknown as typeof points;
});

it('sends t in milliseconds, and a nonce of its own with each attempt', async () => {
  const { wallet, sent, clock } = stub(json({ transactions: [] }));
  await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_1' });
  await wallet.listWithdrawalStates({ ORDER_ID: 'shop1_2' });
  const [first, second] = sent.map(({ query }) => ({
    t: Number(query.get('t')),
    n: query.get('n'),
    r: query.get('r'),
  }));
  expect(first?.t).toBe(Math.floor(clock.now() / 1000) * 1000);
  expect(first?.n).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(second?.n).not.toBe(first?.n);
  expect(first?.r).toBeNull();
});
