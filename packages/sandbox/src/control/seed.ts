/** The wallets that a sandbox starts with: one for each kind of trouble. */
import { issueCode } from '../state/api-codes.ts';
import type { Token } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { createWallet, type NewWallet } from './create-wallet.ts';

const USDT: Token = {
  name: 'Tether USD',
  symbol: 'USDT',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  standard: 'erc20',
};
const ITEM: Token = {
  name: 'Example Items',
  symbol: 'ITEM',
  contract: '0x35987a0f9AE77012a5146a982966661b75CdeAa4',
  decimals: 0,
  standard: 'erc1155',
};

const WALLETS: readonly NewWallet[] = [
  { walletId: 635743, kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', balance: '1000' },
  {
    walletId: 635744,
    kind: 'withdrawal',
    currency: 'ETH',
    prefix: 'shop2_',
    parentId: 635743,
    token: USDT,
    balance: '250000',
  },
  { walletId: 635745, kind: 'withdrawal', currency: 'ETH', prefix: 'shop3_', parentId: 635743, token: ITEM },
  { walletId: 635750, kind: 'deposit-withdrawal', currency: 'XRP', prefix: 'shop4_', balance: '50000' },
  { walletId: 635751, kind: 'deposit-withdrawal', currency: 'BTC', prefix: 'shop5_', balance: '25' },
  { walletId: 635760, kind: 'delegated', currency: 'ETH', prefix: 'shop6_' },
  { walletId: 635770, kind: 'deposit', currency: 'ETH', balance: '10' },
  { walletId: 635771, kind: 'deposit', currency: 'ETH', parentId: 635770, token: USDT },
  { walletId: 635780, kind: 'vault', currency: 'ETH', balance: '5000' },
];

/** Makes them, and a read-only code. */
export function seed(context: Context): void {
  for (const wallet of WALLETS) createWallet(context, wallet);
  issueCode(context, null, 'active');
}
