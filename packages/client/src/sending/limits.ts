/** What the calls of one API code share, whoever makes them: turns, and checksums. The seam to what several processes have in common. */

/** Whose call it is. The API code is a secret: keep a hash of it where you keep anything. */
export interface Caller {
  readonly operationId: string;
  readonly walletId: bigint | undefined;
  readonly apiCode: string;
}

/**
 * Limits that hold for all calls of an API code. Each client has its own in memory; give the same to several clients, or one that has
 * a database behind it to several processes, and they keep the limits together.
 */
export interface Limits {
  /**
   * What waits until a call may go: below the calls a minute that are allowed, and not into an outage. It rejects with the signal's reason
   * once that is aborted, and with any other error if the call must not be sent at all. Undefined where nothing has to be waited for.
   */
  readonly turn: (caller: Caller) => ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Whether a checksum is new to this path; it is used from then on. The last that is asked before a request leaves: what it rejects
   * with keeps it from being sent.
   */
  readonly claim: (caller: Caller, checksum: string, path: string) => boolean | Promise<boolean>;
  /** Learns the calls a minute that are allowed, 1 or more, from a refusal that names them. */
  readonly learn: (caller: Caller, callsPerMinute: number) => unknown;
  /**
   * Hears of each request that was sent, whether the service itself answered it, unless its caller ended it first: that says nothing of
   * the service. Nobody waits for it, and what it throws is ignored.
   */
  readonly ended?: (caller: Caller, isAnswered: boolean) => unknown;
}
