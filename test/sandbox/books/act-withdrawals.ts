/** Withdrawals as callers submit them: one, one again, and batches that are refused. */
import { isRefusalOf } from '@wallet-operations/client';
import { CURRENCIES, OUTSIDE, type Account } from './accounts.ts';
import { accountOf, at, feeOf, heldAt, holdings, payerOf, type Books } from './books.ts';
import { Difference } from './difference.ts';
import { pick, type Much, type StepOf } from './steps.ts';
import { MANUAL_FEE } from './tariff.ts';
import { toText } from './units.ts';
import { totalOf, withdraw, type Asked } from './withdrawals.ts';
import type { World } from './world.ts';

/** Kinds that withdraw. */
export const SENDERS: readonly string[] = ['withdrawal', 'deposit-withdrawal', 'delegated'];

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

/** A withdrawal, through the interface or the web UI. */
export async function submitWithdrawal(world: World, step: StepOf<'withdraw'>): Promise<string | undefined> {
  const { books } = world;
  const account = pick(
    books.accounts.filter(({ kind }) => SENDERS.includes(kind)),
    step.from,
  );
  const target = account && pick(targetsOf(books, account), step.to);
  if (account === undefined || target === undefined) return undefined;
  const { name, kind, single, decimals } = account;
  const payer = payerOf(books, account);
  const web = step.web && kind !== 'delegated' && !account.whitelistOnly;
  const from =
    kind === 'delegated'
      ? pick(
          books.addresses.filter((one) => one.account === payer.name),
          step.token,
        )
      : undefined;
  if (kind === 'delegated' && from === undefined) return undefined;
  const holder = from?.address ?? '';
  const manualFee = step.manual && !web ? MANUAL_FEE : 0;
  const fee = payer === account ? feeOf(books, account, manualFee) : 0n;
  const tokens = single && pick([...holdings(books, name, holder).map(([, id]) => id), '', '', '777'], step.token);
  const tokenId = tokens ?? '';
  const has = tokenId === '' ? totalOf(books, name, holder) - fee : heldAt(books, at(name, holder, tokenId));
  const amount = unitsOf(step.much, has, decimals);
  const asked: Asked = {
    ...{
      account: name,
      orderId: `${account.prefix}${String(++books.count)}`,
      web,
      ...target,
      holder,
      tokenId,
      manualFee,
    },
    amount: single === 'erc721' && tokenId !== '' ? 1n : amount,
  };
  const what = `${name} withdraws ${toText(amount, decimals)}${tokenId && ` of token ${tokenId}`}${holder && ` from ${holder}`} to ${target.to}${target.memo && ` memo ${target.memo}`}`;
  if (web) {
    const given = { address: target.to, amount: toText(asked.amount, decimals) };
    const more = { ...(target.memo && { memo: target.memo }), ...(tokenId && { tokenId }) };
    const { orderId } = await world.sandbox.control.withdrawFromWeb({ walletId: account.walletId, ...given, ...more });
    withdraw(books, { ...asked, orderId });
    return `${what} by the web UI, as ${orderId}`;
  }
  const order = {
    ...{ order_id: asked.orderId, address: target.to, amount: toText(amount, decimals) },
    ...(target.memo && { memo: target.memo }),
    ...(tokenId && { token_id: tokenId }),
    ...(manualFee > 0 && { manual_fee: manualFee }),
  };
  const lost = step.lost;
  if (lost) await world.sandbox.control.injectFault({ kind: `lost-${lost}`, operationId: 'withdrawAssets' });
  const requests = [from ? { ...order, from_address: holder, from_address_index: BigInt(from.index) } : order];
  const answered = await world
    .walletOf(name)
    .withdrawAssets({ requests })
    .then(
      () => true,
      (error: unknown) => {
        if (lost === '') throw error;
        return false;
      },
    );
  if (answered !== (lost === '')) throw new Difference(`The ${lost} was to be lost, and came.`);
  if (lost !== 'request') withdraw(books, asked);
  return `${what} as ${asked.orderId}${manualFee ? ', with a fee of its own' : ''}${lost && `, and the ${lost} is lost`}`;
}

/** The same order once more: refused, and nothing changes. */
export async function submitAgain(world: World, { order: n }: StepOf<'submit again'>): Promise<string | undefined> {
  const { books } = world;
  const order = pick(
    books.orders.filter(({ web, holder }) => !web && holder === ''),
    n,
  );
  if (order === undefined) return undefined;
  const { decimals } = accountOf(books, order.account);
  const again = { order_id: order.orderId, address: order.to, amount: toText(order.amount, decimals) };
  const requests = [{ ...again, ...(order.memo && { memo: order.memo }) }];
  await refused(world, order.account, requests, 'duplicated_entry');
  return `${order.orderId} is submitted again, and refused`;
}

/** A batch with one order that is refused: refused whole. */
export async function submitBadBatch(
  world: World,
  { from }: StepOf<'submit a bad batch'>,
): Promise<string | undefined> {
  const { books } = world;
  const account = pick(
    books.accounts.filter(({ kind }) => SENDERS.includes(kind) && kind !== 'delegated'),
    from,
  );
  if (account === undefined) return undefined;
  const address = OUTSIDE[account.currency][0];
  const order_id = `${account.prefix}${String(++books.count)}`;
  const requests = [
    { order_id, address, amount: '1' },
    { order_id: `${order_id}b`, address, amount: '-1' },
  ];
  await refused(world, account.name, requests, 'invalid_amount');
  const found = await world
    .walletOf(account.name)
    .listWithdrawalStates({ ORDER_ID: order_id })
    .then(
      () => true,
      (error: unknown) => !isRefusalOf(error, 'listWithdrawalStates'),
    );
  if (found) throw new Difference(`Order ${order_id} of a refused batch is found.`);
  return `${account.name} submits a batch with an invalid amount, and is refused`;
}

async function refused(
  { walletOf }: World,
  name: string,
  requests: { order_id: string; address: string; amount: string }[],
  reason: 'duplicated_entry' | 'invalid_amount',
): Promise<void> {
  const said = await walletOf(name)
    .withdrawAssets({ requests })
    .then(
      () => 'accepted',
      (error: unknown) => (isRefusalOf(error, 'withdrawAssets') ? error.reason : String(error)),
    );
  if (said !== reason) throw new Difference(`${String(requests[0]?.order_id)} should be ${reason}, and is ${said}.`);
}
