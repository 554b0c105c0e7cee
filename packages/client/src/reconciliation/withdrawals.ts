/** Compares withdrawals: orders that count as paid with callbacks of orders, with the history, and where these do not agree with the states of the order. */
import { WithdrawalHistoryState } from '@wallet-operations/openapi/points';
import { hasFailed } from '../callbacks/credit.ts';
import { likenessOf } from '../withdrawals/likeness.ts';
import type { Books } from './books.ts';
import type { Comparison } from './comparison.ts';
import type { FieldDifference, SeenWithdrawal, WithdrawalDifference } from './difference.ts';
import { differingIn, entriesIn, other } from './fields.ts';
import type { WithdrawalEntry } from './ledger.ts';
import { marked, placeOf } from './likely.ts';
import { createOrders, furthest, type Fresh } from './orders.ts';
import { differingPayments, type Payments } from './payments.ts';
import type { HistoryRecord, Service } from './service.ts';
import { createShelf } from './shelf.ts';
import { createTransactions, isFailed, isSuccess, type Left } from './transactions.ts';
import { before, createHolder, inWindow, isSure, type Window } from './windows.ts';

/** Makes it. */
export function compareWithdrawals(
  service: Service,
  books: Books<WithdrawalEntry>,
  options: { readonly decimals: number | string; readonly slack: number },
): Comparison<WithdrawalDifference> {
  const { slack } = options;
  const own = createHolder<WithdrawalEntry>();
  const shelf = createShelf();
  const transactions = createTransactions();
  const orders = createOrders(service, transactions, own, options);
  const looked = createHolder<true>();
  const reviewed = createHolder<true>();

  async function* compareEntry(
    entry: WithdrawalEntry,
    window: Window,
    entries: number,
  ): AsyncGenerator<WithdrawalDifference> {
    const { order_id } = entry;
    const isAsked = (orders.asked(order_id) ?? 'missing') !== 'missing';
    const known = isAsked ? undefined : orders.known(order_id);
    if (known) {
      const fields = [...entriesIn(entries), ...differingIn(entry, known.payment)];
      if (fields.length > 0)
        yield { kind: 'differing', of: 'withdrawal', order_id, books: entry, fields, txids: [known.callback.txid] };
      return;
    }
    const states = await orders.ask(order_id, window);
    reviewed.add(window, order_id, true);
    if (states === 'missing') {
      yield { kind: 'missing', of: 'withdrawal', order_id, books: entry };
      return;
    }
    const { paid } = states;
    const payment = paid.find((each) => differingIn(entry, each).length > 0) ?? paid[0];
    const fields = [
      ...entriesIn(entries),
      ...differingPayments(states),
      ...(payment ? differingIn(entry, payment) : []),
      ...(await differingState(order_id, states, window)),
    ];
    if (fields.length > 0) yield differing(entry, fields, states);
  }

  /** The history may be without a record of a payment, but has none that says otherwise. */
  async function differingState(order_id: string, { paid }: Payments, window: Window): Promise<FieldDifference[]> {
    for (const payment of paid) {
      const place = placeOf(payment.txid, payment);
      await orders.settle(place, window);
      const left = transactions.recordsLike(place, marked(payment)).find(({ claim }) => claim?.order_id === order_id);
      if (left && !isSuccess(left)) return [other('state', 'success', stateOf(left))];
    }
    return [];
  }

  /** A callback whose order no entry is compared with. */
  async function* compareTold(order_id: string, window: Window): AsyncGenerator<WithdrawalDifference> {
    const entries = own.near(order_id);
    if (entries.some((entry) => isSure(entry.window, window, slack))) return;
    const callbacks = orders.told(order_id);
    const earlier = before(callbacks, window);
    const isRepeated = inWindow(callbacks, window).every((one) =>
      earlier.some((two) => one.txid === two.txid && hasFailed(one.callback) === hasFailed(two.callback)),
    );
    if (isRepeated || looked.near(order_id).length > 0) return;
    looked.add(window, order_id, true);

    const states = await orders.ask(order_id, window);
    const entry = entries[0]?.value ?? (await books.find?.(order_id));
    if (entry) {
      yield* compareEntry(entry, window, Math.max(1, entries.length));
      return;
    }
    const byCallbacks = orders.paidByCallbacks(order_id);
    const isPaid = states === 'missing' ? byCallbacks.length > 0 : states.paid.length + states.unclear.length > 0;
    if (!isPaid) return;
    const { payment, callback } = furthest(callbacks.map(({ value }) => value));
    const { address, amount, memo } = payment;
    const told =
      states === 'missing' ? byCallbacks.map((one) => one.callback.txid) : states.paid.map(({ txid }) => txid);
    const txids = told.length > 0 ? told : [callback.txid];
    yield foreign({ order_id, txids, address, amount, memo: memo ?? '', source: undefined });
  }

  /** Each payment that left has to be of an order. */
  async function* compareRecord(left: Left, window: Window): AsyncGenerator<WithdrawalDifference> {
    left.isJudged = true;
    if (!isFailed(left)) yield* compareSuccess(left, window);
  }

  async function* compareSuccess(left: Left, window: Window): AsyncGenerator<WithdrawalDifference> {
    if (!left.claim) await orders.settle(left.place, window);
    if (!left.claim) await findOwner(left, window);
    if (!left.claim) yield tell(left);
  }

  /** Asks for the orders of the books that may have a payment of which no callback tells, until one has it. */
  async function findOwner(left: Left, window: Window): Promise<void> {
    for (const one of shelf.likely(left.payment)) {
      if (orders.asked(one.value.order_id) || likenessOf(one.value, left.payment) === 'other') continue;
      await askOwner(one.value.order_id, left, window);
      if (left.claim) return;
    }
    for (const one of shelf.open()) {
      shelf.close(one.value);
      const { order_id } = one.value;
      if (orders.asked(order_id) || orders.known(order_id)) continue;
      await askOwner(order_id, left, window);
      if (left.claim) return;
    }
  }

  async function askOwner(order_id: string, left: Left, window: Window): Promise<void> {
    await orders.ask(order_id, window);
    transactions.assign(left.place);
  }

  /** An order that was asked for because of what no callback of it tells: nothing leads to it when its entry is compared, unless that is still to come. */
  function* compareAsked({ order_id, wasKnown }: Fresh, window: Window): Generator<WithdrawalDifference> {
    const states = orders.asked(order_id) ?? 'missing';
    const entries = own.near(order_id);
    const [entry] = entries;
    const isToCome = entries.some((one) => one.window.isCompared && one.window.place > window.place);
    if (!entry || states === 'missing' || isToCome || reviewed.near(order_id).length > 0) return;
    reviewed.add(window, order_id, true);
    // Of an entry of another span only what that run does not see is told.
    const isHere = entries.some((one) => one.window.isCompared);
    if (!isHere && !wasKnown && states.paid.length + states.unclear.length < 2) return;
    const fields = differingPayments(states);
    if (fields.length > 0) yield differing(entry.value, fields, states);
  }

  /** What an order turned out not to have, though it was looked at, or is where another run looks and may not know. */
  async function* compareFreed(window: Window): AsyncGenerator<WithdrawalDifference> {
    for (const left of orders.freed()) {
      if (left.isTold || isFailed(left) || (left.window.isCompared && !left.isJudged)) continue;
      yield* compareSuccess(left, window);
    }
  }

  return {
    async load(window, callbacks, next) {
      for await (const entry of books.list(window)) {
        own.add(window, entry.order_id, entry);
        shelf.add(window, entry);
      }
      orders.add(window, callbacks);
      for (const record of await service.history(window, next)) transactions.add(window, record);
    },

    async *compare(window) {
      for (const order_id of own.namesIn(window)) {
        const entries = own.near(order_id);
        const [first, ...others] = inWindow(entries, window);
        if (first) yield* compareEntry(first, window, 1 + others.length + before(entries, window).length);
      }
      for (const order_id of orders.namesIn(window)) yield* compareTold(order_id, window);
      for (const left of transactions.recordsIn(window)) yield* compareRecord(left, window);
      for (const one of orders.fresh()) yield* compareAsked(one, window);
      yield* compareFreed(window);
    },

    forget(window) {
      for (const one of [own, shelf, transactions, orders, looked, reviewed]) one.forget(window);
    },
  };
}

/** Tells of it, once. */
function tell(left: Left): WithdrawalDifference {
  left.isTold = true;
  const { txid, to_address, amount, memo, source } = left.record;
  return foreign({ order_id: '', txids: [txid], address: to_address, amount, memo, source });
}

function stateOf({ record }: Left): string {
  const states: [string, HistoryRecord['state']][] = Object.entries(WithdrawalHistoryState);
  return states.find(([, state]) => state === record.state)?.[0] ?? String(record.state);
}

const foreign = (service: SeenWithdrawal): WithdrawalDifference => ({
  kind: 'foreign',
  of: 'withdrawal',
  order_id: service.order_id,
  service,
});

const differing = (
  books: WithdrawalEntry,
  fields: readonly FieldDifference[],
  { paid }: Payments,
): WithdrawalDifference => ({
  kind: 'differing',
  of: 'withdrawal',
  order_id: books.order_id,
  books,
  fields,
  txids: paid.map(({ txid }) => txid),
});
