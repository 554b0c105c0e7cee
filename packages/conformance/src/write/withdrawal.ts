/** The one withdrawal: sent once under a new order_id, by the client, and proved by two reads. */
import { randomUUID } from 'node:crypto';
import { findWithdrawals, ServiceError, submitWithdrawals, type Settlement } from '@wallet-operations/client';
import { asked, balanceOf } from './admission.ts';
import type { Effect } from './effect.ts';
import type { Entry, Order, Outcome } from './ledger-line.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { seconds, UNLIKELY, UNTAKEN } from './words.ts';
import { unitsOf } from './writing.ts';

const WORDS: Readonly<Record<Settlement['outcome'], Outcome>> = {
  accepted: 'accepted',
  refused: 'refused',
  not_submitted: 'not submitted',
  conflict: 'conflict',
  unknown: 'unknown',
};

/** What it is called here: a row of the operation is a refusal, whether it is of this order or, as of its wallet, of any. */
const judgedOf = (settlement: Settlement): Settlement['outcome'] =>
  settlement.outcome === 'not_submitted' &&
  settlement.error instanceof ServiceError &&
  settlement.error.stage !== 'authentication'
    ? 'refused'
    : settlement.outcome;

/** What is sent of it. */
export const bodyOf = (order: Order): object => ({ requests: [order], ignore_black_list: false });

/** Sends it, if the wallet can pay it. */
export async function withdraw(tools: Tools): Promise<Effect[]> {
  const { calls, ledger, writing } = tools;
  const { wallet, address, memo, amount } = writing;
  const before = await asked('the list of balances', () => balanceOf(calls, writing));
  if (before < unitsOf(amount))
    return [effect('not sent', 'the wallet has less than the amount, and an order may wait for funds without an end')];
  const order: Order = {
    order_id: `${writing.prefix}${randomUUID().replaceAll('-', '')}`,
    address,
    amount,
    ...(memo !== undefined && { memo }),
  };
  if (!(await isFree(tools, order)))
    return [effect('not sent', 'getWithdrawalState did not say that its order_id is free')];
  await calls.turn();
  const write = ledger.begin({ operationId: 'withdrawAssets', wallet, order });
  const [settlement] = await calls.gate.permitting(
    {
      operationId: 'withdrawAssets',
      walletId: wallet,
      body: bodyOf(order),
      leave: ledger.leave,
    },
    () => {
      const { now, reads, signal } = calls;
      const [sending, reading] = [now(wallet), reads(wallet)];
      const way: Parameters<typeof submitWithdrawals>[0] = {
        withdrawAssets: (...given) => sending.withdrawAssets(...given),
        getWithdrawalState: (...given) => reading.getWithdrawalState(...given),
      };
      // no byte of it was ever sent, as the ledger shows; and it is sent once: whether a second time pays is what nobody knows here
      const options = { earlierAttempts: 'none', resends: 0, signal } as const;
      return submitWithdrawals(way, [order], options);
    },
  );
  if (!settlement) throw new TypeError('a withdrawal has no settlement');
  const outcome = judgedOf(settlement);
  const reason = settlement.outcome === 'accepted' ? '' : settlement.error.reason;
  if (outcome === 'refused' || outcome === 'not_submitted') {
    // a refusal that is not looked up is not certain of a service of which nobody knows yet whether it does as the document says
    const isAbsent = await staysAbsent(tools, order);
    ledger.note(write, isAbsent ? WORDS[outcome] : 'unknown');
    if (!isAbsent) return [effect('unclear', UNLIKELY(reason), write)];
    return [
      outcome === 'refused'
        ? effect('refused', `by the row ${reason}; getWithdrawalState does not have it`, write)
        : effect('not sent', UNTAKEN(reason), write),
    ];
  }
  ledger.note(write, WORDS[outcome]);
  const proof = await proveWithdrawal(tools, { write, order, isAccepted: outcome === 'accepted' });
  return proof.verdict === 'proved' ? [proof, await proveBalance(tools, before, write)] : [proof];
}

/** Reads what became of a withdrawal, until it is there. */
export async function proveWithdrawal(
  tools: Tools,
  { write, order, isAccepted }: { readonly write: number; readonly order: Order; readonly isAccepted: boolean },
): Promise<Effect> {
  const { ledger, wait, calls } = tools;
  const read = await seen<Settlement>(
    async () => {
      const found = await lookedUp(tools, order);
      if (!found) return { not: 'nothing was answered' };
      // a memo may show only once it is in the chain: what cannot be compared yet may be later
      return found.outcome === 'unknown' ? { not: `getWithdrawalState: ${found.error.reason}` } : { value: found };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  if ('not' in read)
    return isAccepted
      ? effect('not seen', `accepted, and not seen within ${seconds(wait)} (${read.not})`, write)
      : effect('unclear', `no answer tells, and it was not seen within ${seconds(wait)} (${read.not})`, write);
  if (read.value.outcome === 'accepted') {
    ledger.note(write, 'proved');
    return effect('proved', 'getWithdrawalState has it, with this address, amount and memo', write);
  }
  ledger.note(write, 'conflict');
  return effect('unclear', 'getWithdrawalState has another withdrawal under its order_id', write);
}

/** What of an open entry became, by reads alone. */
export const settleWithdrawal = (tools: Tools, { write, outcomes }: Entry, order: Order): Promise<Effect> =>
  proveWithdrawal(tools, { write, order, isAccepted: outcomes.includes('accepted') });

async function proveBalance(tools: Tools, before: bigint, write: number): Promise<Effect> {
  const { calls, writing, wait } = tools;
  const read = await seen(
    async () => {
      const fallen = before - (await balanceOf(calls, writing));
      return fallen >= unitsOf(writing.amount) ? { value: true } : { not: 'it did not fall by the amount' };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  return 'value' in read
    ? { ...effect('proved', 'listWalletBalances: it fell by the amount, or more', write), what: 'balance' }
    : { ...effect('not seen', `not seen within ${seconds(wait)} (${read.not})`, write), what: 'balance' };
}

/** Whether the service says to the end of the wait that it has no such order: the first lookup may come before the order shows. */
async function staysAbsent(tools: Tools, order: Order): Promise<boolean> {
  const { wait, calls } = tools;
  let isAbsent = false;
  await seen(
    async () => {
      const found = await lookedUp(tools, order);
      isAbsent = isNotFound(found);
      return found && found.outcome !== 'unknown' ? { value: found } : { not: 'it is not there' };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  return isAbsent;
}

/** Whether the service says that it has no such order. Who may not be asked at all has the same words; then it refuses the order, too. */
const isFree = async (tools: Tools, order: Order): Promise<boolean> => isNotFound(await lookedUp(tools, order));

const isNotFound = (found: Settlement | undefined): boolean =>
  found?.outcome === 'unknown' && found.error.reason === 'not_found';

const lookedUp = async ({ calls, writing }: Tools, order: Order): Promise<Settlement | undefined> => {
  const [found] = await findWithdrawals(calls.reads(writing.wallet), [order], { signal: calls.signal });
  calls.signal?.throwIfAborted();
  return found;
};

const effect = (verdict: Effect['verdict'], evidence: string, write?: number): Effect => ({
  ...{ what: 'withdrawal', verdict, evidence },
  ...(write !== undefined && { write }),
});
