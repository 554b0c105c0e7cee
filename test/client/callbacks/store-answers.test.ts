/** A store that answers with something else than it should has nothing handled: nobody would know whether it was before. */
import { describe, expect, it } from 'vitest';
import { deposit, endpoint } from './kit.ts';

describe('a store that is broken', () => {
  const claim = { before: undefined, commit: () => undefined, release: () => undefined };
  it.each<[unknown, RegExp]>([
    [undefined, /claim has answered undefined\. Let it/],
    [null, /claim has answered null\. Let it/],
    ['stale', /claim has answered 'stale'\. Let it/],
    [true, /claim has answered a value of type boolean\./],
    [{}, /answered an object with nothing\. .* or a claim with before, commit and release: otherwise nobody knows/],
    [{ stale: true }, /claim has answered an object with stale\./],
    [{ stale: null }, /an object with stale\./],
    [{ stale: {} }, /an object with stale\./],
    [{ stale: { progress: '5', note: '' } }, /an object with stale\./],
    [{ stale: { progress: 5n } }, /an object with stale\./],
    [{ stale: { progress: 5n, note: null } }, /an object with stale\./],
    [{ commit: claim.commit, release: claim.release }, /an object with commit, release\./],
    [{ ...claim, commit: undefined }, /an object with before, commit, release\./],
    [{ ...claim, release: 1 }, /an object with before, commit, release\./],
    [
      { ...claim, before: null },
      /has null before it\. .* or undefined: a deposit that is taken back is known by it\.$/,
    ],
    [{ ...claim, before: { progress: 5, note: '' } }, /has an object with progress, note before it\./],
    [
      { ...claim, before: { progress: 2n ** 62n, note: '' } },
      /given a claim for 4611686018427387904, and has 4611686018427387904 already\. .* this is handled twice\.$/,
    ],
  ])('answers with %o: 500, and it is not handled', async (answer, says) => {
    const { deliver, handled, errors } = endpoint({ store: { claim: () => answer as never } });
    expect(await deliver(deposit)).toBe(500);
    expect(handled).toEqual([]);
    expect(errors).toEqual([expect.any(TypeError)]);
    expect((errors[0] as Error).message).toMatch(says);
  });

  it('gets back the claim that it should not have given', async () => {
    let released = 0;
    const broken = {
      ...claim,
      before: { progress: 2n ** 62n + 1n, note: '' },
      release: () => {
        released++;
      },
    };
    await endpoint({ store: { claim: () => broken } }).deliver(deposit);
    expect(released).toBe(1);
  });
});
