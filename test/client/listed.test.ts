/** Other ways to read lists: some records at once, page by page, and callbacks in windows of time. */
import { callbacks, records, WalletError } from '@wallet-operations/client';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { deposit } from './callbacks/kit.ts';
import { serviceOf, type Listed } from './callbacks/listed.ts';
import { failureOf, json, refused, type Reply, stub } from './stub.ts';

/** A service with so many addresses, and a page of so many at most. */
const list =
  (length: number, cap = Infinity): Reply =>
  (sent) => {
    const [start, count] = ['start_index', 'request_number'].map((name) => Number(sent.query.get(name)));
    const all = Array.from({ length }, (_, i) => ({ address: String(i) }));
    return json({ items: all.slice(start, (start ?? 0) + Math.min(count ?? 0, cap)), total_count: length })(sent);
  };

const read = ({ wallet }: ReturnType<typeof stub>, options = {}) =>
  records(wallet, 'listWhitelistEntries', {}, options);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => String(i));
const addresses = (found: readonly { readonly address: string }[]) => found.map(({ address }) => address);

describe('toArray', () => {
  it.each([
    [1, 1],
    [9, 1],
    [10, 1],
    [11, 2],
    [25, 3],
    [26, 3],
    [1000, 4],
  ])('gives %i records of 26 at most, in %i calls of 10', async (limit, calls) => {
    const all = stub(list(26));
    expect(addresses(await read(all, { pageSize: 10 }).toArray({ limit }))).toEqual(upTo(Math.min(limit, 26)));
    expect(all.sent.length).toBeLessThanOrEqual(calls);
  });

  it('asks for no more records than it gives, and begins anew each time', async () => {
    const all = stub(list(26));
    const reading = read(all);
    await reading.next();
    for (const limit of [3, 5]) expect(await reading.toArray({ limit })).toHaveLength(limit);
    expect(all.sent.map(({ query }) => query.get('request_number')).slice(1)).toEqual(['3', '5']);
  });

  it.each([undefined, 0, -1, 1.5, NaN, Infinity, '5'])('refuses a limit of %o', async (limit) => {
    const all = stub(list(26));
    const says = `limit is ${String(limit)}. Give a whole number from 1 on.`;
    expect(await failureOf(read(all).toArray({ limit } as never))).toEqual(new RangeError(says));
    expect(all.sent).toEqual([]);
  });

  it('fails as reading does', async () => {
    expect(await failureOf(read(stub(refused('invalid_api_code'))).toArray({ limit: 5 }))).toMatchObject({
      reason: 'invalid_api_code',
    });
  });
});

describe('pages', () => {
  it('are the new records of each call that has any', async () => {
    const pages = await Array.fromAsync(read(stub(list(26)), { pageSize: 10 }).pages());
    expect(pages.flatMap(addresses)).toEqual(upTo(26));
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 6]);
    expect(await Array.fromAsync(read(stub(list(0))).pages())).toEqual([]);
  });

  it('are asked for as they are taken', async () => {
    const all = stub(list(26));
    for await (const page of read(all, { pageSize: 10 }).pages()) {
      expect(page).toHaveLength(10);
      break;
    }
    expect(all.sent).toHaveLength(1);
  });
});

it('records are still a generator that ends where it is left', async () => {
  const all = stub(list(26));
  const reading = read(all, { pageSize: 10 });
  expect(await reading.next()).toMatchObject({ value: { address: '0' }, done: false });
  expect(await reading.return()).toEqual({ value: undefined, done: true });
  expect(await reading.next()).toEqual({ value: undefined, done: true });
  await expect(read(all).throw(new Error('mine'))).rejects.toThrow('mine');
  expect(all.sent).toHaveLength(1);
});

