/** What the tables hold, row by row, as SQLite gives it: integers are bigints, amounts are text. */

/** An API code as it is kept. */
export interface CodeRow {
  readonly api_code: string;
  readonly secret: string;
  /** Null for a read-only code. */
  readonly wallet_id: bigint | null;
  readonly state: 'active' | 'inactive' | 'dead';
  /** Unix seconds; 0 while it is not activated. */
  readonly exp: bigint;
  /** 0 for a code without permission. */
  readonly permitted: bigint;
}

/** A whitelist entry as it is kept. */
export interface EntryRow {
  readonly entry_id: bigint;
  readonly address: string;
  readonly memo: string;
  readonly user_id: string;
  readonly create_time: bigint;
  readonly effective_time: bigint;
  readonly update_time: bigint;
  /** 1 active, 2 removed. */
  readonly state: bigint;
}

/** An order as it is kept. */
export interface OrderRow {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly order_id: string;
  readonly address: string;
  readonly amount: string;
  readonly memo: string;
  readonly from_address: string;
  readonly fee: string;
  readonly state: bigint;
  readonly create_time: bigint;
  readonly details: string;
}

/** What of an order is kept, but never looked for. */
export interface OrderDetails {
  readonly tokenId: string;
  readonly contractAbi: string;
  readonly userId: string;
  readonly message: string;
  /** Who triggered it, as the history says. Default: the API. */
  readonly source?: string;
  /** Whether the service takes it for invalid, successful as it is. */
  readonly isInvalid?: boolean;
}

/** A transaction of an order. */
export interface TransactionRow {
  readonly id: bigint;
  readonly order_row: bigint;
  readonly wallet_id: bigint;
  readonly txid: string;
  readonly state: bigint;
  readonly block: bigint;
  readonly tindex: bigint;
  readonly fee: string;
  readonly broadcast_at: bigint;
  readonly chain_at: bigint;
}

/** A deposit as it is kept. */
export interface DepositRow {
  readonly id: bigint;
  readonly wallet_id: bigint;
  readonly txid: string;
  readonly vout: bigint;
  readonly address: string;
  readonly memo: string;
  readonly amount: string;
  readonly token_id: string;
  readonly from_address: string;
  readonly fee: string;
  /** 1 for a deposit address that was created, 0 for the wallet's own. */
  readonly is_own: bigint;
  readonly state: bigint;
  readonly block: bigint;
  readonly tindex: bigint;
  readonly chain_at: bigint;
  readonly source_tx: bigint | null;
  /** When the first output of its transaction came. */
  readonly came_at: bigint;
}

/** A transaction in a block; it stays when the chain loses that block. */
export interface InclusionRow {
  readonly height: bigint;
  readonly block_hash: string;
  readonly tindex: bigint;
  /** Position of its first event in the block. */
  readonly first_event: bigint;
  readonly removed: bigint;
}

/** A callback as it is kept. */
export interface CallbackRow {
  readonly serial: bigint;
  readonly wallet_id: bigint;
  readonly type: bigint;
  readonly txid: string;
  readonly time: bigint;
  readonly body: string;
  readonly attempts: bigint;
  /** Null where no attempt is due any more. */
  readonly next_at: bigint | null;
  readonly delivered_at: bigint | null;
}

/** An attempt to deliver a callback, as it was sent. */
export interface AttemptRow {
  readonly serial: bigint;
  /** From 1. */
  readonly number: bigint;
  readonly at: bigint;
  /** The status of the answer, or why there was none. */
  readonly result: string;
  /** Where it went; empty where it went nowhere, or an older sandbox sent it. */
  readonly url: string;
  /** Name of the header that has the signature. */
  readonly header: string;
  readonly signature: string;
  /** The very text; empty where nothing was sent, or an older sandbox sent it. */
  readonly body: string;
}
