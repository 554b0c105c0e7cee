/** What is known of orders: by their callbacks with the history, or by their states, for which the service is asked once. */
import { isWithdrawal, type Callback, type WithdrawalCallback } from '../callbacks/callback.ts';
import { hasFailed } from '../callbacks/credit.ts';
import { progressOf } from '../callbacks/identity.ts';
import { canonicalAddress } from '../canonical-address.ts';
import { toMainUnit } from '../numbers/amounts.ts';
import type { Payment } from '../withdrawals/likeness.ts';
import { likenessIn, marked, placeOf, type Marked } from './likely.ts';
import type { WithdrawalEntry } from './ledger.ts';
import { paymentsOf, type Payments } from './payments.ts';
import type { Service } from './service.ts';
import { isSuccess, type Claim, type Left, type Transactions } from './transactions.ts';
import { createHolder, isSure, type Held, type Holder, type Window } from './windows.ts';

/** A callback of an order. */
export interface Told extends Marked {
  readonly callback: WithdrawalCallback;
  /** In one spelling; empty if it has none yet. */
  readonly txid: string;
  readonly place: string;
}

/** What the states of an order say; `missing` if the service does not find it. */
export type Asked = Payments | 'missing';

/** An order that was asked for. */
export interface Fresh {
  readonly order_id: string;
  /** Whether callbacks and history had seemed to agree. */
  readonly wasKnown: boolean;
}

/** The orders in memory. */
export interface Orders {
  readonly add: (window: Window, callbacks: readonly Callback[]) => void;
  readonly namesIn: (window: Window) => Iterable<string>;
  readonly told: (order_id: string) => readonly Held<Told>[];
  /** The callback that says most, if callbacks and history agree on one payment of it, and nobody else may have that. */
  readonly known: (order_id: string) => Told | undefined;
  /** What was asked. */
  readonly asked: (order_id: string) => Asked | undefined;
  readonly ask: (order_id: string, window: Window) => Promise<Asked>;
  /** The callbacks that tell of a payment, one for each transaction. */
  readonly paidByCallbacks: (order_id: string) => readonly Told[];
  /** Finds out which orders have a payment of this transaction and amount, and gives each its record. */
  readonly settle: (place: string, window: Window) => Promise<void>;
  /** Orders that were asked for since the last time. */
  readonly fresh: () => readonly Fresh[];
  /** Records that an order named and does not have, since the last time. */
  readonly freed: () => readonly Left[];
  readonly forget: (window: Window) => void;
}

