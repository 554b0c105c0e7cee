/** What else is told of wallets, held against the lists of them. */
import { listsOf } from '../calls/list.ts';
import { shown, type Body, type Evidence } from './evidence.ts';
import { valueFact as value, type Fact } from './fact.ts';
import { wholeOf } from './pages.ts';

/** All of them. */
export const walletFacts = (evidence: Evidence): Fact[] => [...ofBothLists(evidence)];

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
