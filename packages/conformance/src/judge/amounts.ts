/** Amounts of deposits and withdrawals, by the history and by their callbacks: of the same digits, and in units that go together. */
import type { Caller } from '@wallet-operations/transcript';
import { callbacksOf, isAlike, isText, type Body, type Evidence } from './evidence.ts';
import { doubtOf, mostFact, type Fact } from './fact.ts';

/** A deposit or a withdrawal, as both tell of it. */
interface Paid {
  readonly row: Body;
  readonly callback: Body;
}

/** An amount that is more than nothing: its digits, and by which power of ten they count. */
interface Amount {
  readonly digits: string;
  readonly power: number;
}

/** It, of a decimal text; undefined for nothing, and for any other value. */
export function amountIn(value: unknown): Amount | undefined {
  const [, whole, fraction = ''] = (typeof value === 'string' && /^(\d+)(?:\.(\d+))?$/.exec(value)) || [];
  if (whole === undefined) return undefined;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return digits === '' ? undefined : { digits, power: all.length - digits.length - fraction.length };
}

/** Whether it is a decimal text of nothing. */
export const isNothing = (value: unknown): boolean => typeof value === 'string' && /^0+(\.0+)?$/.test(value);

/** Whether a number, which is no amount of the interface, is one that applies: of what does not, it may be 0. */
export const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'bigint') && Number(value) !== 0;

/** By which power of ten the second is more; undefined for amounts of other digits. */
export function shiftOf(first: unknown, second: unknown): number | undefined {
  const [a, b] = [amountIn(first), amountIn(second)];
  return a && b && a.digits === b.digits ? b.power - a.power : undefined;
}

/** Whether two decimal numbers have the same digits and are not the same. */
export const isScaled = (one: unknown, other: unknown): boolean => (shiftOf(one, other) ?? 0) !== 0;

/** The operations that tell of the same amounts. */
const OF_AMOUNTS = ['listWithdrawalHistory', 'listCallbacks'];

/** What is wrong of the deposits of a wallet, or of its withdrawals. */
export function amountFacts(evidence: Evidence, caller: Caller, paid: readonly Paid[], what: string): Fact[] {
  const given = paid.filter(({ row, callback }) => [row, callback].every(({ amount }) => amountIn(amount)));
  // what failed may have moved nothing, by one of both
  const halves = paid.some(({ row, callback }) =>
    [row.amount, callback.amount].some((one, i, both) => isNothing(one) && amountIn(both[1 - i]) !== undefined),
  );
  const ofHalves = halves ? OF_AMOUNTS.map((id) => doubtOf(id, 'amount', 'nothing in one of both answers')) : [];
  const others = given.map(({ row, callback }) => shiftOf(row.amount, callback.amount) === undefined);
  const byCurrency = Map.groupBy(given, ({ callback }) => callback.currency);
  const units = [...byCurrency].flatMap(([currency, own]) => {
    const known = shiftsOf(evidence, caller, currency);
    const shifts = own.flatMap(({ row, callback }) => shiftOf(row.amount, callback.amount) ?? []);
    return known.size === 0 ? [] : shifts.map((shift) => !known.has(shift));
  });
  const fact = (operationId: string, wrong: readonly boolean[], said: string): Fact[] =>
    wrong.length === 0
      ? []
      : [
          mostFact(operationId, 'amount', wrong, `that of the same ${what} elsewhere`, said),
          ...(wrong.includes(true) ? OF_AMOUNTS.map((id) => doubtOf(id, 'amount', said)) : []),
        ];
  return [
    ...ofHalves,
    ...fact('listWithdrawalHistory', others, 'amount is another than that of callbacks'),
    ...fact('listCallbacks', units, `amount of ${what} is in no unit that orders or decimals tell of`).map(
      (one): Fact => ({ ...one, points: ['amount-unit'] }),
    ),
  ];
}

/**
 * By which powers of ten callbacks in a currency may be more than the history: as they are of orders, or in the same unit where there are none, or by
 * the decimals of any wallet that has a coin or a token of this name, for the list of one may have what came of a token.
 */
function shiftsOf(evidence: Evidence, caller: Caller, currency: unknown): ReadonlySet<number> {
  const { ok } = evidence;
  const callbacks = Map.groupBy(
    callbacksOf(evidence, caller).filter((one) => one.currency === currency),
    ({ order_id }) => order_id,
  );
  const ofOrders = ok('getWithdrawalState.seen', caller).flatMap(({ body: order }) =>
    (callbacks.get(order.order_id) ?? []).flatMap(({ amount }) => shiftOf(order.amount, amount) ?? []),
  );
  const decimals = [...decimalsIn(evidence).values()]
    .filter(({ names }) => names.some((name) => isAlike(currency, name)))
    .flatMap(({ own, fee }) => [own, fee]);
  return new Set(ofOrders.length > 0 ? [...ofOrders, ...decimals] : decimals.length > 0 ? [0, ...decimals] : []);
}

/** Decimals of what a wallet holds, and of the currency that its fees are in, with the names of both. */
interface Decimals {
  readonly own: number;
  readonly fee: number;
  readonly names: readonly string[];
  /** Its number. */
  readonly currency: unknown;
}

/** Those of each wallet, by its hidden ID. */
export function decimalsIn({ ok }: Evidence): ReadonlyMap<string, Decimals> {
  const records = ok('listWallets.plain').flatMap(({ records: own }) => own);
  return new Map(
    records.map(({ wallet_id, currency, decimals, token_decimals, currency_name, token_name, token_symbol }) => [
      String(wallet_id),
      {
        currency,
        own: Number(token_decimals ?? decimals),
        fee: Number(decimals),
        names: [currency_name, token_name, token_symbol].filter(isText),
      },
    ]),
  );
}
