/** Points about lists: what their counts count, what their filters take, and which entry of a whitelist is whose. */
import { isNode } from '@wallet-operations/validator';
import { listsOf } from '../calls/list.ts';
import { mayLack } from '../calls/seen.ts';
import {
  differences,
  inWords,
  isRefused,
  isSame,
  shown,
  type Body,
  type Evidence,
  type Success,
} from '../judge/evidence.ts';
import { isStill, MOVED, wholeOf, type Whole } from '../judge/whole.ts';
import { mayBeUnlisted } from '../judge/whitelists.ts';
import { isZero, PRESENT, secondsOf, type Exchange, type Span } from '@wallet-operations/transcript';
import { confirmed, contradicted, notAsked, notObservable, type Conclude, type Conclusion } from './conclusion.ts';
import { numberPoints } from './numbers.ts';

const priceRecords = ({ under }: Evidence): Body[] =>
  under('getCurrencyPrices.').flatMap(({ records }) =>
    records.flatMap(({ prices }) => (isNode(prices) ? [prices] : [])),
  );

const priceWireType: Conclude = (evidence) => {
  const kinds = new Set(priceRecords(evidence).flatMap((prices) => Object.values(prices).map((price) => typeof price)));
  if (kinds.size === 0) return notAsked('no price was answered');
  return isSame([...kinds], ['string'])
    ? confirmed('prices are strings')
    : contradicted(`a price is a ${[...kinds].join(' or a ')}`);
};

const priceTenders: Conclude = ({ ok, of }) => {
  const keysOf = (answers: readonly Success[]): string[] => [
    ...new Set(
      answers.flatMap(({ records }) => records.flatMap(({ prices }) => (isNode(prices) ? Object.keys(prices) : []))),
    ),
  ];
  const byDefault = keysOf([...ok('getCurrencyPrices.plain'), ...ok('getCurrencyPrices.read-only')]);
  if (byDefault.length === 0) return notAsked('no price was answered');
  if (!isSame(byDefault, ['USD'])) return contradicted(`by default prices are in ${byDefault.join(', ')}`);
  const [several] = of('getCurrencyPrices.several').flatMap(({ answer }) => answer ?? []);
  const others = keysOf(ok('getCurrencyPrices.several'));
  const said = several?.status === 200 ? others.join(', ') : `several are ${inWords(several)}`;
  return confirmed(`USD by default; ${said}`);
};

const vaultCount: Conclude = (evidence) => {
  const pages = ['first', 'second'].flatMap((which) => evidence.ok(`listVaultHistory.page.${which}`));
  const list = listsOf(evidence.service).find(({ name }) => name === 'listVaultHistory');
  const whole = list && wholeOf(evidence, list);
  if (pages.length === 0 || !whole) return notAsked('no vault was asked');
  const all = whole.list.records.length;
  const page = pages.find(({ records }) => records.length < all);
  if (!page) return notObservable('no page has fewer transactions than there are');
  const count = Number(page.body.transaction_count);
  const isPage = count === page.records.length;
  if (!isPage && count < all) return contradicted('a page counts neither what it has nor all of them');
  const value = isPage ? 'the page' : 'all pages';
  const said = `a page of ${String(page.records.length)} counts ${String(count)}, and there are ${String(all)} at least`;
  return value === evidence.service.points['vault-count']?.value ? confirmed(said, value) : contradicted(said, value);
};

