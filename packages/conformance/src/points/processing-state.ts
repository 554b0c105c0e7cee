/** The point that gives the numbers of processing states their names: by which of two callbacks of one deposit was told last. */
import { callerInWords } from '@wallet-operations/transcript';
import { areInOrder, isBefore } from '../calls/seen.ts';
import { hasLostBlocks } from '../judge/callbacks.ts';
import { shown, type Body, type Evidence } from '../judge/evidence.ts';
import {
  contradicted,
  notAsked,
  notObservable,
  numbersOf,
  ofNumbers,
  see,
  type Conclude,
  type Seen,
} from './conclusion.ts';
import { callbacksIn, isInChain, onItsWayFor, typesOfOrders, type Told } from './told.ts';

/** The more blocks confirm it, the later it was told; of the same number the higher serial. */
const byAge = (a: Body, b: Body): number => Number(a.confirm_blocks) - Number(b.confirm_blocks) || bySerial(a, b);

const bySerial = (a: Body, b: Body): number => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0);

/**
 * Whether a callback of what is in no block tells of it in the pool, and not of an end: it was on its way, or else its state says so and its number is
 * the one that the document has. Of an order its state has to: the interface has no callback of one before it is in the chain.
 */
function isInPool({ service }: Evidence, record: Body, isOnItsWay: (record: Body) => boolean): boolean {
  const isOfPool = record.state === numbersOf(service, 'callback-state').inPool;
  const isAssumed = isOfPool && record.processing_state === numbersOf(service, 'processing-state').inPool;
  return isAssumed || ((isOfPool || record.order_id === '') && isOnItsWay(record));
}

/** The number that most show of each name, or all where no number has most; and whether all show the same. */
function wonBy(votes: readonly (readonly [name: string, number: number])[]): {
  readonly won: readonly (readonly [name: string, number: number])[];
  readonly isOne: boolean;
} {
  const won = [...Map.groupBy(votes, ([name]) => name).values()].flatMap((own) => {
    const numbers = [...Map.groupBy(own, ([, number]) => number).values()];
    return numbers.find(({ length }) => 2 * length > own.length) ?? own;
  });
  return { won, isOne: won.length === votes.length };
}

/** What is said where a deposit that is in no block is done: whoever credits by that pays for what never came. */
function doneEarly(evidence: Evidence, told: readonly Told[], seen: Seen): string | undefined {
  const { done } = numbersOf(evidence.service, 'processing-state');
  const ofOrders = typesOfOrders(told);
  const early = told.filter(
    ({ record }) =>
      record.order_id === '' && !ofOrders.has(record.type) && !isInChain(record) && record.processing_state === done,
  );
  const isOther = seen.has('done') && seen.get('done')?.has(Number(done)) !== true;
  return early.length === 0 || isOther
    ? undefined
    : `it is ${String(done)}, which is done, of deposits that are in no block`;
}

/** By the callbacks of all wallets. */
export const processingState: Conclude = (evidence) => {
  const seen: Seen = new Map();
  /** What each shows: which of two was told last may be wrong of some, that were told of in one second, or again. */
  const votes: (readonly [name: string, number: number])[] = [];
  /** What deposits have that were told of twice in one block. */
  const twice = new Set<string>();
  const told = callbacksIn(evidence);
  const outputs = Map.groupBy(told, ({ caller, record }) =>
    [caller, record.txid, record.vout_index, record.order_id].join(' '),
  );
  const isOnItsWay = onItsWayFor(evidence);
  // which of two with the same number of blocks was told first serials say, where they are an order
  const inOrder = new Map(
    evidence.ok('listCallbacks.plain').map(({ exchange, records }) => [exchange.caller, areInOrder(records)] as const),
  );
  const isAgeTold = (caller: number, records: readonly Body[]): boolean =>
    inOrder.get(caller) === true || new Set(records.map((one) => one.confirm_blocks)).size === records.length;
  for (const group of outputs.values()) {
    const records = group.map(({ record }) => record).sort(byAge);
    const inChain = records.filter(isInChain);
    const last = [...inChain].sort(bySerial).at(-1);
    // of a block that was taken back the last one was told before it was done
    const chained = inChain.filter(
      ({ block_height, chain_at }) => block_height === last?.block_height && chain_at === last?.chain_at,
    );
    const [first] = records.filter((one) => !isInChain(one)).sort(bySerial);
    const { caller = NaN } = group[0] ?? {};
    if (first && isInPool(evidence, first, (record) => isOnItsWay(caller, record)))
      see(seen, 'inPool', first.processing_state);
    if (chained.length < 2) continue; // one alone may be final at once
    for (const { processing_state } of chained) twice.add(shown(processing_state));
    if (chained.some((record) => hasLostBlocks(record, chained))) continue;
    if (!isAgeTold(caller, chained)) continue;
    // a block that was taken back may come again with its height and its time: of two that say the same none is done
    if (chained.at(-2)?.processing_state === chained.at(-1)?.processing_state) continue;
    votes.push(['done', Number(chained.at(-1)?.processing_state)]);
    for (const record of chained.slice(0, -1)) votes.push(['inChain', Number(record.processing_state)]);
  }
  const { won, isOne } = wonBy(votes);
  for (const [name, number] of won) see(seen, name, number);
  const { inPool } = numbersOf(evidence.service, 'processing-state');
  const packed = Map.groupBy(
    told.filter(({ record }) => isInChain(record)),
    ({ caller }) => caller,
  );
  const stuck = [...packed].find(
    ([, own]) => own.length > 1 && own.every(({ record }) => record.processing_state === inPool),
  );
  if (stuck) {
    const who = callerInWords(evidence.transcript, stuck[0]);
    return contradicted(`it is ${String(inPool)}, which is inPool, of everything that is in the chain of ${who}`);
  }
  const early = doneEarly(evidence, told, seen);
  if (early !== undefined) return contradicted(early);
  const assumed = Object.values(numbersOf(evidence.service, 'processing-state'));
  const named = new Set([...assumed, ...[...seen.values()].flatMap((numbers) => [...numbers])]);
  const others = told.map(({ record }) => record.processing_state).filter((number) => !named.has(Number(number)));
  const said = `there is ${shown(others[0])}`;
  if (seen.size > 0) {
    const found = ofNumbers(evidence.service, 'processing-state', seen);
    if (!isOne && found.verdict === 'confirmed')
      return notObservable(`of most it is ${found.evidence}, and of some which was told last is in doubt`);
    return others.length > 0 ? contradicted(`${found.evidence}; ${said} besides`) : found;
  }
  if (others.length > 0) return contradicted(said);
  return twice.size > 0
    ? notObservable(
        `of what was told of twice in one block nothing shows that it moved on: it is ${[...twice].join(' and ')}`,
      )
    : notAsked('no deposit was told of twice');
};
