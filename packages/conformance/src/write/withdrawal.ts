/** The one withdrawal: sent once under a new order_id, by the client, and proved by two reads. */
import { randomUUID } from 'node:crypto';
import {
  findWithdrawals,
  ServiceError,
  submitWithdrawals,
  type Settlement,
  type WalletError,
} from '@wallet-operations/client';
import { asked, balanceOf, type Balance } from './admission.ts';
import { Halt, type Effect } from './effect.ts';
import { isDenied, type Entry, type Order, type Outcome } from './ledger-line.ts';
import { sendOnce } from './once.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { DENIED, seconds, UNLIKELY, UNSENT, UNTAKEN } from './words.ts';
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

/** What the client says went wrong, where that is certain to be of the request and not of a lookup behind it. */
const errorOf = ([settlement]: readonly Settlement[]): WalletError | undefined =>
  settlement?.outcome === 'not_submitted' ? settlement.error : undefined;

/** What is sent of it. */
export const bodyOf = (order: Order): object => ({ requests: [order], ignore_black_list: false });

/** Sends it, if the wallet can pay it. */
export async function withdraw(tools: Tools): Promise<Effect[]> {
  const { calls, writing } = tools;
  const before = await asked('the list of balances', () => balanceOf(calls, writing));
  const effects = await pay(tools, before);
  return before.isText || effects.includes(NO_TEXT) ? effects : [...effects, NO_TEXT];
}

/** The finding that a balance is of another type: digits of an amount may be lost in it. */
const NO_TEXT: Effect = {
  what: 'type of the balance',
  verdict: 'differs',
  evidence: 'listWalletBalances has it as a number, and the document as a text',
};

async function pay(tools: Tools, before: Balance): Promise<Effect[]> {
  const { calls, ledger, writing } = tools;
  const { wallet, address, memo, amount } = writing;
  if (before.units < unitsOf(amount))
    return [effect('not sent', 'the wallet has less than the amount, and an order may wait for funds without an end')];
  const order: Order = {
    order_id: `${writing.prefix}${randomUUID().replaceAll('-', '')}`,
    address,
    amount,
    ...(memo !== undefined && { memo }),
  };
  if (!(await isFree(tools, order)))
    return [effect('not sent', 'getWithdrawalState did not say that its order_id is free')];
  const {
    write,
    answer: [settlement],
    unsent,
  } = await sendOnce(tools, {
    intent: { operationId: 'withdrawAssets', wallet, order },
    body: bodyOf(order),
    send() {
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
    errorOf,
  });
  if (unsent !== undefined) return [effect('not sent', UNSENT(unsent), write)];
  if (!settlement) throw new TypeError('a withdrawal has no settlement');
  const outcome = judgedOf(settlement);
  const reason = settlement.outcome === 'accepted' ? '' : settlement.error.reason;
  if (outcome === 'refused' || outcome === 'not_submitted') {
    // a refusal that is not looked up is not certain of a service of which nobody knows yet whether it does as the document says
    const isAbsent = await staysAbsent(tools, order);
    ledger.note(write, isAbsent ? WORDS[outcome] : 'unknown', { row: reason });
    if (!isAbsent) return [effect('unclear', UNLIKELY(reason), write)];
    return [
      outcome === 'refused'
        ? effect('refused', `by the row ${reason}; getWithdrawalState does not have it`, write)
        : effect('not taken', UNTAKEN(reason, 'getWithdrawalState'), write),
    ];
  }
  ledger.note(write, WORDS[outcome]);
  const proof = await proveWithdrawal(tools, { write, order, isAccepted: outcome === 'accepted' });
  return proof.verdict === 'proved' ? [proof, ...(await proveBalance(tools, before, write))] : [proof];
}

/** Reads what became of a withdrawal, until it is there. */
export async function proveWithdrawal(
  tools: Tools,
  { write, order, isAccepted }: { readonly write: number; readonly order: Order; readonly isAccepted: boolean },
): Promise<Effect> {
  const { wait, calls } = tools;
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
  return read.value.outcome === 'accepted' ? proved(tools, write) : conflict(tools, write);
}

/** What a read shows is proved; and it differs, too, where it was said before that there is none. */
function proved({ ledger }: Tools, write: number): Effect {
  const entry = ledger.entries[write - 1];
  ledger.note(write, 'proved');
  return entry && isDenied(entry)
    ? effect('differs', DENIED, write)
    : effect('proved', 'getWithdrawalState has it, with this address, amount and memo', write);
}

function conflict({ ledger }: Tools, write: number): Effect {
  ledger.note(write, 'conflict');
  return effect('unclear', 'getWithdrawalState has another withdrawal under its order_id', write);
}

/** What of an open entry became, by reads alone. */
export const settleWithdrawal = (tools: Tools, { write, outcomes }: Entry, order: Order): Promise<Effect> =>
  proveWithdrawal(tools, { write, order, isAccepted: outcomes.includes('accepted') });

/**
 * Looks once more for a withdrawal of which an earlier run saw to its end that there is none, or which its user closed: who refuses may
 * pay all the same, and show it late.
 *
 * @returns undefined if no read has it
 */
export async function foundLate(tools: Tools, { write }: Entry, order: Order): Promise<Effect | undefined> {
  const found = await lookedUp(tools, order);
  if (!found || found.outcome === 'unknown') return undefined;
  return found.outcome === 'conflict' ? conflict(tools, write) : proved(tools, write);
}

async function proveBalance(tools: Tools, before: Balance, write: number): Promise<Effect[]> {
  const { calls, writing, wait } = tools;
  const shown = { isText: before.isText };
  const read = await seen<readonly [Effect['verdict'], string]>(
    async () => {
      const after = await shownBalance(tools);
      if (!after) return { not: 'listWalletBalances does not show it' };
      shown.isText &&= after.isText;
      if (!before.isExact || !after.isExact) return { value: INEXACT };
      const isFallen = before.units - after.units >= unitsOf(writing.amount);
      return isFallen ? { value: FALLEN } : { not: 'it did not fall by the amount' };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  const [verdict, evidence] =
    'value' in read ? read.value : (['not seen', `not seen within ${seconds(wait)} (${read.not})`] as const);
  const own: Effect = { ...effect(verdict, evidence, write), what: 'balance' };
  return shown.isText ? [own] : [own, NO_TEXT];
}

const FALLEN = ['proved', 'listWalletBalances: it fell by the amount, or more'] as const;
const INEXACT = [
  'not seen',
  'it cannot be proved: as a number the balance has more digits than a number keeps',
] as const;

/** The same, once the withdrawal is on its way: what is not shown now may be later. */
async function shownBalance({ calls, writing }: Tools): Promise<Balance | undefined> {
  try {
    return await balanceOf(calls, writing);
  } catch (error) {
    if (error instanceof Halt) return undefined;
    throw error;
  }
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
