/** The client as its users import it. */
export { activateApiCode, checkApiCode, type ApiCodeExpiry, type CheckOptions } from './api-codes.ts';
export { findCallbacks, findDelegatedBalances, type Found } from './lists/batches.ts';
export { callbacks, type CallbacksOptions } from './lists/callbacks.ts';
export {
  createWalletClient,
  type Operations,
  type Wallet,
  type WalletCalls,
  type WalletClient,
  type WalletOperationId,
} from './client.ts';
export {
  CallbackState,
  CallbackType,
  ProcessingState,
  VaultTransactionState,
  WalletType,
  WhitelistEntryState,
  WithdrawalHistoryState,
  WithdrawalTransactionState,
} from '@wallet-operations/openapi/points';
export { systemClock, type Clock } from './sending/clock.ts';
export type { Caller, Limits } from './sending/limits.ts';
export { createLimits } from './sending/own-limits.ts';
export type { Credentials, CredentialsSource } from './signing/credentials.ts';
export {
  AbortedError,
  ConnectionError,
  InvalidCallError,
  ServiceError,
  SigningError,
  TimeoutError,
  UnreadableResponseError,
  WalletError,
  type Effect,
  type FailureDetails,
  type Refusal,
  type Repeat,
  type UnreadableReason,
} from './errors.ts';
export { parseJson, stringifyJson } from '@wallet-operations/json';
export { isRefusalOf, type RefusalOf } from './refusals.ts';
export { AmountError, toMainUnit, toSmallestUnit } from './numbers/amounts.ts';
export type { PagedOperationId, PageOptions, RecordOf } from './lists/pages.ts';
export { records, type Records } from './lists/records.ts';
export { sortedSha256, type Sign, type Signature, type SignInput } from './signing/sign.ts';
export { watch } from './watch.ts';
export type { AnswerEvent, CallEvent, Hooks, RequestEvent, WaitEvent } from './hooks.ts';
export { openapiFetch, type TypedFetch } from './openapi-fetch.ts';
export { fetchOnce } from './sending/fetch-once.ts';
export type { CallOptions, FetchAnswer, FetchInit, TransportOptions, WalletClientOptions } from './options.ts';
export type * from '@wallet-operations/openapi/methods';
export type { ErrorBody, Input, OperationId, Output, WithdrawalRequest, WithdrawalRequestFields } from './types.ts';
export type { BudgetOptions } from './withdrawals/budget.ts';
export { findWithdrawals, type FindWithdrawalsOptions } from './withdrawals/find.ts';
export { likenessOf, type Likeness, type WithdrawalRecord } from './withdrawals/likeness.ts';
export { checkedOrders } from './withdrawals/orders.ts';
export { SettlementError, type SettlementReason } from './withdrawals/settlement-error.ts';
export type { EarlierAttempts, EarlierAttemptsOf, Settlement } from './withdrawals/settlement.ts';
export { submitWithdrawals, type SubmitOptions } from './withdrawals/submit.ts';
