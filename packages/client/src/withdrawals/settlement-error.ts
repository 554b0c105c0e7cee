/** An order that what the service says of it does not settle. */
import { WalletError } from '../errors.ts';

/**
 * Why what the service said of an order does not settle it. `order_conflict`: its order_id holds another withdrawal.
 * `not_comparable`: it holds one that is spelled in a way that cannot be compared. `order_left_out`: the answer to the batch lacks
 * it. `batch_refused`: its batch was refused for another order, and whether some of it was carried out is not shown.
 * `earlier_attempt`: nobody has ruled out that an earlier attempt was taken. `failed`: the wallet that was given threw something
 * else than a {@link WalletError}. `cause` has the error behind it.
 */
export type SettlementReason =
  'order_conflict' | 'not_comparable' | 'order_left_out' | 'batch_refused' | 'earlier_attempt' | 'failed';

/** An order could not be settled by what the service says of it. */
export class SettlementError extends WalletError {
  override readonly name = 'SettlementError';
  declare readonly reason: SettlementReason;

  constructor(reason: SettlementReason, message: string, cause?: unknown) {
    super(message, { operationId: 'withdrawAssets', attempts: 1, effect: 'unknown', retryable: false }, cause);
    Object.assign(this, { reason });
  }
}
