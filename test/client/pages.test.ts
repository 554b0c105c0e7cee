/** Lists that change while they are read: what comes, what comes once, and that it ends. */
import { records, UnreadableResponseError, WalletError } from '@wallet-operations/client';
import { pagings } from '@wallet-operations/openapi/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broken, failureOf, json, refused, type Reply, stub, type Stub } from './stub.ts';

interface Entry {
  readonly address: string;
  readonly memo: string;
  readonly user_id: string;
  readonly create_time: string;
}
const entry = (name: string): Entry => ({ address: name, memo: '', user_id: '', create_time: '' });

/** A list at a service, which changes after each page. */
interface Service {
  readonly list: string[];
  /** What happens after each page. */
  readonly changes: ((list: string[], read: number) => void)[];
  /** Records of a page at most. */
  readonly cap: number;
  /** What it adds to its total. */
  readonly lie: number;
}

function serve({ list, changes, cap, lie }: Service): Reply {
  const left = [...changes];
  return (sent) => {
    const start = Number(sent.query.get('start_index'));
    const items = list.slice(start, start + Math.min(cap, Number(sent.query.get('request_number'))));
    const answer = json({ items: items.map(entry), total_count: Math.max(0, list.length + lie) });
    left.shift()?.(list, start + items.length);
    return answer(sent);
  };
}

async function read(all: Stub, pageSize: number): Promise<string[]> {
  const list = await all.clock.finish(Array.fromAsync(records(all.wallet, 'listWhitelistEntries', {}, { pageSize })));
  expect(all.clock.pending()).toBe(0);
  return list.map(({ address }) => address);
}

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `old${String(i)}`);
let made = 0;
const fresh = (count: number): string[] => Array.from({ length: count }, () => `new${String(made++)}`);

type Change = Service['changes'][number];
/** Fewer than a page of new records, in front or behind. */
const insertion = (page: number): fc.Arbitrary<Change> =>
  fc.record({ count: fc.nat(page - 1), inFront: fc.boolean() }).map(({ count, inFront }) => (list) => {
    list.splice(inFront ? 0 : list.length, 0, ...fresh(count));
  });
const removalAnywhere: fc.Arbitrary<Change> = fc
  .record({ at: fc.double({ min: 0, max: 1, noNaN: true }), count: fc.nat(5) })
  .map(({ at, count }) => (list) => {
    list.splice(Math.floor(at * list.length), count);
  });
const removalBehind: fc.Arbitrary<Change> = fc.nat(5).map((count) => (list, index) => {
  list.splice(Math.max(index, list.length - count), count);
});

const lists = fc.record({
  count: fc.nat(40),
  pageSize: fc.integer({ min: 1, max: 12 }),
  cap: fc.integer({ min: 1, max: 12 }),
});
const run = { numRuns: 150 };

describe('a list that grows while it is read', () => {
  it('comes whole, each record once, whatever total it tells, and however small its pages are', async () => {
    const cases = lists.chain(({ count, pageSize, cap }) => {
      const page = Math.min(pageSize, cap);
      // A page smaller than asked for ends a list only if the total does too: one of both must be true.
      const lie = cap < pageSize ? fc.nat(1000) : fc.integer({ min: -1000, max: 1000 });
      return fc.record({
        count: fc.constant(count),
        pageSize: fc.constant(pageSize),
        cap: fc.constant(cap),
        lie,
        changes: fc.array(insertion(page), { maxLength: 12 }),
      });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ count, pageSize, ...service }) => {
        const list = names(count);
        const all = stub(serve({ list, ...service }));
        const found = await read(all, pageSize);
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter((name) => name.startsWith('old')).toSorted()).toEqual(names(count).toSorted());
        expect(all.sent.length).toBeLessThanOrEqual(list.length + 2);
      }),
      run,
    );
  });
});

describe('a list from which records disappear while it is read', () => {
  const cases = (change: fc.Arbitrary<Change>) =>
    fc.record({ base: lists, lie: fc.nat(50), changes: fc.array(change, { maxLength: 12 }) });

  it('gives each record at most once, and ends', async () => {
    const change = fc.oneof(removalAnywhere, insertion(20));
    await fc.assert(
      fc.asyncProperty(cases(change), async ({ base: { count, pageSize, cap }, lie, changes }) => {
        const all = stub(serve({ list: names(count), changes, cap, lie }));
        const found = await read(all, pageSize);
        expect(new Set(found).size).toBe(found.length);
        expect(all.sent.length).toBeLessThan(count + 12 * 20 + 5);
      }),
      run,
    );
  });

  it('gives every record that stays, if those that disappear had not been reached', async () => {
    await fc.assert(
      fc.asyncProperty(cases(removalBehind), async ({ base: { count, pageSize, cap }, lie, changes }) => {
        const list = names(count);
        const found = await read(stub(serve({ list, changes, cap, lie })), pageSize);
        expect(new Set(found).size).toBe(found.length);
        expect(list.filter((name) => !found.includes(name))).toEqual([]);
      }),
      run,
    );
  });
});

