/** What goes to a wallet's owner goes signed with the wallet's own secret, and never further than it may. */
import { createHash } from 'node:crypto';
import type { Decisions } from '../document/points.ts';
import type { Context } from '../context.ts';
import { signingSecretOf } from '../state/api-codes.ts';
import { post, type PostAnswer } from './post.ts';

/** Posts a body that a wallet signs. @throws Error that says why no answer came. */
export function postSigned(context: Context, walletId: bigint, address: string, body: string): Promise<PostAnswer> {
  const { header, encoding } = context.decisions.signature;
  return post(address, {
    headers: { [header]: signatureOf(body, signingSecretOf(context, walletId), encoding) },
    body,
    timeout: context.limits.deliveryTimeout,
    allowPrivate: context.allowPrivate,
    signal: AbortSignal.any([context.closing, context.era()]),
  });
}

type Encoding = Decisions['signature']['encoding'];

function signatureOf(body: string, secret: string, encoding: Encoding): string {
  const digest = createHash('sha256').update(body + secret);
  if (encoding !== 'base64url') return digest.digest(encoding);
  return digest.digest('base64').replaceAll('+', '-').replaceAll('/', '_'); // Node's own has no padding
}
