/** Lists every wallet: a read-only code of the sandbox sees all of them. */
import type { Handler } from './handler.ts';
import { walletRecord } from './wallet-record.ts';

export const listWallets: Handler<'listWallets'> = ({ context }) => {
  const wallets = context.wallets.all().map((wallet) => walletRecord(context.decisions, wallet));
  return { total: wallets.length, wallets };
};
