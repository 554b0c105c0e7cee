/** What is told of a deposit, by name: credited once, never behind a late failure, and reversed only where it was credited. */
import { isSafeToCredit, type Callback } from '@wallet-operations/client/callbacks';
import { describe, expect, it } from 'vitest';
import { deposit, endpoint, gate, withdrawal } from './kit.ts';

const DETECTED = { state: 2, processing_state: 0 };
const IN_CHAIN = { state: 3, processing_state: 1 };
const DONE = { state: 3, processing_state: 2 };
const DROPPED = { state: 10, processing_state: 0 };
const FAILED_LATE = { state: 11, processing_state: 2 };

/** What a handler is told of callbacks that come in this order. */
async function eventsOf(...changes: Partial<Callback>[]): Promise<string[]> {
  const { deliver, handled } = endpoint();
  for (const change of changes) expect(await deliver({ ...deposit, ...change })).toBe(200);
  return handled.map(({ event }) => event);
}

describe('what a callback tells of', () => {
  it.each<[string, Partial<Callback>[], string[]]>([
    ['its whole way', [DETECTED, IN_CHAIN, DONE], ['detected', 'detected', 'credited']],
    ['its whole way, all of it twice', [DETECTED, DETECTED, DONE, DONE, DETECTED], ['detected', 'credited']],
    ['only the end', [DONE], ['credited']],
    ['more, where the end was missed', [{ ...DONE, state: 4 }], ['credited']],
    ['the end, and more', [DONE, { ...DONE, state: 4 }, { ...DONE, confirm_blocks: 99 }], ['credited']],
    ['a failure on the way', [DETECTED, DROPPED], ['detected', 'failed']],
    ['a failure on the way, and success', [DROPPED, IN_CHAIN, DONE], ['failed', 'detected', 'credited']],
    ['a failure after it was credited', [DONE, FAILED_LATE, DONE, FAILED_LATE], ['credited', 'reversed']],
    ['a late failure alone, and what lies before it', [FAILED_LATE, DONE, DETECTED], ['failed']],
    ['a late failure after it was detected', [IN_CHAIN, FAILED_LATE, DONE], ['detected', 'failed']],
    ['a failure that lies behind its credit', [DONE, DROPPED], ['credited']],
    ['a collection', [{ ...DONE, type: 3 }], ['other']],
    ['a collection, and then a deposit under its key', [{ ...DONE, type: 3 }, DONE], ['other', 'credited']],
    ['a collection that failed', [{ ...FAILED_LATE, type: 3 }], ['other']],
    ['a collection that failed, and then a deposit', [{ ...FAILED_LATE, type: 3 }, DONE], ['other', 'credited']],
    ['numbers beyond all names', [{ state: 0, processing_state: 2 ** 30 }, DONE], ['detected', 'credited']],
  ])('of %s', async (_, changes, events) => {
    expect(await eventsOf(...changes)).toEqual(events);
  });

  it('is a withdrawal wherever there is an order_id, each step of it', async () => {
    const { deliver, handled } = endpoint();
    for (const step of [DETECTED, DONE, FAILED_LATE]) await deliver({ ...withdrawal, ...step });
    expect(handled.map(({ event }) => event)).toEqual(['withdrawal', 'withdrawal', 'withdrawal']);
  });

  it('is never a credit where there is an order_id, whatever its type', () => {
    expect([isSafeToCredit(deposit), isSafeToCredit({ ...deposit, order_id: 'shop1_1' })]).toEqual([true, false]);
  });

  it('needs no function where nothing is to be booked', async () => {
    const { handle, errors, deliver } = endpoint({
      onDetected: undefined as never,
      onFailed: undefined as never,
      onOther: undefined as never,
    });
    expect(handle).toBeTypeOf('function');
    for (const step of [DETECTED, DROPPED, { ...DONE, type: 3 }])
      expect(await deliver({ ...deposit, ...step })).toBe(200);
    expect(errors).toEqual([]);
  });
});

describe('a callback that was read', () => {
  it('goes to the same functions and the same store, and is not confirmed', async () => {
    let asked = 0;
    const { handle, deliver, handled } = endpoint({
      confirm: (callback) => {
        asked++;
        return Promise.resolve(callback);
      },
    });
    expect(await handle.deliver({ ...deposit, ...IN_CHAIN })).toBe('handled');
    expect(await handle.deliver({ ...deposit, ...IN_CHAIN })).toBe('stale');
    expect(asked).toBe(0);
    expect(await deliver({ ...deposit, ...DONE })).toBe(200);
    expect(await handle.deliver({ ...deposit, ...DONE })).toBe('stale');
    expect([asked, handled.map(({ event }) => event)]).toEqual([1, ['detected', 'credited']]);
  });

  it('rejects with what a function throws, and can be given again', async () => {
    const fault = new Error('not now');
    let fails = true;
    const { handle, errors } = endpoint({
      onCredited: () => {
        if (fails) throw fault;
      },
    });
    await expect(handle.deliver(deposit)).rejects.toBe(fault);
    expect(errors).toEqual([]);
    fails = false;
    expect(await handle.deliver(deposit)).toBe('handled');
  });

  it('is busy while another delivery is handled', async () => {
    const [begun, done] = [gate(), gate()];
    const { handle, deliver } = endpoint({
      onCredited: async () => {
        begun.open();
        await done.opened;
      },
    });
    const first = deliver(deposit);
    await begun.opened;
    expect(await handle.deliver(deposit)).toBe('busy');
    done.open();
    expect(await first).toBe(200);
    expect(await handle.deliver(deposit)).toBe('stale');
  });
});

it('takes an addon of null for none', async () => {
  const { deliver, handled } = endpoint();
  expect(await deliver({ ...deposit, addon: null as never })).toBe(200);
  expect(handled[0]?.callback.addon).toEqual({});
});