describe('callbacks', () => {
  const nth = (n: number): Listed['callback'] => ({ ...deposit, serial: BigInt(n) });
  const serials = (found: readonly { readonly serial: bigint }[]) => found.map(({ serial }) => Number(serial));

  it('come from the oldest window to the latest, in windows that grow where little came', async () => {
    const { wallet, spans } = serviceOf([9000, 5000, 1500].map((at) => ({ at, callback: nth(at) })));
    const found = await Array.fromAsync(callbacks(wallet, { from: 1000, to: 10_000, window: 2000 }));
    expect(serials(found)).toEqual([1500, 5000, 9000]);
    expect(spans).toEqual([
      [999, 3001],
      [2999, 7001],
      [6999, 10_000],
    ]);
  });

  it('are all told, and each once, whatever the windows, and whether their ends count or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 40 }), // nothing is of 1970, before which no span begins
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 100, max: 300 }),
        fc.tuple(fc.boolean(), fc.boolean()),
        async (times, window, from, to, ends) => {
          const listed = times.map((at, i) => ({ at, callback: nth(i) }));
          const found = serials(await Array.fromAsync(callbacks(serviceOf(listed, ends).wallet, { from, to, window })));
          expect(new Set(found).size).toBe(found.length);
          const due = [...times.keys()].filter((i) => (times[i] ?? 0) >= from && (times[i] ?? 0) < to);
          expect(due.filter((i) => !found.includes(i))).toEqual([]);
          for (const i of found) expect(times[i]).toBeGreaterThanOrEqual(from - 1);
          for (const i of found) expect(times[i]).toBeLessThanOrEqual(to);
        },
      ),
    );
  });

  it('are told once where windows of a second are listed by spans that nearly all share', async () => {
    const listed = Array.from({ length: 9000 }, (_, i) => ({ at: 5, callback: nth(i) }));
    const found = await Array.fromAsync(callbacks(serviceOf(listed).wallet, { from: 0, to: 10, window: 1 }));
    expect(found).toHaveLength(9000);
  });

  it('of a window that is refused are asked for in shorter ones; else what came is true, and the rest is not asked for', async () => {
    const { wallet, spans } = serviceOf([1500, 5000, 9000].map((at) => ({ at, callback: nth(at) })));
    let longest = 2002;
    const picky = {
      listCallbacks: async (span: { from_time: number; to_time: number }) => {
        const answer = await (wallet as unknown as { listCallbacks: (of: object) => Promise<object> }).listCallbacks(
          span,
        );
        if (span.to_time - span.from_time > longest) throw new Error('too long');
        return answer;
      },
    } as unknown as typeof wallet;
    const span = { from: 1000, to: 10_000, window: 2000 };
    expect(serials(await Array.fromAsync(callbacks(picky, span)))).toEqual([1500, 5000, 9000]);
    longest = 1;
    spans.length = 0;
    await expect(Array.fromAsync(callbacks(picky, span))).rejects.toThrow('too long');
    expect(spans).toHaveLength(1);
  });

  it.each([{}, { serial: null }, { serial: '1' }])(
    'end at a callback with %o: nobody could tell it from another',
    async (other) => {
      const { wallet } = stub(json({ notifications: [{ type: 1, ...other }] }));
      const error = await failureOf(Array.fromAsync(callbacks(wallet, { from: 0, to: 7200 })));
      expect(error).toMatchObject({ reason: 'unexpected_result', operationId: 'listCallbacks' });
    },
  );

  it('end at an answer without a list; null is one without callbacks', async () => {
    const all = stub([json({ notifications: null }), json({})]);
    const error = await failureOf(Array.fromAsync(callbacks(all.wallet, { from: 0, to: 7200 })));
    expect(error).toBeInstanceOf(WalletError);
    expect(error).toMatchObject({ reason: 'unexpected_result', operationId: 'listCallbacks' });
    expect(all.sent).toHaveLength(3); // the second, which was longer, once more in the length of the first
  });

  it('come until now, an hour at first, and as long as their signal lets them', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_900 });
    try {
      const { wallet, spans } = serviceOf([{ at: 1_699_990_001, callback: nth(1) }]);
      const ender = new AbortController();
      const reading = callbacks(wallet, { from: 1_699_990_000, signal: ender.signal });
      await reading.next();
      expect(spans).toEqual([[1_699_989_999, 1_699_993_601]]);
      ender.abort(new Error('enough'));
      await expect(reading.next()).rejects.toThrow('enough');
      await Array.fromAsync(callbacks(wallet, { from: 1_699_999_999 }));
      expect(spans.at(-1)).toEqual([1_699_999_998, 1_700_000_000]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [{ from: -1 }, 'from is -1. Give whole seconds, from 0 on.'],
    [{ from: 5, to: 4 }, 'from is 5, which is after to, 4. Give Unix seconds, the earlier first.'],
    [{ from: 1_700_000_000_000 }, 'from is 1700000000000. Give seconds, not milliseconds.'],
    [{ from: 5, window: 0 }, 'window is 0. Give whole seconds, from 1 on.'],
  ])('cannot be read of %o', async (options, says) => {
    const { wallet, spans } = serviceOf([]);
    await expect(callbacks(wallet, options).next()).rejects.toEqual(new RangeError(says));
    expect(spans).toEqual([]);
  });
});
