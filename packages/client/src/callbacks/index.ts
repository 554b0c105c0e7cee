/** Receiving what the service sends: callbacks of deposits and withdrawals, and requests for approval. */
export { createApprovalHandler, type ApprovalHandlerOptions, type Decide } from './approval.ts';
export {
  isWithdrawal,
  type Callback,
  type DepositCallback,
  type NonEmptyString,
  type WithdrawalCallback,
} from './callback.ts';
export { CallbackState, CallbackType, ProcessingState } from '@wallet-operations/openapi/points';
export { catchUp, type CatchUpOptions, type CaughtUp } from './catch-up.ts';
export { confirmBy, type Confirm } from './confirm.ts';
export { isSafeToCredit } from './credit.ts';
export type { CallbackContext, Deliver, Delivered, DeliveryOptions, OnDeposit } from './deliver.ts';
export { CallbackError, type CallbackFailure } from './error.ts';
export type { CallbackEvent } from './event.ts';
export { createCallbackHandler, type CallbackHandler, type CallbackHandlerOptions } from './handler.ts';
export { defaultKeyOf, progressOf } from './identity.ts';
export type { InvalidCallback } from './read.ts';
export { memoryCallbackStore } from './memory-store.ts';
export { toNodeHandler, type NodeRequest, type NodeResponse } from './node.ts';
export type { CallbackStore, Claim, Handled, Stale } from './store.ts';
export { signTestCallback } from './testing.ts';
export { sha256Verifier, type Secrets, type Verify, type VerifyInput } from './verify.ts';
