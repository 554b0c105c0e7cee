/** A request and its answer, as the parts of the mock hand them to each other: nothing of sockets. */

/** A request as it came in. */
export interface MockRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a body too large to be read. */
  readonly body: string | undefined;
}

/** An answer, its body still a value. */
export interface MockAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Why it is this answer, for the log. */
  readonly because: string;
  /** The operation that answers. Absent where none does. */
  readonly operationId?: string;
}
