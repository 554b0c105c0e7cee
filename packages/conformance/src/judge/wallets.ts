/** What else is told of wallets, held against the lists of them. */
import type { Caller } from '@wallet-operations/transcript';
import { listsOf } from '../calls/list.ts';
import { callbacksOf, isText } from './across.ts';
import { assumedOf, isAlike, isSame, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { areMost, valueFact as value, type Fact } from './fact.ts';
import { isRoomy, wholeOf } from './whole.ts';

/** All of them. */
export const walletFacts = (evidence: Evidence): Fact[] => [
  ...ofBothLists(evidence),
  ...vaultAddresses(evidence),
  ...vaultTokens(evidence),
  ...vaultRecords(evidence),
  ...addressIndexes(evidence),
  ...addressRecords(evidence),
  ...currencies(evidence),
  ...ownCurrencies(evidence),
  ...paidElsewhere(evidence),
  ...paidToNobody(evidence),
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

/** The lists of wallets, where they have one. */
const listed = ({ ok }: Evidence): readonly Body[] =>
  ['listWallets.plain', 'listWalletBalances.plain', 'listWalletBalances.beside'].flatMap((step) =>
    ok(step).flatMap(({ records }) => records),
  );

/** The records that the lists have of the wallet in the path of a request. */
const recordsOfOwn = (evidence: Evidence, { exchange }: Success): readonly Body[] =>
  listed(evidence).filter(({ wallet_id }) => shown(wallet_id) === exchange.request.path.WALLET_ID);

/** A fact of what is known: none where nothing is. */
const ofKnown = (
  operationId: string,
  about: string,
  known: readonly boolean[],
  right: string,
  wrong: string,
): Fact[] => (known.length === 0 ? [] : [value(operationId, about, known.every(Boolean), right, wrong)]);

/** A vault has the address that the lists have of it. */
function vaultAddresses(evidence: Evidence): Fact[] {
  const wallets = listed(evidence);
  const known = evidence.ok('getVaultBalance.beside').flatMap(({ exchange, body: { wallet_address } }) => {
    const own = wallets
      .filter(({ wallet_id }) => String(wallet_id) === exchange.request.path.WALLET_ID)
      .flatMap(({ address }) => (isText(address) ? [address] : []));
    return own.length === 0 || !isText(wallet_address) ? [] : [own.includes(wallet_address)];
  });
  const said = 'wallet_address is another than the address of the vault in the lists of wallets';
  return ofKnown('getVaultBalance', 'wallet_address', known, 'that of the lists of wallets', said);
}

/** A token vault has the token that the lists have of it. */
function vaultTokens(evidence: Evidence): Fact[] {
  const id = 'getVaultBalance';
  const known = evidence.under(`${id}.`).flatMap((answer) => {
    const { token_address } = answer.body;
    const own = recordsOfOwn(evidence, answer).flatMap(({ token_contract_address: token }) =>
      isText(token) ? [token] : [],
    );
    return own.length === 0 || !isText(token_address) ? [] : [own.some((token) => isAlike(token_address, token))];
  });
  const said = 'token_address is another than the contract of the vault’s token in the lists of wallets';
  return ofKnown(id, 'token_address', known, 'that of the lists of wallets', said);
}

/** What a vault's history tells of the vault itself. */
function vaultRecords(evidence: Evidence): Fact[] {
  const id = 'listVaultHistory';
  const records = evidence.under(`${id}.`).flatMap((answer) => answer.records.map((record) => ({ answer, record })));
  const addresses = records.flatMap(({ answer, record: { wallet_address } }) => {
    const own = recordsOfOwn(evidence, answer).flatMap(({ address }) => (isText(address) ? [address] : []));
    return own.length === 0 || !isText(wallet_address) ? [] : [own.includes(wallet_address)];
  });
  const ids = records.flatMap(({ answer, record: { wallet_id } }) =>
    wallet_id === undefined ? [] : [shown(wallet_id) === answer.exchange.request.path.WALLET_ID],
  );
  const said = 'wallet_address is another than the address of the vault in the lists of wallets';
  return [
    ...ofKnown(id, 'wallet_id', ids, 'that of the vault', 'wallet_id is another than that of the vault'),
    ...ofKnown(id, 'wallet_address', addresses, 'that of the lists of wallets', said),
  ];
}

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

/** Some callback of a wallet names its currency; of a token wallet the interface does not say whose name it is. */
function ownCurrencies(evidence: Evidence): Fact[] {
  const known = evidence.ok('listCallbacks.plain').flatMap((answer) => {
    const [wallet] = recordsOfOwn(evidence, answer);
    const name = wallet?.currency_name;
    const told = answer.records.flatMap(({ currency }) => (isText(currency) ? [currency] : []));
    return !isText(name) || isText(wallet?.token_contract_address) || told.length === 0
      ? []
      : [told.some((one) => isAlike(one, name))];
  });
  const said = 'no callback of a wallet names the currency that the lists of wallets have of it';
  return ofKnown('listCallbacks', 'currency', known, 'that of the wallet', said);
}

/** Kinds of wallets that deposits are paid to. */
const PAID = new Set(['deposit', 'deposit-withdrawal', 'delegated']);

/** Deposits are paid to addresses of the wallet, or to the wallet. What was made meanwhile is in the list that is read behind them. */
function paidToNobody(evidence: Evidence): Fact[] {
  const { transcript, ok, service } = evidence;
  const { deposit } = assumedOf(evidence, 'callback-type');
  const list = listsOf(service).find(({ name }) => name === ADDRESSES);
  const addressesOf = (caller: Caller): readonly Body[] | undefined => {
    const whole = list && wholeOf(evidence, list, caller);
    const later = ok(`${ADDRESSES}.later`, caller);
    if (!list || whole?.isAll !== true || !later.every((answer) => isRoomy(list, answer))) return undefined;
    return [...whole.list.records, ...later.flatMap(({ records }) => records)];
  };
  const known = ok('listCallbacks.plain').flatMap((answer) => {
    const { caller } = answer.exchange;
    const kind = typeof caller === 'number' ? transcript.wallets[caller]?.kind : undefined;
    const own = addressesOf(caller);
    if (kind === undefined || !PAID.has(kind) || !own) return [];
    const all = new Set([...own, ...recordsOfOwn(evidence, answer)].map(({ address }) => address));
    const wrong = answer.records
      .filter(({ type, order_id, to_address }) => type === deposit && order_id === '' && isText(to_address))
      .map(({ to_address }) => !all.has(to_address));
    return wrong.length < 2 ? [] : [!areMost(wrong)];
  });
  const said = 'to_address of most deposits of a wallet is none of its addresses';
  return ofKnown('listCallbacks', 'to_address', known, 'addresses of the wallet', said);
}

/** What a callback tells of as a deposit to a deposit wallet was not paid to a withdrawal wallet. */
function paidElsewhere(evidence: Evidence): Fact[] {
  const { transcript, ok } = evidence;
  const { withdrawal } = assumedOf(evidence, 'wallet-type');
  const { deposit } = assumedOf(evidence, 'callback-type');
  const wallets = listed(evidence);
  const paying = wallets.filter(({ type, address }) => type === withdrawal && isText(address));
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
    : [value('listCallbacks', 'to_address', known.every(Boolean), 'no withdrawal wallet’s', said)];
}
