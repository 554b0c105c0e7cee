/** What the proxy keeps of one exchange until it is checked. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * A larger body is passed on, but not checked, for that would hold up all others; nor is one that becomes larger when its compression is undone. The
 * largest page that the document allows has 5000 items, some 4.5 MB.
 */
export const MAX_BYTES = 8 * 1024 * 1024;

/** A request and what came back, as bytes. */
export interface Exchange {
  /** When the request came. */
  readonly startedAt: Date;
  /** Until the answer had gone out, and the rest of the request had come, if it was answered before. */
  readonly milliseconds: number;
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
  /** How many bytes went by, kept or not. */
  readonly size: number;
  /** Whether it came to its end. */
  readonly ended: boolean;
  /** False for one that was too large to be kept, or broke off. */
  readonly whole: boolean;
}
