/** Points that give numbers their names: kinds, currencies, types and processing states. */
import { callerInWords } from '@wallet-operations/transcript';
import { areInOrder, isBefore, onItsWayIn } from '../calls/seen.ts';
import { hasLostBlocks } from '../judge/callbacks.ts';
import { byTransaction, callbacksOf, isText, shown, type Body, type Evidence } from '../judge/evidence.ts';
import {
  contradicted,
  notAsked,
  notObservable,
  numbersOf,
  ofNumbers,
  see,
  type Conclude,
  type Conclusion,
  type Seen,
} from './conclusion.ts';

const camel = (kind: string): string => kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The ID of each wallet, as the transcript has it. */
const idsOf = ({ under }: Evidence): ReadonlyMap<string, number> =>
  new Map(
    under('').flatMap(({ exchange: { caller, request } }) =>
      typeof caller === 'number' && request.path.WALLET_ID !== undefined
        ? [[request.path.WALLET_ID, caller] as const]
        : [],
    ),
  );

const walletsIn = ({ ok }: Evidence): readonly Body[] =>
  [...ok('listWallets.plain'), ...ok('listWalletBalances.plain')].flatMap(({ records }) => records);

const walletType: Conclude = (evidence) => {
  const ids = idsOf(evidence);
  const seen: Seen = new Map();
  const assumed = numbersOf(evidence.service, 'wallet-type');
  for (const { wallet_id, type, token_contract_address } of walletsIn(evidence)) {
    const place = ids.get(String(wallet_id));
    const kind = place === undefined ? undefined : evidence.transcript.wallets[place]?.kind;
    if (kind === undefined || kind === 'unknown') continue;
    // the interface has wallets of tokens as a kind of their own, which may have a number of its own
    if (isText(token_contract_address) && type !== assumed[camel(kind)]) continue;
    see(seen, camel(kind), type);
  }
  const found = ofNumbers(evidence.service, 'wallet-type', seen);
  const refused = new Set(
    evidence.transcript.exchanges
      .filter(
        ({ step, answer }) =>
          step.includes('.filter.type.') && step.startsWith('listWalletBalances.') && answer?.status === 400,
      )
      .map(({ request }) => Number(request.query.type)),
  );
  // what nobody saw is as assumed, unless the service says that it is not
  if (Object.values(found.value ?? {}).every((number) => !refused.has(Number(number)))) return found;
  return { verdict: found.verdict, evidence: found.evidence, seen };
};

const currencyNumbers: Conclude = (evidence) => {
  const seen: Seen = new Map();
  const vaults = evidence.under('listVaultHistory.').flatMap(({ records }) => records);
  const names = Object.keys(numbersOf(evidence.service, 'currency-numbers'));
  for (const { currency, currency_name } of [...walletsIn(evidence), ...vaults]) {
    const name = names.find((one) => one === String(currency_name).toUpperCase());
    if (name !== undefined) see(seen, name, currency);
  }
  return ofNumbers(evidence.service, 'currency-numbers', seen);
};

/** Tells of a callback of a wallet whether it tells of something on its way. */
export function onItsWayFor(evidence: Evidence): (caller: number, record: Body) => boolean {
  const known = new Map<number, (record: Body) => boolean>();
  return (caller, record) => {
    const own = known.get(caller) ?? onItsWayIn(callbacksOf(evidence, caller));
    known.set(caller, own);
    return own(record);
  };
}

/** A callback, and the wallet that it was told of. */
export interface Told {
  readonly caller: number;
  readonly record: Body;
}

/** Callbacks of each wallet; one that is listed twice is one. */
export function callbacksIn({ ok }: Evidence): Told[] {
  const all = ok('listCallbacks.plain').flatMap(({ exchange: { caller }, records }) =>
    typeof caller === 'number' ? records.map((record) => ({ caller, record })) : [],
  );
  return [...new Map(all.map((one) => [`${String(one.caller)} ${shown(one.record.serial)}`, one])).values()];
}

/** Whether the history of its wallet has a callback's transaction as a withdrawal: who withdraws without the interface names no order, either. */
export function leavingIn({ under }: Evidence): (one: Told) => boolean {
  const answers = Map.groupBy(under('listWithdrawalHistory.'), ({ exchange: { caller } }) => caller);
  const rowsOf = new Map(
    [...answers].map(([caller, own]) => [caller, byTransaction(own.flatMap(({ records }) => records))] as const),
  );
  return ({ caller, record: { txid } }) =>
    rowsOf
      .get(caller)?.(txid)
      .some(({ out }) => out === true) === true;
}

