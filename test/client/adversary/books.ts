/** The truth: what the service has, and what is still under way to it. Only the judge of a schedule reads it. */
import type { WithdrawalRequest } from '@wallet-operations/client';

/** A withdrawal in the books. */
export interface Entry {
  readonly order: WithdrawalRequest;
  /** Somebody else's, under an ID of ours. */
  readonly isForeign: boolean;
  readonly transactionId: bigint;
  /** From when on lookups see it. */
  readonly visibleFrom: number;
}

/** A request that was given up on, and is not done yet. */
export interface UnderWay {
  readonly requests: readonly WithdrawalRequest[];
}

export class Books {
  readonly entries = new Map<string, Entry>();
  readonly underWay = new Set<UnderWay>();
  #last = 0n;

  /** Enters what a request brought. */
  enter(order: WithdrawalRequest, visibleFrom: number, isForeign = false): Entry {
    if (this.entries.has(order.order_id)) throw new Error(`The model has taken ${order.order_id} twice.`);
    // Some IDs lie beyond what a number holds.
    const transactionId = ++this.#last % 3n === 0n ? 9_007_199_254_740_993n + 2n * this.#last : this.#last;
    const entry = { order, isForeign, transactionId, visibleFrom };
    this.entries.set(order.order_id, entry);
    return entry;
  }

  /** Whether the service has this very order. */
  has(orderId: string): boolean {
    return this.entries.get(orderId)?.isForeign === false;
  }

  /** Whether the ID is another withdrawal's. */
  isForeign(orderId: string): boolean {
    return this.entries.get(orderId)?.isForeign === true;
  }

  /** Whether something under way may still bring the order in. */
  mayCome(orderId: string): boolean {
    if (this.entries.has(orderId)) return false;
    for (const { requests } of this.underWay) if (requests.some(({ order_id }) => order_id === orderId)) return true;
    return false;
  }
}
