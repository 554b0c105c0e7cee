/** What comes in and what goes out, without a socket. */
import type { WireFault } from '@wallet-operations/serving';

/** A request as it came in. */
export interface MockRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a body too large to be read. */
  readonly body: Uint8Array | string | undefined;
}

/** An answer, its body still a value: for `JSON.stringify`, as integers beyond 2^53 are raw JSON in it. */
export interface MockAnswer {
  /** 0 where a fault has the request not even carried out. */
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Why it is this answer, for the log. */
  readonly because: string;
  /** The operation that answers. Absent where none does. */
  readonly operationId?: string;
  /** What hits the answer on its way: whoever sends it does as it says. Without a socket, a stub of `fetch` say, nothing does. */
  readonly fault?: WireFault;
}
