/** Payments that may be the same, told from others in few steps where there are many. */
import { canonicalAddress, spellingOf } from '../canonical-address.ts';
import { canonicalDecimal } from '../withdrawals/decimals.ts';
import { likenessOf, type Likeness, type Payment } from '../withdrawals/likeness.ts';

/** A payment, and what tells it from most others. */
export interface Marked {
  readonly payment: Payment;
  /** In one spelling. */
  readonly address: string;
  /** Of its address; empty if it may have a part that others leave out. */
  readonly spelling: string;
}

/** Marks one. */
export function marked(payment: Payment): Marked {
  const address = canonicalAddress(payment.address);
  return { payment, address, spelling: /\W/.test(address) ? '' : spellingOf(address) };
}

/** Of two payments with one amount: as `likenessOf` says. */
export const likenessIn = (one: Marked, two: Marked): Likeness =>
  one.address !== two.address && one.spelling === two.spelling && one.spelling !== ''
    ? 'other'
    : likenessOf(one.payment, two.payment);

/** One text for a transaction and an amount of it: payments of others are others. */
export const placeOf = (txid: string, { amount }: Payment): string =>
  `${canonicalAddress(txid)} ${canonicalDecimal(amount) ?? ''}`;
