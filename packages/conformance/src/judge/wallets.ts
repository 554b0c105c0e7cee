/** What else is told of wallets, held against the lists of them. */
import { listsOf } from '../calls/list.ts';
import {
  assumedOf,
  callbacksOf,
  isAlike,
  isSame,
  isText,
  shown,
  type Body,
  type Evidence,
  type Success,
} from './evidence.ts';
import { doubted, doubtOf, madeBy, mostFact, valueFact as value, type Fact } from './fact.ts';
import { listed, ofKnown, recordsOfOwn } from './listed.ts';
import { wholeOf } from './whole.ts';

/** All of them. */
export const walletFacts = (evidence: Evidence): Fact[] => [
  ...ofBothLists(evidence),
  ...currencies(evidence),
  ...ownCurrencies(evidence),
  ...namesOfCallbacks(evidence),
  ...paidElsewhere(evidence),
];

/** IDs of the wallets of some records; a text of digits is told of as its type. */
const idsOf = (records: readonly Body[]): Set<string> =>
  new Set(records.flatMap(({ wallet_id }) => (wallet_id === undefined ? [] : [shown(wallet_id)])));

/**
 * One code sees the same wallets in both lists. A wallet may be made between two of them, so that the list of wallets counts where it was read
 * before and behind the other; and of types of which that one has no wallet, it may have none at all.
 */
function ofBothLists(evidence: Evidence): Fact[] {
  const list = listsOf(evidence.service).find(({ name }) => name === 'listWalletBalances');
  const balances = list && wholeOf(evidence, list);
  const [before] = evidence.ok('listWallets.plain');
  const [behind] = evidence.ok('listWallets.later');
  if (!balances || !before || !behind) return [];
  const held = idsOf(balances.list.records);
  const [earlier, later] = [idsOf(before.records), idsOf(behind.records)];
  const types = new Set(balances.list.records.map(({ type }) => type));
  const lasting = before.records.filter(({ type, wallet_id }) => types.has(type) && later.has(shown(wallet_id)));
  const fact = (operationId: string, own: ReadonlySet<string>, due: readonly string[], other: string): Fact[] => {
    const lost = due.filter((id) => !own.has(id)).length;
    const said = `${String(lost)} of ${String(due.length)} wallets of the list of ${other} are missing`;
    return due.length === 0
      ? []
      : [value(operationId, 'wallet_id', lost === 0, `those of the list of ${other} are there`, said)];
  };
  return [
    ...fact('listWallets', earlier.union(later), [...held], 'balances'),
    ...(balances.isAll ? fact('listWalletBalances', held, [...idsOf(lasting)], 'wallets') : []),
  ];
}

/** A callback spells its currency as the lists spell it. */
function currencies(evidence: Evidence): Fact[] {
  const names = new Set(
    listed(evidence).flatMap(({ currency_name }) => (isText(currency_name) ? [currency_name] : [])),
  );
  const known = callbacksOf(evidence).flatMap(({ currency }) =>
    isText(currency) && [...names].some((name) => isAlike(currency, name)) ? [currency] : [],
  );
  const wrong = known.find((currency) => !names.has(currency));
  const said = `currency is ${shown(wrong)}, which the lists of wallets spell otherwise`;
  return known.length === 0
    ? []
    : [value('listCallbacks', 'currency', wrong === undefined, 'spelled as in the lists of wallets', said)];
}