/** What is left out of a filter selects everything that any of its values selects, and it takes each; `numbers` is the point that has them. */
const ofFilter =
  (name: string, key: string, numbers: string): Conclude =>
  (evidence) => {
    const asked = evidence.transcript.exchanges.filter(({ step }) => step.startsWith(`${name}.filter.type.`));
    const listed = new Set(
      evidence.ok(`${name}.plain`).flatMap(({ records }) => records.map(({ type }) => String(type))),
    );
    // where types have other numbers than assumed, one that no record has may be none
    const areOthers = numberPoints[numbers]?.(evidence).verdict === 'contradicted';
    const refused = asked
      .filter(({ answer }) => answer?.status === 400)
      .map(({ request }) => String(request.query.type))
      .filter((type) => !areOthers || listed.has(type));
    const selection = ofSelection(evidence, name, key, asked);
    if (refused.length === 0) return selection;
    const said = [...new Set(refused)].map((type) => `type ${type} is refused with 400`);
    return contradicted([...said, ...(selection.verdict === 'contradicted' ? [selection.evidence] : [])].join(', '));
  };

function ofSelection(evidence: Evidence, name: string, key: string, asked: readonly Exchange[]): Conclusion {
  const list = listsOf(evidence.service).find((one) => one.name === name);
  const all = [...new Set(asked.map(({ caller }) => caller))].flatMap((caller) => {
    const whole = list && wholeOf(evidence, list, caller);
    const filtered = evidence.under(`${name}.filter.type.`).filter(({ exchange }) => exchange.caller === caller);
    return list && whole && filtered.length > 0
      ? [{ found: ofFiltered(whole, filtered, key), still: isStill(evidence, list, caller) }]
      : [];
  });
  if (all.length === 0) return notAsked('no type was asked for');
  const outcomes = all.filter(({ found, still }) => still || typeof found === 'number').map(({ found }) => found);
  if (outcomes.length === 0) return notObservable(MOVED);
  const wrong = outcomes.find((one) => typeof one === 'string');
  if (wrong !== undefined) return contradicted(wrong);
  const most = Math.max(...outcomes.map(Number));
  const missing = name === 'listWalletBalances' ? typesBeside(evidence, name) : [];
  if (missing.length > 0)
    return notObservable(`the list of wallets has types ${missing.join(', ')} besides, for which nobody asked`);
  return most < 2
    ? notObservable('there is one type alone')
    : confirmed(`without a type there are ${String(most)} types`);
}

/** Types of the list of wallets that a list without a filter does not have. */
function typesBeside({ ok }: Evidence, name: string): string[] {
  const own = new Set(ok(`${name}.plain`).flatMap(({ records }) => records.map(({ type }) => shown(type))));
  const all = new Set(ok('listWallets.plain').flatMap(({ records }) => records.map(({ type }) => shown(type))));
  return [...all.difference(own)];
}

/** How many types there are without a filter; or what is wrong with it. */
function ofFiltered({ list: plain, isAll }: Whole, filtered: readonly Success[], key: string): number | string {
  const keys = new Set(plain.records.map((record) => shown(record[key])));
  const mayBeOlder = mayLack(plain.records);
  const lost = filtered
    .flatMap(({ records }) => records)
    .filter((record) => !keys.has(shown(record[key])) && !mayBeOlder(record));
  if (isAll && lost.length > 0) return `without a type ${String(lost.length)} records are missing that a type gives`;
  const wrong = filtered.find(({ exchange, records }) =>
    records.some(({ type }) => String(type) !== exchange.request.query.type),
  );
  if (wrong) return `type ${String(wrong.exchange.request.query.type)} gives records of another`;
  const given = filtered.reduce((sum, { records }) => sum + records.length, 0);
  const named = new Set(filtered.map(({ exchange }) => exchange.request.query.type));
  const due = plain.records.filter(({ type }) => named.has(String(type))).length;
  return isAll && given < due && filtered.every(({ records }) => records.length < plain.records.length)
    ? `the types give ${String(given)} of ${String(due)} records`
    : new Set(plain.records.map(({ type }) => type)).size;
}

