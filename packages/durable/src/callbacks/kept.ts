/** What is kept of a callback, as databases write it. */
import type { Handled, Stale } from '@wallet-operations/client/callbacks';
import { canBeKept } from '../database/text.ts';
import { digest } from '../limits/digest.ts';

/** A key: a hash of it that nothing else has, however long it is and whatever is in it, and a text for people. */
export const keptKey = (key: string): { readonly id: string; readonly text: string } => ({
  id: digest(JSON.stringify(key)), // which escapes the halves of characters that a hash would take for one another
  text: canBeKept(key) ? key : JSON.stringify(key),
});

/** Whether there is nothing to handle any more after what was. */
export const staleAt = (before: Handled | undefined, progress: bigint): Stale | undefined =>
  before && before.progress >= progress ? { stale: before } : undefined;

/** Seconds for which a callback may be handled, unless somebody says otherwise. */
export const HOLD_FOR = 60;

/** @throws RangeError for a time that is none */
export function checkHoldFor(holdFor: number): void {
  if (!(holdFor > 0 && holdFor <= 86_400))
    throw new RangeError(`holdFor is ${String(holdFor)}. Give seconds, above 0 and at most 86400.`);
}
