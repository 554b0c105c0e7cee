/** What is on trial: whatever settles withdrawals. */
import type { WalletCalls, WalletError, WithdrawalRequest } from '@wallet-operations/client';
import type { ProcessClock } from './clock.ts';

/** What is said of an order. */
export type Settled = { readonly order_id: string } & (
  | { readonly outcome: 'accepted'; readonly transactionId: bigint | undefined }
  | { readonly outcome: 'refused' | 'not_submitted' | 'unknown'; readonly error: WalletError }
  | { readonly outcome: 'conflict'; readonly found: unknown; readonly error: WalletError }
);

export type EarlierAttempts = 'none' | 'possible' | 'shown';

export interface SettleOptions {
  readonly earlierAttempts?: EarlierAttempts | ((order: WithdrawalRequest) => EarlierAttempts);
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly deadline?: number;
  readonly clock: ProcessClock;
  readonly random?: () => number;
}

export interface Settler {
  readonly submit: (
    wallet: WalletCalls<'withdrawAssets' | 'getWithdrawalState'>,
    orders: readonly WithdrawalRequest[],
    options: SettleOptions,
  ) => Promise<readonly Settled[]>;
  /** Only looks up. */
  readonly find?: (
    wallet: WalletCalls<'getWithdrawalState'>,
    orders: readonly WithdrawalRequest[],
    options: SettleOptions,
  ) => Promise<readonly Settled[]>;
}
