/** What is said of writes of every kind. */
import { ConnectionError, WalletError } from '@wallet-operations/client';
import { IS_WORD } from '../send/untrusted.ts';

/** A time in words. */
export const seconds = (milliseconds: number): string => `${String(Math.round(milliseconds / 1000))} s`;

/** An error of a call. @throws whatever is none */
export function failureOf(error: unknown): WalletError {
  if (error instanceof WalletError) return error;
  throw error as Error;
}

/** The client's word for what went wrong, and the engine's where no answer came. */
export function whyOf(error: WalletError): string {
  const word = engineWordOf(error);
  return word === undefined ? error.reason : `${error.reason}: ${word}`;
}

/** The engine's word for why no answer came, which the client's error ends with. */
export function engineWordOf(error: WalletError): string | undefined {
  const last = error instanceof ConnectionError ? error.message.split(' ').at(-1) : undefined;
  return last !== undefined && IS_WORD.test(last) ? last : undefined;
}

/** Of what nobody judged. */
export const UNTAKEN = (reason: string, read: string): string =>
  `the service took no request to judge it (${reason}): by the document it was not carried out, and ${read} does not have it`;

/** Of what was sent, and to which nothing came that tells; `why` where that is known. */
export const UNTOLD = (why?: string): string => `no answer tells${why === undefined ? '' : ` (${why})`}`;

/** Of what never left. */
export const UNSENT = (reason: string): string => `its request never left (${reason}): nothing was sent`;
