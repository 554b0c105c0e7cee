/** Brings orders of one wallet to the service: held, looked at, marked, sent, and what came of it recorded. */
import { findWithdrawals, submitWithdrawals, WalletError, type Settlement } from '@wallet-operations/client';
import { findingOf, type Finding } from '../orders/evidence.ts';
import { dueOf, inFlightOf, mark, type Approach, type Marked } from '../orders/mark.ts';
import { record } from '../orders/record.ts';
import { learning, type Submitter } from '../wallets/batch-limit.ts';
import { hold } from '../wallets/lease.ts';
import type { Worker } from './worker.ts';

/** Milliseconds that one submission may take. */
const DEADLINE = 120_000;

/** What is sent at once, and what first: orders of which nothing was ever sent are refused or taken for certain. */
const APPROACHES: readonly Approach[] = ['fresh', 'possible', 'shown', 'look_up'];

/**
 * Does what can be done about orders now.
 *
 * @param enough - ends it once what is under way is done
 * @param signal - ends it at once: what is under way then is `unknown`, and looked up later
 */
export async function submit(
  worker: Worker,
  wallet: bigint,
  ids: readonly string[],
  enough: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  let left = ids;
  while (left.length > 0 && !enough.aborted && !signal.aborted)
    left = await submitHeld(worker, wallet, left, enough, signal);
}

/** @returns those that are left, if another worker wants the wallet */
async function submitHeld(
  worker: Worker,
  wallet: bigint,
  ids: readonly string[],
  enough: AbortSignal,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { database, names, held } = worker;
  const lease = await hold(worker, wallet, enough);
  held.add(wallet);
  try {
    const ended = AbortSignal.any([signal, lease.signal]);
    const service = learning(worker.client.wallet(wallet), database, names, wallet, worker.batch, lease.limit);
    const due = await dueOf(database, names, ids, worker.shownAfter);
    await record(worker, due.kept);
    let free = worker.inFlight === Infinity ? Infinity : worker.inFlight - (await inFlightOf(database, names, wallet));
    const tried = new Set<string>();
    for (const approach of APPROACHES) {
      let left = due.orders.filter((each) => each.approach === approach).map(({ id }) => id);
      if (approach === 'fresh') left = left.slice(0, Math.max(0, free));
      while (left.length > 0 && !enough.aborted && !ended.aborted) {
        if (lease.isWanted()) return ids.filter((id) => !tried.has(id));
        const part = left.splice(0, service.most());
        free -= part.length;
        for (const id of part) tried.add(id);
        await attempt(worker, wallet, service, part, approach, ended);
      }
    }
    return [];
  } finally {
    held.delete(wallet);
    await lease.release();
  }
}

async function attempt(
  worker: Worker,
  wallet: bigint,
  service: Submitter,
  ids: readonly string[],
  approach: Approach,
  signal: AbortSignal,
): Promise<void> {
  const { database, names, onError } = worker;
  const marked = await mark(database, names, wallet, worker.holder, ids, approach);
  if (marked.length === 0) return;
  const settlements = await settleAll(service, marked, approach, signal);
  if (!signal.aborted) for (const error of passingOf(settlements)) onError(error);
  const findings = new Map<string, Finding>();
  for (const [i, { id, attempt: number }] of marked.entries()) {
    const settlement = settlements[i];
    if (!settlement) continue;
    const finding = findingOf(settlement, number);
    findings.set(id, approach === 'look_up' ? { ...finding, isRefusedInDoubt: true } : finding);
  }
  // Also once it has lost the wallet: what is true of an attempt stays true, and what is not is left out there.
  await record(worker, findings);
}

/** What keeps orders from being settled, once for all that say the same: a wrong secret would go unseen otherwise. */
const passingOf = (settlements: readonly Settlement[]): Iterable<WalletError> =>
  new Map(
    settlements.flatMap((settlement) =>
      settlement.outcome === 'unknown' || settlement.outcome === 'not_submitted'
        ? [[settlement.error.message, settlement.error]]
        : [],
    ),
  ).values();

/** An order that cannot even be sent must not keep the others from it. */
async function settleAll(
  service: Submitter,
  marked: readonly Marked[],
  approach: Approach,
  signal: AbortSignal,
): Promise<Settlement[]> {
  try {
    return await settle(service, marked, approach, signal);
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    const [only] = marked;
    if (marked.length === 1 && only) return [{ order_id: only.request.order_id, outcome: 'unknown', error }];
    const parts = [];
    for (const each of marked) parts.push(...(await settleAll(service, [each], approach, signal)));
    return parts;
  }
}

function settle(
  service: Submitter,
  marked: readonly Marked[],
  approach: Approach,
  signal: AbortSignal,
): Promise<Settlement[]> {
  const orders = marked.map(({ request }) => request);
  const options = { signal, deadline: DEADLINE, resends: 1 };
  if (approach === 'look_up') return findWithdrawals(service, orders, options);
  return submitWithdrawals(service, orders, {
    ...options,
    earlierAttempts: approach === 'fresh' ? 'none' : approach,
  });
}
