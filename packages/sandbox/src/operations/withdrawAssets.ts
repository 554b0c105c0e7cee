/** Takes a batch of withdrawals: all of them or none, or each by itself, as the service is said to do. */
import type { components } from '@wallet-operations/openapi/types';
import { needOf } from '../chain/waiting.ts';
import { payAndBroadcast } from '../chain/withdrawals.ts';
import { refuse, Refusal } from '../document/refusal.ts';
import { approve } from '../rules/approval.ts';
import { causesAgainst } from '../rules/blacklist.ts';
import { checkWithdrawal, type Draft } from '../rules/withdrawal.ts';
import { STAGE, stageName } from '../state/stages.ts';
import type { OrderRow } from '../state/stored.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Call, Handler } from './handler.ts';

type Request = components['schemas']['WithdrawalRequest'];

/** The service's ID of each order that was taken. */
type Taken = Record<string, bigint>;

/** The service's own IDs of withdrawals start here. */
const FIRST_ID = 200_000_000_001n;

const LAST_ID = 'SELECT max(id) AS last FROM orders';

export const withdrawAssets: Handler<'withdrawAssets'> = async (call) => {
  const { context, wallet, body, ip } = call;
  const { acl, hasPolicy } = wallet.settings;
  const { requests } = body;
  if (acl.length > 0 && !acl.includes(ip)) refuse('ip_not_in_acl', { IPv4: ip });
  if (!hasPolicy) refuse('policy_not_found');
  if (requests.length > context.limits.withdrawalsPerCall) refuse('request_limit_exceeded');
  return { results: await (context.decisions.isSettledOrderByOrder ? takeEach(call, requests) : take(call, requests)) };
};

/** Takes all that may be taken. The answer to the whole is then the first refusal, if there was one. */
async function takeEach(call: Call<'withdrawAssets'>, requests: readonly Request[]): Promise<Taken> {
  const results = emptyResults();
  let first: Refusal | undefined;
  for (const request of requests)
    try {
      Object.assign(results, await take(call, [request]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  if (first) throw first;
  return results;
}

/** Takes all or none. */
async function take(
  { context, operation, wallet, body }: Call<'withdrawAssets'>,
  requests: readonly Request[],
): Promise<Taken> {
  const { approvalUrl } = wallet.settings;
  const drafts = requests.map((request) => checkWithdrawal(context, operation, wallet, request));
  if (!(body.ignore_black_list ?? false)) checkBlacklist(context, requests);
  checkDuplicates(context, wallet, drafts);
  const approved =
    approvalUrl === '' ? undefined : await whileStateStays(context, () => approve(context, wallet, requests));
  if (approved) checkDuplicates(context, wallet, drafts); // another batch may have come while the approval was asked for
  return context.store.writeChecked(() => {
    const results = emptyResults();
    for (const [i, draft] of drafts.entries())
      results[draft.orderId] = place(context, wallet, draft, approved?.[i] ?? true);
    return results;
  });
}

/** @throws Error if another state took the place of the one that was asked for: nothing of that may be decided in the new one. */
async function whileStateStays<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const era = context.era();
  try {
    return await work();
  } finally {
    era.throwIfAborted();
  }
}

/** A dictionary: no two batches have the same keys. */
const emptyResults = (): Taken => Object.create(null) as Taken;

function checkBlacklist(context: Context, requests: readonly Request[]): void {
  const found = requests
    .map(({ address }) => [address, causesAgainst(context, address)] as const)
    .filter(([, causes]) => causes.length > 0);
  if (found.length > 0) refuse('address_blacklisted', {}, { blacklist: Object.fromEntries(found) });
}

/** Of orders that there are already; that a batch names none twice is in the document. */
function checkDuplicates({ store }: Context, { walletId }: Wallet, drafts: readonly Draft[]): void {
  for (const { orderId } of drafts)
    if (store.get('SELECT 1 FROM orders WHERE wallet_id = ? AND order_id = ?', walletId, orderId))
      refuse('duplicated_entry', { ORDER_ID: orderId });
}

/** Makes an order of it. @returns the service's own ID. */
export function place(context: Context, wallet: Wallet, draft: Draft, isApproved: boolean): bigint {
  const { walletId } = wallet;
  const { store, clock } = context;
  const now = clock.now();
  const { last } = store.getKept<{ last: bigint | null }>('orders', LAST_ID) ?? { last: null };
  const order: OrderRow = {
    id: last === null ? FIRST_ID : last + 1n,
    wallet_id: walletId,
    order_id: draft.orderId,
    address: draft.address,
    amount: String(draft.amount),
    memo: draft.memo,
    from_address: draft.fromAddress,
    fee: String(draft.fee),
    state: BigInt(STAGE.processing),
    create_time: BigInt(now),
    details: JSON.stringify(draft.details),
  };
  const state = isApproved ? payAndBroadcast(context, order, draft.details, now) : STAGE[context.decisions.declined];
  const waits = state === STAGE.processing ? needOf(wallet, draft.amount, draft.fee) : { need: '', toll: '' };
  store.run(
    'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    order.id,
    order.wallet_id,
    order.order_id,
    order.address,
    order.amount,
    order.memo,
    order.from_address,
    order.fee,
    state,
    order.create_time,
    order.details,
    waits.need,
    waits.toll,
    draft.details.tokenId,
  );
  store.keep({ last: order.id }, 'orders', LAST_ID);
  context.tell('order', `${order.order_id} of wallet ${String(walletId)}: → ${stageName(state)}`);
  context.wake();
  return order.id;
}
