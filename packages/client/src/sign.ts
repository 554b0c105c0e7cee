/** The checksum of a request: the seam where a scheme plugs in, and the assumed scheme ready-made. */

/** What a scheme may sign: the request exactly as it is sent. */
export interface SignInput {
  readonly method: string;
  /** Path as sent, percent-encoded. */
  readonly path: string;
  /** Query as sent, percent-encoded, without `t`. Empty where there is none. */
  readonly query: string;
  /** Body as sent. Empty where there is none. */
  readonly body: string;
  /** Time of the request as it is sent in `t`, Unix seconds. */
  readonly t: number;
  /** API secret of the credentials. */
  readonly secret: string;
}

/** A checksum, with what its scheme adds to the query besides `t`. */
export interface Signature {
  /** Value of X-CHECKSUM. */
  readonly checksum: string;
  /** Further query, such as a nonce `r=…`, percent-encoded. The scheme has signed it too. */
  readonly query?: string;
}

/** Computes the checksum of one attempt. It is called anew for each. */
export type Sign = (input: SignInput) => Signature | Promise<Signature>;

const encoder = new TextEncoder();

/**
 * The assumed scheme: the query's pairs, the body and `t`, sorted bytewise, then the secret, joined with `&`, as SHA-256 in
 * lower-case hex. The interface does not show the computation; replace this if your service has another.
 *
 * @param nonce - makes the value of the query parameter `r`, for services that want one. Default: no such parameter.
 */
export function sortedSha256(nonce?: () => string): Sign {
  return async ({ query, body, t, secret }) => {
    const r = nonce && `r=${encodeURIComponent(nonce())}`;
    const parts = [...query.split('&'), body, `t=${String(t)}`, r].filter((part) => part !== undefined && part !== '');
    const text = [...(parts as string[]).sort(bytewise), `secret=${secret}`].join('&');
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
    return { checksum: hex(digest), ...(r !== undefined && { query: r }) };
  };
}

/** Lower-case hex. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
}

/** JavaScript orders by UTF-16 unit, which is not byte order where surrogates meet what lies above them. */
function bytewise(a: string, b: string): number {
  const [x, y] = [encoder.encode(a), encoder.encode(b)];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const difference = (x[i] ?? 0) - (y[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}
