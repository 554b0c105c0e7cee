/** More than one call takes: how it is split, and what did not come back. */
import { findCallbacks, findDelegatedBalances } from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, json, page, refused, type Reply, stub } from './stub.ts';

const asked = (body: string | undefined, field: string): unknown[] =>
  (JSON.parse(body ?? '{}') as Record<string, unknown[]>)[field] ?? [];

describe('findCallbacks', () => {
  /** A service that knows the even serials. */
  const evens: Reply = (sent) => {
    const ids = asked(sent.body, 'ids') as number[];
    return json({ notifications: ids.filter((id) => id % 2 === 0).map((serial) => ({ serial })) })(sent);
  };

  it('asks for 100 at a time, for each once, and tells which are missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.bigInt({ min: 1n, max: 500n }), { maxLength: 450 }), async (serials) => {
        const { wallet, sent } = stub(evens);
        const { found, missing } = await findCallbacks(wallet, serials);
        const parts = sent.map(({ body }) => asked(body, 'ids'));
        const unique = [...new Set(serials)];
        expect(parts.flat().map((id) => BigInt(id as number))).toEqual(unique);
        expect(parts.length).toBe(Math.ceil(unique.length / 100));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(100);
        expect(found.map(({ serial }) => serial)).toEqual(unique.filter((serial) => serial % 2n === 0n));
        expect(missing).toEqual(unique.filter((serial) => serial % 2n === 1n));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [0, 0],
    [1, 1],
    [100, 1],
    [101, 2],
    [200, 2],
  ])('makes of %d serials %d calls', async (count, calls) => {
    const { wallet, sent } = stub(evens);
    await findCallbacks(
      wallet,
      Array.from({ length: count }, (_, i) => BigInt(i)),
    );
    expect(sent).toHaveLength(calls);
  });

  it('keeps serials beyond 2^53 apart', async () => {
    const serials = [9007199254740992n, 9007199254740993n];
    const { wallet, sent } = stub(page('{"notifications":[{"serial":9007199254740993}]}'));
    expect(await findCallbacks(wallet, serials)).toMatchObject({
      found: [{ serial: serials[1] }],
      missing: [serials[0]],
    });
    expect(sent[0]?.body).toBe('{"ids":[9007199254740992,9007199254740993]}');
  });
});

describe('findDelegatedBalances', () => {
  const balance = { balance: '3.2', token_balance: '' };
  /** A service that knows all addresses but those with a 9, takes 10 and drops the rest, and writes hex as it likes. */
  const service =
    (write: (address: string) => string): Reply =>
    (sent) => {
      const known = (asked(sent.body, 'addresses') as string[])
        .slice(0, 10)
        .filter((address) => !address.includes('9'));
      return json({ balances: Object.fromEntries(known.map((address) => [write(address), balance])) })(sent);
    };

  it('asks for 10 at a time, so that none is dropped, and tells which are missing', async () => {
    const address = fc.nat(200).map((n) => `r${String(n)}`);
    await fc.assert(
      fc.asyncProperty(fc.array(address, { maxLength: 60 }), async (addresses) => {
        const { wallet, sent } = stub(service(String));
        const { found, missing } = await findDelegatedBalances(wallet, addresses);
        const unique = [...new Set(addresses)];
        expect(sent.map(({ body }) => asked(body, 'addresses').length > 10)).not.toContain(true);
        expect(sent.length).toBe(Math.ceil(unique.length / 10));
        expect(Object.keys(found).toSorted()).toEqual(unique.filter((each) => !each.includes('9')).toSorted());
        expect(missing).toEqual(unique.filter((each) => each.includes('9')));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['lower case', (address: string) => address.toLowerCase()],
    [
      'the case of a checksum',
      (address: string) => address.replace(/[a-f]/g, (digit, at: number) => (at % 2 ? digit.toUpperCase() : digit)),
    ],
  ])('finds hex addresses that come back in %s, under the address that was asked for', async (_, write) => {
    const addresses = ['0xAbCdEf0123', '0xffffFFFF', '0x9'];
    const { wallet } = stub(service(write));
    expect(await findDelegatedBalances(wallet, addresses)).toEqual({
      found: { '0xAbCdEf0123': balance, '0xffffFFFF': balance },
      missing: ['0x9'],
    });
  });

  it('tells other addresses apart by their case', async () => {
    const { wallet } = stub(service((address) => address.toLowerCase()));
    expect(await findDelegatedBalances(wallet, ['rAbC', 'rabc'])).toEqual({
      found: { rabc: balance },
      missing: ['rAbC'],
    });
  });

  it('gives one balance for each spelling that was asked for', async () => {
    const { wallet } = stub(service((address) => address.toLowerCase()));
    const { found, missing } = await findDelegatedBalances(wallet, ['0xAB', '0xab', '0xAB']);
    expect([found, missing]).toEqual([{ '0xAB': balance, '0xab': balance }, []]);
  });
});

describe('both', () => {
  const functions = [
    [
      'findCallbacks',
      (all: ReturnType<typeof stub>, options?: object) =>
        findCallbacks(
          all.wallet,
          Array.from({ length: 250 }, (_, i) => BigInt(i)),
          options,
        ),
    ],
    [
      'findDelegatedBalances',
      (all: ReturnType<typeof stub>, options?: object) =>
        findDelegatedBalances(
          all.wallet,
          Array.from({ length: 25 }, (_, i) => `r${String(i)}`),
          options,
        ),
    ],
  ] as const;

  it.each(functions)('%s fails with the first part that does', async (_, find) => {
    const all = stub([json({ notifications: [], balances: {} }), refused('invalid_api_code')]);
    expect(await failureOf(find(all))).toMatchObject({ reason: 'invalid_api_code' });
    expect(all.sent).toHaveLength(2);
  });

  it.each(functions)('%s asks for one part after the other', async (_, find) => {
    let open = 0;
    const all = stub(async (sent) => {
      expect(++open).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return json({ notifications: [], balances: {} })(sent);
    });
    await find(all);
    expect(all.sent).toHaveLength(3);
  });

  it.each(functions)('%s takes the options of a call', async (_, find) => {
    const all = stub(json({}));
    expect(await failureOf(find(all, { signal: AbortSignal.abort() }))).toMatchObject({ reason: 'aborted' });
  });

  it.each(functions)('%s tells a result without what was asked for', async (_, find) => {
    for (const body of [{}, { notifications: null, balances: null }])
      expect(await failureOf(find(stub(json(body))))).toMatchObject({ reason: 'unexpected_result', effect: 'none' });
  });
});
