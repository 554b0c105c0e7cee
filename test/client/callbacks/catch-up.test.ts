/** Catching up: whatever lists hold of a span is handled once, in windows that leave nothing out, and what failed is read again. */
import {
  CallbackError,
  catchUp,
  memoryCallbackStore,
  type Callback,
  type CatchUpOptions,
} from '@wallet-operations/client/callbacks';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { deposit, endpoint, gate, withdrawal } from './kit.ts';

interface Listed {
  readonly at: number;
  readonly callback: Callback;
}

/** A service that lists by a time, an end of a span included or not. */
function serviceOf(listed: readonly Listed[], [isStartIn, isEndIn] = [true, true]) {
  const spans: [from: number, to: number][] = [];
  const wallet = {
    listCallbacks: ({ from_time = 0, to_time = 0 }: { from_time?: number; to_time?: number } = {}) => {
      if (spans.push([from_time, to_time]) > 1000) throw new Error('This is asked for without end.');
      const inSpan = listed.filter(
        ({ at }) => (at > from_time && at < to_time) || (isStartIn && at === from_time) || (isEndIn && at === to_time),
      );
      return Promise.resolve({ notifications: inSpan.map(({ callback }) => callback) });
    },
  };
  return { wallet: wallet as unknown as Parameters<typeof catchUp>[0], spans };
}

const nth = (vout_index: number, change: Partial<Callback> = {}): Callback => ({ ...deposit, vout_index, ...change });
const SPAN: CatchUpOptions = { from: 1000, to: 10_000, window: 2000, overlap: 500 };

