/** Takes a batch of withdrawals: all of them or none. */
import type { components } from '@wallet-operations/openapi/types';
import { STATE } from '../assumed.ts';
import { payAndBroadcast, type OrderRow } from '../chain/withdrawals.ts';
import { refuse } from '../document/rows.ts';
import { approve } from '../rules/approval.ts';
import { causesAgainst } from '../rules/blacklist.ts';
import { checkWithdrawal, type Draft } from '../rules/withdrawal.ts';
import type { Wallet } from '../state/wallets.ts';
import type { World } from '../world.ts';
import type { Handler } from './handler.ts';

/** The service's own IDs of withdrawals start here. */
const FIRST_ID = 200_000_000_001n;

export const withdrawAssets: Handler<'withdrawAssets'> = async ({ world, operation, wallet, body, ip }) => {
  const { acl, hasPolicy, approvalUrl } = wallet.settings;
  const { requests, ignore_black_list = false } = body;
  if (acl.length > 0 && !acl.includes(ip)) refuse('ip_not_in_acl', { IPv4: ip });
  if (!hasPolicy) refuse('policy_not_found');
  if (requests.length > world.limits.withdrawalsPerCall) refuse('request_limit_exceeded');

  const drafts = requests.map((request) => checkWithdrawal(world, operation, wallet, request));
  if (!ignore_black_list) checkBlacklist(world, requests);
  checkDuplicates(world, wallet, drafts);
  const approved = approvalUrl === '' ? undefined : await approve(world, wallet, requests);
  if (approved) checkDuplicates(world, wallet, drafts); // another batch may have come while the approval was asked for
  return world.store.writeChecked(() => {
    const results = Object.create(null) as Record<string, bigint>; // a dictionary: no two batches have the same keys
    for (const [i, draft] of drafts.entries())
      results[draft.orderId] = place(world, wallet, draft, approved?.[i] ?? true);
    return { results };
  });
};

function checkBlacklist(world: World, requests: readonly components['schemas']['WithdrawalRequest'][]): void {
  const found = requests
    .map(({ address }) => [address, causesAgainst(world, address)] as const)
    .filter(([, causes]) => causes.length > 0);
  if (found.length > 0) refuse('address_blacklisted', {}, { blacklist: Object.fromEntries(found) });
}

function checkDuplicates({ store }: World, { walletId }: Wallet, drafts: readonly Draft[]): void {
  const seen = new Set<string>();
  for (const { orderId } of drafts) {
    if (seen.has(orderId) || store.get('SELECT 1 FROM orders WHERE wallet_id = ? AND order_id = ?', walletId, orderId))
      refuse('duplicated_entry', { ORDER_ID: orderId });
    seen.add(orderId);
  }
}

function place(world: World, { walletId }: Wallet, draft: Draft, isApproved: boolean): bigint {
  const { store, clock } = world;
  const now = clock.now();
  const { last } = store.get<{ last: bigint | null }>('SELECT max(id) AS last FROM orders') ?? { last: null };
  const order: OrderRow = {
    id: last === null ? FIRST_ID : last + 1n,
    wallet_id: walletId,
    order_id: draft.orderId,
    address: draft.address,
    amount: String(draft.amount),
    memo: draft.memo,
    from_address: draft.fromAddress,
    fee: String(draft.fee),
    state: BigInt(STATE.processing),
    create_time: BigInt(now),
    details: JSON.stringify(draft.details),
  };
  const state = isApproved ? payAndBroadcast(world, order, draft.details, now) : STATE.cancelled;
  store.run(
    'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
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
  );
  world.tell('order', `${order.order_id} of wallet ${String(walletId)}: → ${String(state)}`);
  world.wake();
  return order.id;
}
