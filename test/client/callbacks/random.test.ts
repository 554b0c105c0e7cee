/** Random callbacks: keys that are never mistaken for each other, and deliveries in any order, doubled, dropped and failing. */
import {
  defaultKeyOf,
  progressOf,
  type Callback,
  type CallbackHandlerOptions,
} from '@wallet-operations/client/callbacks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deposit, endpoint, everyDeposit, withdrawal } from './kit.ts';

const DETECTED = { state: 2, processing_state: 0 };
const IN_CHAIN = { state: 3, processing_state: 1 };
const DONE = { state: 3, processing_state: 2 };
const DROPPED = { state: 10, processing_state: 0 };
const FAILED_LATE = { state: 11, processing_state: 2 };

describe('the key of a callback', () => {
  it('can be read: the brackets are JSON', () => {
    const [txid, to_address] = ['d0ce', 'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'];
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (memo) => {
        const parts: unknown = JSON.parse(defaultKeyOf({ ...deposit, txid, to_address, memo }).replace('deposit:', ''));
        expect(parts).toEqual(['635770', txid, 0, to_address, memo]);
      }),
    );
  });

  it('is never mistaken for another, whatever is in its texts, and is plain ASCII', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '"', '","', ':', '\0', '\ud800', 'é', 'e\u0301'),
    );
    const spelt = text.map((inner) => `1${inner}1`); // no white space around it, and no scheme, which addresses are read without
    const parts = fc.record({ txid: spelt, to_address: spelt, memo: text, order_id: fc.oneof(fc.constant(''), text) });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [keyA, keyB] = [defaultKeyOf({ ...deposit, ...a }), defaultKeyOf({ ...deposit, ...b })];
        expect(keyA).toMatch(/^[ -~]+$/);
        const same =
          a.order_id === b.order_id &&
          (a.order_id !== '' || (a.txid === b.txid && a.to_address === b.to_address && a.memo === b.memo));
        expect(keyA === keyB).toBe(same);
      }),
    );
  });
});

describe('deliveries', () => {
  it('in any order and number reach the handler with growing progress, up to the most that came, failures included', async () => {
    const delivery = fc.record({
      source: fc.constantFrom(deposit, withdrawal, { ...deposit, vout_index: 1 }),
      processing_state: fc.integer({ min: -1, max: 3 }),
      state: fc.integer({ min: 0, max: 11 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 30 }), async (deliveries) => {
        const committed = new Map<string, bigint[]>();
        const greatest = new Map<string, bigint>();
        let failing = false;
        const handle = (_: Callback, { key, progress }: { key: string; progress: bigint }): void => {
          if (failing) throw new Error('not now');
          committed.set(key, [...(committed.get(key) ?? []), progress]);
        };
        const { deliver } = endpoint({ ...everyDeposit(handle), onWithdrawal: handle });

        for (const { source, processing_state, state, fails } of deliveries) {
          const callback = { ...source, processing_state, state };
          const key = defaultKeyOf(callback);
          failing = fails;
          const status = await deliver(callback);
          const further = (greatest.get(key) ?? -(2n ** 63n)) < progressOf(callback);
          expect(status).toBe(fails && further ? 500 : 200);
          if (status === 200 && further) greatest.set(key, progressOf(callback));
        }
        expect([...committed.keys()].sort()).toEqual([...greatest.keys()].sort());
        for (const [key, steps] of committed) {
          expect(steps.every((step, i) => i === 0 || step > (steps[i - 1] ?? step))).toBe(true);
          expect(steps.at(-1)).toBe(greatest.get(key));
        }
      }),
    );
  });
});

it('in any order, doubled, dropped and failing: each deposit is credited once at most, never behind a late failure, and reversed only after that', async () => {
  const delivery = fc.record({
    vout_index: fc.integer({ min: 0, max: 1 }),
    step: fc.oneof(
      fc.constantFrom(DETECTED, IN_CHAIN, DONE, DROPPED, FAILED_LATE),
      fc.record({ state: fc.integer({ min: 0, max: 12 }), processing_state: fc.integer({ min: -1, max: 3 }) }),
    ),
    fails: fc.boolean(),
    isRead: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { maxLength: 25 }), async (deliveries) => {
      const told = new Map<string, string[]>();
      let isFailing = false;
      const { handle, deliver } = endpoint({
        ...everyEvent((key, event) => {
          if (isFailing) throw new Error('not now');
          told.set(key, [...(told.get(key) ?? []), event]);
        }),
      });
      const said = new Map<string, Partial<Callback>[]>();
      for (const { vout_index, step, fails, isRead } of deliveries) {
        const callback = { ...deposit, vout_index, ...step };
        isFailing = fails;
        const isHandled = isRead
          ? await handle.deliver(callback).then(
              () => true,
              () => false,
            )
          : (await deliver(callback)) === 200;
        if (isHandled) said.set(defaultKeyOf(callback), [...(said.get(defaultKeyOf(callback)) ?? []), step]);
      }
      // What is due, by the words of the document's points alone: done and in the order is safe, and a failure with done comes late.
      for (const [key, steps] of said) {
        const events = (told.get(key) ?? []).filter((event) => event !== 'detected');
        const isSafe = ({ state = 0, processing_state }: Partial<Callback>) =>
          processing_state === 2 && [1, 2, 3, 4].includes(state);
        const isLate = ({ state = 0, processing_state = 0 }: Partial<Callback>) =>
          [5, 6, 8, 10, 11].includes(state) && (processing_state >= 2 || processing_state < 0);
        const [safe, late] = [steps.findIndex(isSafe), steps.findIndex(isLate)];
        const isCredited = safe >= 0 && (late < 0 || safe < late);
        expect(events.filter((event) => event === 'credited')).toHaveLength(isCredited ? 1 : 0);
        expect(events.filter((event) => event === 'reversed')).toHaveLength(isCredited && late >= 0 ? 1 : 0);
        if (events.includes('reversed')) expect(events.slice(-2)).toEqual(['credited', 'reversed']);
      }
    }),
    { numRuns: 300 },
  );
});

const everyEvent = (tell: (key: string, event: string) => void): Partial<CallbackHandlerOptions> => {
  const on = (_: unknown, { key, event }: { key: string; event: string }): void => {
    tell(key, event);
  };
  return { onCredited: on, onReversed: on, onFailed: on, onDetected: on, onOther: on };
};
