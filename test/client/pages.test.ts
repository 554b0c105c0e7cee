/** Lists that change while they are read: every record comes, or it throws. */
import { type Output, records, UnreadableResponseError, WalletError } from '@wallet-operations/client';
import { pagings } from '@wallet-operations/openapi/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { broken, failureOf, json, refused, type Reply, stub, type Stub } from './stub.ts';

/** A record at a service: what it has been so far, the latest at the end. Two may look alike. */
interface Row {
  readonly forms: string[];
}
const row = (name: string): Row => ({ forms: [name] });
const rows = (names: string): Row[] => names.split('').map(row);
const numbered = (count: number): Row[] => Array.from({ length: count }, (_, i) => row(`old ${String(i)}`));
const shown = ({ forms }: Row): string => forms.at(-1) ?? '';

/** What happens to a list between two calls. */
interface Change {
  readonly kind: 'in front' | 'behind' | 'amid' | 'removed' | 'changed';
  readonly count: number;
  /** Where, from 0 to 1. */
  readonly at: number;
}

/** A service with one list. */
interface World {
  readonly list: Row[];
  /** What appears in the list. */
  readonly make?: (count: number) => Row[];
  /** What happens after each call. */
  readonly changes?: readonly Change[];
  /** Records of a page at most, whatever is asked for: always, or in turn. */
  readonly cap?: number | readonly number[];
  readonly total?: (length: number, shown: number) => unknown;
  readonly ask: { readonly start_index?: number; readonly pageSize?: number };
}

let made = 0;
const names = (count: number): Row[] => Array.from({ length: count }, () => row(`new ${String(made++)}`));

function happen(list: Row[], { kind, count, at }: Change, make = names): void {
  const index = Math.floor(at * list.length);
  if (kind === 'in front') list.unshift(...make(count));
  else if (kind === 'behind') list.push(...make(count));
  else if (kind === 'amid') list.splice(index, 0, ...make(count));
  else if (kind === 'removed') list.splice(index, count);
  else for (const { forms } of list.slice(index, index + count)) forms.push(`changed ${String(made++)}`);
}

type Answer = Output<'listWhitelistEntries'>;

interface Asked {
  readonly start_index?: number;
  readonly request_number?: number;
}

/** What came, how it ended, and what was asked for. */
interface Reading {
  readonly found: string[];
  readonly error: unknown;
  readonly asked: Asked[];
}

/** Reads a service that answers as told. */
async function readFrom(answer: (start: number, count: number) => object, ask: World['ask']): Promise<Reading> {
  const { pageSize, ...input } = ask;
  const asked: Asked[] = [];
  const found: string[] = [];
  const caller = {
    listWhitelistEntries: (page: Asked) => {
      if (asked.push(page) > 1000) throw new Error('It does not end.');
      return Promise.resolve(answer(page.start_index ?? 0, page.request_number ?? 0) as Answer);
    },
  };
  const reading = async (): Promise<void> => {
    const options = pageSize === undefined ? {} : { pageSize };
    for await (const { address } of records(caller, 'listWhitelistEntries', input, options)) found.push(address);
  };
  const error = await reading().catch((thrown: unknown) => thrown);
  if (error !== undefined) expect(error).toBeInstanceOf(UnreadableResponseError);
  return { found, error, asked };
}

interface Outcome extends Reading {
  /** What was in the list at every call, from where it was to be read on. */
  readonly there: Row[];
  /** What was in a page. */
  readonly served: Set<Row>;
}

/** Reads a list that changes, and keeps the books of the service beside it. */
async function readAll({ list, make, changes = [], cap = [], total, ask }: World): Promise<Outcome> {
  const left = [...changes];
  const caps = [cap].flat();
  let calls = 0;
  const served = new Set<Row>();
  let there = list.slice(ask.start_index ?? 0);
  const reading = await readFrom((start, count) => {
    const now = new Set(list);
    there = there.filter((one) => now.has(one));
    const page = list.slice(start, start + Math.min(caps[calls++ % caps.length] ?? Infinity, count));
    for (const one of page) served.add(one);
    const items = page.map((one) => entry(shown(one)));
    const total_count = total ? total(list.length, items.length) : list.length;
    const change = left.shift();
    if (change) happen(list, change, make);
    return { items, total_count };
  }, ask);
  return { ...reading, there, served };
}

