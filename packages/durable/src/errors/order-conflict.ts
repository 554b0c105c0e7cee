/** An order_id is taken by another order. */

/**
 * Thrown by `enqueue` for an order_id that was enqueued before with other content, or for another wallet. Nothing of the call was written:
 * it would have been either a second payment under one ID, or a payment that nobody makes.
 */
export class OrderConflictError extends Error {
  override readonly name = 'OrderConflictError';
  readonly order_id: string;
  /** What differs: fields of the order, or `wallet`. */
  readonly fields: readonly string[];

  constructor(orderId: string, fields: readonly string[]) {
    super(
      `order_id ${orderId} was enqueued before with another ${fields.join(', ')}. One order_id is one payment: find out which of the two is meant before either gets another ID.`,
    );
    this.order_id = orderId;
    this.fields = fields;
  }
}
