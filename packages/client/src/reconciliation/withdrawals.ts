/** Compares withdrawals: orders that count as paid with callbacks of orders, with the history, and where these do not agree with the states of the order. */
import { WithdrawalHistoryState } from '@wallet-operations/openapi/points';
import { isWithdrawal, type Callback, type WithdrawalCallback } from '../callbacks/callback.ts';
import { hasFailed } from '../callbacks/credit.ts';
import { progressOf } from '../callbacks/identity.ts';
import { canonicalAddress } from '../canonical-address.ts';
import { toMainUnit } from '../numbers/amounts.ts';
import { canonicalDecimal } from '../withdrawals/decimals.ts';
import { likenessOf, type Payment } from '../withdrawals/likeness.ts';
import type { Comparison } from './comparison.ts';
import type { FieldDifference, SeenWithdrawal, WithdrawalDifference } from './difference.ts';
import { differingIn, entriesIn, other } from './fields.ts';
import { checkedWithdrawal, each, type Ledger, type WithdrawalEntry } from './ledger.ts';
import { differingPayments, paymentsOf, type Payments } from './payments.ts';
import type { HistoryRecord, Service } from './service.ts';
import { createHolder, isFirstIn, type Window } from './windows.ts';

/** A withdrawal of the books, and what was asked of it. */
interface Own {
  readonly entry: WithdrawalEntry;
  /** What the states of its order say, once they were asked; `missing` if the service does not find it. */
  states?: Payments | 'missing';
}

/** An order that a transaction is known to pay, and what. */
interface Claim {
  readonly order_id: string;
  readonly payment: Payment;
}

