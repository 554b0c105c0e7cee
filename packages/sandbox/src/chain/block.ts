/** A block in the making, and when what it holds is final. */
import type { Wallet } from '../state/wallets.ts';

/** A block in the making. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
  /** The position of a transaction: the next one at its first mention, the same one however many of its outputs follow. */
  readonly tindexOf: (txid: string) => number;
  /** The position of the first of so many events, behind those of the transactions before. */
  readonly placeOfEvents: (count: number) => number;
  /** How many transactions it holds by now. */
  readonly size: () => number;
}

/** Begins a block. */
export function createBlock(height: number, hash: string, time: number): Block {
  const positions = new Map<string, number>();
  let events = 0;
  return {
    height,
    hash,
    time,
    tindexOf(txid) {
      const known = positions.get(txid) ?? positions.size;
      positions.set(txid, known);
      return known;
    },
    placeOfEvents(count) {
      events += count;
      return events - count;
    },
    size: () => positions.size,
  };
}

/** The block with which a transaction in `block` is final. */
export const finalBlock = ({ currency }: Wallet, block: Block): number => block.height + currency.confirmations - 1;
