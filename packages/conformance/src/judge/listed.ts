/** What the lists of wallets have of a wallet, and what is held against them. */
import { isText, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { mostFact, valueFact as value, type Fact } from './fact.ts';

/** The lists of wallets, where they have one. */
export const listed = ({ ok }: Evidence): readonly Body[] =>
  ['listWallets.plain', 'listWalletBalances.plain', 'listWalletBalances.beside'].flatMap((step) =>
    ok(step).flatMap(({ records }) => records),
  );

/** The records that the lists have of the wallet in the path of a request. */
export const recordsOfOwn = (evidence: Evidence, { exchange }: Success): readonly Body[] =>
  listed(evidence).filter(({ wallet_id }) => shown(wallet_id) === exchange.request.path.WALLET_ID);

/** A record of a wallet, with what the lists have of that. */
export interface Pair {
  readonly record: Body;
  readonly wallets: readonly Body[];
}

/** What records of wallets without a token have of one: most of them nothing. */
export function ofNoToken(operationId: string, pairs: readonly Pair[]): Fact[] {
  const wrong = pairs.flatMap(({ record: { token_address }, wallets }) =>
    wallets.length === 0 ||
    wallets.some((wallet) => isText(wallet.token_contract_address)) ||
    typeof token_address !== 'string'
      ? []
      : [token_address !== ''],
  );
  const said = 'there is token_address, and the lists of wallets have no token of the wallet';
  return wrong.length < 2 ? [] : [mostFact(operationId, 'token_address', wrong, 'empty without a token', said)];
}

/** A fact of what is known: none where nothing is. */
export const ofKnown = (
  operationId: string,
  about: string,
  known: readonly boolean[],
  right: string,
  wrong: string,
): Fact[] => (known.length === 0 ? [] : [value(operationId, about, known.every(Boolean), right, wrong)]);
