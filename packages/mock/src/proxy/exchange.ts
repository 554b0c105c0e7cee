/** What the proxy keeps of one exchange until it is checked. */
import type { IncomingHttpHeaders } from 'node:http';

/** A request and what came back, as bytes. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly requestHeaders: IncomingHttpHeaders;
  readonly requestBody: Captured;
  /** Undefined where no answer came. */
  readonly response?: {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: Captured;
  };
}

/** A body that was passed on. */
export interface Captured {
  readonly bytes: Buffer;
  /** False for one that was too large to be kept, or broke off. */
  readonly whole: boolean;
}