const whitelistPairs: Conclude = ({ ok }) => {
  const lists = ok('listWhitelistEntries.plain').map(({ records }) => records.filter(({ state }) => state === 1));
  if (lists.length === 0) return notAsked('no whitelist was answered');
  const isPair = (records: readonly Body[]): boolean =>
    records.some(
      ({ address, memo }) => memo === '' && records.some((other) => other.address === address && other.memo !== ''),
    );
  return lists.some(isPair)
    ? confirmed('one address is there with a memo and without')
    : notObservable('no address is there with a memo and without');
};

const whitelistLookup: Conclude = (evidence) => {
  const { of, ok } = evidence;
  const list = listsOf(evidence.service).find(({ name }) => name === 'listWhitelistEntries');
  const asked = [...of('checkWhitelistEntry.alone'), ...of('checkWhitelistEntry.partly')];
  const refused = asked.find(isRefused);
  if (refused)
    return contradicted(`an address alone, which is listed, is refused with ${String(refused.answer?.status)}`);
  const [alone] = ok('checkWhitelistEntry.alone');
  const [other] = of('checkWhitelistEntry.alone').flatMap(({ answer }) => answer ?? []);
  if (!alone && other)
    return notObservable(`an address alone, which is listed, is answered with ${String(other.status)}`);
  if (!alone) return notObservable('no address has several entries');
  if (list && !isStill(evidence, list, alone.exchange.caller, 'later')) return notObservable(MOVED);
  const whole = list && wholeOf(evidence, list, alone.exchange.caller);
  const listed = whole?.list.records ?? [];
  const fitting = listed.filter(({ address }) => address === alone.body.address);
  const found = fitting.find((record) => differences(record, alone.body).length === 0);
  if (!found && whole && mayBeUnlisted(alone.body, whole))
    return notObservable('it is none of those that the list has, which may not show it');
  if (!found) return contradicted('it is none of those that the list has');
  const times = fitting.map(({ create_time }) => secondsOf(String(create_time)) ?? 0);
  const own = secondsOf(String(found.create_time)) ?? 0;
  const place = `number ${String(fitting.indexOf(found) + 1)} of ${String(fitting.length)} in the list`;
  if (own < Math.max(...times)) return contradicted(`${place} is, and a later one fits`);
  return times.filter((time) => time === own).length > 1
    ? notObservable('several that fit were added in one second')
    : confirmed(`the one added last is: ${place}`);
};

/** When an answer came that does not say so: not before its run. */
const UNTOLD: Span = { from: PRESENT, to: Infinity };

const whitelistTransitions: Conclude = ({ under }) => {
  const answers = under('listWhitelistEntries.');
  const entries = answers.flatMap(({ records }) => records);
  if (entries.length === 0) return notAsked('no entry was answered');
  // by when it was looked at: what was to come when the run began may have come meanwhile
  const isWrong = ({ effective, effective_time, state }: Body, { from, to }: Span): boolean => {
    const time = secondsOf(String(effective_time));
    if (time === undefined || isZero(time)) return false;
    return effective === true ? state !== 1 || time > to : state === 1 && time <= from;
  };
  const wrong = answers.filter(({ exchange: { when = UNTOLD }, records }) =>
    records.some((entry) => isWrong(entry, when)),
  );
  if (wrong.length > 0)
    return contradicted('an entry is effective before its effective_time, or not after it, or although it was removed');
  const isTold = [true, false].every((one) => entries.some(({ effective }) => effective === one));
  return isTold
    ? confirmed('entries are effective from their effective_time on, until they are removed')
    : notObservable('every entry is effective, or none');
};

export const listPoints: Readonly<Record<string, Conclude>> = {
  'price-wire-type': priceWireType,
  'price-tenders': priceTenders,
  'vault-count': vaultCount,
  'callback-type-filter': ofFilter('listCallbacks', 'serial', 'callback-type'),
  'wallet-type-filter': ofFilter('listWalletBalances', 'wallet_id', 'wallet-type'),
  'whitelist-pairs': whitelistPairs,
  'whitelist-lookup': whitelistLookup,
  'whitelist-transitions': whitelistTransitions,
};