const entry = (name: string, other: object = {}) => ({
  address: name,
  memo: '',
  user_id: '',
  create_time: '',
  effective: true,
  effective_time: '',
  update_time: '',
  state: 1 as const,
  ...other,
});

/** Those of `there` that did not come, in none of their forms; each record that came stands for one of them at most. */
function missing({ found, there, served }: Outcome): Row[] {
  const left = Map.groupBy(found, (name) => name);
  return there.filter((one) => !served.has(one) || !one.forms.some((form) => left.get(form)?.pop() !== undefined));
}

/** Lists whose records differ. */
const different = fc.nat(60).map((count) => ({ list: numbered(count) }));
/** Lists with equal records, which stand together. */
const together = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 30 })), {
    maxLength: 15,
  })
  .map((runs) => {
    const run = (length: number): Row[] => {
      const name = `run ${String(made++)}`;
      return Array.from({ length }, () => row(name));
    };
    return {
      list: runs.flatMap(run),
      make: (count: number) => (count > 3 ? [...run(3), ...run(count - 3)] : run(count)),
    };
  });
/** Lists of few records again and again, in any order. */
const anyhow = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }).map((letters) => ({
  list: letters.map(row),
  make: (count: number) => Array.from({ length: count }, (_, i) => row('abc'.charAt((i * i + made++) % 3))),
}));

const changes = (...kinds: Change['kind'][]): fc.Arbitrary<Change[]> => {
  const count = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 40 }));
  const change = fc.record({
    kind: fc.constantFrom(...kinds),
    count,
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  });
  const none: Change = { kind: 'removed', count: 0, at: 0 };
  return fc.array(fc.oneof(change, fc.constant(none)), { maxLength: 12 });
};

const ask = fc.record({
  pageSize: fc.integer({ min: 1, max: 12 }),
  start_index: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(20)),
});
const fromStart = fc.record({ pageSize: fc.integer({ min: 1, max: 12 }) });

/** Totals that are right, that lag, that count the page, that are missing or whatever. */
const totals = fc.oneof(
  fc.constant((length: number) => length),
  fc.integer({ min: -30, max: 30 }).map((lie) => (length: number) => Math.max(0, length + lie)),
  fc.nat(60).map((total) => () => total),
  fc.constant((_: number, shown: number) => shown),
  fc.constantFrom(undefined, null, 'many').map((total) => () => total),
);
const isNumber = (total: (length: number) => unknown): boolean => typeof total(0) === 'number';
/** Totals that are right, or greater. */
const highTotals = fc.oneof(
  fc.constant((length: number) => length),
  fc.nat(1000).map((lie) => (length: number) => length + lie),
  fc.constant(() => undefined),
);

const run = { numRuns: 500, seed: 20261121 };

/** Reads many worlds, lets `look` judge each, and gives the share of those that threw. */
async function every(worlds: fc.Arbitrary<World>, look: (outcome: Outcome, world: World) => void): Promise<number> {
  let all = 0;
  let thrown = 0;
  const property = fc.asyncProperty(worlds, async (world) => {
    const outcome = await readAll({ ...world, list: world.list.map(({ forms }) => ({ forms: [...forms] })) });
    all++;
    if (outcome.error !== undefined) thrown++;
    look(outcome, world);
  });
  await fc.assert(property, run);
  return thrown / all;
}

const world = (
  lists: fc.Arbitrary<Pick<World, 'list' | 'make'>>,
  others: { readonly [K in keyof World]?: fc.Arbitrary<World[K]> },
): fc.Arbitrary<World> => fc.tuple(lists, fc.record(others)).map(([list, other]) => ({ ask: {}, ...list, ...other }));

/** Everything came, or it threw. */
const comesOrThrows = (outcome: Outcome): void => {
  if (outcome.error === undefined) expect(missing(outcome)).toEqual([]);
};
const comes = (outcome: Outcome): void => {
  expect(outcome.error).toBeUndefined();
  expect(missing(outcome)).toEqual([]);
};
const once = ({ found }: Outcome): void => {
  expect(new Set(found).size).toBe(found.length);
};

