/** What a callback or an approval can fail with, besides the errors of your own functions. */

/**
 * `invalid`: a genuine callback that does not fit the document. `not_confirmed`: the service's own record is missing or says
 * otherwise. `ambiguous`: it is of another transfer than what was handled under its key. `body_used`: something read the request's
 * body before. `timeout`: an approval was not decided in time.
 */
export type CallbackFailure = 'invalid' | 'not_confirmed' | 'ambiguous' | 'body_used' | 'timeout';

/** Goes to `onError`, or to whoever has called `deliver`; never into a response. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  readonly reason: CallbackFailure;

  constructor(reason: CallbackFailure, message: string) {
    super(message);
    this.reason = reason;
  }

  /** Whether the same callback fails so each time: two that cannot be told apart, and what does not fit the document, are for a person. */
  get isLasting(): boolean {
    return this.reason === 'ambiguous' || this.reason === 'invalid';
  }
}
