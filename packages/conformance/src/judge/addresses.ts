/** Deposit addresses, held against their wallets and what is paid to them. */
import type { Caller } from '@wallet-operations/transcript';
import { folded } from '../calls/addresses.ts';
import { listsOf, totalOf, type List } from '../calls/list.ts';
import { isOfAccounts } from './accounts.ts';
import { assumedOf, isText, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { areMost, doubted, doubtOf, madeBy, type Fact } from './fact.ts';
import { listed, ofKnown, recordsOfOwn, ofNoToken } from './listed.ts';
import { isRoomy, wholeOf } from './whole.ts';

/** All of them. */
export const addressFacts = (evidence: Evidence): Fact[] => [
  ...addressIndexes(evidence),
  ...addressRecords(evidence),
  ...lost(evidence),
  ...ofDeposits(evidence),
];

const ADDRESSES = 'listDepositAddresses';

/** One index stands for one address: who withdraws from a delegated one names it by both. */
function addressIndexes({ under }: Evidence): Fact[] {
  const known = under(`${ADDRESSES}.`).flatMap(({ records }) => {
    const given = records.filter(({ address_index = null, address }) => address_index !== null && isText(address));
    const groups = Map.groupBy(given, ({ address_index }) => shown(address_index));
    return given.length < 2
      ? []
      : [[...groups.values()].every((group) => new Set(group.map(({ address }) => address)).size === 1)];
  });
  const said = 'address_index is the same of several addresses of a wallet';
  return ofKnown(ADDRESSES, 'address_index', known, 'each of one address', said);
}

/** An address is of the currency of its wallet, and of a token wallet of its token. */
function addressRecords(evidence: Evidence): Fact[] {
  const pairs = evidence.under(`${ADDRESSES}.`).flatMap((answer) => {
    const [wallet] = recordsOfOwn(evidence, answer);
    return wallet ? answer.records.map((record) => ({ record, wallet })) : [];
  });
  const currencies = pairs
    .filter(({ record, wallet }) => typeof record.currency === 'number' && typeof wallet.currency === 'number')
    .map(({ record, wallet }) => record.currency === wallet.currency);
  const tokens = pairs.flatMap(({ record: { token_address }, wallet: { token_contract_address } }) =>
    isText(token_contract_address) && typeof token_address === 'string'
      ? [token_address === token_contract_address]
      : [],
  );
  const otherCurrency = 'currency is another than that of the wallet in the lists of wallets';
  const otherToken = 'token_address is another than the contract of the token wallet in the lists of wallets';
  return [
    ...ofKnown(ADDRESSES, 'currency', currencies, 'that of the wallet', otherCurrency),
    ...ofKnown(ADDRESSES, 'token_address', tokens, 'that of the token wallet', otherToken),
    ...ofNoToken(
      ADDRESSES,
      pairs.map(({ record, wallet }) => ({ record, wallets: [wallet] })),
    ),
  ];
}

/** Kinds of wallets that deposits are paid to. */
const PAID = new Set(['deposit', 'deposit-withdrawal', 'delegated']);

/** All addresses of a caller that there were at any time of the run; undefined where they were not all read. */
function addressesOf(evidence: Evidence, caller: Caller): readonly Body[] | undefined {
  const list = listsOf(evidence.service).find(({ name }) => name === ADDRESSES);
  const whole = list && wholeOf(evidence, list, caller);
  const later = evidence.ok(`${ADDRESSES}.later`, caller);
  return !list || whole?.isAll !== true || !later.every((answer) => isRoomy(list, answer))
    ? undefined
    : [...whole.list.records, ...later.flatMap(({ records }) => records)];
}

/** No operation takes an address away: one that an answer has is in each whole list of the wallet that is read behind it. */
function lost(evidence: Evidence): Fact[] {
  const list = listsOf(evidence.service).find(({ name }) => name === ADDRESSES);
  const answers = Map.groupBy(evidence.by(ADDRESSES), ({ exchange }) => exchange.caller);
  const known = [...answers.values()].flatMap((own) => {
    const last = own.findLastIndex((answer) => list && isWhole(list, answer));
    const held = new Set(own[last]?.records.map(nameOf));
    return own.slice(0, Math.max(last, 0)).flatMap(({ records }) => records.map((record) => held.has(nameOf(record))));
  });
  const said = 'an address of one answer is not in the whole list that is read behind it';
  return ofKnown(ADDRESSES, 'address', known, 'in the list that is read behind it', said);
}

/** Whether a page has all addresses, by what was asked for and by its own count. */
const isWhole = (list: List, page: Success): boolean =>
  isRoomy(list, page) &&
  Number(page.exchange.request.query.start_index ?? 0) === 0 &&
  Number(page.body[totalOf(list.operation)]) <= page.records.length;

/** What money is paid to: an address, with its memo where it has one. */
const nameOf = ({ address, memo }: Body): string => [address, memo].map(shown).join(' ');

/** What is paid to a wallet's addresses, with all of these. */
interface Paid {
  readonly kind: string;
  readonly answer: Success;
  readonly addresses: readonly Body[];
  readonly deposits: readonly Body[];
}

function ofDeposits(evidence: Evidence): Fact[] {
  const { transcript, ok } = evidence;
  const { deposit } = assumedOf(evidence, 'callback-type');
  const paid = ok('listCallbacks.plain').flatMap((answer): Paid[] => {
    const { caller } = answer.exchange;
    const kind = typeof caller === 'number' ? transcript.wallets[caller]?.kind : undefined;
    const addresses = addressesOf(evidence, caller);
    const deposits = answer.records.filter(({ type, order_id }) => type === deposit && order_id === '');
    return kind === undefined || !PAID.has(kind) || !addresses ? [] : [{ kind, answer, addresses, deposits }];
  });
  return [
    ...paidToNobody(evidence, paid),
    ...sentByNobody(paid),
    ...paidWithoutMemo(paid),
    ...madeBy('callback-type', [...paidByThemselves(evidence, paid), ...paidUnderNoMemo(paid), ...paidElsewhere(paid)]),
  ];
}

/**
 * Deposits are paid to addresses of the wallet, or to the wallet. What was made meanwhile is in the list that is read behind them. Where callbacks of
 * another type are paid to these, from elsewhere, that may be the type of deposits.
 */
function paidToNobody(evidence: Evidence, paid: readonly Paid[]): Fact[] {
  const wallets = new Set(listed(evidence).map(({ address }) => address));
  const known = paid.flatMap(({ answer, addresses, deposits }) => {
    const made = new Set(addresses.map(({ address }) => address));
    const all = made.union(new Set(recordsOfOwn(evidence, answer).map(({ address }) => address)));
    const wrong = deposits
      .filter(({ from_address, to_address }) => isText(to_address) && !made.has(from_address)) // or else it was collected
      .map(({ to_address }) => !all.has(to_address));
    const isOther = answer.records
      .filter((one) => one.order_id === '' && !deposits.includes(one))
      .some(({ from_address: from, to_address: to }) => made.has(to) && !made.has(from) && !wallets.has(from));
    // what is collected goes to a few wallets: where all that is told of goes from addresses to strangers, senders and recipients are swapped
    const strangers = new Set(
      deposits
        .filter(
          ({ from_address: from, to_address: to }) => made.has(from) && isText(to) && !all.has(to) && !wallets.has(to),
        )
        .map(({ to_address }) => to_address),
    );
    // where it was lost, nobody knows whether it has what no list had
    const isUnknown = deposits.some(({ to_address: to }) => isText(to) && !all.has(to) && !wallets.has(to));
    if (isUnknown && evidence.ok(`${ADDRESSES}.later`, answer.exchange.caller).length === 0) return [];
    const isSwapped = wrong.length === 0 && !isOther && strangers.size > 1;
    return isSwapped ? [{ wrong: [true, true], isOther }] : wrong.length < 2 ? [] : [{ wrong, isOther }];
  });
  const said = 'to_address of most deposits of a wallet is none of its addresses';
  const isRight = known.map(({ wrong, isOther }) => isOther || !areMost(wrong));
  const fact = ofKnown('listCallbacks', 'to_address', isRight, 'addresses of the wallet', said);
  // another wallet's may be told of here, too; or a list lacks some
  return known.some(({ wrong }) => wrong.includes(true))
    ? [
        ...fact.map((one) => doubted(one, 'some deposits are paid to none of the addresses of their wallet')),
        doubtOf(ADDRESSES, 'address', 'some deposits are paid to none'),
      ]
    : fact;
}

/**
 * An address of an account may pay itself, but most of what deposit addresses get comes from others. One with memos is shared by all, and may be the
 * wallet's own.
 */
function paidByThemselves(evidence: Evidence, paid: readonly Paid[]): Fact[] {
  const known = paid.flatMap(({ answer, addresses, deposits }) => {
    const wallets = recordsOfOwn(evidence, answer).map(({ address }) => address);
    const own = addresses.filter(({ address, memo }) => !isText(memo) && !wallets.includes(address));
    const made = new Set(own.map(({ address }) => address));
    const wrong = deposits
      .filter(
        ({ currency, from_address, to_address }) =>
          made.has(to_address) && isText(from_address) && isOfAccounts(evidence.service, currency),
      )
      .map(({ from_address, to_address }) => from_address === to_address);
    return wrong.length < 2 ? [] : [!areMost(wrong)];
  });
  const said = 'from_address of most deposits is the address that they were paid to';
  return ofKnown('listCallbacks', 'from_address', known, 'another than to_address', said);
}

/** Where addresses have memos, who pays may give another; but not each of several does. */
function paidUnderNoMemo(paid: readonly Paid[]): Fact[] {
  const known = paid.flatMap(({ addresses, deposits }) => {
    const memos = new Set(addresses.flatMap(({ memo }) => (isText(memo) ? [memo] : [])));
    const told = new Set(deposits.flatMap(({ memo }) => (isText(memo) ? [memo] : [])));
    return memos.size === 0 || told.size < 2 ? [] : [!told.isDisjointFrom(memos)];
  });
  const said = 'memo is of no address that deposits of the wallet were paid under';
  const lacking = paid.some(({ addresses, deposits }) => {
    const memos = new Set(addresses.map(({ memo }) => memo));
    const told = [...new Set(deposits.flatMap(({ memo }) => (isText(memo) ? [memo] : [])))];
    return told.length > 1 && areMost(told.map((memo) => !memos.has(memo)));
  });
  return [
    ...ofKnown(ADDRESSES, 'memo', known, 'those of deposits', said),
    ...(lacking ? [doubtOf(ADDRESSES, 'memo', 'most memos of deposits are of no address of the list')] : []),
  ];
}

/** What is paid under the memo of an address is paid to that: where most is not, whoever pays as the list says pays somebody else. */
function paidElsewhere(paid: readonly Paid[]): Fact[] {
  const known = paid.flatMap(({ addresses, deposits }) => {
    const ofMemo = Map.groupBy(
      addresses.filter(({ memo }) => isText(memo)),
      ({ memo }) => memo,
    );
    const told = deposits.filter(({ memo, to_address }) => ofMemo.has(memo) && isText(to_address));
    const wrong = told.map(
      ({ memo, to_address }) => !ofMemo.get(memo)?.some(({ address }) => folded(address) === folded(to_address)),
    );
    return new Set(told.map(({ memo }) => memo)).size < 2 ? [] : [!areMost(wrong)];
  });
  const said = 'address is another than the one that deposits with the same memo were paid to';
  return ofKnown(ADDRESSES, 'address', known, 'that of deposits with its memo', said);
}

/** What a delegated wallet withdraws leaves one of its addresses. */
function sentByNobody(paid: readonly Paid[]): Fact[] {
  const known = paid
    .filter(({ kind }) => kind === 'delegated')
    .flatMap(({ answer, addresses }) => {
      const made = new Set(addresses.map(({ address }) => folded(address)));
      const wrong = answer.records
        .filter(({ order_id, from_address }) => isText(order_id) && isText(from_address))
        .map(({ from_address }) => !made.has(folded(from_address)));
      return wrong.length < 2 || made.size === 0 ? [] : [!areMost(wrong)];
    });
  const said = 'from_address of most withdrawals of a delegated wallet is none of its addresses';
  return ofKnown('listCallbacks', 'from_address', known, 'addresses of the wallet', said);
}

/** Where each address has a memo, a deposit without one is nobody's; whoever pays may leave it out, but not each does. */
function paidWithoutMemo(paid: readonly Paid[]): Fact[] {
  const isAny = paid.some(
    ({ addresses, deposits }) =>
      addresses.length > 0 &&
      addresses.every(({ memo }) => isText(memo)) &&
      deposits.length > 1 &&
      deposits.every(({ memo }) => memo === ''),
  );
  return isAny ? [doubtOf('listCallbacks', 'memo', 'each address has a memo, and no deposit of several has one')] : [];
}