describe('a list of different records that grows in front and behind', () => {
  const growth = changes('in front', 'behind');

  it('comes whole, each record once, however much appears and whatever its total says', async () => {
    await every(world(different, { ask, changes: growth, total: totals }), (outcome) => {
      comes(outcome);
      once(outcome);
      expect(outcome.asked.length).toBeLessThan(150);
    });
  });

  it('comes so from a service that gives fewer records than asked for, too', async () => {
    const cap = fc.integer({ min: 5, max: 12 });
    await every(world(different, { ask, changes: growth, total: highTotals, cap }), (outcome) => {
      comes(outcome);
      once(outcome);
      expect(outcome.asked.length).toBeLessThan(400);
    });
  });
});

describe('a list of different records that changes in any way', () => {
  const anything = changes('in front', 'behind', 'amid', 'removed', 'changed');

  it('comes whole, or it throws', async () => {
    await every(world(different, { ask, changes: anything, total: totals }), comesOrThrows);
  });

  it('comes whole, or it throws, from a service that gives fewer records than asked for', async () => {
    const cap = fc.integer({ min: 3, max: 12 });
    await every(world(different, { ask, changes: anything, total: highTotals, cap }), comesOrThrows);
  });

  it('gives no record twice if none changes, and none appears amid the list', async () => {
    await every(world(different, { ask, changes: changes('removed', 'in front', 'behind'), total: totals }), once);
  });

  it('seldom throws if not much changes', async () => {
    const pageSize = fc.integer({ min: 10, max: 50 });
    const long = fc.nat(300).map((count) => ({ list: numbered(count) }));
    const little = anything.map((list) => list.map((change) => ({ ...change, count: Math.min(change.count, 4) })));
    expect(await every(world(long, { ask: fc.record({ pageSize }), changes: little }), comesOrThrows)).toBeLessThan(
      0.03,
    );
  });
});

describe('a list with equal records', () => {
  it('comes exactly as it is if it does not change', async () => {
    for (const lists of [together, anyhow])
      await every(world(lists, { ask: fromStart }), ({ found, error }, { list }) => {
        expect(error).toBeUndefined();
        expect(found).toEqual(list.map(shown));
      });
  });

  it('comes so, whatever its total says, if its last records differ', async () => {
    for (const lists of [together, anyhow])
      await every(world(lists, { ask: fromStart, total: totals }), ({ found, error }, { list }) => {
        const all = list.map(shown);
        if (error !== undefined) expect(all.at(-1)).toBe(all.at(-2));
        else expect(found).toEqual(all);
      });
  });

  it('comes whole if less than a page appears at a time, and they stand together', async () => {
    const little = fc.integer({ min: 1, max: 12 }).chain((pageSize) =>
      fc.record({
        ask: fc.constant({ pageSize }),
        changes: changes('in front', 'behind').map((list) =>
          list.map((change) => ({ ...change, count: change.count % pageSize })),
        ),
      }),
    );
    await every(
      fc.tuple(world(together, {}), little).map(([one, other]) => ({ ...one, ...other })),
      comes,
    );
  });

  it('comes whole, or it throws, however much appears, wherever', async () => {
    const growth = changes('in front', 'behind', 'amid');
    await every(world(anyhow, { ask, changes: growth, total: totals }), comesOrThrows);
    const cap = fc.integer({ min: 3, max: 12 });
    await every(world(anyhow, { ask, changes: growth, total: highTotals, cap }), comesOrThrows);
  });

  it('comes whole, or it throws, if one appears between equal ones', async () => {
    for (let count = 2; count <= 12; count++)
      for (const pageSize of [1, 2, 3, 5, 10])
        for (let at = 0; at <= count; at++)
          for (const calls of [0, 1, 2]) {
            const none: Change = { kind: 'amid', count: 0, at: 0 };
            const one: Change = { kind: 'amid', count: 1, at: at / count };
            const list = rows('a'.repeat(count));
            comesOrThrows(
              await readAll({ list, changes: [...Array<Change>(calls).fill(none), one], ask: { pageSize } }),
            );
          }
  });

  it('comes whole, or it throws, if they stand together and some disappear', async () => {
    const moves = changes('in front', 'behind', 'removed');
    await every(world(together, { ask, changes: moves, total: totals }), comesOrThrows);
    const cap = fc.integer({ min: 3, max: 12 });
    await every(world(together, { ask, changes: moves, total: highTotals, cap }), comesOrThrows);
    const caps = fc.array(cap, { minLength: 1, maxLength: 9 });
    await every(world(together, { ask, changes: moves, total: highTotals.filter(isNumber), cap: caps }), comesOrThrows);
  });

  it.each([1, 5, 10, 40, 500])(
    'comes whole in pages of %d: 40 failed withdrawals of one kind, then 20 others',
    async (pageSize) => {
      const history = Array.from({ length: 60 }, (_, i) => ({
        txid: i < 40 ? '' : `0x${String(i)}`,
        from_address: '0x0694',
        to_address: '0x25d5',
        out: true,
        amount: '1.5',
        block_time: `2026-11-20T10:${String(59 - i).padStart(2, '0')}:00Z`,
      }));
      const all = stub(({ query }) => {
        const start = Number(query.get('start_index'));
        const transactions = history.slice(start, start + Number(query.get('request_number')));
        return new Response(JSON.stringify({ transactions, total_count: history.length }));
      });
      const found = await all.clock.finish(
        Array.fromAsync(records(all.wallet, 'listWithdrawalHistory', { to_time: 1795219200 }, { pageSize })),
      );
      expect(found).toEqual(history);
      expect(all.sent.length).toBeLessThanOrEqual(Math.ceil(60 / pageSize) + 1);
    },
  );
});

