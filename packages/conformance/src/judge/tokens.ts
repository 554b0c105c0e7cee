/** Wallets of tokens: what is told of their tokens, and of wallets without. */
import { isText, shown, type Body, type Evidence } from './evidence.ts';
import { valueFact as value, type Fact } from './fact.ts';

/** All of them. */
export const tokenFacts = (evidence: Evidence): Fact[] => [
  ...tokensOfNone(evidence),
  ...tokensInPart(evidence),
  ...decimals(evidence),
  ...addresses(evidence),
];

/** The fields of a vault's balance that are of its token. */
export const OF_TOKEN = ['token_balance', 'unconfirm_token_balance'] as const;

/** Where a vault holds no token, they are empty: 0 is what a vault has that holds one. Where it holds one, its balance is there. */
function tokensOfNone({ under }: Evidence): Fact[] {
  const all = under('getVaultBalance.').filter(({ body }) => typeof body.token_address === 'string');
  const vaults = all.filter(({ body }) => body.token_address === '');
  const ofTokens = all.filter(({ body }) => body.token_address !== '');
  const isNone = ofTokens.some(({ body }) => OF_TOKEN.every((name) => body[name] === ''));
  const isEmpty = ofTokens.some(({ body: { token_balance } }) => token_balance === '');
  return [
    ...(ofTokens.length === 0
      ? []
      : [
          value(
            ...(['getVaultBalance', 'token_balance', !isEmpty, 'there of a token'] as const),
            'there is token_address, and token_balance is empty',
          ),
        ]),
    ...OF_TOKEN.flatMap((name) => {
      const given = vaults.filter(({ body }) => typeof body[name] === 'string');
      const isRight = given.every(({ body }) => body[name] === '');
      return given.length === 0
        ? []
        : [value('getVaultBalance', name, isRight, 'empty without a token', `there is ${name}, and no token_address`)];
    }),
    ...(all.length === 0
      ? []
      : [
          value(
            ...(['getVaultBalance', 'token_address', !isNone, 'empty without a token'] as const),
            'there is token_address, and every balance of a token is empty',
          ),
        ]),
  ];
}

/** What tells of a wallet's token. */
const TOKEN = ['token_contract_address', 'token_decimals', 'token_name', 'token_symbol'] as const;

/** What a coin's wallet may have of a token: nothing, or 0 for its decimals. */
const NONE: readonly unknown[] = [undefined, '', '0'];

/** A wallet of a token tells all of it; one of none has no field of them, or each empty. */
function tokensInPart({ by }: Evidence): Fact[] {
  const recordsOf = (operationId: string): readonly Body[] => by(operationId).flatMap(({ records }) => records);
  const isOfToken = (record: Body): boolean => TOKEN.some((name) => !NONE.includes(record[name]));
  const known = new Set(
    recordsOf('listWallets')
      .filter(isOfToken)
      .map(({ wallet_id }) => shown(wallet_id)),
  );
  return ['listWallets', 'listWalletBalances'].flatMap((operationId) => {
    const wallets = recordsOf(operationId).filter((record) => isOfToken(record) || known.has(shown(record.wallet_id)));
    return TOKEN.flatMap((name) =>
      wallets.length === 0
        ? []
        : [
            value(
              ...([operationId, name, wallets.every((record) => record[name] !== undefined)] as const),
              ...(['there of a wallet of a token', `a wallet has fields of a token, and no ${name}`] as const),
            ),
          ],
    );
  });
}

/** Nobody is paid at the contract of a token. */
const addresses = ({ by }: Evidence): Fact[] =>
  ['listWallets', 'listWalletBalances'].flatMap((operationId) => {
    const known = by(operationId)
      .flatMap(({ records }) => records)
      .filter((record) => isText(record.token_contract_address) && isText(record.address));
    const isRight = known.every((record) => record.address !== record.token_contract_address);
    const said = 'address of a wallet is the contract of its token';
    return known.length === 0
      ? []
      : [value(operationId, 'address', isRight, 'another than that of the contract', said)];
  });

/** A currency has the same decimals in all its wallets, those of tokens among them, and so has a token. */
function decimals({ ok }: Evidence): Fact[] {
  const records = ok('listWallets.plain').flatMap((answer) => answer.records);
  return (
    [
      ['decimals', ['currency']],
      // one address may be of two tokens on two chains, or of several on one
      ['token_decimals', ['currency', 'token_contract_address', 'token_symbol']],
    ] as const
  ).flatMap(([name, keys]) => {
    const of = keys.join(' and ');
    const known = records.filter((record) => [name, ...keys].every((key) => (record[key] ?? '') !== ''));
    const groups = [...Map.groupBy(known, (record) => keys.map((key) => shown(record[key])).join(' ')).values()].filter(
      ({ length }) => length > 1,
    );
    const isRight = groups.every((group) => new Set(group.map((record) => record[name])).size === 1);
    return groups.length === 0
      ? []
      : [value('listWallets', name, isRight, `the same of one ${of}`, `wallets of one ${of} have different ${name}`)];
  });
}
