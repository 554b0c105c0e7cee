/** The client, the validating proxy and the mock in a row: three readings of one document, and none finds fault with another. */
import { createWalletClient, openapiFetch } from '@wallet-operations/client';
import { startMock, startProxy } from '@wallet-operations/mock';
import { expect, it, onTestFinished } from 'vitest';
import { calls } from './calls.ts';

it.each([false, true])('every call fits the document on both ways, generated answers: %s', async (dynamic) => {
  const mock = await startMock({ dynamic });
  const proxy = await startProxy({ upstream: mock.url });
  onTestFinished(async () => {
    await proxy.close();
    await mock.close();
  });
  const credentials = { apiCode: 'code', secret: 'secret' };
  const client = openapiFetch(createWalletClient({ baseUrl: proxy.url, credentials, attempts: 1 }));
  for (const { call, error } of Object.values(calls)) {
    await call(client, {});
    await call(client, { prefer: `code=${String(error.status)}, example=${error.reason}` });
  }
  const { ok, requests, operations } = proxy.report();
  expect(operations.flatMap(({ problems }) => problems)).toEqual([]);
  expect([ok, requests, operations.length]).toEqual([true, 40, 20]);
});
