/** Vault transactions in the books: an approved one is paid, one that fails after that gives the amount back, and not the fee. */
import { accountOf, at, feeOf, heldAt, move, payerOf, type Books, type VaultTransaction } from './books.ts';

/** Where each state goes on to. */
const STEPS: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 5], 4: [1, 2, 4, 5], 2: [3, 6] };

const APPROVED = 2;
const FAILED = 3;

/** Whether it can be paid. */
export function canPay(books: Books, account: string, amount: bigint): boolean {
  const payer = payerOf(books, accountOf(books, account)).name;
  const fee = feeOf(books, accountOf(books, account), 0);
  if (payer === account) return heldAt(books, at(account)) >= amount + fee;
  return heldAt(books, at(account)) >= amount && heldAt(books, at(payer)) >= fee;
}

/** Whether a step is one. */
export function mayMove(books: Books, { account, amount, state }: VaultTransaction, to: number): boolean {
  return (STEPS[state] ?? []).includes(to) && (to !== APPROVED || canPay(books, account, amount));
}

/** The next step. */
export function moveVault(books: Books, transaction: VaultTransaction, to: number): void {
  const { account, amount } = transaction;
  transaction.state = to;
  if (to === APPROVED) {
    move(books, at(account), -amount);
    move(books, at(payerOf(books, accountOf(books, account)).name), -feeOf(books, accountOf(books, account), 0));
    transaction.paid = true;
  } else if (to === FAILED) move(books, at(account), amount);
}
