/** Withdrawals from the web UI of the service: the same rules and the same money, but no order_id, no approval and no callback. */
import { Refusal } from '../document/refusal.ts';
import { place } from '../operations/withdrawAssets.ts';
import { checkWithdrawal } from '../rules/withdrawal.ts';
import type { Service } from '../service/service.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { WalletId } from './wallet-id.ts';

/** A withdrawal from the web UI. */
export interface WebWithdrawal {
  readonly walletId: WalletId;
  readonly address: string;
  /** Decimal string in the main unit. */
  readonly amount: string;
  readonly memo?: string;
  /** For ERC721 and ERC1155 wallets. */
  readonly tokenId?: string;
}

/** Makes it. @returns a name of it for other commands of control; the service has none. @throws Error for what the service would not take. */
export function withdrawFromWeb(
  context: Context,
  { operationOf }: Service,
  wallet: Wallet,
  { address, amount, memo, tokenId }: WebWithdrawal,
): { orderId: string } {
  const { n } = context.store.get<{ n: bigint }>(
    'SELECT count(*) AS n FROM orders WHERE wallet_id = ?',
    wallet.walletId,
  ) ?? {
    n: 0n,
  };
  const orderId = `${wallet.prefix}web/${String(n + 1n)}`; // callers may not write a slash, so it is nobody's
  try {
    const draft = checkWithdrawal(context, operationOf('withdrawAssets'), wallet, {
      order_id: orderId,
      address,
      amount,
      ...(memo === undefined ? {} : { memo }),
      ...(tokenId === undefined ? {} : { token_id: tokenId }),
    });
    place(context, wallet, { ...draft, details: { ...draft.details, source: '' } }, true);
  } catch (error) {
    throw error instanceof Refusal ? new Error(error.message) : error;
  }
  return { orderId };
}
