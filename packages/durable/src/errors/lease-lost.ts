/** Another worker has taken over. */

/** A worker was held up for so long that another one works for its wallet: what it was about to send is not sent. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(wallet: bigint) {
    super(`another worker submits orders of wallet ${String(wallet)} by now: nothing was sent`);
  }
}
