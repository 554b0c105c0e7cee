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

/** Posts a body that a wallet signs. @throws Error that says why no answer came. */
export function postSigned(context: Context, walletId: bigint, address: string, text: string): Promise<PostAnswer> {
  const { header, signature, body } = sealed(context, walletId, text);
  return post(address, {
    headers: { [header]: signature },
    body,
    timeout: context.limits.deliveryTimeout,
    allowPrivate: context.allowPrivate,
    signal: AbortSignal.any([context.closing, context.era()]),
  });
}

type Encoding = Decisions['signature']['encoding'];

/** The signature of a body with a secret. */
export function signatureOf(body: string, secret: string, encoding: Encoding): string {
  const digest = createHash('sha256').update(body + secret);
  if (encoding !== 'base64url') return digest.digest(encoding);
  return digest.digest('base64').replaceAll('+', '-').replaceAll('/', '_'); // Node's own has no padding
}