/** What is asked for, as `start_index+request_number`. */
const spans = ({ asked }: Outcome): string[] =>
  asked.map(({ start_index, request_number }) => `${String(start_index)}+${String(request_number)}`);

describe('a list that does not change', () => {
  it('takes one call more than needed at most', async () => {
    for (let count = 0; count <= 40; count++)
      for (let pageSize = 1; pageSize <= 12; pageSize++) {
        const outcome = await readAll({ list: numbered(count), ask: { pageSize } });
        expect(outcome.found).toEqual(numbered(count).map(shown));
        expect(outcome.asked.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(count / pageSize)) + 1);
      }
  });

  it('takes one call if the first page is short', async () => {
    expect(spans(await readAll({ list: rows('ab'), ask: { pageSize: 3 } }))).toEqual(['0+3']);
    expect(spans(await readAll({ list: [], ask: {} }))).toEqual(['0+2000']);
  });

  it('has come even where its first page was empty once', async () => {
    let calls = 0;
    const { found } = await readFrom((start, count) => {
      const items = calls++ === 0 ? [] : rows('abc').slice(start, start + count);
      return { items: items.map((one) => entry(shown(one))), total_count: 3 };
    }, {});
    expect(found).toEqual(['a', 'b', 'c']);
  });

  it('shows two records of each page again, and is asked for no more than the operation allows', async () => {
    expect(spans(await readAll({ list: rows('abcdefg'), ask: { pageSize: 3 } }))).toEqual(['0+3', '1+5', '4+5']);
    const outcome = await readAll({ list: numbered(4100), ask: {} });
    expect(outcome.found).toHaveLength(4100);
    expect(spans(outcome)).toEqual(['0+2000', '1998+2000', '3996+2000']);
  });

  it('is read from start_index on', async () => {
    const outcome = await readAll({ list: rows('abcdefg'), ask: { start_index: 3, pageSize: 3 } });
    expect(outcome.found.join('')).toBe('defg');
    expect(spans(outcome)).toEqual(['3+3', '4+5', '5+5']);
    expect((await readAll({ list: rows('abc'), ask: { start_index: 7 } })).found).toEqual([]);
  });

  it('shows a run of equal records and the one before it again', async () => {
    const outcome = await readAll({ list: rows('abbbbbbc'), ask: { pageSize: 3 } });
    expect(outcome.found.join('')).toBe('abbbbbbc');
    expect(spans(outcome)).toEqual(['0+3', '0+6', '0+9', '6+5']);
  });

  it('ends with an empty first page, or with a page that shows nothing new, though its total says more', async () => {
    const total = (length: number): number => length + 5;
    expect(spans(await readAll({ list: [], total, ask: { pageSize: 3 } }))).toEqual(['0+3', '0+1']);
    expect(spans(await readAll({ list: rows('abc'), total, ask: { pageSize: 3 } }))).toEqual(['0+3', '1+5', '3+1']);
    const outcome = await readAll({ list: rows('a'), total, ask: { pageSize: 3 } });
    expect(outcome.found).toEqual(['a']);
    expect(spans(outcome)).toEqual(['0+3', '0+4', '1+1']);
  });
});

