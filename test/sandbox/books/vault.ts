/** Vault transactions in the books: an approved one is paid, one that fails after that gives the amount back, and not the fee. */
import {
  accountOf,
  at,
  feeOf,
  heldAt,
  move,
  payerOf,
  type Books,
  type Deposit,
  type VaultTransaction,
} from './books.ts';
import { ownerOf } from './chain.ts';
import { unread } from './telling.ts';

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
export function mayMove(books: Books, { account, amount, state, brings }: VaultTransaction, to: number): boolean {
  if (to === FAILED && brings?.transaction.block !== undefined) return false; // it has arrived
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
    const arrival = arrivalOf(books, transaction);
    if (arrival === undefined) return;
    transaction.brings = arrival;
    books.deposits.push(arrival);
  } else if (to === FAILED) {
    move(books, at(account), amount);
    const { brings } = transaction;
    if (brings) books.deposits.splice(books.deposits.indexOf(brings), 1);
  }
}

/** What comes to a wallet of the sandbox, with the next block. */
function arrivalOf(books: Books, { account, amount, to: address }: VaultTransaction): Deposit | undefined {
  const vault = accountOf(books, account);
  const owner = ownerOf(books, vault, address);
  const transaction = unread({ fee: feeOf(books, vault, 0), from: vault.address });
  const what = { memo: '', amount, tokenId: '', vout: 0, transaction, final: false };
  return owner && { account: owner.name, address, ...what };
}
