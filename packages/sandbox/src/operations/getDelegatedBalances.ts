/** What delegated addresses hold: the first ten that were asked for, and of these the ones that are known. */
import { batches } from '@wallet-operations/openapi/tables';
import { keyOf } from '../currencies/currencies.ts';
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
    const own = store.get<{ address: string }>(
      'SELECT address FROM addresses WHERE address_key = ? AND wallet_id = ?',
      keyOf(address, currency),
      addressHolder(wallet),
    )?.address;
    if (own === undefined) continue;
    balances[address] = {
      balance: toDecimal(balanceOf(store, parentId ?? walletId, own).confirmed, currency.decimals),
      token_balance: token ? toDecimal(balanceOf(store, walletId, own).confirmed, token.decimals) : '',
      ...(token &&
        token.standard !== 'erc20' && {
          token_id_balances: tokenIdsOf(store, walletId, own).map((token_id) => ({ token_id })),
        }),
    };
  }
  return { balances };
};
