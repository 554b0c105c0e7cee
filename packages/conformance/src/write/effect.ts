/** What a pack has to say of each thing that it wrote, or was to write. */

/**
 * `proved`: a read shows it. `there already`: a read showed it before, and nothing was sent. `differs`: an answer is not as the document says.
 * `refused`: by a row of the document, and a read shows that it is not there. `not taken`: turned away before it was judged, as when it is
 * called too often, and a read shows that it is not there. `not seen`: accepted, and no read showed it in time. `not sent`: nothing left, for
 * certain. `closed by hand`: sent by an earlier run, never proved, and ended by its user. `unclear`: nobody can tell, or two
 * answers contradict each other; it ends the pack.
 */
export const EFFECT_VERDICTS = [
  ...(['proved', 'there already', 'differs', 'refused', 'not taken', 'not seen', 'not sent'] as const),
  ...(['closed by hand', 'unclear'] as const),
] as const;

/** One of them. */
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** One of them. Nothing in it is a value of the service's. */
export interface Effect {
  readonly what: 'withdrawal' | 'balance' | 'type of the balance' | 'whitelist entry' | 'deposit address';
  readonly verdict: EffectVerdict;
  readonly evidence: string;
  /** Its number in the ledger; undefined where nothing was sent. */
  readonly write?: number;
}

/** Whether nothing may be written behind it, in the run that came to it. */
export const isEnd = ({ verdict }: Effect): boolean =>
  ['not taken', 'not seen', 'not sent', 'unclear'].includes(verdict);

/** Whether it is as it should be. */
export const isRight = ({ verdict }: Effect): boolean => verdict === 'proved' || verdict === 'there already';

/** Ends a pack before it writes; its message says why, with no value of the service's. */
export class Halt extends Error {
  override readonly name = 'Halt';
}
