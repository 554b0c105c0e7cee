/** Catching up: whatever lists hold of a span is handled once, and what failed is read again. */
import { CallbackError, catchUp, memoryCallbackStore, type Callback } from '@wallet-operations/client/callbacks';
import { describe, expect, it, vi } from 'vitest';
import { deposit, endpoint, gate, withdrawal } from './kit.ts';
import { nth, serviceOf, SPAN, type Listed } from './listed.ts';

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

  it.each([
    ['a Response', new Response()],
    ['nothing', undefined],
    ['toString', 'toString'],
  ])('at a function that gives %s is told of and read again: nobody knows what became of it', async (_, given) => {
    const told: unknown[] = [];
    const { wallet } = serviceOf([{ at: 5000, callback: deposit }]);
    const read = catchUp(wallet, () => Promise.resolve(given as 'handled'), {
      ...SPAN,
      onError: (error) => void told.push((error as Error).message),
    });
    expect(await read).toEqual({ next: 4000, handled: 0, stale: 0, failed: 1 });
    expect(told).toEqual([expect.stringMatching(/^deliver gave .*\. Give handler\.deliver/)]);
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
    const onError = vi.fn();
    const read = await catchUp(wallet, handle.deliver, { ...SPAN, onError });
    expect(read).toEqual({ next: 4000, handled: 0, stale: 0, failed: 1 });
    expect(onError).not.toHaveBeenCalled();
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
