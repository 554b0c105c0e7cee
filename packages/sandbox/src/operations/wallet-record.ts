/** Wallets as the two lists of the read-only code show them. */
import type { components } from '@wallet-operations/openapi/types';
import type { Decisions } from '../document/points.ts';
import type { Wallet } from '../state/wallets.ts';

export const walletRecord = (
  { walletTypes, numberOf }: Decisions,
  { walletId, kind, currency, token, address }: Wallet,
): components['schemas']['Wallet'] => ({
  wallet_id: walletId,
  address,
  currency: numberOf(currency),
  currency_name: currency.name,
  decimals: String(currency.decimals),
  type: walletTypes[kind],
  ...(token && {
    token_name: token.name,
    token_symbol: token.symbol,
    token_contract_address: token.contract,
    token_decimals: String(token.decimals),
  }),
});