it('ends at a service that gives the same page again and again', async () => {
  const all = stub(json({ items: ['a', 'b'].map(entry), total_count: 1e9 }));
  expect(await read(all, 2)).toEqual(['a', 'b']);
  expect(all.sent.length).toBeLessThanOrEqual(5);
});

it('takes equal records of one page for two', async () => {
  expect(await read(stub(json({ items: ['a', 'a'].map(entry), total_count: 2 })), 10)).toEqual(['a', 'a']);
});

it('ends with the only page of a short list, without asking for another', async () => {
  const all = stub(json({ items: ['a'].map(entry), total_count: 1 }));
  await read(all, 10);
  expect(all.sent).toHaveLength(1);
});

describe.each(Object.entries(pagings))(
  '%s',
  (operationId, { records: field, total, key, atMost }) => {
    const answer = json({ [field]: [Object.fromEntries(key.map((name) => [name, name]))], [total]: 1 });
    const wallet = operationId === 'listWalletBalances' ? {} : { WALLET_ID: 1 };
    const all = () => stub(answer);
    const readAll = ({ client, clock }: Stub, input: object, options?: object): Promise<unknown[]> =>
      clock.finish(Array.fromAsync(records(client, operationId as 'listWhitelistEntries', input as never, options)));

    it('is read with the largest page that it allows, from the beginning', async () => {
      const made = all();
      expect(await readAll(made, wallet)).toHaveLength(1);
      expect(made.sent[0]?.query.get('request_number')).toBe(String(atMost));
      expect(made.sent[0]?.query.get('start_index')).toBe('0');
    });

    it('is read from start_index on, in pages no larger than it allows', async () => {
      const made = all();
      await readAll(made, { ...wallet, start_index: 7 }, { pageSize: atMost + 1 });
      expect(made.sent[0]?.query.get('request_number')).toBe(String(atMost));
      expect(made.sent[0]?.query.get('start_index')).toBe('7');
    });
  },
  10_000,
);

describe('failures', () => {
  const page = (first: number, count: number): Reply =>
    json({ items: Array.from({ length: count }, (_, i) => entry(String(first + i))), total_count: 100 });

  it('come after the records that came before them', async () => {
    const { wallet, clock } = stub([page(0, 2), refused('invalid_api_code')]);
    const found: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { address } of records(wallet, 'listWhitelistEntries', {}, { pageSize: 2 })) found.push(address);
    };
    expect(await failureOf(clock.finish(reading()))).toMatchObject({ reason: 'invalid_api_code' });
    expect(found).toEqual(['0', '1']);
  });

  it('of a page that pass are repeated', async () => {
    const all = stub([page(0, 2), broken('ECONNRESET'), page(2, 2), json({ items: [], total_count: 4 })]);
    expect(await read(all, 2)).toEqual(['0', '1', '2', '3']);
  });

  it.each([{}, { items: null, total_count: 3 }, { items: 'none' }])('are a page without records: %j', async (body) => {
    const error = await failureOf(read(stub(json(body)), 2));
    expect(error).toBeInstanceOf(UnreadableResponseError);
    expect(error).toMatchObject({ operationId: 'listWhitelistEntries', reason: 'unexpected_result', effect: 'none' });
  });

  it('are the caller’s signal, too', async () => {
    const controller = new AbortController();
    const { wallet, sent, clock } = stub(page(0, 2));
    const reading = async (): Promise<void> => {
      const options = { pageSize: 2, signal: controller.signal };
      for await (const record of records(wallet, 'listWhitelistEntries', {}, options)) controller.abort(record);
    };
    expect(await failureOf(clock.finish(reading()))).toBeInstanceOf(WalletError);
    expect(sent).toHaveLength(1);
  });

  it.each([0, -1, NaN])('are a page size of %d', async (pageSize) => {
    await expect(read(stub(page(0, 2)), pageSize)).rejects.toBeInstanceOf(RangeError);
  });
});

it('asks for no page that nobody reads', async () => {
  const { wallet, sent } = stub(json({ items: ['a', 'b'].map(entry), total_count: 100 }));
  await records(wallet, 'listWhitelistEntries', {}, { pageSize: 2 }).next();
  expect(sent).toHaveLength(1);
});
