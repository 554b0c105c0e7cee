/** What the chain does: deposits from outside, mishaps of what is in the pool, and blocks that are taken back. */
import { CURRENCIES, type Account } from './accounts.ts';
import { unitsOf } from './prepare.ts';
import { payerOf, type Books, type Deposit, type Order } from './books.ts';
import { advance, fail, fund, holderOf, mayReorganise, reorganise, takeDeposit } from './chain.ts';
import { Difference } from './difference.ts';
import { pick, type Much, type StepOf } from './steps.ts';
import { unread } from './telling.ts';
import { toText } from './units.ts';
import { drop, isInPool, latest, resend, totalOf } from './withdrawals.ts';
import type { World } from './world.ts';

/** Where a wallet receives: its own address, and those created for it. */
const addressesOf = (books: Books, account: Account): { address: string; memo: string }[] => [
  { address: account.address, memo: CURRENCIES[account.currency].memos ? '77' : '' },
  ...books.addresses.filter((one) => one.account === payerOf(books, account).name),
];

/** What comes to a wallet: of single tokens of which there is one, one that nobody has had. */
function somethingFor(books: Books, account: Account, much: Much): { units: bigint; tokenId: string } {
  const { name, single, decimals } = account;
  if (single === 'erc721') return { units: 1n, tokenId: String(++books.count) };
  const units = unitsOf(much, single ? 3n : totalOf(books, name), decimals);
  return { units, tokenId: single ? String((books.count % 3) + 1) : '' };
}

/** A deposit, or two of one transaction. */
export async function depositFunds({ sandbox, books }: World, step: StepOf<'deposit'>): Promise<string | undefined> {
  const account = pick(books.accounts, step.to);
  if (account === undefined) return undefined;
  const place = pick(addressesOf(books, account), step.address) ?? { address: account.address, memo: '' };
  const { walletId, decimals } = account;
  const transaction = unread();
  const amounts: string[] = [];
  for (let vout = 0; vout < (step.twice ? 2 : 1); vout++) {
    const { units, tokenId } = somethingFor(books, account, step.much);
    const { address, memo } = place;
    const amount = toText(units, decimals);
    const { txid } = await sandbox.control.deposit({
      ...{ walletId, amount, address, announced: step.announced, vout },
      ...(memo && { memo }),
      ...(tokenId && { tokenId }),
      ...(vout > 0 && { txid: transaction.txid }),
    });
    transaction.txid = txid;
    const deposit: Deposit = {
      ...{ account: account.name, address, memo, amount: units, tokenId, vout, transaction, final: false },
    };
    takeDeposit(books, deposit, step.announced);
    amounts.push(`${amount}${tokenId && ` of token ${tokenId}`}`);
  }
  return `${amounts.join(' and ')} is deposited to ${place.address} ${place.memo}of ${account.name}${step.announced ? ', announced' : ''}`;
}

/** Funds from nowhere. */
export async function fundWallet({ sandbox, books }: World, step: StepOf<'fund'>): Promise<string | undefined> {
  const account = pick(books.accounts, step.to);
  if (account === undefined) return undefined;
  const { address } = pick(addressesOf(books, account), step.address) ?? account;
  const { units, tokenId } = somethingFor(books, account, step.much);
  const amount = toText(units, account.decimals);
  const where = account.kind === 'delegated' ? { address } : {};
  await sandbox.control.fund({ walletId: account.walletId, amount, ...where, ...(tokenId && { tokenId }) });
  fund(books, account.name, units, holderOf(account, address), tokenId);
  return `${account.name} is given ${amount}${tokenId && ` of token ${tokenId}`}${where.address ? ` at ${address}` : ''}`;
}

/** Something befalls an order, if it may. */
export async function befall(
  { sandbox: { control }, books }: World,
  step: StepOf<'fail' | 'drop' | 'hold' | 'resend' | 'invalidate'>,
): Promise<string | undefined> {
  const isFit = (order: Order): boolean =>
    step.do === 'invalidate' ? latest(order).block !== undefined && !order.invalid : isInPool(order);
  const order = pick(books.orders.filter(isFit), step.order);
  if (order === undefined) return undefined;
  const { walletId } = books.accounts.find(({ name }) => name === order.account) ?? { walletId: 0n };
  const named = { walletId, orderId: order.orderId };
  const { callback } = step;
  const told = callback && (step.do === 'fail' || step.do === 'drop') ? ', with a callback' : '';
  switch (step.do) {
    case 'fail':
      await control.failOrder({ ...named, callback });
      fail(books, order, callback);
      break;
    case 'drop':
      await control.dropOrder({ ...named, callback });
      drop(books, order, callback);
      break;
    case 'hold':
      await control.holdOrder(named);
      order.held = true;
      break;
    case 'resend':
      await control.resendOrder(named);
      resend(order);
      break;
    case 'invalidate':
      await control.invalidateOrder(named);
      order.invalid = true;
      break;
  }
  return `${order.orderId}: ${step.do}${told}`;
}

/** Blocks are taken back, unless they hold what is final. */
export async function takeBack(
  { sandbox, books }: World,
  { blocks }: StepOf<'reorganise'>,
): Promise<string | undefined> {
  if (blocks >= books.blocks.length) return undefined;
  const may = mayReorganise(books, blocks);
  const did = await sandbox.control.reorganise({ blocks }).then(
    () => true,
    () => false,
  );
  if (did !== may)
    throw new Difference(
      `${String(blocks)} blocks ${did ? 'were' : 'could not be'} taken back, which ${may ? 'hold nothing final' : 'hold what is final'}.`,
    );
  if (!did) return `${String(blocks)} blocks stay, as they hold what is final`;
  reorganise(books, blocks);
  await sandbox.control.advance({ seconds: 1 }); // as the README asks
  advance(books, 1000);
  return `${String(blocks)} blocks are taken back`;
}
