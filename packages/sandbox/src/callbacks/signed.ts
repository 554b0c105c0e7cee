/** What goes to a wallet's owner goes signed with the wallet's own secret, and never further than it may. */
import { createHash } from 'node:crypto';
import type { Decisions } from '../document/points.ts';
import type { Context } from '../context.ts';
import { signingSecretOf } from '../state/api-codes.ts';
import { post, type PostAnswer } from './post.ts';

/** A body with its signature. */
export interface Sealed {
  /** Name of the header that has the signature. */
  readonly header: string;
  readonly signature: string;
  readonly body: string;
}

/** Signs a body as a wallet does now. */
export function sealed(context: Context, walletId: bigint, body: string): Sealed {
  const { header, encoding } = context.decisions.signature;
  return { header, signature: signatureOf(body, signingSecretOf(context, walletId), encoding), body };
}

/** Ends with this state of the sandbox, or with the sandbox. */
export const ending = (context: Context): AbortSignal => AbortSignal.any([context.closing, context.era()]);

/** Posts what a wallet has signed. @throws Error that says why no answer came. */
export const postSealed = (
  { limits, allowPrivate }: Context,
  address: string,
  { header, signature, body }: Sealed,
  signal: AbortSignal,
): Promise<PostAnswer> =>
  post(address, { headers: { [header]: signature }, body, timeout: limits.deliveryTimeout, allowPrivate, signal });

type Encoding = Decisions['signature']['encoding'];

/** The signature of a body with a secret. */
export function signatureOf(body: string, secret: string, encoding: Encoding): string {
  const digest = createHash('sha256').update(body + secret);
  if (encoding !== 'base64url') return digest.digest(encoding);
  return digest.digest('base64').replaceAll('+', '-').replaceAll('/', '_'); // Node's own has no padding
}