describe('a service that cuts its pages, and whose total is wrong', () => {
  it('gives everything, or it throws, if its first total was right', async () => {
    const cap = fc.integer({ min: 3, max: 12 });
    const lies = fc.array(fc.oneof(fc.nat(60), fc.constant(undefined)), { maxLength: 20 });
    const total = lies.map((all) => {
      let calls = 0;
      return (length: number) => (calls++ === 0 ? length : all[calls % all.length]);
    });
    for (const lists of [different, together, anyhow]) await every(world(lists, { ask, cap, total }), comesOrThrows);
  });

  it('does not end it with one total that lags', async () => {
    for (const totals of [
      [40, 10],
      [40, 40, 10],
      [20, 18, 18],
      [undefined, 10],
    ]) {
      const list = [...rows('a'.repeat(12)), ...numbered(28)];
      const left = [...totals];
      const total = (): unknown => (left.length > 1 ? left.shift() : left[0]);
      const { found, error } = await readAll({ list, cap: 10, total, ask: {} });
      expect(found.slice(0, 10)).toEqual(list.slice(0, 10).map(shown));
      expect(error).toBeDefined();
    }
  });

  it('ends it where the total never counted what is behind the cut', async () => {
    expect(spans(await readAll({ list: numbered(40), cap: 10, total: () => 10, ask: {} }))).toEqual(['0+2000']);
  });
});

describe('what cannot be read without a doubt', () => {
  const thrown = async (one: World): Promise<Outcome> => {
    const outcome = await readAll(one);
    expect(outcome.error).toMatchObject({
      operationId: 'listWhitelistEntries',
      reason: 'unexpected_result',
      effect: 'none',
      retryable: true,
    });
    expect(String(outcome.error)).toContain('Read it again, with a fixed to_time');
    return outcome;
  };

  it('is a service that gives the same page for ever, whatever it says of its total', async () => {
    for (const length of [1, 2, 3, 7, 10])
      for (const pageSize of [1, 2, 3, 7, 10, 12])
        for (let total_count = 0; total_count <= 40; total_count++) {
          const items = numbered(length).map((one) => entry(shown(one)));
          const { found, error, asked } = await readFrom(() => ({ items, total_count }), { pageSize });
          expect(found).toEqual(numbered(length).map(shown));
          expect(asked.length).toBeLessThanOrEqual(24);
          // It could be a list of one page, if it says so.
          if (error === undefined) expect(total_count).toBe(length);
        }
  });

  it('is a service that always begins at the beginning', async () => {
    const answer = (_: number, count: number) => ({ items: numbered(count).map((one) => entry(shown(one))) });
    const { found, error, asked } = await readFrom(answer, { pageSize: 5 });
    expect(error).toBeDefined();
    expect(found).toEqual(numbered(2000).map(shown));
    expect(asked.length).toBeLessThan(100);
  });

  it('is a list that grows by a page, again and again', async () => {
    const growth: Change[] = Array.from({ length: 200 }, () => ({ kind: 'in front', count: 10, at: 0 }));
    const { found, asked } = await thrown({ list: numbered(50), changes: growth, cap: 10, ask: {} });
    expect(found).toHaveLength(10);
    expect(asked).toHaveLength(101);
  });

  it('is a list all of whose last records have gone', async () => {
    const gone: Change = { kind: 'removed', count: 20, at: 0 };
    const { found, asked } = await thrown({ list: numbered(60), changes: [gone], ask: { pageSize: 10 } });
    expect(found).toHaveLength(10);
    expect(asked.length).toBeLessThan(10);
  });

  it('is a run of equal records as long as a page', async () => {
    const run = (length: number): Row[] => [row('a'), ...Array.from({ length }, () => row('b')), row('c')];
    const wanted = await readAll({ list: run(1990), ask: {} });
    expect(wanted.found).toHaveLength(1992);
    await thrown({ list: run(2500), ask: {} });
    await thrown({ list: run(20), cap: 12, ask: {} });
    // What follows is not there when it is asked for by itself, and then is back.
    const changes = [0, 0, 0, 2].map((count): Change => ({ kind: 'removed', count, at: 0 }));
    const back: Change = { kind: 'in front', count: 2, at: 0 };
    const list = [...names(12), ...rows('bccc')];
    await thrown({ list, cap: 3, changes: [...changes, back], ask: { start_index: 12, pageSize: 1 } });
  });

  it('is a first page in the midst of equal records', async () => {
    const { found } = await thrown({ list: rows('aaabbbbbab'), ask: { start_index: 7, pageSize: 1 } });
    expect(found).toEqual(['b']);
    expect((await thrown({ list: rows('abbbbbc'), ask: { start_index: 4, pageSize: 1 } })).found).toEqual(['b']);
  });

  it('is a service whose pages are too short to overlap', async () => {
    for (const cap of [1, 2]) {
      const { found } = await thrown({ list: numbered(20), cap, ask: { pageSize: 5 } });
      expect(found).toHaveLength(cap);
    }
    // When it looks behind the two, there is nothing any more, but what followed them is still there.
    const gone: Change[] = [0, 2].map((count) => ({ kind: 'removed', count, at: 0 }));
    comesOrThrows(await readAll({ list: numbered(4), cap: 2, changes: gone, ask: { pageSize: 5 } }));
  });
});

