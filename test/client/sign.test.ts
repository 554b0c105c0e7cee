/** The assumed checksum scheme, against values computed with `printf '%s' '…' | sha256sum`. */
import { sortedSha256 } from '@wallet-operations/client';
import { expect, it } from 'vitest';

const sign = sortedSha256();
const request = {
  method: 'GET',
  path: '/v1/svc/wallets/1/addresses',
  query: '',
  body: '',
  t: 1795163400,
  apiCode: 'code',
  secret: 's3cret',
};

it('signs t and the secret alone when there is nothing else', async () => {
  expect(await sign(request)).toEqual({ checksum: '1e91f7827cee9fe4505eda6d744f6ab9f1a2743c3ca36a46a789317fc3e50fdc' });
});

it('sorts the pairs of the query', async () => {
  expect(await sign({ ...request, query: 'start_index=0&request_number=10' })).toEqual({
    checksum: '4ab85d928973a7f1f2691c5445978374cd244eeeb277e5403509737b124dfefe',
  });
});

it('sorts the raw body among the pairs', async () => {
  const body = '{"requests":[{"order_id":"shop1_1","address":"0xabc","amount":"1.5"}]}';
  expect(await sign({ ...request, method: 'POST', body })).toEqual({
    checksum: '0856d01e833aa0ab0f7a5807944dc3c9f998c56d59ff6a94f5bbc629a146ab34',
  });
});

it('sorts by byte, not by UTF-16 unit', async () => {
  expect(await sign({ ...request, query: '😀=1&～=1' })).toEqual({
    checksum: 'bd84adeac14ed87e1c4aef0301c712e3cf7336a2a5ad3b44900343a5a0341ce6',
  });
});
