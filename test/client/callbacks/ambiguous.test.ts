/** Two transfers of one transaction that the key cannot tell apart are not taken for copies of each other, and nothing else is refused. */
import { memoryCallbackStore, progressOf, type Callback } from '@wallet-operations/client/callbacks';
import { describe, expect, it } from 'vitest';
import { deposit, endpoint, withdrawal } from './kit.ts';

const DETECTED = { state: 2, processing_state: 0 };
const IN_CHAIN = { state: 3, processing_state: 1 };
const DONE = { state: 3, processing_state: 2 };

describe('two transfers that cannot be told apart', () => {
  const first = { ...deposit, ...IN_CHAIN, tindex: 4 };
  const credited = { ...first, ...DONE };

  it.each<[string, Partial<Callback>]>([
    ['another amount', { amount: '1' }],
    ['another tindex in the same block', { tindex: 5 }],
    ['another amount, in another block', { amount: '1', block_height: 9n, tindex: 5 }],
    ['another amount, before it is credited', { ...IN_CHAIN, amount: '1' }],
    ['another tindex, and a failure', { state: 11, tindex: 5 }],
    ['another tindex, late', { ...DETECTED, tindex: 5 }],
  ])('by %s are not taken for copies', async (_, change) => {
    const { deliver, handled, errors, stale } = endpoint();
    expect([await deliver(credited), await deliver({ ...credited, ...change })]).toEqual([200, 500]);
    expect(handled).toHaveLength(1);
    expect(stale).toEqual([]);
    expect(errors).toEqual([expect.objectContaining({ name: 'CallbackError', reason: 'ambiguous' })]);
    const { amount, tindex, block_height, chain_at } = { ...credited, ...change };
    const block = `${String(block_height)} at ${String(chain_at)}`;
    expect((errors[0] as Error).message).toContain(`tindex ${String(tindex)}, block ${block}) is of the same`);
    expect((errors[0] as Error).message).toContain(`(amount ${amount === '1' ? '1e0' : '75e16'},`);
    expect((errors[0] as Error).message).toMatch(
      / wallet, txid, vout_index, to_address .* by hand what is not booked\.$/,
    );
    expect(await deliver({ ...credited, state: 11 })).toBe(200); // the first one goes on
    expect(handled.map(({ event }) => event)).toEqual(['credited', 'reversed']);
  });

  it('hold up neither before one of them is credited', async () => {
    const second = { ...first, tindex: 5 };
    const { deliver, handled, errors } = endpoint();
    for (const callback of [first, second, { ...second, ...DONE }]) expect(await deliver(callback)).toBe(200);
    expect(await deliver({ ...first, ...DONE })).toBe(500);
    expect(handled.map(({ event, callback: { tindex } }) => `${event} ${String(tindex)}`)).toEqual([
      'detected 4',
      'credited 5',
    ]);
    expect(errors).toEqual([expect.objectContaining({ reason: 'ambiguous' })]);
  });

  it('are told, too, where one of them has failed for good', async () => {
    const { deliver, handled, errors } = endpoint();
    expect(await deliver({ ...credited, state: 11 })).toBe(200);
    expect(await deliver({ ...credited, tindex: 5 })).toBe(500);
    expect(handled.map(({ event }) => event)).toEqual(['failed']);
    expect(errors).toHaveLength(1);
  });

  it.each<[string, Partial<Callback>]>([
    ['another spelling of its amount', { amount: `0${first.amount}.0` }],
    ['another tindex in another block', { block_height: first.block_height + 1n, tindex: 5 }],
    ['another tindex in a block that took the place of its own', { chain_at: first.chain_at + 12, tindex: 5 }],
    ['another tindex, where no block is known', { block_height: 0n, tindex: 5 }],
  ])('are no matter of %s', async (_, change) => {
    const { deliver, handled, stale, errors } = endpoint();
    const other = { ...credited, ...change };
    for (const callback of [first, credited, other, { ...other, state: 11 }]) expect(await deliver(callback)).toBe(200);
    expect(handled.map(({ event }) => event)).toEqual(['detected', 'credited', 'reversed']);
    expect([stale, errors]).toEqual([[other], []]);
  });

  it('are no matter of a place where neither has a block', async () => {
    const { deliver, stale, errors } = endpoint();
    const one = { ...credited, block_height: 0n };
    for (const callback of [one, { ...one, tindex: 5 }]) expect(await deliver(callback)).toBe(200);
    expect([stale.length, errors]).toEqual([1, []]);
  });

  it('are told by amounts that are no numbers, too', async () => {
    const { deliver, handled } = endpoint();
    expect(await deliver({ ...credited, amount: 'a lot' })).toBe(200);
    expect(await deliver({ ...credited, amount: 'éa lot' })).toBe(500);
    expect(handled).toHaveLength(1);
  });

  it('are looked for where a deposit is, not in what else comes under its key, nor in withdrawals', async () => {
    const { deliver, errors } = endpoint();
    for (const [one, ...others] of [
      [
        { ...first, type: 3 },
        { ...first, ...DONE, amount: '1' },
      ],
      [
        { ...credited, memo: 'm' },
        { ...credited, memo: 'm', type: 3, amount: '1' },
      ],
      [
        { ...withdrawal, ...IN_CHAIN },
        { ...withdrawal, ...DONE, amount: '1', tindex: 9 },
      ],
    ] as const)
      for (const callback of [one, ...others]) expect(await deliver(callback)).toBe(200);
    expect(errors).toEqual([]);
  });

  it('are looked for in the record, where one is read', async () => {
    const { deliver, handled, errors } = endpoint({ confirm: (read) => Promise.resolve({ ...read, tindex: 5 }) });
    const one = { ...first, block_height: 0n }; // without a block there is no place in it
    expect([await deliver({ ...one, ...DETECTED }), await deliver({ ...first, ...IN_CHAIN })]).toEqual([200, 200]);
    expect([await deliver({ ...first, ...DONE, tindex: 5 }), handled.length, errors]).toEqual([200, 3, []]);
    const other = endpoint({ confirm: (read) => Promise.resolve({ ...read, tindex: read.state }) });
    expect([await other.deliver(credited), await other.deliver({ ...credited, state: 11 })]).toEqual([200, 500]);
  });

  it('leave a note that any store can keep, whatever a callback holds', async () => {
    const notes: string[] = [];
    const store = memoryCallbackStore();
    const { deliver } = endpoint({
      store: {
        async claim(key, progress) {
          const claim = await store.claim(key, progress);
          if (claim === 'busy' || 'stale' in claim) return claim;
          return {
            ...claim,
            commit: (handled) => {
              notes.push(handled.note);
              return claim.commit(handled);
            },
          };
        },
      },
    });
    let vout_index = 0;
    for (const amount of ['"'.repeat(2000), '\\'.repeat(99), '\0'.repeat(200), '\ud800', 'é'.repeat(300), ''])
      expect(await deliver({ ...first, amount, vout_index: ++vout_index })).toBe(200);
    for (const note of notes) expect(note).toMatch(/^[ -~]{1,500}$/);
    expect(notes).toHaveLength(6);
  });

  it('are not looked for in notes that somebody else has written', async () => {
    for (const note of ['', 'by hand', 'null', '[]', '5', '{"amount":"1"}']) {
      const claim = {
        before: { progress: progressOf(deposit), note },
        commit: () => undefined,
        release: () => undefined,
      };
      const { deliver, handled } = endpoint({ store: { claim: () => claim } });
      expect(await deliver({ ...deposit, state: 11 })).toBe(200);
      expect(handled.map(({ event }) => event)).toEqual(['reversed']);
    }
  });
});
