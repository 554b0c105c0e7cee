/** The checksum of a request: the seam where another scheme plugs in, and the one of the document's point `checksum`. */
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
export interface Checksum {
  (input: ChecksumInput): string;
  /** The text that is hashed, by which the log can say what should have been signed. Default: the log does not say. */
  readonly textOf?: (input: ChecksumInput) => string;
}

/** The pairs of the query and the body, sorted bytewise, then the secret. */
const textOf = ({ query, body, secret }: ChecksumInput): string => {
  const parts = query === '' ? [] : query.split('&');
  if (body !== '') parts.push(body);
  if (isPlain(query) && isPlain(body)) parts.sort();
  else parts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return `${parts.join('&')}&secret=${secret}`;
};

/** That scheme: that text as SHA-256, in lower-case hex. */
export const sortedSha256: Checksum = Object.assign((input: ChecksumInput) => hash('sha256', textOf(input)), {
  textOf,
});

/** JavaScript orders by UTF-16 unit. That is byte order but for characters that take two units. */
const isPlain = (text: string): boolean => !/[\ud800-\udfff]/.test(text);
