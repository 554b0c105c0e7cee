/** A request of which parts can be changed before it is sent, and what it looks like on the wire. */
import { hash } from 'node:crypto';

/** A request before it is written down. */
export interface Draft {
  readonly method: string;
  /** Still encoded, with the names of parameters as keys where one stands. */
  readonly segments: readonly string[];
  /** Still encoded. */
  readonly query: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** A credential to leave out that is no header. */
  readonly without?: 't';
  /** A value to write as JSON; undefined for no body. */
  readonly body: unknown;
  /** Spoils the bytes of the body. */
  readonly spoil?: (text: string) => string | Buffer;
}

/** One change of a request. */
export interface Edit {
  readonly says: string;
  readonly of: 'path' | 'query' | 'credentials' | 'content type' | 'body' | 'bytes';
  readonly apply: (draft: Draft) => Draft;
  /** Whether it is right for one wallet or currency and wrong for another, which only a service with state can know. */
  readonly hangsOnWallet?: boolean;
}

/** What is sent. */
export interface Written {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Who signs, and when. */
export interface Signer {
  readonly apiCode: string;
  readonly secret: string;
  readonly seconds: number;
  /** No two requests have the same. */
  readonly nonce: number;
}

/** Writes a request down and signs its bytes, as the document assumes that it is done. */
export function written(draft: Draft, { apiCode, secret, seconds, nonce }: Signer): Written {
  const text = draft.body === undefined ? '' : JSON.stringify(draft.body);
  const body = Buffer.from(draft.spoil?.(text) ?? text);
  const query = [...draft.query, `n=${String(nonce)}`, `t=${String(seconds)}`];
  const parts = [...query.map((pair) => Buffer.from(pair)), ...(body.length > 0 ? [body] : [])].sort((a, b) =>
    a.compare(b),
  );
  const joined = Buffer.concat(
    [...parts, Buffer.from(`secret=${secret}`)].flatMap((part, i) => [Buffer.from(i === 0 ? '' : '&'), part]),
  );
  const left = draft.without === 't' ? query.filter((pair) => !pair.startsWith('t=')) : query;
  const headers = { 'x-api-code': apiCode, 'x-checksum': hash('sha256', joined), ...draft.headers };
  return { method: draft.method, target: `${draft.segments.join('/')}?${left.join('&')}`, headers, body };
}
