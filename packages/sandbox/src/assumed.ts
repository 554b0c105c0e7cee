/** What the interface does not show and a service must decide. The document says so in `x-unspecified`, with these assumptions. */
import type { OperationId, WalletKind } from './document/document.ts';

/** Numbers of the wallet kinds. */
export const WALLET_TYPES: Readonly<Record<WalletKind, number>> = {
  vault: 0,
  deposit: 2,
  withdrawal: 3,
  'deposit-withdrawal': 5,
  delegated: 6,
};

/** Kinds that may be asked where the interface names none. */
export const ASSUMED_KINDS: Partial<Record<OperationId, readonly WalletKind[]>> = {
  createDepositAddresses: ['deposit', 'deposit-withdrawal', 'delegated'],
  listDepositAddresses: ['deposit', 'deposit-withdrawal', 'delegated'],
  getDepositCallback: ['deposit', 'deposit-withdrawal', 'delegated'],
  getWithdrawalState: ['withdrawal', 'deposit-withdrawal', 'delegated'],
  listWithdrawalStates: ['withdrawal', 'deposit-withdrawal', 'delegated'],
  listWithdrawalHistory: ['withdrawal', 'deposit-withdrawal', 'delegated'],
  addWhitelistEntries: ['withdrawal', 'deposit-withdrawal', 'delegated'],
  checkWhitelistEntry: ['withdrawal', 'deposit-withdrawal', 'delegated'],
};

/** Types of callbacks. */
export const CALLBACK_TYPE = { deposit: 1, withdrawal: 2 } as const;

/** States of orders and transactions, as callbacks and the all-states query number them. */
export const STATE = {
  processing: 1,
  inPool: 2,
  inChain: 3,
  confirmed: 4,
  failed: 5,
  resent: 6,
  cancelled: 8,
  transactionFailed: 11,
} as const;

/** How far the service is with a transaction. */
export const PROCESSING = { inPool: 0, inChain: 1, done: 2 } as const;

/** Minutes after the first attempt at which a callback is sent again; then it is given up. */
export const RETRY_MINUTES = [1, 3, 5, 15, 45];

/** Seconds that t may be off, either way. */
export const T_WINDOW = 300;

/** Seconds for which an activated API code is good. */
export const CODE_LIFETIME = 90 * 24 * 3600;

/** Header of a callback's signature. */
export const SIGNATURE_HEADER = 'X-CHECKSUM';
