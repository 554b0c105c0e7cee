/** A way to sign, and what is signed. */

/** What is signed. */
export interface ToSign {
  readonly method: string;
  /** Path as sent. */
  readonly path: string;
  /** Query as sent, without `t`. */
  readonly query: string;
  readonly body: string;
  readonly t: string;
  readonly secret: string;
}

/** One scheme. */
export interface Scheme {
  /** What it is called in a transcript: what of it is otherwise than assumed. */
  readonly name: string;
  readonly checksum: (input: ToSign) => string;
}
