/** The assumed checksum scheme against another reading of it: in any order of pairs, and on engines without Node's own hash. */
import { sortedSha256 } from '@wallet-operations/client';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';

const request = {
  method: 'POST',
  path: '/v1/svc/wallets/1/addresses',
  t: 1795163400,
  apiCode: 'code',
  secret: 's3cret',
};

/** The parts in the order of their bytes, as any language has it. */
function checksumOf(query: string, body: string): string {
  const parts = [...query.split('&'), body, `t=${String(request.t)}`].filter((part) => part !== '');
  const sorted = parts.map((part) => Buffer.from(part)).sort((a, b) => Buffer.compare(a, b));
  return createHash('sha256')
    .update(`${sorted.join('&')}&secret=${request.secret}`)
    .digest('hex');
}

it('sorts by byte, whatever it sorts', async () => {
  const sign = sortedSha256();
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '=', '\u0000', 'é', '～', '😀', '\u{10ffff}'),
    maxLength: 6,
  });
  const pair = fc.oneof(text, fc.constantFrom('a=1', 'a=1', 't=1795163400'));
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { maxLength: 6 }), text, async (pairs, body) => {
      const query = pairs.filter((each) => each !== '').join('&');
      expect(await sign({ ...request, query, body })).toEqual({ checksum: checksumOf(query, body) });
    }),
    { numRuns: 500 },
  );
});

describe('on an engine that has no hash of its own', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it.each<[string, unknown]>([
    ['no process', undefined],
    ['a process without modules', {}],
    ['a process without that module', { getBuiltinModule: () => undefined }],
    ['a module without that function', { getBuiltinModule: () => ({}) }],
  ])('%s', async (_, process) => {
    vi.resetModules();
    vi.stubGlobal('process', process);
    const client = await import('@wallet-operations/client');
    vi.unstubAllGlobals();
    const signed = client.sortedSha256()({ ...request, query: 'a=1', body: '{"é":"😀"}' });
    expect(signed).toBeInstanceOf(Promise);
    expect(await signed).toEqual({ checksum: checksumOf('a=1', '{"é":"😀"}') });
  });
});
