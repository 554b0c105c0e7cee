/** What of a transaction orders and callbacks tell, and the records of the history that are of it. */
import type { Body } from './evidence.ts';
import { timeOf } from './times.ts';

/** What another answer tells of a transaction that is in the chain. */
export interface Told {
  readonly txid: string;
  readonly to: string;
  readonly block: unknown;
  /** When it was packed, where that is told. */
  readonly at: number | undefined;
  readonly state: unknown;
  /** Whether it is a withdrawal of an order, or else a deposit. */
  readonly isOrder: boolean;
}

/** It with the records of the history that are of the same transaction, in any case, and recipient. */
export interface Tied extends Told {
  readonly rows: readonly Body[];
}

/** What a record tells of a transaction, if that is in the chain. */
export function inChain(record: Body, to: unknown, block: unknown, isOrder: boolean): Told[] {
  const { txid, state } = record;
  return typeof txid === 'string' && txid !== '' && typeof to === 'string' && Number(block) > 0
    ? [{ txid, to, block, at: timeOf(record, 'chain_at'), state, isOrder }]
    : [];
}
