/** The helper for users' tests signs what the assumed scheme verifies. */
import { signTestCallback } from '@wallet-operations/client/callbacks';
import { expect, it } from 'vitest';
import { callbackChecksum } from '../../../packages/client/src/callbacks/verify.ts';
import { deposit, endpoint } from './kit.ts';

it('is a POST of the very digits, with their checksum', async () => {
  const serial = 2n ** 63n - 1n;
  const request = await signTestCallback({ ...deposit, serial }, 's3cret');
  const { method, url, headers } = request;
  const body = await request.clone().text();
  expect([method, url, headers.get('Content-Type')]).toEqual([
    'POST',
    'http://localhost/callbacks',
    'application/json',
  ]);
  expect(body).toContain('"serial":9223372036854775807,');
  expect(headers.get('X-CHECKSUM')).toBe(await callbackChecksum(new TextEncoder().encode(body), 's3cret'));
  const { handle, handled } = endpoint();
  expect((await handle(request)).status).toBe(200);
  expect(handled[0]?.callback).toEqual({ ...deposit, serial });
});

it('goes where it is told to', async () => {
  const { url } = await signTestCallback(deposit, 's3cret', { url: 'https://shop.example/x' });
  expect(url).toBe('https://shop.example/x');
});
