/** The checksum of a request: the seam where another scheme plugs in, and the assumed one. */
import { hash } from 'node:crypto';

/** What a scheme may look at: the request exactly as it came. */
export interface ChecksumInput {
  readonly method: string;
  /** Path as sent, percent-encoded. */
  readonly path: string;
  /** Query as sent, percent-encoded, `t` included. */
  readonly query: string;
  /** Body as sent. Empty where there is none. */
  readonly body: string;
  readonly secret: string;
}

/** Computes what X-CHECKSUM must be. */
export type Checksum = (input: ChecksumInput) => string;

/** The assumed scheme: the pairs of the query and the body, sorted bytewise, then the secret, as SHA-256 in lower-case hex. */
export const sortedSha256: Checksum = ({ query, body, secret }) => {
  const parts = query === '' ? [] : query.split('&');
  if (body !== '') parts.push(body);
  parts.sort((a, b) =>
    isPlain(a) && isPlain(b) ? (a < b ? -1 : a > b ? 1 : 0) : Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return hash('sha256', `${parts.join('&')}&secret=${secret}`);
};

/** JavaScript orders by UTF-16 unit. That is byte order but for characters that take two units. */
const isPlain = (text: string): boolean => !/[\ud800-\udfff]/.test(text);