describe('the windows', () => {
  it('cover the span from its end to its beginning, share their ends, and grow where little came', async () => {
    const { wallet, spans } = serviceOf([]);
    expect(await catchUp(wallet, endpoint().handle.deliver, SPAN)).toEqual({
      next: 9500,
      handled: 0,
      stale: 0,
      failed: 0,
    });
    expect(spans).toEqual([
      [7999, 10_000],
      [3999, 8001],
      [999, 4001],
    ]);
  });

  it('are as given again after one with much', async () => {
    const listed = Array.from({ length: 500 }, (_, i) => ({ at: 5000, callback: nth(i) }));
    const { wallet, spans } = serviceOf(listed.slice(1));
    await catchUp(wallet, endpoint().handle.deliver, { ...SPAN, from: 0 });
    expect(spans.at(-1)).toEqual([0, 4001]);
    const { wallet: busy, spans: those } = serviceOf(listed);
    await catchUp(busy, endpoint().handle.deliver, { ...SPAN, from: 0 });
    expect(those).toEqual([
      [7999, 10_000],
      [3999, 8001],
      [1999, 4001],
      [0, 2001],
    ]);
  });

  it.each([
    [3600, 86_400],
    [200_000, 200_000],
  ])('of %i seconds at first are never longer than %i', async (window, longest) => {
    const { wallet, spans } = serviceOf([]);
    await catchUp(wallet, endpoint().handle.deliver, { from: 0, to: 1_000_000, window });
    expect(Math.max(...spans.map(([from, to]) => to - from))).toBe(longest + 2);
    expect(spans.at(-1)?.[0]).toBe(0);
  });

  it('are as given again where a longer one is refused, and end it where one that is not is', async () => {
    const listed = [500, 2500, 5000, 9000].map((at, i) => ({ at, callback: nth(i) }));
    const { wallet, spans } = serviceOf(listed);
    let longest = 2002;
    const picky = {
      listCallbacks: async (span: { from_time: number; to_time: number }) => {
        const answer = await (wallet as { listCallbacks: (of: object) => Promise<object> }).listCallbacks(span);
        if (span.to_time - span.from_time > longest) throw new Error('too long');
        return answer;
      },
    } as unknown as typeof wallet;
    const { handle, handled } = endpoint();
    expect(await catchUp(picky, handle.deliver, { ...SPAN, from: 0 })).toMatchObject({ handled: 4, next: 9500 });
    expect(handled).toHaveLength(4);
    expect(spans.length).toBeLessThan(10);
    longest = 1;
    await expect(catchUp(picky, handle.deliver, { ...SPAN, from: 0 })).rejects.toThrow('too long');
  });

  it('are an hour at first and begin again a day before now, if nothing else is said', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_900 });
    try {
      const { wallet, spans } = serviceOf([]);
      const { next } = await catchUp(wallet, endpoint().handle.deliver, { from: 1_700_000_000 - 3 * 86_400 });
      expect(next).toBe(1_700_000_000 - 86_400);
      expect(spans[0]).toEqual([1_700_000_000 - 3601, 1_700_000_000]);
      expect(spans.length).toBeLessThanOrEqual(7);
    } finally {
      vi.useRealTimers();
    }
  });

  it('never begin before they did', async () => {
    expect(
      (await catchUp(serviceOf([]).wallet, endpoint().handle.deliver, { from: 9, to: 10, overlap: 99 })).next,
    ).toBe(9);
  });

  it('of a moment are one', async () => {
    const { wallet, spans } = serviceOf([{ at: 5, callback: deposit }]);
    const { handled } = await catchUp(wallet, endpoint().handle.deliver, { from: 5, to: 5 });
    expect([handled, spans]).toEqual([1, [[4, 5]]]);
  });

  it.each<[object, string]>([
    [{ from: -1 }, 'from is -1. Give whole seconds, from 0 on.'],
    [{ from: NaN }, 'from is NaN.'],
    [{ from: 1.5 }, 'from is 1.5.'],
    [{ to: Infinity }, 'to is Infinity.'],
    [{ from: 10_001 }, 'from is 10001, which is after to, 10000. Give Unix seconds, the earlier first.'],
    [{ from: 1_700_000_000_000 }, 'after to'],
    [{ overlap: -1 }, 'overlap is -1.'],
    [{ window: 0 }, 'window is 0. Give whole seconds, from 1 on.'],
    [{ window: 0.5 }, 'window is 0.5.'],
  ])('cannot be made of %o', async (change, says) => {
    const { wallet, spans } = serviceOf([]);
    await expect(catchUp(wallet, endpoint().handle.deliver, { ...SPAN, ...change })).rejects.toThrow(says);
    await expect(catchUp(wallet, endpoint().handle.deliver, { ...SPAN, ...change })).rejects.toBeInstanceOf(RangeError);
    expect(spans).toEqual([]);
  });

  it('leave nothing out and handle nothing twice, whatever their size, and whether their ends count or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 100 }),
        fc.tuple(fc.boolean(), fc.boolean()),
        async (times, window, from, [isStartIn, isEndIn]) => {
          const listed = times.map((at, i) => ({ at, callback: nth(i) }));
          const { handle, handled } = endpoint();
          const { wallet } = serviceOf(listed, [isStartIn, isEndIn]);
          await catchUp(wallet, handle.deliver, { from, to: 301, window });
          const first = isStartIn ? from - 1 : from;
          const due = listed.filter(({ at }) => at >= first).map(({ callback }) => callback.vout_index);
          expect(handled.map(({ callback }) => callback.vout_index).toSorted((a, b) => a - b)).toEqual(due);
        },
      ),
    );
  });
});