/** Some callback of a wallet names its currency, where all name coins; whose name tokens have the interface does not say. */
function ownCurrencies(evidence: Evidence): Fact[] {
  const coins = [
    ...Object.keys(assumedOf(evidence, 'currency-numbers')),
    ...listed(evidence).flatMap(({ currency_name }) => (isText(currency_name) ? [currency_name] : [])),
  ];
  const told = evidence.ok('listCallbacks.plain').flatMap((answer) => {
    const [wallet] = recordsOfOwn(evidence, answer);
    const name = wallet?.currency_name;
    const own = answer.records.flatMap(({ currency }) => (isText(currency) ? [currency] : []));
    const areCoins = own.every((one) => coins.some((coin) => isAlike(one, coin)));
    return !isText(name) || isText(wallet?.token_contract_address) || own.length === 0
      ? []
      : [{ areCoins, isNamed: own.some((one) => isAlike(one, name)) }];
  });
  const known = told.filter(({ areCoins }) => areCoins).map(({ isNamed }) => isNamed);
  const said = 'no callback of a wallet names the currency that the lists of wallets have of it';
  const facts = ofKnown('listCallbacks', 'currency', known, 'that of the wallet', said);
  // another name may be one of the same currency
  const isOpen = told.some(({ areCoins, isNamed }) => !areCoins && !isNamed);
  return isOpen ? [...facts, doubtOf('listCallbacks', 'currency', said)] : facts;
}

/**
 * Callbacks name what their wallet holds: its token, or the currency of its chain, which may have another spelling, but not the name of something
 * else. What is deposited to the address of a coin's wallet may be any token.
 */
function namesOfCallbacks(evidence: Evidence): Fact[] {
  const namesOf = ({ currency_name, token_name, token_symbol }: Body): string[] =>
    [currency_name, token_name, token_symbol].filter(isText).map((name) => name.toLowerCase());
  const all = new Set([
    ...listed(evidence).flatMap(namesOf),
    ...Object.keys(assumedOf(evidence, 'currency-numbers')).map((name) => name.toLowerCase()),
  ]);
  return evidence.ok('listCallbacks.plain').flatMap((answer) => {
    const wallets = recordsOfOwn(evidence, answer);
    const own = new Set(wallets.flatMap(namesOf));
    const isOfToken = wallets.some(({ token_contract_address }) => isText(token_contract_address));
    const told = answer.records.flatMap(({ currency, order_id }) =>
      isText(currency) && (isOfToken || isText(order_id)) ? [currency.toLowerCase()] : [],
    );
    const said = 'currency is the name of nothing that the lists have of the wallet';
    if (own.size === 0 || told.length < 2) return [];
    const fact = mostFact(
      'listCallbacks',
      'currency',
      told.map((name) => !own.has(name) && all.has(name)),
      'that of the wallet',
      said,
    );
    return [told.every((name) => own.has(name)) ? fact : doubted(fact, said)];
  });
}

/** What a callback tells of as a deposit to a deposit wallet was not paid to a withdrawal wallet. */
function paidElsewhere(evidence: Evidence): Fact[] {
  const { transcript, ok } = evidence;
  const { deposit } = assumedOf(evidence, 'callback-type');
  const wallets = listed(evidence);
  const isPaying = ({ exchange: { caller } }: Success): boolean =>
    typeof caller === 'number' && transcript.wallets[caller]?.kind === 'withdrawal';
  const paying = ok('listCallbacks.plain')
    .filter(isPaying)
    .flatMap((answer) => recordsOfOwn(evidence, answer).filter(({ address }) => isText(address)));
  const known = ok('listCallbacks.plain').flatMap(({ exchange: { caller }, records }) => {
    if (typeof caller !== 'number' || transcript.wallets[caller]?.kind !== 'deposit') return [];
    return records
      .filter(({ type, order_id }) => type === deposit && order_id === '')
      .map(({ wallet_id, to_address }) => {
        const own = wallets.filter((wallet) => isSame(wallet.wallet_id, wallet_id));
        const isOwn = own.some(({ address }) => isText(address) && address === to_address);
        return isOwn || !paying.some(({ address }) => address === to_address);
      });
  });
  const said = 'to_address is that of a withdrawal wallet, and the callback is of a deposit to a deposit wallet';
  return known.length === 0 || paying.length === 0
    ? []
    : madeBy('callback-type', [
        value('listCallbacks', 'to_address', known.every(Boolean), 'no withdrawal wallet’s', said),
      ]);
}