/** Makes it. */
export function compareWithdrawals(
  service: Service,
  ledger: Pick<Ledger, 'withdrawal'> & Required<Pick<Ledger, 'withdrawals'>>,
  decimals: number | string,
): Comparison<WithdrawalDifference> {
  const own = createHolder<Own>();
  const ownByAmount = createHolder<Own>();
  const told = createHolder<WithdrawalCallback>();
  const history = createHolder<HistoryRecord>();
  const claims = createHolder<Claim>();

  const paymentOf = ({ to_address, amount, memo }: Callback): Payment => ({
    address: to_address,
    amount: toMainUnit(amount, decimals),
    memo,
  });

  /** Asks for the states of an order, once for each entry, and keeps which transactions pay it. */
  async function ask(one: Own, window: Window): Promise<Payments | 'missing'> {
    one.states ??= await askFor(one.entry.order_id, window);
    return one.states;
  }

  async function askFor(order_id: string, window: Window): Promise<Payments | 'missing'> {
    const transactions = await service.transactions(order_id);
    if (!transactions) return 'missing';
    const payments = paymentsOf(transactions);
    for (const payment of [...payments.paid, ...payments.unclear])
      claims.add(window, canonicalAddress(payment.txid), { order_id, payment });
    return payments;
  }

  /** What is known of an order without asking: one transaction, of which the history has the same as its callbacks. */
  function known(order_id: string): Callback | undefined {
    const callbacks = told.near(order_id).map(({ value }) => value);
    const txids = new Set(callbacks.map(({ txid }) => canonicalAddress(txid)));
    const [txid = ''] = txids;
    if (txids.size !== 1 || callbacks.some(hasFailed)) return undefined;
    const callback = furthest(callbacks);
    const isInHistory = recordsLike(txid, paymentOf(callback)).some(({ state }) => isSuccess(state));
    return isInHistory ? callback : undefined;
  }

  const recordsLike = (txid: string, payment: Payment): HistoryRecord[] =>
    history
      .near(txid)
      .map(({ value }) => value)
      .filter((record) => isLike(payment, addressed(record)));

  async function* compareOwn(one: Own, window: Window, entries: number): AsyncGenerator<WithdrawalDifference> {
    const { entry } = one;
    const { order_id } = entry;
    const isSeen = one.states !== undefined && one.states !== 'missing';
    const callback = isSeen ? undefined : known(order_id);
    if (callback) {
      const fields = [...entriesIn(entries), ...differingIn(entry, paymentOf(callback))];
      if (fields.length > 0)
        yield { kind: 'differing', of: 'withdrawal', order_id, books: entry, fields, txids: [callback.txid] };
      return;
    }
    const states = await ask(one, window);
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
      ...paid.flatMap((each) => differingStates(recordsLike(canonicalAddress(each.txid), each))).slice(0, 1),
    ];
    if (fields.length > 0) yield differing(entry, fields, states);
  }

  async function* compareToldOf(order_id: string, window: Window): AsyncGenerator<WithdrawalDifference> {
    const callbacks = told.near(order_id);
    if (!isFirstIn(window, callbacks) || own.near(order_id).length > 0) return;
    const entry = await ledger.withdrawal?.(order_id);
    if (entry) {
      yield* compareOwn({ entry: checkedWithdrawal(entry), states: await askFor(order_id, window) }, window, 1);
      return;
    }
    const last = furthest(callbacks.map(({ value }) => value));
    const states = await askFor(order_id, window);
    const isPaid = states === 'missing' ? !hasFailed(last) : states.paid.length + states.unclear.length > 0;
    if (!isPaid) return;
    const { address, amount, memo } = paymentOf(last);
    const txids = states === 'missing' || states.paid.length === 0 ? [last.txid] : states.paid.map(({ txid }) => txid);
    yield foreign({ order_id, txids, address, amount, memo: memo ?? '', source: undefined });
  }

  /** Each payment of a transaction has to be of an order that is known to have it. */
  async function* compareTransaction(txid: string, window: Window): AsyncGenerator<WithdrawalDifference> {
    const records = history.near(txid);
    if (!isFirstIn(window, records)) return;
    const claimed = new Set<string>();
    const isClaimed = (record: HistoryRecord, likeness: 'same' | 'unclear'): boolean => {
      const claim = claims
        .near(txid)
        .find(({ value }) => !claimed.has(value.order_id) && likenessOf(value.payment, addressed(record)) === likeness);
      if (claim) claimed.add(claim.value.order_id);
      return claim !== undefined;
    };
    let left = records.map(({ value }) => value).filter(({ state }) => state !== WithdrawalHistoryState.failed);
    for (const likeness of ['same', 'unclear'] as const) left = left.filter((record) => !isClaimed(record, likeness));

    for (const record of left) {
      if (yield* findOwner(record, () => isClaimed(record, 'same') || isClaimed(record, 'unclear'), window)) continue;
      const { amount, memo, source } = record;
      yield foreign({ order_id: '', txids: [record.txid], address: record.to_address, amount, memo, source });
    }
  }

  /** Asks for the orders of the books that may have a payment of which no callback tells, until one has it. */
  async function* findOwner(
    record: HistoryRecord,
    isFound: () => boolean,
    window: Window,
  ): AsyncGenerator<WithdrawalDifference, boolean> {
    if (isFound()) return true; // asked for another record
    const alike = ownByAmount
      .near(canonicalDecimal(record.amount) ?? '')
      .filter(({ value }) => isLike(value.entry, addressed(record)));
    const unknown = own.all().filter(({ value }) => !known(value.entry.order_id));
    for (const { window: at, value } of [...alike, ...unknown]) {
      const { order_id } = value.entry;
      if (value.states || own.near(order_id)[0]?.value !== value) continue;
      const states = await ask(value, at);
      if (states === 'missing') continue;
      // A second payment of which no callback tells: nothing leads to it when its entry is compared, unless that is still to come.
      const isUnseen = known(order_id) && (at.place <= window.place || !at.isCompared);
      const fields = isUnseen ? differingPayments(states) : [];
      if (fields.length > 0) yield differing(value.entry, fields, states);
      if (isFound()) return true;
    }
    return false;
  }

  return {
    async load(window, callbacks) {
      const entries = each(ledger.withdrawals(window.from, window.to), 'withdrawals');
      for await (const entry of entries) {
        const one: Own = { entry: checkedWithdrawal(entry) };
        own.add(window, entry.order_id, one);
        // Of an ERC-721 token the service may say 1, whatever the amount of the order.
        for (const amount of new Set([canonicalDecimal(entry.amount), ...(entry.token_id ? ['1e0'] : [])]))
          ownByAmount.add(window, amount ?? '', one);
      }
      for (const callback of callbacks) {
        if (!isWithdrawal(callback)) continue;
        const { order_id, txid } = callback;
        told.add(window, order_id, callback);
        if (txid !== '') claims.add(window, canonicalAddress(txid), { order_id, payment: paymentOf(callback) });
      }
      for await (const record of service.history(window)) history.add(window, canonicalAddress(record.txid), record);
    },

    async *compare(window) {
      for (const order_id of own.namesIn(window)) {
        const entries = own.near(order_id);
        const [first] = entries;
        if (first && isFirstIn(window, entries)) yield* compareOwn(first.value, window, entries.length);
      }
      for (const order_id of told.namesIn(window)) yield* compareToldOf(order_id, window);
      for (const txid of history.namesIn(window)) yield* compareTransaction(txid, window);
    },

    forget(window) {
      for (const holder of [own, ownByAmount, told, history, claims]) holder.forget(window);
    },
  };
}

const isSuccess = (state: HistoryRecord['state']): boolean => state === WithdrawalHistoryState.success;

const addressed = ({ to_address, amount, memo }: HistoryRecord): Payment => ({ address: to_address, amount, memo });

const isLike = (one: Payment, record: Payment): boolean => likenessOf(one, record) !== 'other';

const furthest = <C extends Callback>(callbacks: readonly C[]): C =>
  callbacks.reduce((one, next) => (progressOf(next) >= progressOf(one) ? next : one));

/** The history may be without a record, but has none that says otherwise. */
function differingStates(records: readonly HistoryRecord[]): FieldDifference[] {
  const [first] = records;
  if (!first || records.some(({ state }) => isSuccess(state))) return [];
  const [name = String(first.state)] = Object.entries(WithdrawalHistoryState).flatMap(([name, state]) =>
    state === first.state ? [name] : [],
  );
  return [other('state', 'success', name)];
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