describe('what is listed', () => {
  it('is handled once, with what was delivered before', async () => {
    const { handle, deliver, handled } = endpoint();
    await deliver(nth(1));
    const { wallet } = serviceOf([1, 2, 3].map((n) => ({ at: 2000 * n, callback: nth(n) })));
    expect(await catchUp(wallet, handle.deliver, SPAN)).toMatchObject({ handled: 2, failed: 0 });
    expect(await catchUp(wallet, handle.deliver, SPAN)).toMatchObject({ handled: 0, failed: 0 });
    expect(handled.map(({ callback }) => callback.vout_index)).toEqual([1, 2, 3]);
  });

  it.each([
    ['in one call', 3000],
    ['in a later window', 9000],
  ])('as a late failure %s is not credited before', async (_, at) => {
    const { handle, handled } = endpoint();
    const { wallet } = serviceOf([
      { at: 3000, callback: deposit },
      { at, callback: { ...deposit, state: 11 } },
      { at: 3000, callback: { ...withdrawal, state: 3, processing_state: 1 } },
      { at, callback: { ...withdrawal, state: 3, processing_state: 2 } },
    ]);
    await catchUp(wallet, handle.deliver, SPAN);
    expect(handled.map(({ event, callback }) => [event, callback.state, callback.processing_state]).toSorted()).toEqual(
      [
        ['failed', 11, 2],
        ['withdrawal', 3, 2],
      ],
    );
  });

  it('later than it happened is found the next time, within the overlap', async () => {
    const { handle, handled } = endpoint();
    const listed: Listed[] = [];
    const { wallet } = serviceOf(listed);
    const { next } = await catchUp(wallet, handle.deliver, SPAN);
    listed.push({ at: 9600, callback: deposit });
    expect(await catchUp(wallet, handle.deliver, { ...SPAN, from: next, to: 20_000 })).toMatchObject({
      handled: 1,
      next: 19_500,
    });
    expect(handled).toHaveLength(1);
  });
});

