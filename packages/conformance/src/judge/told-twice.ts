/** Payments that several callbacks of a list tell of, one behind the other: what moves on of them is their state, and not their money. */
import { areLongApart } from '@wallet-operations/transcript';
import { hasOutputs } from './accounts.ts';
import { isSame, isText, shown, type Body, type Evidence } from './evidence.ts';
import { mostFact, mostFacts, valueFact, type Fact } from './fact.ts';
import { isLongBefore, timeOf } from './times.ts';

const ID = 'listCallbacks';

/** What of a payment stays as it is. */
const LASTING = ['amount', 'currency', 'memo'] as const;

/** What there may be more of, or none yet, in one of them. */
type Other = 'to_address' | 'order_id' | 'from_address';

/** All of them. */
export const toldTwiceFacts = ({ ok, service }: Evidence): Fact[] =>
  ok(`${ID}.plain`).flatMap(({ records }) => {
    const areOutputs = (one: unknown): boolean => hasOutputs(service, one);
    return [
      ...byType(paymentsIn(records, ['order_id', 'to_address'])).flatMap((own) => [
        ...LASTING.flatMap((name) => lastingFact(own, name, areOutputs)),
        ...lastingFact(
          own.map((records) => records.filter(isOfOnePayer(areOutputs))),
          'from_address',
        ),
        ...broadcastFacts(own),
        ...blockFacts(own),
      ]),
      // who is paid an output is told of elsewhere
      ...byType(paymentsIn(records, ['order_id', 'amount'])).flatMap((own) => lastingFact(own, 'to_address')),
      ...byType(ofOrders(paymentsIn(records, ['to_address', 'amount']))).flatMap((own) => lastingFact(own, 'order_id')),
    ];
  });

const byType = (payments: readonly (readonly Body[])[]): (readonly Body[])[][] => [
  ...Map.groupBy(payments, ([first]) => shown(first?.type)).values(),
];

/** Those of an order: of what was withdrawn without the interface no callback names any. */
const ofOrders = (payments: readonly (readonly Body[])[]): (readonly Body[])[] =>
  payments.filter((records) => records.some(({ order_id }) => isText(order_id)));

/** Callbacks of one payment, by its order, whom or how much it pays, of those that have several. */
function paymentsIn(
  records: readonly Body[],
  by: readonly ('order_id' | 'to_address' | 'amount')[],
): (readonly Body[])[] {
  const told = records.filter(({ txid }) => isText(txid));
  const keyOf = ({ type, txid, vout_index, ...record }: Body): string =>
    [type, String(txid).toLowerCase(), vout_index, ...by.map((name) => String(record[name]).toLowerCase())]
      .map(shown)
      .join(' ');
  return [...Map.groupBy(told, keyOf).values()].filter(({ length }) => length > 1);
}

/**
 * An output is paid once. Where there are none, one transaction may pay an address twice: then each of both is told of in the same states. One
 * output that two callbacks tell otherwise differs; else most have to.
 */
function lastingFact(
  payments: readonly (readonly Body[])[],
  name: (typeof LASTING)[number] | Other,
  areOutputs: (currency: unknown) => boolean = () => false,
): Fact[] {
  const wrong = payments.flatMap((records) => {
    const [first, ...others] = records.filter((record) => typeof record[name] === 'string');
    if (!first || others.length === 0) return [];
    const isOutput = records.every(({ currency }) => areOutputs(currency));
    const other = others.filter((record) => !isSame(record[name], first[name]));
    const rest = [first, ...others].filter((record) => !other.includes(record));
    // what several addresses pay to an output may be told of one by one
    const isOne = isOutput && new Set(records.map(({ from_address }) => from_address)).size === 1;
    const mayBeTwo = !isOne && other.some((one) => rest.some((two) => stageOf(one) === stageOf(two)));
    return mayBeTwo ? [] : [{ isWrong: other.length > 0, isOutput }];
  });
  const said = `${name} is another in two callbacks of one payment`;
  const right = 'the same in every callback of a payment';
  if (wrong.some(({ isWrong, isOutput }) => isWrong && isOutput)) return [valueFact(ID, name, false, right, said)];
  const all = wrong.map(({ isWrong }) => isWrong);
  return all.length < 2 ? [] : [mostFact(ID, name, all, right, said)];
}

/** Whether one address alone pays what a callback tells of, and is named. */
const isOfOnePayer =
  (areOutputs: (currency: unknown) => boolean) =>
  ({ from_address, currency }: Body): boolean =>
    isText(from_address) && !areOutputs(currency);

const stageOf = ({ state, processing_state }: Body): string => [state, processing_state].map(shown).join(' ');

/** One block has one time, and one time one block: a transaction that another block took has both anew. */
function blockFacts(payments: readonly (readonly Body[])[]): Fact[] {
  const pairs = payments.flatMap((records) => {
    const packed = records.filter((one) => Number(one.block_height) > 0 && timeOf(one, 'chain_at') !== undefined);
    const [first] = packed;
    return first ? packed.slice(1).map((second) => [first, second] as const) : [];
  });
  const timesOf = (pair: readonly Body[]): [number, number] =>
    pair.map((one) => timeOf(one, 'chain_at')) as [number, number];
  const heights = pairs.map(
    (pair) => timesOf(pair)[0] === timesOf(pair)[1] && !isSame(pair[0].block_height, pair[1].block_height),
  );
  const times = pairs.map(
    (pair) => areLongApart(...timesOf(pair)) && isSame(pair[0].block_height, pair[1].block_height),
  );
  if (pairs.length < 2) return [];
  const right = 'the same in every callback of a payment in one block';
  return [
    mostFact(ID, 'block_height', heights, right, 'block_height is another in two callbacks of one payment and time'),
    mostFact(ID, 'chain_at', times, right, 'chain_at is long apart in two callbacks of one payment and block'),
  ];
}

/** What is in a block was broadcast before it, by whichever callback tells of that. */
function broadcastFacts(payments: readonly (readonly Body[])[]): Fact[] {
  const wrong = payments
    .map((records) => ({ sent: timesIn(records, 'broadcast_at'), packed: timesIn(records, 'chain_at') }))
    .filter(({ sent, packed }) => sent.length > 0 && packed.length > 0)
    .map(({ sent, packed }) => isLongBefore(Math.max(...packed), Math.max(...sent)));
  const said = 'broadcast_at of one callback of a payment is long behind chain_at of another';
  return mostFacts(ID, 'broadcast_at', wrong, 'before chain_at of each', said);
}

const timesIn = (records: readonly Body[], name: string): number[] =>
  records.flatMap((record) => timeOf(record, name) ?? []);
