/** The operations that a writing pack may send, and the reads that prove them. A run has nothing to do with either list. */
import type { Operation } from '@wallet-operations/validator';
import { mayBeSent, WritingError } from './reading.ts';

/** By hand: what each of them leaves behind is in the README. */
export const WRITING: ReadonlySet<string> = new Set([
  'withdrawAssets',
  'createDepositAddresses',
  'addWhitelistEntries',
]);

/** What a pack reads before it writes, and to prove that it did. */
export const PROVING: ReadonlySet<string> = new Set([
  'getApiCodeStatus',
  'listWallets',
  'listWalletBalances',
  'getWithdrawalState',
  'listDepositAddresses',
  'checkWhitelistEntry',
]);

/** Whether an operation is one of those that a pack writes with. */
export const isWriting = ({ operationId }: Operation): boolean => WRITING.has(operationId);

/**
 * Lets through what a pack needs, and nothing else.
 *
 * @throws WritingError that names the operation, for any other
 */
export function refuseOthers(operation: Operation): void {
  const { operationId } = operation;
  if (isWriting(operation) || (PROVING.has(operationId) && mayBeSent(operation))) return;
  throw new WritingError(`${operationId} is refused, and nothing was sent: a writing pack has no use for it.`);
}