export const isInChain = ({ block_height, in_chain_block = block_height }: Body): boolean => Number(in_chain_block) > 0;

/** An address is one in any case. */
const lower = (address: unknown): string => String(address).toLowerCase();

const callbackType: Conclude = (evidence) => {
  const ids = idsOf(evidence);
  const own = new Map(
    walletsIn(evidence).map(({ wallet_id, address }) => [ids.get(String(wallet_id)), lower(address)]),
  );
  const made = evidence
    .under('listDepositAddresses.')
    .flatMap(({ exchange: { caller }, records }) =>
      records.map(({ address }) => ({ caller, address: lower(address) })),
    );
  const paidIn = new Set(made.map(({ address }) => address));
  const isOwn = (caller: number, address: string): boolean =>
    made.some((one) => one.caller === caller && one.address === address);
  const callbacks = callbacksIn(evidence);
  const isLeaving = leavingIn(evidence);
  const placeOf = ({ caller, record }: Told): string => `${String(caller)} ${shown(record.txid)}`;
  const assumed = numbersOf(evidence.service, 'callback-type');
  // what the service moves itself may have an order_id: the interface says that of deposits alone it is empty
  const ofService = new Set([assumed.collect, assumed.airdrop]);
  const named = callbacks.filter(
    ({ caller, record }) => record.order_id !== '' && evidence.transcript.wallets[caller]?.kind !== 'deposit',
  );
  const orders = named.every(({ record }) => ofService.has(Number(record.type)))
    ? named
    : named.filter(({ record }) => !ofService.has(Number(record.type)));
  const isOrder = new Set(orders);
  const withdrawn = new Set(orders.map(placeOf));
  const withdrawals = new Set(orders.map(({ record }) => record.type));
  const wallets = new Set(own.values());
  const isFromOutside = ({ record: { from_address, to_address } }: Told): boolean =>
    paidIn.has(lower(to_address)) && !paidIn.has(lower(from_address)) && !wallets.has(lower(from_address));
  const outside = callbacks.filter((one) => one.record.order_id === '' && isFromOutside(one) && !isLeaving(one));
  // what one wallet pays to another, or to itself, may be a deposit as well
  const deposits = new Set(outside.length > 0 ? outside.map(({ record }) => record.type) : [assumed.deposit]);
  const seen: Seen = new Map();
  for (const one of callbacks) {
    const { type, order_id } = one.record;
    const [from, to] = [lower(one.record.from_address), lower(one.record.to_address)];
    const address = own.get(one.caller);
    if (isOrder.has(one)) see(seen, 'withdrawal', type);
    else if (order_id !== '') continue;
    else if (withdrawn.has(placeOf(one)))
      continue; // what an order pays to a deposit address of its own wallet may be a deposit, and nothing that the service moved itself
    else if (address === undefined || from === to)
      continue; // it may be one that the service moved itself, and by one address nobody tells which
    else if (evidence.transcript.wallets[one.caller]?.kind === 'delegated' && isOwn(one.caller, from))
      continue; // what a delegated address pays may be a withdrawal without the interface
    else if (from === address) {
      // whoever withdraws without the interface names no order, and may pay anybody
      if (isOwn(one.caller, to) && !withdrawals.has(type) && !deposits.has(type)) see(seen, 'airdrop', type);
    } else if (to === address && paidIn.has(from)) {
      if (!wallets.has(from) && !deposits.has(type)) see(seen, 'collect', type);
    } else if (paidIn.has(to) && !isLeaving(one)) see(seen, 'deposit', type);
  }
  // fuel may come from anybody: where something that is paid in has its number, nothing tells which is which
  const paid = seen.get('deposit');
  if (paid && paid.size > 1 && paid.has(assumed.airdrop ?? NaN)) seen.delete('deposit');
  const numbers = [...seen.values()].flatMap((one) => [...one]);
  const strangers = numbers.filter((number) => !Object.values(assumed).includes(number));
  const isUnclear = [...seen.values()].some(({ size }) => size > 1);
  if (isUnclear && strangers.length > 0) return contradicted(`there are types ${[...new Set(strangers)].join(', ')}`);
  return ofNumbers(evidence.service, 'callback-type', seen);
};

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

const processingState: Conclude = (evidence) => {
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

/** A conclusion for each. */
export const numberPoints: Readonly<Record<string, (evidence: Evidence) => Conclusion>> = {
  'wallet-type': walletType,
  'currency-numbers': currencyNumbers,
  'callback-type': callbackType,
  'processing-state': processingState,
};
