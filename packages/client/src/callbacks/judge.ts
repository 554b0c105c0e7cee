/** Looks at what a store or a keyOf answers, which may be anything at run time: what is taken for a claim or a key and is none costs a credit. */
import type { Claim, Handled, Stale } from './store.ts';

/** @throws TypeError for what is no answer: without it a store that answers nothing would have the handler called at each delivery. */
export function judged<C extends Claim>(answer: C | Stale | 'busy'): C | Stale | 'busy' {
  const given: unknown = answer;
  if (given === 'busy') return answer;
  if (typeof given === 'object' && given !== null) {
    const { stale, commit, release } = given as Record<string, unknown>;
    if (isHandled(stale)) return answer;
    if ('before' in given && typeof commit === 'function' && typeof release === 'function') return answer;
  }
  throw new TypeError(
    `The store's claim has answered ${shown(given)}. Let it answer 'busy', { stale } with progress (a bigint) and note (a string), or a claim ` +
      'with before, commit and release: otherwise nobody knows whether this was handled.',
  );
}

/** @throws TypeError for what is no key: all callbacks without one would be copies of one deposit. */
export function judgedKey(key: string): string {
  const given: unknown = key;
  if (typeof given === 'string' && given !== '') return given;
  if (given instanceof Promise) given.catch(() => undefined); // nobody else would hear of it, and the process would end
  throw new TypeError(
    `keyOf has answered ${shown(given)}. Let it answer a text that is not empty, at once: what has the same key is the same deposit.`,
  );
}

/** @throws TypeError where what a claim says was handled before cannot be, or is as much as the claim is for. */
export function judgeBefore({ before }: Claim, progress: bigint): void {
  const given: unknown = before;
  if (given === undefined) return;
  if (!isHandled(given))
    throw new TypeError(
      `The store's claim has ${shown(given)} before it. Let it have what was committed, with progress (a bigint) and note (a string), or ` +
        'undefined: a deposit that is taken back is known by it.',
    );
  if (given.progress >= progress)
    throw new TypeError(
      `The store has given a claim for ${String(progress)}, and has ${String(given.progress)} already. Let it answer { stale }: otherwise this is ` +
        'handled twice.',
    );
}

function isHandled(value: unknown): value is Handled {
  const { progress, note } = (value ?? {}) as Record<string, unknown>;
  return typeof progress === 'bigint' && typeof note === 'string';
}

const shown = (value: unknown): string =>
  typeof value === 'string'
    ? `'${value}'`
    : value === null || value === undefined
      ? String(value)
      : typeof value === 'object'
        ? `an object with ${Object.keys(value).join(', ') || 'nothing'}`
        : `a value of type ${typeof value}`;
