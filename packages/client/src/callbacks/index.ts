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
export { confirmBy, type Confirm } from './confirm.ts';
export { isSafeToCredit } from './credit.ts';
export type { CallbackContext, DeliveryOptions } from './deliver.ts';
export { CallbackError, type CallbackFailure } from './error.ts';
export { createCallbackHandler, type CallbackHandlerOptions } from './handler.ts';
export { defaultKeyOf, defaultProgressOf } from './identity.ts';
export type { InvalidCallback } from './read.ts';
export { memoryCallbackStore, type CallbackStore, type Claim } from './store.ts';
export { signTestCallback } from './testing.ts';
export { sha256Verifier, type Secrets, type Verify, type VerifyInput } from './verify.ts';
