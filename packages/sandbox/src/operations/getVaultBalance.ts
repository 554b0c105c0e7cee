/** What a vault holds; beside it, for a token vault, what its parent holds. */
import { toDecimal } from '../state/amounts.ts';
import { balanceOf } from '../state/ledger.ts';
import type { Handler } from './handler.ts';

export const getVaultBalance: Handler<'getVaultBalance'> = ({ context, wallet }) => {
  const { currency, token, parentId, walletId, address } = wallet;
  const coins = balanceOf(context.store, parentId ?? walletId);
  const tokens = token && balanceOf(context.store, walletId);
  const ofToken = (units: bigint | undefined): string =>
    token && units !== undefined ? toDecimal(units, token.decimals) : '';
  return {
    currency: context.decisions.numberOf(currency),
    wallet_address: address,
    token_address: token?.contract ?? '',
    balance: toDecimal(coins.confirmed, currency.decimals),
    token_balance: ofToken(tokens?.confirmed),
    unconfirm_balance: toDecimal(coins.unconfirmed, currency.decimals),
    unconfirm_token_balance: ofToken(tokens?.unconfirmed),
  };
};
