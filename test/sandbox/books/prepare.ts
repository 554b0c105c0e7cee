/** What is to be withdrawn, for the books and for the service: made of what a wallet has at this moment. */
import type { WithdrawalRequest } from '@wallet-operations/client';
import { CURRENCIES, OUTSIDE, type Account } from './accounts.ts';
import { at, feeOf, heldAt, holdings, payerOf, type Books } from './books.ts';
import { pick, type Much, type StepOf } from './steps.ts';
import { MANUAL_FEE } from './tariff.ts';
import { toText } from './units.ts';
import { totalOf, type Asked } from './withdrawals.ts';

/** Kinds that withdraw. */
export const SENDERS: readonly string[] = ['withdrawal', 'deposit-withdrawal', 'delegated'];

/** Orders of one wallet that are not submitted yet. */
export interface Prepared {
  readonly account: Account;
  readonly asked: readonly Asked[];
  readonly requests: WithdrawalRequest[];
  /** In words. */
  readonly what: string;
}

/** Units of it, of what there is. */
export function unitsOf(much: Much, has: bigint, decimals: number): bigint {
  const little = decimals < 3 ? 1n : 10n ** BigInt(decimals - 3);
  const units = { little, half: has / 2n, all: has, 'one too much': has + 1n, double: has * 2n + little }[much];
  return units > 0n ? units : little;
}

/** Every address that a wallet may pay to: outside, of wallets, and created ones. */
function targetsOf({ accounts, addresses }: Books, { currency }: Account): { to: string; memo: string }[] {
  const own = accounts.filter((one) => one.currency === currency && one.parent === undefined);
  const memo = CURRENCIES[currency].memos ? '77' : '';
  const created = addresses.filter(({ account }) => own.some(({ name }) => name === account));
  return [
    ...OUTSIDE[currency].map((to) => ({ to, memo: '' })),
    ...own.map(({ address: to }) => ({ to, memo })),
    ...created.map(({ address: to, memo: tag }) => ({ to, memo: tag })),
  ];
}

/** Makes ready what a step asks for, if it can be asked for. */
export function prepare(
  books: Books,
  step: Omit<StepOf<'withdraw'>, 'do' | 'lost'> & { readonly averageOf?: number },
): Prepared | undefined {
  const account = pick(
    books.accounts.filter(({ kind }) => SENDERS.includes(kind)),
    step.from,
  );
  const target = account && pick(targetsOf(books, account), step.to);
  if (account === undefined || target === undefined) return undefined;
  const { name, kind, single, decimals, prefix } = account;
  const payer = payerOf(books, account);
  const delegated = books.addresses.filter((one) => one.account === payer.name);
  const from = kind === 'delegated' ? pick(delegated, step.token) : undefined;
  if (kind === 'delegated' && from === undefined) return undefined;
  const holder = from?.address ?? '';
  const web = step.web && kind !== 'delegated' && !account.whitelistOnly;
  const manualFee = step.manual && !web ? MANUAL_FEE : 0;
  const fee = payer === account ? feeOf(books, account, manualFee) : 0n;
  const ids = [...holdings(books, name, holder).map(([, id]) => id), '', '', '777'];
  const tokenId = (single && pick(ids, step.token)) ?? '';
  const has = tokenId === '' ? totalOf(books, name, holder) - fee : heldAt(books, at(name, holder, tokenId));
  const amount = unitsOf(step.much, has, decimals);
  const counted = single === 'erc721' && tokenId !== '' ? 1n : amount;
  const asked = Array.from({ length: web ? 1 : step.copies }, (): Asked => {
    const orderId = `${prefix}${String(++books.count)}`;
    return { account: name, orderId, web, ...target, holder, tokenId, manualFee, amount: counted };
  });
  const average = step.averageOf === undefined ? {} : { block_average_fee: step.averageOf };
  const fees = manualFee > 0 ? { manual_fee: manualFee } : average;
  const requests = asked.map(({ orderId }): WithdrawalRequest => {
    const order = {
      ...{ order_id: orderId, address: target.to, amount: toText(amount, decimals) },
      ...(target.memo && { memo: target.memo }),
      ...(tokenId && { token_id: tokenId }),
      ...fees,
    };
    return from ? { ...order, from_address: holder, from_address_index: BigInt(from.index) } : order;
  });
  const which = `${tokenId && ` of token ${tokenId}`}${holder && ` from ${holder}`}`;
  const where = `${target.to}${target.memo && ` memo ${target.memo}`}${manualFee ? ', with a fee of its own' : ''}`;
  const what = `${name} withdraws ${toText(amount, decimals)}${which} to ${where} as ${asked.map(({ orderId }) => orderId).join(', ')}`;
  return { account, asked, requests, what };
}
