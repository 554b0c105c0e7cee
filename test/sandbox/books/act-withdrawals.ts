/** Withdrawals as callers submit them: alone, in batches and at once, again, and such that are refused. */
import { isRefusalOf } from '@wallet-operations/client';
import { OUTSIDE } from './accounts.ts';
import { accountOf, at, heldAt, payerOf } from './books.ts';
import { Difference, same } from './difference.ts';
import { prepare, SENDERS, type Prepared } from './prepare.ts';
import { pick, type StepOf } from './steps.ts';
import { toText, toUnits } from './units.ts';
import { totalOf, withdraw } from './withdrawals.ts';
import type { World } from './world.ts';

/** A withdrawal, through the interface or the web UI, or several alike in one call. */
export async function submitWithdrawal(world: World, step: StepOf<'withdraw'>): Promise<string | undefined> {
  const { books, sandbox } = world;
  const prepared = prepare(books, step);
  const [first] = prepared?.asked ?? [];
  if (prepared === undefined || first === undefined) return undefined;
  const { account, asked, what } = prepared;
  if (first.web) {
    const given = { address: first.to, amount: toText(first.amount, account.decimals) };
    const more = { ...(first.memo && { memo: first.memo }), ...(first.tokenId && { tokenId: first.tokenId }) };
    const { orderId } = await sandbox.control.withdrawFromWeb({ walletId: account.walletId, ...given, ...more });
    withdraw(books, { ...first, orderId });
    return `${what} by the web UI, called ${orderId}`;
  }
  const { lost } = step;
  if (lost) await sandbox.control.injectFault({ kind: `lost-${lost}`, operationId: 'withdrawAssets' });
  const answered = await submit(world, prepared).then(
    () => true,
    (error: unknown) => {
      if (lost === '') throw error;
      return false;
    },
  );
  if (answered !== (lost === '')) throw new Difference(`The ${lost} was to be lost, and came.`);
  if (lost !== 'request') for (const one of asked) withdraw(books, one);
  return `${what}${lost && `, and the ${lost} is lost`}`;
}

/** @returns the transaction IDs, in the order of what was asked for */
async function submit({ walletOf }: World, { account, asked, requests }: Prepared): Promise<bigint[]> {
  const { results } = await walletOf(account.name).withdrawAssets({ requests });
  const orderIds = asked.map(({ orderId }) => orderId);
  same(`What is accepted of ${orderIds.join()}`, Object.keys(results).sort().join(), orderIds.toSorted().join());
  return orderIds.map((orderId) => results[orderId] ?? 0n);
}

/** Calls of several wallets at once. Which of them is the older one only their transaction IDs tell. */
export async function submitAtOnce(world: World, step: StepOf<'withdraw at once'>): Promise<string | undefined> {
  const { books } = world;
  const calls = step.withdrawals.flatMap((one) => prepare(books, { ...one, manual: false, web: false }) ?? []);
  const taken = await Promise.all(
    calls.map(async (call) => {
      const ids = await submit(world, call);
      return call.asked.map((asked, i) => ({ asked, id: ids[i] ?? 0n }));
    }),
  );
  const inTurn = taken.flat().sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { asked } of inTurn) withdraw(books, asked);
  return calls.length === 0 ? undefined : `at once: ${calls.map(({ what }) => what).join('; ')}`;
}

/** What no order here costs, in the smallest unit of ETH: a wallet that has more can pay any fee. */
const PLENTY = 10n ** 16n;

/** A withdrawal whose fee follows the chain: how much it is the balance tells, and all else is held to that. */
export async function submitAtAverage(
  world: World,
  step: StepOf<'withdraw at the average fee'>,
): Promise<string | undefined> {
  const { books } = world;
  const one = { from: step.from, to: step.to, much: 'little', manual: false, token: 0, web: false, copies: 1 } as const;
  const prepared = prepare(books, { ...one, averageOf: step.blocks });
  const [asked] = prepared?.asked ?? [];
  if (prepared === undefined || asked === undefined) return undefined;
  const { account, what } = prepared;
  const payer = payerOf(books, account);
  const own = payer === account ? asked.amount : 0n;
  const has = account.kind === 'delegated' || account.whitelistOnly ? 0n : heldAt(books, at(payer.name));
  if (account.currency !== 'ETH' || has < own + PLENTY || totalOf(books, account.name) < asked.amount) return undefined;
  await submit(world, prepared);
  const { wallet_balances } = await world.readOnly().listWalletBalances({ request_number: 100 });
  const { balance } = wallet_balances.find(({ wallet_id }) => wallet_id === payer.walletId) ?? { balance: '' };
  const fee = has - own - toUnits(balance, payer.decimals);
  if (fee <= 0n || fee > PLENTY) throw new Difference(`${asked.orderId} has a fee of ${String(fee)}.`);
  withdraw(books, { ...asked, fee });
  return `${what}, at the average fee of ${String(step.blocks)} blocks`;
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
