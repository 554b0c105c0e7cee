/** Options that make no sense are refused when the handler is made, or at the callback that meets them: never in silence. */
import {
  createApprovalHandler,
  createCallbackHandler,
  memoryCallbackStore,
  type CallbackHandlerOptions,
} from '@wallet-operations/client/callbacks';
import { describe, expect, it } from 'vitest';
import { deposit, endpoint } from './kit.ts';

const options: CallbackHandlerOptions = {
  verify: () => true,
  store: memoryCallbackStore(),
  onCredited: () => undefined,
  onReversed: () => undefined,
  onWithdrawal: () => undefined,
  onError: () => undefined,
};

describe('a handler cannot be made', () => {
  it.each<[object, string]>([
    [
      { onCredited: undefined },
      'onCredited is missing: callbacks that it is for would be acknowledged, and never handled.',
    ],
    [{ onReversed: 'x' }, 'onReversed is missing: '],
    [{ onWithdrawal: null }, 'onWithdrawal is missing: '],
    [
      { verify: undefined },
      'verify is missing. Give sha256Verifier(secret), or a function that tells the service from strangers.',
    ],
    [{ onError: undefined }, 'onError is missing. Give a function: no response tells what went wrong.'],
    [{ store: undefined }, 'store is missing. Give a CallbackStore: it remembers what was handled.'],
    [{ store: {} }, 'store is missing.'],
    [{ confirm: null }, 'confirm is null. Give a function, or leave it out.'],
    [{ confirm: true }, 'confirm is true. Give a function'],
    [{ keyOf: 5 }, 'keyOf is 5. Give a function'],
    [{ onDetected: 'x' }, 'onDetected is "x". Give a function'],
    [{ confirmed: () => true }, 'confirmed is no option. The options are store, limit, verify, onError, onCredited, '],
  ])('with %o', (change, says) => {
    const make = () => createCallbackHandler({ ...options, ...change });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(says);
  });

  it.each([NaN, 0, -1, '1mb', '5', null])('with a limit of %o, and neither can one of approvals', (limit) => {
    const given = { limit: limit as number };
    const says = new RangeError(`limit is ${String(limit)}. Give a number of bytes, from 1 on.`);
    expect(() => createCallbackHandler({ ...options, ...given })).toThrow(says);
    expect(() => createApprovalHandler(() => true, given)).toThrow(says);
  });

  it.each<[unknown, object, string]>([
    [undefined, {}, 'decide is undefined. Give a function.'],
    [{ decide: () => true }, {}, 'decide is an object. Give a function.'],
    [
      () => true,
      { verfiy: () => false },
      'verfiy is no option. The options are timeout, limit, verify, onError, after.',
    ],
    [() => true, { Verify: () => false }, 'Verify is no option.'],
    [() => true, { verify: null }, 'verify is null. Give a function, or leave it out.'],
    [() => true, { verify: '' }, 'verify is "". Give a function'],
    [() => true, { onError: 'log' }, 'onError is "log". Give a function'],
    [() => true, { timeout: NaN }, 'timeout is NaN. Give milliseconds above 0, and below 2^31.'],
    [() => true, { timeout: Infinity }, 'timeout is Infinity. Give'],
    [() => true, { timeout: 0 }, 'timeout is 0. Give'],
    [() => true, { timeout: 2 ** 31 }, 'timeout is 2147483648. Give'],
    [() => true, { timeout: '5000' }, 'timeout is 5000. Give'],
  ])('of approvals by %o with %o', (decide, given, says) => {
    expect(() => createApprovalHandler(decide as () => boolean, given)).toThrow(says);
  });

  it('without more than that', () => {
    expect(createCallbackHandler({ ...options, limit: 1 })).toBeTypeOf('function');
  });
});

describe('a keyOf that answers', () => {
  it.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ["''", () => ''],
    ['a value of type number', () => 5],
    ['null', () => null],
    ['an object with nothing', () => Promise.reject(new Error('it is late'))],
  ])('%s has nothing handled, and is told of', async (shown, keyOf) => {
    const { deliver, handled, errors } = endpoint({ keyOf: keyOf as () => string });
    expect([await deliver(deposit), await deliver({ ...deposit, vout_index: 9 })]).toEqual([500, 500]);
    expect(handled).toEqual([]);
    const says = `keyOf has answered ${shown}. Let it answer a text that is not empty, at once: what has the same key is the same deposit.`;
    expect(errors).toEqual([new TypeError(says), new TypeError(says)]);
  });
});
