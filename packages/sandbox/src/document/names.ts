/** Names that the document gives: operations, and kinds of wallets. */
import type { endpoints } from '@wallet-operations/openapi/tables';

/** An operation of the interface, by its operationId. */
export type OperationId = keyof typeof endpoints;

/** Kinds of wallets, as the document words them in `x-wallet-kinds`. A mapped wallet is of its parent's kind. */
export type WalletKind = 'vault' | 'deposit' | 'withdrawal' | 'deposit-withdrawal' | 'delegated';
