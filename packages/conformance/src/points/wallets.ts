/** The wallets of a run: their IDs, and what the lists have of them. */
import type { Body, Evidence } from '../judge/evidence.ts';

/** The ID of each wallet, as the transcript has it. */
export const idsOf = ({ under }: Evidence): ReadonlyMap<string, number> =>
  new Map(
    under('').flatMap(({ exchange: { caller, request } }) =>
      typeof caller === 'number' && request.path.WALLET_ID !== undefined
        ? [[request.path.WALLET_ID, caller] as const]
        : [],
    ),
  );

/** The records of both lists. */
export const walletsIn = ({ ok }: Evidence): readonly Body[] =>
  [...ok('listWallets.plain'), ...ok('listWalletBalances.plain')].flatMap(({ records }) => records);
