/** Whether the withdrawal that the service has under an order_id is the one that was asked for. */
import { canonicalAddress, spellingOf } from '../canonical-address.ts';
import type { Output } from '../types.ts';
import { canonicalDecimal } from './decimals.ts';

/** What the service has under an order_id. */
export type WithdrawalRecord = Output<'getWithdrawalState'>;

/** `unclear`: they are spelled in ways that cannot be compared here. */
export type Likeness = 'same' | 'other' | 'unclear';

/** The answer to a lookup, if it is a record of this order_id in everything that is compared; undefined for any other answer. */
export function recordOf(answer: unknown, orderId: string): WithdrawalRecord | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { order_id, address, amount, memo } = answer as Record<string, unknown>;
  const isWhole =
    order_id === orderId &&
    typeof address === 'string' &&
    address !== '' &&
    typeof amount === 'string' &&
    canonicalDecimal(amount) !== undefined &&
    typeof (memo ?? '') === 'string';
  return isWhole ? (answer as WithdrawalRecord) : undefined;
}

/** What moves money. */
export type Payment = Pick<WithdrawalRecord, 'address' | 'amount'> & { readonly memo?: string | null | undefined };

/** A payment that was asked for. */
export type AskedPayment = Payment & { readonly token_id?: string | null | undefined };

/**
 * Compares what moves money: address, amount and memo, as a chain would.
 *
 * @param order - the order
 * @param found - a record of the service, or another order
 */
export function likenessOf(order: AskedPayment, found: Payment): Likeness {
  const { address, amount, memo } = likenessesOf(order, found);
  const likenesses = [address, amount, memo];
  return (['other', 'unclear'] as const).find((likeness) => likenesses.includes(likeness)) ?? 'same';
}

/** The same, field by field. */
export function likenessesOf(order: AskedPayment, found: Payment): Record<'address' | 'amount' | 'memo', Likeness> {
  const address = likenessOfAddresses(order.address, found.address);
  const amount = likenessOfAmounts(order, found);
  // A memo may be a part of the address: it tells nothing where that cannot be compared.
  const memo = address === 'unclear' ? address : likenessOfMemos(order, found);
  return { address, amount, memo };
}

function likenessOfAddresses(asked: string, found: string): Likeness {
  const [a, b] = [canonicalAddress(asked), canonicalAddress(found)];
  if (a === b) return 'same';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const isPart = long.startsWith(short) && /\W/.test(long.charAt(short.length)); // behind it may stand a tag, or a checksum
  return !isPart && spellingOf(a) === spellingOf(b) ? 'other' : 'unclear';
}

function likenessOfAmounts({ amount, token_id }: AskedPayment, found: Payment): Likeness {
  const [a, b] = [canonicalDecimal(amount), canonicalDecimal(found.amount)];
  if (a === b) return 'same';
  // Of an ERC-721 token the amount counts as 1 whatever it says; whether this is one, or an ERC-1155, the order does not tell.
  return a === undefined || (token_id && b === '1e0') ? 'unclear' : 'other';
}

/** Whether an address is one of the XRP ledger, where a memo is a tag, and so a number. */
const TAGGED = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

/**
 * No memo and an empty one are the same, and so are the tags 007 and 7. A record without a memo does not tell that there is none: it
 * may be left out, or not be on the chain yet. Nor does one that differs by what a service may cut off or add.
 */
function likenessOfMemos({ memo, address }: Payment, found: Payment): Likeness {
  const [a, b] = [memo ?? '', found.memo ?? ''];
  if (a === b) return 'same';
  if (b === '' || (a === '' && b === '0')) return 'unclear';
  if (loose(a) !== loose(b)) return 'other';
  return TAGGED.test(address) ? 'same' : 'unclear';
}

const loose = (memo: string): string =>
  memo
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/^\+/, '')
    .replace(/^0+(?=[0-9])/, '');
