/** Vaults, held against the lists of wallets. */
import { isAlike, isSame, isText, shown, type Body, type Evidence } from './evidence.ts';
import { mostFact, valueFact as value, type Fact } from './fact.ts';
import { listed, ofKnown, recordsOfOwn, ofNoToken, type Pair } from './listed.ts';

/** All of them. */
export const vaultFacts = (evidence: Evidence): Fact[] => [
  ...vaultAddresses(evidence),
  ...vaultTokens(evidence),
  ...vaultRecords(evidence),
  ...vaultBalances(evidence),
  ...parentBalances(evidence),
];

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
  const pairs = evidence
    .under(`${id}.`)
    .map((answer) => ({ record: answer.body, wallets: recordsOfOwn(evidence, answer) }));
  const known = pairs.flatMap(({ record: { token_address }, wallets }) => {
    const own = wallets.flatMap(({ token_contract_address: token }) => (isText(token) ? [token] : []));
    return own.length === 0 || !isText(token_address) ? [] : [own.some((token) => isAlike(token_address, token))];
  });
  const said = 'token_address is another than the contract of the vault’s token in the lists of wallets';
  return [...ofKnown(id, 'token_address', known, 'that of the lists of wallets', said), ...ofNoToken(id, pairs)];
}

const ID = 'listVaultHistory';

/** What a vault's history tells of the vault itself. */
function vaultRecords(evidence: Evidence): Fact[] {
  const records = evidence.under(`${ID}.`).flatMap((answer) => {
    const wallets = recordsOfOwn(evidence, answer);
    return answer.records.map((record) => ({ answer, record, wallets }));
  });
  const addresses = records.flatMap(({ record: { wallet_address }, wallets }) => {
    const own = wallets.flatMap(({ address }) => (isText(address) ? [address] : []));
    return own.length === 0 || !isText(wallet_address) ? [] : [own.includes(wallet_address)];
  });
  const ids = records.flatMap(({ answer, record: { wallet_id } }) =>
    wallet_id === undefined ? [] : [shown(wallet_id) === answer.exchange.request.path.WALLET_ID],
  );
  const said = 'wallet_address is another than the address of the vault in the lists of wallets';
  return [
    ...ofKnown(ID, 'wallet_id', ids, 'that of the vault', 'wallet_id is another than that of the vault'),
    ...ofKnown(ID, 'wallet_address', addresses, 'that of the lists of wallets', said),
    ...ofWallet(records),
    ...ofNoToken(ID, records),
  ];
}

/** What the lists of wallets have, by the field of a vault's record that is one of it; of a token nobody says whose number and name these are. */
const OF_WALLET: Readonly<Record<string, readonly string[]>> = {
  currency: ['currency'],
  currency_name: ['currency_name', 'token_name', 'token_symbol'],
  token_address: ['token_contract_address'],
};
const TOKEN = 'token_address';

/** A record may be of something else that came to the address; most are of what the vault holds. Names are spelled alike, addresses may not be. */
const ofWallet = (pairs: readonly Pair[]): Fact[] =>
  [...Map.groupBy(pairs, ({ wallets }) => shown(wallets[0]?.wallet_id)).values()].flatMap(ofOneWallet);

const ofOneWallet = (pairs: readonly Pair[]): Fact[] =>
  Object.entries(OF_WALLET).flatMap(([name, fields]) => {
    const isAddress = name === TOKEN;
    const wrong = pairs.flatMap(({ record: { [name]: told }, wallets }) => {
      const own = wallets.flatMap((wallet) => fields.map((field) => wallet[field]).filter((one) => isKnown(one)));
      const isTold = isKnown(told) || (isAddress && told === '');
      return own.length === 0 || !isTold || !own.some((one) => typeof one === typeof told)
        ? []
        : [!own.some((one) => (isAddress && isText(one) ? isAlike(told, one) : one === told))];
    });
    const said = `${name} is another than that of the vault in the lists of wallets`;
    return wrong.length < 2 ? [] : [mostFact(ID, name, wrong, 'that of the lists of wallets', said)];
  });

const isKnown = (one: unknown): boolean => isText(one) || typeof one === 'number';

/** Of a token vault the list has the mapped wallet's own balance, and the vault's own answer has its parent's as `balance`. */
const OF_TOKENS: Readonly<Record<string, readonly string[]>> = {
  balance: ['token_balance', 'balance'],
  unconfirm_balance: ['unconfirm_token_balance', 'unconfirm_balance'],
};

/** Of a token, wherever it is told. */
const UNCONFIRMED = 'unconfirm_token_balance';

/** The list of balances that was read right before vaults' own, or right behind them. */
const balancesOf = ({ ok }: Evidence, step: 'beside' | 'behind'): readonly Body[] =>
  ok(`listWalletBalances.${step}`).flatMap(({ records }) => records);

/** A vault's balance by itself and in the list of balances, asked for one after the other. */
function vaultBalances(evidence: Evidence): Fact[] {
  const [list, behind] = [balancesOf(evidence, 'beside'), balancesOf(evidence, 'behind')];
  return evidence.ok('getVaultBalance.beside').flatMap(({ exchange, body }) => {
    const record = list.find(({ wallet_id }) => String(wallet_id) === exchange.request.path.WALLET_ID);
    const [again] = behind.filter(({ wallet_id }) => isSame(wallet_id, record?.wallet_id));
    if (!record || record.error === true) return [];
    const isOfToken = typeof body.token_address === 'string' && body.token_address !== '';
    return ['balance', 'unconfirm_balance', 'currency', ...(isOfToken ? [UNCONFIRMED] : [])].flatMap((name) => {
      const beside = (isOfToken ? OF_TOKENS[name] : undefined) ?? [name];
      if (!isSame(record, again))
        return [
          {
            ...{ operationId: 'getVaultBalance', kind: 'value', about: name, verdict: 'not observable' },
            evidence: 'the balance changed meanwhile',
          } satisfies Fact,
        ];
      return name in record && beside.every((one) => typeof record[name] === typeof body[one])
        ? [
            value(
              'getVaultBalance',
              name,
              beside.some((one) => isSame(record[name], body[one])),
              'that of the list of balances',
              beside.length > 1
                ? `neither ${beside.join(' nor ')} is ${name} of the list of balances, a moment before`
                : `${name} is another than in the list of balances, a moment before`,
            ),
          ]
        : [];
    });
  });
}

/** Of a token vault `balance` is that of its parent: of the vault with its address and its currency, and without a token. */
function parentBalances(evidence: Evidence): Fact[] {
  const [list, behind] = [balancesOf(evidence, 'beside'), balancesOf(evidence, 'behind')];
  const isCoin = ({ token_contract_address }: Body): boolean => (token_contract_address ?? '') === '';
  const known = evidence.ok('getVaultBalance.beside').flatMap(({ exchange: { request }, body: { balance } }) => {
    const own = list.find(({ wallet_id }) => String(wallet_id) === request.path.WALLET_ID);
    if (!own || isCoin(own)) return [];
    const [parent, ...others] = list.filter(
      (one) => isCoin(one) && ['type', 'address', 'currency'].every((name) => isSame(one[name], own[name])),
    );
    if (!parent || others.length > 0 || parent.error === true || typeof balance !== typeof parent.balance) return [];
    const isStill = behind.some((one) => isSame(one, parent));
    return isStill ? [isSame(balance, parent.balance)] : [];
  });
  const said = 'balance of a token vault is another than that of its parent in the list of balances';
  return ofKnown('getVaultBalance', 'balance', known, 'that of the list of balances', said);
}
