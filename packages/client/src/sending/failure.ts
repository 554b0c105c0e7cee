/** Names what kept an answer from coming: the caller, a function of his own, or the connection. */
import { failedCall, type Call } from '../calls/call.ts';
import { AbortedError, ConnectionError, SigningError, type WalletError } from '../errors.ts';
import { Unusable } from '../signing/credentials.ts';
import { withoutSecrets } from './secrets.ts';

/**
 * What the engines say of a connection that was never made. A firewall may refuse one that was: then the system call that fails is no
 * `connect` or `getaddrinfo`, but a `read` or `write`. Of several addresses that were tried none is named.
 */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)([cg]\w+)?$/;

/**
 * The failure as a {@link WalletError}. `wasSent` tells whether the call had gone out: whatever fails before does so in a function of the
 * caller's own, the one that was at work.
 */
export function nameFailure(cause: unknown, call: Call, wasSent: boolean): WalletError {
  if (call.options.signal?.aborted)
    return new AbortedError('ended by the caller', failedCall(call, wasSent, false), cause);
  if (!wasSent)
    return new SigningError(
      cause instanceof Unusable
        ? cause.message
        : `${String(call.at)} failed: ${withoutSecrets(engineReason(cause), call.secrets)}`,
      failedCall(call, false, false),
      cause,
    );
  const { secrets } = call;
  const reason = withoutSecrets(engineReason(cause), secrets);
  const inner = causeOf(cause);
  const wasNeverSent = call.at !== undefined && NEVER_SENT.test(reason + (inner?.syscall ?? ''));
  // The engine's own words, and nothing else of its errors: what hangs on them may be the request itself.
  const shown = new Error(withoutSecrets(wordsOf(inner), secrets));
  return new ConnectionError(`no answer: ${reason}`, failedCall(call, !wasNeverSent, true), shown);
}

/** The engine's own word: Node hides the code of the socket's error in the cause, other implementations of fetch do not. */
function engineReason(error: unknown): string {
  if (!(error instanceof Error)) return wordsOf(error);
  const { code } = causeOf(error) as { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}

/** What lies behind an error of fetch; the error itself where nothing does. */
const causeOf = (error: unknown): { readonly syscall?: string } | undefined =>
  ((error as Partial<Error> | undefined)?.cause ?? error) as { readonly syscall?: string } | undefined;

/** Not everything can be made a text. */
function wordsOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return typeof value;
  }
}
