/** Wallets as the two lists of the read-only code show them. */
import type { components } from '@wallet-operations/openapi/types';
import { WALLET_TYPES } from '../assumed.ts';
import type { Wallet } from '../state/wallets.ts';

export const walletRecord = ({
  walletId,
  kind,
  currency,
  token,
  address,
}: Wallet): components['schemas']['Wallet'] => ({
  wallet_id: walletId,
  address,
  currency: currency.number,
  currency_name: currency.name,
  decimals: String(currency.decimals),
  type: WALLET_TYPES[kind],
  ...(token && {
    token_name: token.name,
    token_symbol: token.symbol,
    token_contract_address: token.contract,
    token_decimals: String(token.decimals),
  }),
});
