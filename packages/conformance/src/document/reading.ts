/** The operations that a run may send: those that read. Both the document and this list have to say so. */
import type { Operation } from '@wallet-operations/validator';

/** By hand, so that no change of the document alone lets anything be sent. */
export const READING: ReadonlySet<string> = new Set([
  'listWithdrawalHistory',
  'getWithdrawalEventLogs',
  'getWithdrawalState',
  'listWithdrawalStates',
  'listDepositAddresses',
  'listWhitelistEntries',
  'checkWhitelistEntry',
  'listWallets',
  'listWalletBalances',
  'getDelegatedBalances',
  'getVaultBalance',
  'listVaultHistory',
  'listCallbacks',
  'getCallbacksById',
  'getDepositCallback',
  'getCurrencyPrices',
  'getApiCodeStatus',
]);

/** Whether the document says that nothing changes at the service, however often an operation is called. */
export const isSaidToRead = ({ node, method }: Operation): boolean =>
  node['x-repeatable'] === 'always' && (method === 'GET' || method === 'POST');

/** Whether an operation may be sent. */
export const mayBeSent = (operation: Operation): boolean =>
  READING.has(operation.operationId) && isSaidToRead(operation);

/** Of an operation that must not be sent. */
export class WritingError extends Error {
  override readonly name = 'WritingError';
}

/**
 * Lets reading operations through.
 *
 * @throws WritingError that names the operation, for any other
 */
export function refuseWriting(operation: Operation): void {
  if (mayBeSent(operation)) return;
  throw new WritingError(`${operation.operationId} is refused, and nothing was sent: a run sends what reads alone.`);
}

/** The row of a code without permission. */
export const NO_PERMISSION = 'api_secret_not_valid';

/** Whether an operation takes codes with permission alone. */
export const needsPermission = ({ examples }: Operation): boolean =>
  examples.some(({ name }) => name === NO_PERMISSION);
