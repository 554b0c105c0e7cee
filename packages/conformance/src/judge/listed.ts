/** What the lists of wallets have of a wallet, and what is held against them. */
import { shown, type Body, type Evidence, type Success } from './evidence.ts';
import { valueFact as value, type Fact } from './fact.ts';

/** The lists of wallets, where they have one. */
export const listed = ({ ok }: Evidence): readonly Body[] =>
  ['listWallets.plain', 'listWalletBalances.plain', 'listWalletBalances.beside'].flatMap((step) =>
    ok(step).flatMap(({ records }) => records),
  );

/** The records that the lists have of the wallet in the path of a request. */
export const recordsOfOwn = (evidence: Evidence, { exchange }: Success): readonly Body[] =>
  listed(evidence).filter(({ wallet_id }) => shown(wallet_id) === exchange.request.path.WALLET_ID);

/** A fact of what is known: none where nothing is. */
export const ofKnown = (
  operationId: string,
  about: string,
  known: readonly boolean[],
  right: string,
  wrong: string,
): Fact[] => (known.length === 0 ? [] : [value(operationId, about, known.every(Boolean), right, wrong)]);
