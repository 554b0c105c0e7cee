/** Options that make sense, and an end before the end. */
import { reconcile, type ComparedWallet } from '@wallet-operations/client/reconciliation';
import { describe, expect, it } from 'vitest';
import { booksOf, emptyWorld, FROM, linesOf, OPTIONS, order, serviceOf, TO } from './world.ts';

describe('options', () => {
  const { wallet } = serviceOf(emptyWorld());
  it.each<[string, object]>([
    ['from is -1. Give whole seconds, from 0 on.', { from: -1 }],
    ['from is 1.5. Give whole seconds, from 0 on.', { from: 1.5 }],
    [`to is ${String(FROM)}. Give whole seconds, from ${String(FROM + 1)} on.`, { to: FROM }],
    ['slack is -1. Give whole seconds, from 0 on.', { slack: -1 }],
    ['window is 0. Give whole seconds, from 1 on.', { window: 0 }],
    ['window is NaN. Give whole seconds, from 1 on.', { window: NaN }],
    ['now is 1795132800000. Give seconds, not milliseconds.', { now: FROM * 1000 }],
    ['from is 1795132800000. Give seconds, not milliseconds.', { from: FROM * 1000, to: TO * 1000 }],
    ...[undefined, NaN, 1.5, -1, 256, '', '1e1'].map((decimals): [string, object] => [
      `decimals is ${String(decimals)}. Give those of the currency, from 0 to 255.`,
      { decimals },
    ]),
    [
      `to is ${String(TO)}, and the slack 1200 seconds: they do not end before now, ${String(TO + 1200)}. What still moves differs without a fault.`,
      { now: TO + 1200 },
    ],
  ])('%s', (message, others) => {
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...OPTIONS, ...others })).toThrow(new RangeError(message));
  });

  it.each<[string, object]>([
    ['keyOf is no function. Give one, or leave it out.', { keyOf: 'x' }],
    ['signal is no AbortSignal. Give that of the controller, or leave it out.', { signal: new AbortController() }],
  ])('%s', (message, others) => {
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...OPTIONS, ...others })).toThrow(new TypeError(message));
  });

  it('take a present of their own, and the machine has one', async () => {
    expect(await linesOf(emptyWorld(), { now: TO + 1201 })).toEqual([]);
    const now = Math.floor(Date.now() / 1000);
    const here = { ...OPTIONS, from: now - 5000, now: undefined };
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...here, to: now - 1100 })).toThrow(RangeError);
    expect(() => reconcile(wallet, booksOf(emptyWorld()), { ...here, to: now - 1300 })).not.toThrow();
  });

  it('end it between two windows, and are handed to each call', async () => {
    const ended = new AbortController();
    const seen: unknown[] = [];
    const world = emptyWorld();
    world.withdrawals.push({ at: FROM, it: order('a') });
    const asked = serviceOf(world);
    const spied: ComparedWallet = {
      listCallbacks: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listCallbacks(input);
      },
      listWithdrawalHistory: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listWithdrawalHistory(input);
      },
      listWithdrawalStates: (input, options) => {
        seen.push(options?.signal);
        return asked.wallet.listWithdrawalStates(input);
      },
    };
    const differences = reconcile(spied, booksOf(world), { ...OPTIONS, signal: ended.signal });
    await differences.next();
    expect(asked.calls.orders).toEqual(['a']);
    expect(new Set(seen)).toEqual(new Set([ended.signal]));
    ended.abort(new Error('enough'));
    const calls = seen.length;
    await expect(differences.next()).rejects.toThrow('enough');
    expect(seen).toHaveLength(calls);
  });
});
