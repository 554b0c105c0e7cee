/** What `withResponse` gives besides the result. */
import { ServiceError } from '@wallet-operations/client';
import { expect, it } from 'vitest';
import { failureOf, json, page, refused, stub } from './stub.ts';

it('gives the result with status, headers, request ID, attempts and time', async () => {
  const { wallet, clock } = stub([
    page('', 502),
    json({ balance: '1' }, 200, { 'X-Request-Id': 'req-2', 'X-More': 'yes' }),
  ]);
  await clock.advance(1000);
  const { data, status, headers, requestId, attempts, milliseconds } = await clock.finish(
    wallet.getVaultBalance().withResponse(),
  );
  expect([data, status, requestId, attempts, milliseconds]).toEqual([{ balance: '1' }, 200, 'req-2', 2, 250]);
  expect(headers.get('x-more')).toBe('yes');
});

it('gives no request ID where the answer has none', async () => {
  const { wallet } = stub([json({ balance: '1' }), refused('api_secret_not_valid')]);
  expect((await wallet.getVaultBalance().withResponse()).requestId).toBeUndefined();
  expect(await failureOf(wallet.getVaultBalance())).toHaveProperty('requestId', undefined);
});

it('sends once, whatever is asked of the promise', async () => {
  const { wallet, sent } = stub(json({ balance: '1' }));
  const call = wallet.getVaultBalance();
  const answers = await Promise.all([call, call.withResponse(), call.withResponse(), call]);
  expect(answers).toMatchObject([
    { balance: '1' },
    { data: { balance: '1' } },
    { data: { balance: '1' } },
    { balance: '1' },
  ]);
  expect(sent).toHaveLength(1);
});

it('fails as the call does, and leaves no rejection unhandled', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): unknown => unhandled.push(error);
  process.on('unhandledRejection', note);
  const { wallet } = stub(refused('api_secret_not_valid', {}, { 'x-request-id': 'req-3' }));
  const error = await failureOf(wallet.getVaultBalance().withResponse());
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toHaveProperty('requestId', 'req-3');
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
