/** The checksum of a request: the seam where a scheme plugs in, and the assumed scheme ready-made. */
import { checksumNonce } from '@wallet-operations/openapi/points';
import { percentEncode } from '../calls/percent.ts';
import { sha256Hex } from './sha256.ts';

/** What a scheme may sign: the request exactly as it is sent. */
export interface SignInput {
  readonly method: string;
  /** Path as sent, percent-encoded, from `/v1` on: without what the base address has before it. */
  readonly path: string;
  /** Query as sent, percent-encoded, without `t`. Empty where there is none. */
  readonly query: string;
  /** Body as sent. Empty where there is none. */
  readonly body: string;
  /** Time of the request as it is sent in `t`: assumed to be Unix seconds. */
  readonly t: number;
  /** API code of the credentials. */
  readonly apiCode: string;
  /** API secret of the credentials. */
  readonly secret: string;
}

/** A checksum, with what its scheme adds to the request. A call with anything else in it fails with a {@link SigningError}, unsent. */
export interface Signature {
  /** Value of X-CHECKSUM. */
  readonly checksum: string;
  /**
   * Further query, such as a nonce `r=…`, that the scheme has signed too. It stands before `t`, as it is: percent-encoded, without
   * a fragment, and without a parameter `t` of its own.
   */
  readonly query?: string | undefined;
  /**
   * Further headers, by name: lines of plain text. They go before the caller's own, and cannot be `X-API-CODE`, `X-CHECKSUM` or
   * `Content-Type`. Their values are taken for secrets.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Computes the checksum of one attempt. It is called anew for each. While it blocks the process, no deadline ends. */
export type Sign = (input: SignInput) => Signature | Promise<Signature>;

/**
 * The assumed scheme: the query's pairs, the body and `t`, sorted bytewise, then the secret, joined with `&`, as SHA-256 in
 * lower-case hex. The interface does not show the computation; replace this if your service has another.
 *
 * @param nonce - makes the value of a further query parameter, for services that want one: `r`, unless the document's point
 * `checksum` has another name. Default: none, unless the point has it.
 */
export function sortedSha256(nonce: (() => string) | undefined = byDefault): Sign {
  return ({ query, body, t, secret }) => {
    const more = nonce && `${NONCE}=${percentEncode(nonce())}`;
    const parts = query ? query.split('&') : [];
    if (body) parts.push(body);
    if (more) parts.push(more);
    parts.push(`t=${String(t)}`);
    if (parts.length > 1) parts.sort(bytewise);
    const checksum = sha256Hex(`${parts.join('&')}&secret=${secret}`);
    const signature = (hex: string): Signature => ({ checksum: hex, query: more });
    return typeof checksum === 'string' ? signature(checksum) : checksum.then(signature);
  };
}

/** Of any value that an answer of an operator may give it. */
const parameter: string = checksumNonce;
const NONCE = parameter === 'none' ? 'r' : parameter;
const byDefault = parameter === 'none' ? undefined : (): string => crypto.randomUUID();

/** JavaScript orders by UTF-16 unit. Bytes are in the order of the characters. */
function bytewise(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return (a.codePointAt(i) ?? -1) - (b.codePointAt(i) ?? -1);
}