describe('what disappears or changes meanwhile', () => {
  /** What happens after each call: how many records go, from which on. */
  const gone = (...steps: [number, number][]): Change[] => steps.map(([at, count]) => ({ kind: 'removed', count, at }));
  const read = async (list: string, pageSize: number, changes: Change[]): Promise<[string, boolean, string[]]> => {
    const outcome = await readAll({ list: rows(list), changes, ask: { pageSize } });
    return [outcome.found.join(''), outcome.error !== undefined, spans(outcome)];
  };

  it('is noticed before the place, and the place found again a page before', async () => {
    const outcome = await read('abcdefghijkl', 4, gone([0, 0], [0, 2]));
    expect(outcome).toEqual(['abcdefghijkl', false, ['0+4', '2+6', '6+6', '0+16', '8+6']]);
  });

  it('is noticed at the place', async () => {
    expect((await read('abcdefghij', 4, gone([0.2, 2]))).slice(0, 2)).toEqual(['abcdefghij', false]);
  });

  it('is noticed at the end', async () => {
    expect(await read('abcdefghijkl', 4, gone([0, 0], [5 / 12, 7]))).toEqual([
      'abcdefgh',
      false,
      ['0+4', '2+6', '6+6', '0+16'],
    ]);
  });

  it('is noticed at the end, where a record has changed', async () => {
    const changed: Change = { kind: 'changed', count: 1, at: 6 / 8 };
    const outcome = await readAll({
      list: rows('abcdefgh'),
      total: () => 9,
      changes: [...gone([0, 0]), changed],
      ask: { pageSize: 4 },
    });
    expect(outcome.error).toBeUndefined();
    expect(outcome.found.join('')).toBe('abcdefgh');
  });

  it('is told from equal records behind', async () => {
    // Each would lose a record to a reader that took the second of two equal ones for the first.
    expect((await read('xxbacad', 4, gone([0, 2]))).slice(0, 2)).toEqual(['xxbacad', false]);
    expect((await read('xyaade', 3, gone([0, 2]))).slice(0, 2)).toEqual(['xya', true]);
    expect((await read('abcdefbcghij', 4, gone([0, 3]))).slice(0, 2)).toEqual(['abcd', true]);
    expect((await read('abcdebghij', 4, gone([0.3, 1]))).slice(0, 2)).toEqual(['abcd', true]);
    expect((await read('xpxqrpsqtuvw', 4, gone([0, 3]))).slice(0, 2)).toEqual(['xpxq', true]);
    expect((await read('xxbacdbnae', 4, gone([0, 4]))).slice(0, 2)).toEqual(['xxba', true]);
  });

  it('ends it at once where equal records make the place unclear', async () => {
    const many = 'abab' + 'cdefghijklmnopqrstuvwxyz'.repeat(3);
    expect(await read(many, 4, gone([0, 3]))).toEqual(['abab', true, ['0+4', '2+6', '0+12']]);
  });
});

