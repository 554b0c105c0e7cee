/** What delegated addresses hold: the first ten that were asked for, and of these the ones that are known. */
import { batches } from '@wallet-operations/openapi/tables';
import { toDecimal } from '../state/amounts.ts';
import { balanceOf, tokenIdsOf } from '../state/ledger.ts';
import { addressHolder } from '../state/wallets.ts';
import type { Handler, Result } from './handler.ts';

export const getDelegatedBalances: Handler<'getDelegatedBalances'> = ({ context, wallet, body }) => {
  const { store } = context;
  const { walletId, parentId, currency, token } = wallet;
  const asked = 'addresses' in body ? body.addresses : body.address;
  const balances: Result<'getDelegatedBalances'>['balances'] = {};
  for (const address of asked.slice(0, batches.getDelegatedBalances.atMost)) {
    if (!store.get('SELECT 1 FROM addresses WHERE address = ? AND wallet_id = ?', address, addressHolder(wallet)))
      continue;
    balances[address] = {
      balance: toDecimal(balanceOf(store, parentId ?? walletId, address).confirmed, currency.decimals),
      token_balance: token ? toDecimal(balanceOf(store, walletId, address).confirmed, token.decimals) : '',
      ...(token &&
        token.standard !== 'erc20' && {
          token_id_balances: tokenIdsOf(store, walletId).map((token_id) => ({ token_id })),
        }),
    };
  }
  return { balances };
};
