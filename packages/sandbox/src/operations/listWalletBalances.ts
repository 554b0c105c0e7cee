/** Pages through the wallets with what they hold. */
import { toDecimal } from '../state/amounts.ts';
import { balanceOf, tokenIdsOf } from '../state/ledger.ts';
import { seenBy } from '../state/scope.ts';
import { decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Handler, Result } from './handler.ts';
import { pageOf } from './paging.ts';
import { walletRecord } from './wallet-record.ts';

export const listWalletBalances: Handler<'listWalletBalances'> = ({ context, query, apiCode }) => {
  const { start, count } = pageOf(query);
  const { type = -1 } = query;
  const { walletTypes, balances } = context.decisions;
  const wallets = seenBy(context, apiCode).filter(({ kind }) => type === -1 || walletTypes[kind] === type);
  return {
    [balances.total]: wallets.length,
    [balances.records]: wallets.slice(start, start + count).map((wallet) => recordOf(context, wallet)),
  } as unknown as Result<'listWalletBalances'>; // of the names that the document has by now
};

function recordOf(
  { store, decisions }: Context,
  wallet: Wallet,
): Result<'listWalletBalances'>['wallet_balances'][number] {
  const { confirmed, unconfirmed } = balanceOf(store, wallet.walletId);
  const fails = wallet.settings.failsBalance;
  const shown = (units: bigint): string => (fails ? '' : toDecimal(units, decimalsOf(wallet)));
  const { token } = wallet;
  return {
    ...walletRecord(decisions, wallet),
    wallet_name: wallet.name,
    error: fails,
    balance: shown(confirmed),
    unconfirm_balance: shown(unconfirmed),
    unconfirm_token_balance: token ? shown(unconfirmed) : '',
    pool_balance: shown(0n),
    pool_unconfirm_token_balance: token ? shown(0n) : '',
    ...(token &&
      token.standard !== 'erc20' && {
        token_id_balances: tokenIdsOf(store, wallet.walletId).map((token_id) => ({ token_id })),
      }),
  };
}
