/** A callback was handled for longer than it may be. */

/**
 * What a claim's `transaction` and `commit` reject with once it has ended: nothing of it was booked, and the callback is handled again
 * when it is delivered again.
 */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
  /** What the callback tells of. */
  readonly key: string;

  constructor(key: string, why: string) {
    super(
      `The claim on ${key} ${why}: nothing of it was booked, and the callback is handled again when it comes again.`,
    );
    this.key = key;
  }
}
