/** The windows in which lists of callbacks are read: they leave nothing out, grow where little came, and shrink where they are refused. */
import { catchUp } from '@wallet-operations/client/callbacks';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { deposit, endpoint } from './kit.ts';
import { nth, serviceOf, SPAN } from './listed.ts';

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

  it.each([
    [1000, [0, 4001]], // twice the 4 000 seconds before would fit, and more are not left
    [2000, [0, 4001]],
    [2500, [799, 4001]], // 3 200 seconds of that many callbacks have 2 000
    [9000, [1999, 4001]], // never less than given
  ])('bring some 2 000 callbacks: after one with %i they are as long as that takes', async (count, next) => {
    const listed = Array.from({ length: count }, (_, i) => ({ at: 5000, callback: nth(i) }));
    const { wallet, spans } = serviceOf(listed);
    await catchUp(wallet, () => Promise.resolve('stale'), { ...SPAN, from: 0 });
    expect(spans.slice(0, 3)).toEqual([[7999, 10_000], [3999, 8001], next]);
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

  it('may have nothing, spelled as null; without a list at all they were not read', async () => {
    const answers: unknown[] = [{ notifications: null }, { notifications: null }, {}, {}];
    const wallet = { listCallbacks: () => Promise.resolve(answers.shift()) } as unknown as Parameters<
      typeof catchUp
    >[0];
    const span = { ...SPAN, from: 8000, window: 2000 };
    expect(await catchUp(wallet, endpoint().handle.deliver, span)).toMatchObject({ handled: 0, failed: 0 });
    await expect(catchUp(wallet, endpoint().handle.deliver, { ...span, from: 6000 })).rejects.toMatchObject({
      reason: 'unexpected_result',
      operationId: 'listCallbacks',
    });
    expect(answers).toEqual([]);
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
    [{ from: 1_700_000_000_000 }, 'Give seconds, not milliseconds.'],
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
