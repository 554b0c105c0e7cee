/** A block in the making, and when what it holds is final. */
import type { Wallet } from '../state/wallets.ts';

/** A block in the making. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
  /** Position of the next transaction. */
  tindex: number;
}

/** The block with which a transaction in `block` is final. */
export const finalBlock = ({ currency }: Wallet, block: Block): number => block.height + currency.confirmations - 1;
