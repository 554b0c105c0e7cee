/** Whether a body is the service's own: the seam where a scheme plugs in, and the assumed scheme ready-made. */
import { callbackSignatureEncoding, callbackSignatureHeader as HEADER } from '@wallet-operations/openapi/points';
import { concat } from './body.ts';

/** What a scheme may look at. */
export interface VerifyInput {
  /** Body as it came, byte for byte. */
  readonly body: Uint8Array;
  readonly headers: Headers;
}

/** Tells whether a request is genuine. Nothing but `true` counts as yes; if it throws, the request is not handled. */
export type Verify = (input: VerifyInput) => boolean | Promise<boolean>;

/** One secret, several (during a rotation, or of several wallets), or a function that knows the present ones. */
export type Secrets = string | readonly string[] | (() => readonly string[] | Promise<readonly string[]>);

/** Of any value that an answer of an operator may give it. */
const encoding: string = callbackSignatureEncoding;

/**
 * The assumed scheme: the SHA-256 over the raw body followed by the API secret, in the header and encoding of the document's point
 * `callback-signature` (X-CHECKSUM, padded base64url). The interface does not show it; replace this if your service has another. No time is signed, so a replay of a
 * genuine body verifies for ever: only a callback store keeps it from being handled again.
 *
 * @param secrets - any of them may have signed.
 * @throws TypeError for no secret or an empty one, with which everybody could sign; from the verifier if a function gave it.
 */
export function sha256Verifier(secrets: Secrets): Verify {
  if (typeof secrets === 'function') return verifierWith(async () => usable(await secrets()));
  const known = usable(Array.isArray(secrets) ? secrets : [secrets as string]); // now, not with the first callback
  return verifierWith(() => known);
}

function verifierWith(secrets: () => readonly string[] | Promise<readonly string[]>): Verify {
  return async ({ body, headers }) => {
    const given = new TextEncoder().encode(headers.get(HEADER) ?? '');
    const expected = await Promise.all((await secrets()).map((secret) => callbackChecksum(body, secret)));
    // Compares with all of them: the time taken must not tell which secret is in use.
    return expected.filter((checksum) => sameBytes(new TextEncoder().encode(checksum), given)).length > 0;
  };
}

/** The assumed checksum of a body. */
export async function callbackChecksum(body: Uint8Array, secret: string): Promise<string> {
  const key = new TextEncoder().encode(secret);
  const digest = await crypto.subtle.digest('SHA-256', concat([body, key], body.length + key.length));
  const bytes = new Uint8Array(digest);
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = btoa(String.fromCharCode(...bytes));
  return encoding === 'base64' ? base64 : base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** The headers of a signed request. */
export async function signedHeaders(body: Uint8Array, secret: string): Promise<Record<string, string>> {
  return { 'Content-Type': 'application/json', [HEADER]: await callbackChecksum(body, secret) };
}

/** Compares in a time that depends on the length of what is expected alone, never on where a forgery goes wrong. */
export function sameBytes(expected: ArrayLike<number>, given: ArrayLike<number>): boolean {
  let difference = expected.length ^ given.length;
  for (let i = 0; i < expected.length; i++) difference |= (expected[i] ?? 0) ^ (given[i] ?? 0);
  return difference === 0;
}

function usable(secrets: readonly string[]): readonly string[] {
  if (secrets.length > 0 && secrets.every((secret) => typeof secret === 'string' && secret !== '')) return secrets;
  throw new TypeError(
    'There is no secret, or an empty one, to verify callbacks with. Give the API secret of each wallet.',
  );
}
