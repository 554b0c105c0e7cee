/** With what callbacks are opened, and what is wrong with it. */
import type { WalletClientOptions } from '@wallet-operations/client';
import type {
  Callback,
  CallbackContext,
  CallbackHandlerOptions,
  DepositCallback,
  Secrets,
  Verify,
  WithdrawalCallback,
} from '@wallet-operations/client/callbacks';
import type { Transaction } from '../database/database.ts';
import { checkFunction, checkNumber, type Range } from '../range.ts';
import { checkHoldFor, HOLD_FOR } from './kept.ts';
import type { CallbackStoreOptions } from './open-store.ts';
import type { TransactionClaim } from './store.ts';

/**
 * Books what a callback tells of. What it writes into the transaction is there exactly if the callback counts as handled, and so once. If
 * it throws, neither is, and it is called again when the callback comes again, or is caught up with; so let it do nothing but write there.
 */
export type Book<C extends Callback = DepositCallback> = (
  callback: C,
  transaction: Transaction,
  context: CallbackContext<TransactionClaim>,
) => void | Promise<void>;

/** What to work with. */
export interface CallbacksOptions
  extends
    CallbackStoreOptions,
    Pick<CallbackHandlerOptions<TransactionClaim>, 'onStale' | 'onInvalid' | 'keyOf' | 'limit'> {
  /** How to reach the service, and as whom. Its `limits` are those of the database. */
  readonly service: Omit<WalletClientOptions, 'limits'>;
  /** The wallets whose callbacks are caught up with. The handler takes those of any wallet that are verified. */
  readonly wallets: readonly (number | bigint)[];
  /** The secrets with which callbacks are signed, by the assumed scheme: one, several during a rotation, or a function that knows them. */
  readonly secrets?: Secrets | undefined;
  /** Tells the service's callbacks from those of strangers, in the place of `secrets`. */
  readonly verify?: Verify | undefined;
  /** A deposit is safe: credit it. Once for a deposit, whatever comes again. */
  readonly onCredited: Book;
  /** A deposit that was credited has failed since: take it back, or call a person. */
  readonly onReversed: Book;
  /** A deposit has failed before it was credited. */
  readonly onFailed?: Book | undefined;
  /** A deposit is on its way, and one step further: to show it, not to credit it. */
  readonly onDetected?: Book | undefined;
  /** A withdrawal is one step further. Durable ones need `withdrawals` instead. */
  readonly onWithdrawal?: Book<WithdrawalCallback> | undefined;
  /** What is neither. */
  readonly onOther?: Book | undefined;
  /** Durable withdrawals, which are told of each callback with an order_id, before `onWithdrawal` is. */
  readonly withdrawals?: { readonly follow: (callback: Callback) => Promise<unknown> } | undefined;
  /** Whether to read each callback back from the service before it is handled, which is a call of it. Default: false. */
  readonly confirm?: boolean | undefined;
  /** Hears of what goes wrong and is tried again: what your functions threw, callbacks that do not fit, lists that could not be read. */
  readonly onError: (error: unknown, callback?: Callback) => unknown;
  /**
   * Unix seconds from which on a wallet is caught up with that never was before, and a second more. Default: when it is opened first, by
   * the database's or this process's clock, whichever is behind. What
   * something else has booked after that is booked again.
   */
  readonly from?: number | undefined;
  /** Seconds between two times that a wallet is caught up with, by whichever process, at most a day. Default: 900. */
  readonly every?: number | undefined;
  /** Seconds of the list in the first call, and the least of any, as `catchUp` takes them. From 60 on. Default: 3 600. */
  readonly window?: number | undefined;
  /** Seconds that are read again each time, for what the list has late. Default: 86 400. */
  readonly overlap?: number | undefined;
}

const REQUIRED = ['onCredited', 'onReversed', 'onError'] as const;

const OPTIONAL = ['onFailed', 'onDetected', 'onWithdrawal', 'onOther', 'onStale', 'onInvalid', 'keyOf'] as const;

const RANGES = {
  from: { what: 'whole Unix seconds', from: 0, to: 99_999_999_999 }, // beyond it they are milliseconds
  every: { what: 'whole seconds', from: 1, to: 86_400 },
  window: { what: 'whole seconds', from: 60 },
  overlap: { what: 'whole seconds', from: 0 },
} as const satisfies Partial<Record<keyof CallbacksOptions, Range>>;

/** @throws RangeError or TypeError for options that make no sense */
export function checkCallbacksOptions(options: CallbacksOptions): void {
  const { secrets, verify, holdFor = HOLD_FOR } = options;
  for (const name of REQUIRED)
    if (typeof (options as Partial<CallbacksOptions>)[name] !== 'function')
      throw new TypeError(`${name} is missing: what it is for would be acknowledged, and never booked or heard of.`);
  for (const name of OPTIONAL) checkFunction(name, options[name]);
  if (options.withdrawals && typeof (options.withdrawals as Partial<typeof options.withdrawals>).follow !== 'function')
    throw new TypeError('withdrawals has no follow. Give what openWithdrawals has opened.');
  if ((secrets === undefined) === (verify === undefined))
    throw new TypeError('Give either "secrets", with which callbacks are signed, or "verify".');
  checkHoldFor(holdFor);
  for (const [name, range] of Object.entries(RANGES)) checkNumber(name, options[name as keyof typeof RANGES], range);
}
