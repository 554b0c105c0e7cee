/** The client as its users import it. */
export { createWalletClient } from './client.ts';
export type {
  CallOptions,
  Operations,
  Wallet,
  WalletClient,
  WalletClientOptions,
  WalletOperationId,
} from './client.ts';
export { systemClock, type Clock } from './clock.ts';
export type { Credentials, CredentialsSource } from './credentials.ts';
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
  type UnreadableReason,
} from './errors.ts';
export { AmountError, toMainUnit, toSmallestUnit } from './numbers/amounts.ts';
export { sortedSha256, type Sign, type Signature, type SignInput } from './sign.ts';
export type { AttemptEvent, TransportOptions } from './transport.ts';
export type { ErrorBody, Input, OperationId, Output } from './types.ts';