/** Makes it. */
export function createOrders(
  service: Service,
  transactions: Transactions,
  own: Holder<WithdrawalEntry>,
  { decimals, slack }: { readonly decimals: number | string; readonly slack: number },
): Orders {
  const told = createHolder<Told>();
  const namers = createHolder<Told>();
  const states = createHolder<Asked>();
  const claims = createHolder<Claim>();
  let fresh: Fresh[] = [];
  let freed: Left[] = [];

  const toldOf = (order_id: string): Told[] => told.near(order_id).map(({ value }) => value);
  const askedOf = (order_id: string): Asked | undefined => states.near(order_id)[0]?.value;

  function paidByCallbacks(order_id: string): Told[] {
    const byTxid = Map.groupBy(toldOf(order_id), ({ txid }) => txid);
    return [...byTxid.values()].map(furthest).filter(({ callback }) => !hasFailed(callback));
  }

  function known(order_id: string): Told | undefined {
    const all = toldOf(order_id);
    const named = all.filter(({ txid }) => txid !== '');
    const [first] = named;
    if (!first || named.some(({ txid }) => txid !== first.txid) || all.some(({ callback }) => hasFailed(callback)))
      return undefined;
    const last = furthest(named);
    const records = transactions.recordsLike(last.place, last).filter(isSuccess).length;
    return records > 0 && records >= rivalsOf(last) ? last : undefined;
  }

  /** How many orders a payment may be of, by their callbacks. */
  function rivalsOf(one: Told): number {
    const some = namers.near(one.place).filter(({ value }) => likenessIn(one, value) !== 'other');
    const names = new Set(some.map(({ value }) => value.callback.order_id));
    if (names.size > 1)
      for (const name of names)
        if (name !== one.callback.order_id && !paidByCallbacks(name).some(({ txid }) => txid === one.txid))
          names.delete(name);
    return names.size;
  }

  /** What is known of an order whose entry is compared, in this run or another: if it knows better, it says so. */
  const ownKnown = (order_id: string, window: Window): Told | undefined =>
    own.near(order_id).some((entry) => isSure(entry.window, window, slack)) ? known(order_id) : undefined;

  const claim = (window: Window, order_id: string, txid: string, payment: Payment): void => {
    // What the history says against a payment is told of the books alone, and of those that no callback names, which are asked for.
    const isOwn = own.near(order_id).length > 0;
    const isNamed = toldOf(order_id).some((one) => one.txid === txid);
    const of = { order_id, rank: isOwn ? (isNamed ? 1 : 2) : 0 };
    claims.add(window, order_id, transactions.claim(window, of, txid, payment));
  };

  async function ask(order_id: string, window: Window): Promise<Asked> {
    const before = askedOf(order_id);
    if (before) return before;
    const found = await service.transactions(order_id);
    const asked = found ? paymentsOf(found) : 'missing';
    // As long as its entry is in memory, if that is later.
    const at = own.near(order_id).reduce((at, one) => (one.window.place > at.place ? one.window : at), window);
    states.add(at, order_id, asked);
    fresh.push({ order_id, wasKnown: claims.near(order_id).some(({ value }) => !value.isDropped) });

    for (const { value: claim } of claims.near(order_id)) {
      if (claim.record) freed.push(claim.record);
      transactions.drop(claim);
    }
    const paid =
      asked === 'missing'
        ? paidByCallbacks(order_id).map(({ txid, payment }) => ({ txid, payment }))
        : [...asked.paid, ...asked.unclear].map((payment) => ({ txid: canonicalAddress(payment.txid), payment }));
    for (const { txid, payment } of paid) claim(at, order_id, txid, payment);
    // Another run may have thought, as this one did, that the order has them.
    for (const one of toldOf(order_id))
      if (one.txid !== '' && !paid.some(({ txid }) => txid === one.txid))
        freed.push(...transactions.recordsLike(one.place, one).filter(isSuccess));
    return asked;
  }

  return {
    add(window, callbacks) {
      for (const callback of callbacks) {
        if (!isWithdrawal(callback)) continue;
        const { order_id, to_address, amount, memo } = callback;
        const payment = { address: to_address, amount: toMainUnit(amount, decimals), memo };
        const txid = canonicalAddress(callback.txid);
        const one = { ...marked(payment), callback, txid, place: placeOf(txid, payment) };
        told.add(window, order_id, one);
        if (txid !== '') namers.add(window, one.place, one);
      }
    },
    namesIn: told.namesIn,
    told: told.near,
    known,
    asked: askedOf,
    ask,
    paidByCallbacks,

    async settle(place, window) {
      const names = new Set(namers.near(place).map(({ value }) => value.callback.order_id));
      for (const order_id of names) {
        const asked = askedOf(order_id);
        const isClaimed = claims.near(order_id).some(({ value }) => value.place === place && !value.isDropped);
        if (isClaimed || (asked ?? 'missing') !== 'missing') continue;
        const one = asked ? paidByCallbacks(order_id).find((each) => each.place === place) : ownKnown(order_id, window);
        if (one?.place === place) claim(window, order_id, one.txid, one.payment);
        else if (!asked) await ask(order_id, window);
      }
      transactions.assign(place);
      // Two orders and one record: of which it is, callbacks do not tell.
      const doubtful = transactions.contested(place).filter(({ order_id }) => !askedOf(order_id));
      for (const { order_id } of doubtful) await ask(order_id, window);
      if (doubtful.length > 0) transactions.assign(place);
    },

    fresh() {
      const some = fresh;
      fresh = [];
      return some;
    },

    freed() {
      const some = new Set(freed);
      freed = [];
      return [...some];
    },

    forget(window) {
      for (const holder of [told, namers, states, claims]) holder.forget(window);
    },
  };
}

/** The callback that says most. */
export const furthest = (some: readonly Told[]): Told =>
  some.reduce((one, next) => (progressOf(next.callback) >= progressOf(one.callback) ? next : one));
