/** Looks orders up, several at a time, and settles those that the service shows. */
import { unexpected } from '../answers/unexpected.ts';
import type { WalletCalls } from '../client.ts';
import { InvalidCallError, ServiceError, UnreadableResponseError, WalletError } from '../errors.ts';
import type { WithdrawalRequest } from '../types.ts';
import type { Span } from './budget.ts';
import { isOpen, type Case } from './case.ts';
import { likenessOf, recordOf, type WithdrawalRecord } from './likeness.ts';
import type { Settlement } from './settlement.ts';
import { SettlementError } from './settlement-error.ts';

/** Lookups under way at once. The throttling of the API code may hold them back further. */
const AT_ONCE = 8;

/** Looks up what is open of the cases. What it does not settle is not found, which proves nothing, or could not be asked for. */
export type LookUp = (cases: readonly Case[]) => Promise<void>;

/** Makes it, for one wallet and until the time is over. */
export function createLookUp(wallet: WalletCalls<'getWithdrawalState'>, time: Span): LookUp {
  /** @returns what keeps the others from being looked up, too */
  async function lookUpOne(it: Case): Promise<WalletError | undefined> {
    const { order_id } = it.order;
    let error: WalletError;
    try {
      const found = recordOf(await wallet.getWithdrawalState({ ORDER_ID: order_id }, time.callOptions()), order_id);
      if (found) {
        it.settlement = settlementBy(it.order, found);
        return undefined;
      }
      error = unexpected('getWithdrawalState');
    } catch (cause) {
      error = walletErrorOf(cause);
    }
    if (error instanceof ServiceError && error.reason === 'not_found') {
      if (it.earlier === 'shown' && it.doubt?.reason === 'earlier_attempt') it.doubt = undefined;
      it.notFound = error;
      it.isLookedUp = true;
      return undefined;
    }
    it.isLookedUp = true;
    it.error = error;
    const isItsOwn =
      error instanceof UnreadableResponseError ||
      error instanceof InvalidCallError ||
      (error instanceof ServiceError && error.stage !== 'authentication');
    return isItsOwn ? undefined : error;
  }

  return async (cases) => {
    const queue = cases.filter(isOpen).values();
    let obstacle: WalletError | undefined;
    const work = async (): Promise<void> => {
      for (const it of queue)
        if (obstacle) it.error ??= obstacle;
        else if (!time.isOver()) obstacle = await lookUpOne(it);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };
}

function settlementBy(order: WithdrawalRequest, found: WithdrawalRecord): Settlement {
  const { order_id } = order;
  const what = `${found.amount} to ${found.address}`;
  switch (likenessOf(order, found)) {
    case 'same':
      return { order_id, outcome: 'accepted', transactionId: undefined };
    case 'other': {
      const why = `${order_id} is another withdrawal: ${what}. Find out which before you use a new ID`;
      return { order_id, outcome: 'conflict', found, error: new SettlementError('order_conflict', why) };
    }
    case 'unclear': {
      const why = `${order_id} is ${what}, which cannot be compared with what was asked for. Compare them yourself`;
      return { order_id, outcome: 'unknown', error: new SettlementError('not_comparable', why) };
    }
  }
}

/** Whatever was thrown, as an error of the client: a wallet that somebody wraps may throw anything, and at any moment. */
export const walletErrorOf = (cause: unknown): WalletError =>
  cause instanceof WalletError
    ? cause
    : new SettlementError('failed', `the wallet threw ${cause instanceof Error ? cause.message : typeof cause}`, cause);
