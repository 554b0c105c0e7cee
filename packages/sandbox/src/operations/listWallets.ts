/** Lists every wallet: a read-only code of the sandbox sees all of them. */
import type { Handler } from './handler.ts';
import { walletRecord } from './wallet-record.ts';

export const listWallets: Handler<'listWallets'> = ({ world }) => {
  const wallets = world.wallets.all().map(walletRecord);
  return { total: wallets.length, wallets };
};
