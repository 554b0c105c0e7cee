/** The one withdrawal: sent once under a new order_id, by the client, and proved by two reads. */
import { randomUUID } from 'node:crypto';
import { ServiceError, submitWithdrawals, type Settlement, type WalletError } from '@wallet-operations/client';
import { asked } from './admission.ts';
import { balanceOf, isTooLittle, NO_TEXT, proveBalance, type Balance } from './balance.ts';
import { ofWithdrawal, proved, proveWithdrawal } from './became.ts';
import { Halt, type Effect } from './effect.ts';
import type { Order, Outcome } from './ledger-line.ts';
import { lookUp, lookUpToTheEnd } from './lookup.ts';
import { hasRoomFor, NO_ROOM, sendOnce } from './once.ts';
import { NO_RESULT, refusalIn, UNLIKELY } from './refusal.ts';
import type { Tools } from './tools.ts';
import { failureOf, UNSENT, UNTAKEN, whyOf } from './words.ts';

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

/** Whether it is an integer of 64 bits, as the interface has transactions' IDs. */
const isTransactionId = (id: unknown): boolean =>
  Number.isSafeInteger(id) || (typeof id === 'bigint' && BigInt.asIntN(64, id) === id);

/** What is sent of it. */
export const bodyOf = (order: Order): object => ({ requests: [order], ignore_black_list: false });

/** Sends it, unless the wallet cannot pay it. */
export async function withdraw(tools: Tools): Promise<Effect[]> {
  const { calls, writing } = tools;
  if (!hasRoomFor(tools, writing.amount)) throw new Halt(NO_ROOM);
  const before = await asked('the list of balances', () => balanceOf(calls, writing));
  const effects = await pay(tools, before);
  return before?.isText !== false || effects.includes(NO_TEXT) ? effects : [...effects, NO_TEXT];
}

async function pay(tools: Tools, before: Balance | undefined): Promise<Effect[]> {
  const { calls, ledger, writing } = tools;
  const { wallet, address, memo, amount } = writing;
  if (isTooLittle(writing, before))
    return [
      ofWithdrawal('not sent', 'the wallet has less than the amount, and an order may wait for funds without an end'),
    ];
  const order: Order = {
    order_id: `${writing.prefix}${randomUUID().replaceAll('-', '')}`,
    address,
    amount,
    ...(memo !== undefined && { memo }),
  };
  if ((await lookUp(tools, order)).is !== 'absent')
    return [ofWithdrawal('not sent', 'getWithdrawalState did not say that its order_id is free')];
  /** What the service refused it by, whatever a lookup says behind that. */
  let row: string | undefined;
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
        async withdrawAssets(...given) {
          try {
            const answer = await sending.withdrawAssets(...given);
            row = isTransactionId((Object(answer.results) as Record<string, unknown>)[order.order_id])
              ? undefined
              : NO_RESULT;
            return answer;
          } catch (error) {
            row = refusalIn(failureOf(error), order.order_id);
            throw error;
          }
        },
        getWithdrawalState: (...given) => reading.getWithdrawalState(...given),
      };
      // no byte of it was ever sent, as the ledger shows; and it is sent once: whether a second time pays is what nobody knows here
      const options = { earlierAttempts: 'none', resends: 0, signal } as const;
      return submitWithdrawals(way, [order], options);
    },
    errorOf,
  });
  if (unsent !== undefined) return [ofWithdrawal('not sent', UNSENT(unsent), write)];
  if (!settlement) throw new TypeError('a withdrawal has no settlement');
  const outcome = judgedOf(settlement);
  const reason = settlement.outcome === 'accepted' ? '' : settlement.error.reason;
  if (outcome === 'refused' || outcome === 'not_submitted') {
    // a refusal that is not looked up is not certain of a service of which nobody knows yet whether it does as the document says
    const found = await lookUpToTheEnd(tools, order);
    if (found.is !== 'absent') {
      ledger.note(write, 'unknown', { row });
      return found.is === 'there'
        ? [proved(tools, write), ...(await proveBalance(tools, before, write))]
        : [ofWithdrawal('unclear', UNLIKELY(reason, 'getWithdrawalState'), write)];
    }
    ledger.note(write, WORDS[outcome], { row: reason });
    return [
      outcome === 'refused'
        ? ofWithdrawal('refused', `by the row ${reason}; getWithdrawalState does not have it`, write)
        : ofWithdrawal('not taken', UNTAKEN(reason, 'getWithdrawalState'), write),
    ];
  }
  ledger.note(write, WORDS[outcome], { row });
  const why = settlement.outcome === 'accepted' ? undefined : (row ?? whyOf(settlement.error));
  const isShown = settlement.outcome === 'accepted' && settlement.transactionId === undefined;
  const proof = await proveWithdrawal(tools, { write, order, isAccepted: outcome === 'accepted', isShown, why });
  const isThere = proof.verdict === 'proved' || proof.verdict === 'differs';
  return isThere ? [proof, ...(await proveBalance(tools, before, write))] : [proof];
}
