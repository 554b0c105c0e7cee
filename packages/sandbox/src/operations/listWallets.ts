/** Lists the wallets that a read-only code sees. */
import { seenBy } from '../state/scope.ts';
import type { Handler } from './handler.ts';
import { walletRecord } from './wallet-record.ts';

export const listWallets: Handler<'listWallets'> = ({ context, apiCode }) => {
  const wallets = seenBy(context, apiCode).map((wallet) => walletRecord(context.decisions, wallet));
  return { total: wallets.length, wallets };
};