describe('a record', () => {
  it('is the same if its fields come in another order, those within others too', async () => {
    const turned = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
    let calls = 0;
    const all = stub(({ query }) => {
      const tagged = ['a', 'b', 'c', 'd'].map((name) => entry(name, { tag: { x: 1, y: name } }));
      const start = Number(query.get('start_index'));
      const items = tagged.slice(start, start + Number(query.get('request_number')));
      if (calls++ % 2 === 0) return new Response(JSON.stringify({ items, total_count: 4 }));
      const others = items.map((item) => turned({ ...item, tag: turned({ x: 1, y: item.address }) }));
      return new Response(JSON.stringify({ items: others, total_count: 4 }));
    });
    const found = await all.clock.finish(
      Array.fromAsync(records(all.wallet, 'listWhitelistEntries', {}, { pageSize: 2 })),
    );
    expect(found.map(({ address }) => address)).toEqual(['a', 'b', 'c', 'd']);
    expect(all.sent).toHaveLength(3);
  });

  it('is another if only the last digit of a large number differs', async () => {
    const serials = ['1', '2', '3', '4'].map((digit) => `{"serial":9007199254740993${digit}}`);
    const all = stub(({ query }) => {
      const start = Number(query.get('start_index'));
      const items = serials.slice(start, start + Number(query.get('request_number')));
      return new Response(`{"items":[${items.join()}],"total_count":4}`);
    });
    const found = await all.clock.finish(
      Array.fromAsync(records(all.wallet, 'listWhitelistEntries', {}, { pageSize: 1 })),
    );
    expect(found).toEqual([1n, 2n, 3n, 4n].map((digit) => ({ serial: 90071992547409930n + digit })));
    expect(all.sent.map(({ query }) => query.get('request_number'))).toEqual(['1', '2', '3', '3', '3']);
  });

  it('that changes while it is read may come twice, in both forms', async () => {
    const changed: Change = { kind: 'changed', count: 1, at: 0.5 };
    const { found, error } = await readAll({ list: rows('abcdef'), changes: [changed], ask: { pageSize: 4 } });
    expect(error).toBeUndefined();
    expect(found.map((name) => name.replace(/\d+/, ''))).toEqual(['a', 'b', 'c', 'd', 'changed ', 'e', 'f']);
  });
});

describe.each(Object.entries(pagings))('%s', (operationId, { records: field, total, atMost }) => {
  const answer = json({ [field]: [{ any: 'record' }], [total]: 1 });
  const wallet = operationId === 'listWalletBalances' ? {} : { WALLET_ID: 1 };
  const readPages = ({ client, clock }: Stub, input: object, options?: object): Promise<unknown[]> =>
    clock.finish(Array.fromAsync(records(client, operationId as 'listWhitelistEntries', input as never, options)));

  it('is read with the largest page that it allows, from the beginning', async () => {
    const made = stub(answer);
    expect(await readPages(made, wallet)).toHaveLength(1);
    expect(made.sent).toHaveLength(1);
    expect(made.sent[0]?.query.get('request_number')).toBe(String(atMost));
    expect(made.sent[0]?.query.get('start_index')).toBe('0');
  });

  it('is read from start_index on, in pages no larger than it allows', async () => {
    const made = stub(json({ [field]: [], [total]: 1 }));
    await readPages(made, { ...wallet, start_index: 7 }, { pageSize: atMost + 1 });
    expect(made.sent[0]?.query.get('request_number')).toBe(String(atMost));
    expect(made.sent[0]?.query.get('start_index')).toBe('7');
  });
});

describe('failures', () => {
  const page = (first: number, count: number): Reply =>
    json({ items: Array.from({ length: count }, (_, i) => entry(String(first + i))), total_count: 100 });
  const read = async ({ wallet, clock }: Stub, pageSize: number): Promise<string[]> => {
    const found = await clock.finish(Array.fromAsync(records(wallet, 'listWhitelistEntries', {}, { pageSize })));
    expect(clock.pending()).toBe(0);
    return found.map(({ address }) => address);
  };

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
    const all = stub([page(0, 2), broken('ECONNRESET'), page(0, 4), page(2, 2), page(4, 0)]);
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
  const { wallet, sent } = stub(json({ items: ['a', 'b'].map((name) => entry(name)), total_count: 100 }));
  await records(wallet, 'listWhitelistEntries', {}, { pageSize: 2 }).next();
  expect(sent).toHaveLength(1);
});
