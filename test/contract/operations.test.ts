/** The client against the running mock: each operation succeeds, and fails as documented. */
import { createWalletClient, openapiFetch, type TypedFetch } from '@wallet-operations/client';
import { type Mock, startMock } from '@wallet-operations/mock';
import { operations } from '@wallet-operations/openapi/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from './calls.ts';
import { violationOf } from './schema.ts';

let mock: Mock;
let client: TypedFetch;
const credentials = { apiCode: 'code', secret: 'secret' };
beforeAll(async () => {
  mock = await startMock();
  client = openapiFetch(createWalletClient({ baseUrl: mock.url, credentials, attempts: 1 }));
});
afterAll(() => mock.close());

it('every operation of the document is called', () => {
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe.each(Object.entries(calls))('%s', (operationId, { call, error }) => {
  it('succeeds with a body that fits the document', async () => {
    const { response, data } = await call(client, {});
    expect(response.headers.get('x-mock-violations')).toBeNull();
    expect(response.status).toBe(200);
    expect(violationOf(operationId, 200, data)).toBeUndefined();
  });

  it(`is refused as ${error.reason}, word for word`, async () => {
    const answer = await call(client, { prefer: `code=${String(error.status)}, example=${error.reason}` });
    expect(answer.response.status).toBe(error.status);
    expect(answer.error).toEqual(error.body);
    expect(violationOf(operationId, error.status, answer.error)).toBeUndefined();
  });

  it('is refused without an API code', async () => {
    const anonymous = createWalletClient({
      baseUrl: mock.url,
      credentials,
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        headers.delete('x-api-code');
        return fetch(url, { ...init, headers });
      },
    });
    const { response, error: body } = await call(openapiFetch(anonymous), {});
    expect(response.status).toBe(403);
    expect(body).toEqual({ error: 'Forbidden. Header not found' });
  });
});