describe('what fails', () => {
  it('is told of, keeps nothing else back, and is read again', async () => {
    let isAway = true;
    const { handle, handled } = endpoint({
      onCredited: ({ vout_index }) => {
        if (isAway && vout_index === 2) throw new Error('not now');
      },
    });
    const { wallet } = serviceOf([1, 2, 3].map((n) => ({ at: 2500 * n, callback: nth(n) })));
    const told: unknown[] = [];
    const onError = (error: unknown, { vout_index }: Callback) =>
      void told.push([(error as Error).message, vout_index]);
    const first = await catchUp(wallet, handle.deliver, { ...SPAN, onError });
    expect(first).toEqual({ next: 4000, handled: 2, stale: 0, failed: 1 });
    expect(told).toEqual([['not now', 2]]);
    isAway = false;
    expect(await catchUp(wallet, handle.deliver, { ...SPAN, from: first.next, onError })).toEqual({
      next: 9500,
      handled: 1,
      stale: 1,
      failed: 0,
    });
    expect(handled).toEqual([]);
  });

  it('by being handled elsewhere is read again', async () => {
    const [begun, done] = [gate(), gate()];
    const { handle, deliver } = endpoint({
      onCredited: async () => {
        begun.open();
        await done.opened;
      },
    });
    const elsewhere = deliver(deposit);
    await begun.opened;
    const { wallet } = serviceOf([{ at: 5000, callback: deposit }]);
    expect(await catchUp(wallet, handle.deliver, SPAN)).toEqual({ next: 4000, handled: 0, stale: 0, failed: 1 });
    done.open();
    await elsewhere;
    expect(await catchUp(wallet, handle.deliver, { ...SPAN, from: 4000 })).toEqual({
      next: 9500,
      handled: 0,
      stale: 1,
      failed: 0,
    });
  });

  it('as ambiguous is told of, and holds nothing up: it does not pass by itself', async () => {
    const { handle, handled } = endpoint();
    const { wallet } = serviceOf([
      { at: 5000, callback: deposit },
      { at: 5000, callback: { ...deposit, amount: '1' } },
    ]);
    const onError = vi.fn();
    expect(await catchUp(wallet, handle.deliver, { ...SPAN, onError })).toEqual({
      next: 9500,
      handled: 1,
      stale: 0,
      failed: 1,
    });
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: 'ambiguous' }), {
      ...deposit,
      amount: '1',
    });
    expect(handled).toHaveLength(1);
  });

  it.each([
    new Error('no'),
    Object.assign(new Error('no'), { reason: 'ambiguous' }), // somebody else's word
    new CallbackError('not_confirmed', 'no'),
  ])('needs nobody to be told, and is read again: %o', async (error) => {
    const { wallet } = serviceOf([{ at: 5000, callback: deposit }]);
    expect(await catchUp(wallet, () => Promise.reject(error), SPAN)).toMatchObject({ failed: 1, next: 4000 });
  });

  it.each<[string, object]>([
    ['memo is null, not a string', { memo: null }],
    ['order_id is missing', { order_id: undefined }],
    ['type is of type string, not an integer within ±(2^53 − 1)', { type: '1' }],
    ['processing_state is of type number, not an integer within ±(2^53 − 1)', { processing_state: 2.5 }],
    ['state is null, not an integer within ±(2^53 − 1)', { state: null }],
  ])('by not fitting the document is told of, and holds nothing up: %s', async (problem, change) => {
    const { handle, handled } = endpoint();
    const told: unknown[] = [];
    const odd = nth(9, change);
    const { wallet } = serviceOf([
      { at: 5000, callback: nth(1) },
      { at: 5000, callback: odd },
      { at: 5000, callback: nth(2) },
      { at: 1500, callback: nth(3) },
    ]);
    const onError = (error: unknown, callback: Callback) => void told.push([error, callback]);
    expect(await catchUp(wallet, handle.deliver, { ...SPAN, onError })).toEqual({
      ...{ next: 9500, handled: 3, stale: 0, failed: 1 },
    });
    expect(handled.map(({ callback }) => callback.vout_index)).toEqual([1, 2, 3]);
    const says = new CallbackError('invalid', `A genuine callback does not fit the document: ${problem}.`);
    expect(told).toEqual([[says, odd]]);
    await expect(handle.deliver(odd)).rejects.toEqual(says);
  });

  it.each([
    [9500, [1, 2, 0]],
    [5500, [3, 1, 0]],
    [500, [3, 2, 1]],
  ])('of one window of the list, at %i, is told of after all others were read', async (poison, read) => {
    const { handle, handled } = endpoint();
    const { wallet } = serviceOf([500, 2500, 5000, 9000].map((at, i) => ({ at, callback: nth(i) })));
    const poisoned = {
      listCallbacks: (span: { from_time: number; to_time: number }) =>
        span.from_time < poison && span.to_time > poison
          ? Promise.reject(new Error('500'))
          : wallet.listCallbacks(span),
    } as typeof wallet;
    await expect(catchUp(poisoned, handle.deliver, { ...SPAN, from: 0 })).rejects.toEqual(new Error('500'));
    expect(handled.map(({ callback }) => callback.vout_index)).toEqual(read);
  });

  it('of two windows in a row ends it: nobody is asked for the others', async () => {
    let calls = 0;
    const lost = { listCallbacks: () => Promise.reject(new Error(String(++calls))) } as unknown as Parameters<
      typeof catchUp
    >[0];
    await expect(catchUp(lost, endpoint().handle.deliver, SPAN)).rejects.toEqual(new Error('2'));
    expect(calls).toBe(2);
  });

  it('of the list ends it, and can be begun again', async () => {
    const store = memoryCallbackStore();
    const { handle } = endpoint({ store });
    const { wallet } = serviceOf([{ at: 9000, callback: deposit }]);
    let calls = 0;
    const lost = {
      listCallbacks: (...given: Parameters<typeof wallet.listCallbacks>) =>
        [2, 3].includes(++calls) ? Promise.reject(new Error('no answer')) : wallet.listCallbacks(...given),
    } as typeof wallet;
    await expect(catchUp(lost, handle.deliver, SPAN)).rejects.toThrow('no answer');
    expect(await catchUp(lost, handle.deliver, SPAN)).toEqual({ next: 9500, handled: 0, stale: 1, failed: 0 });
  });
});

it('ends when it is told to, and hands the signal on', async () => {
  const { wallet, spans } = serviceOf([{ at: 9000, callback: deposit }]);
  const stop = new AbortController();
  const given: unknown[] = [];
  const watched = {
    listCallbacks: (query: object, options: object) => {
      given.push(options);
      return wallet.listCallbacks(query);
    },
  } as typeof wallet;
  const deliver = () => {
    stop.abort(new Error('deploy'));
    return Promise.resolve('handled' as const);
  };
  await expect(catchUp(watched, deliver, { ...SPAN, signal: stop.signal })).rejects.toThrow('deploy');
  expect(spans).toHaveLength(1);
  expect(given).toEqual([{ signal: stop.signal }]);
});
