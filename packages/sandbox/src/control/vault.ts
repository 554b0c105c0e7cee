/** Transactions of vaults: they are issued and approved in the web control panel, so here control makes them. */
import { stringifyJson } from '@wallet-operations/json';
import { toDecimal } from '../state/amounts.ts';
import { move } from '../state/ledger.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Result } from '../operations/handler.ts';
import type { Context } from '../context.ts';
import { unitsOf } from './deposit.ts';
import type { WalletId } from './wallet-id.ts';

/** A vault transaction to add. */
export interface NewVaultTransaction {
  readonly walletId: WalletId;
  /** Decimal string in the main unit. */
  readonly amount: string;
  readonly outgoingAddress: string;
  /** 0 WaitApproval, 1 Rejected, 2 Approved, 3 Failed, 4 NextLevel, 5 Cancelled, 6 BatchDone. Default: 0. An approved one is paid. */
  readonly state?: 0 | 1 | 2 | 3 | 4 | 5 | 6;
  readonly description?: string;
}

const APPROVED = 2;

/** Of an int, by what the document assumes. */
const LARGEST_INT = 2n ** 31n - 1n;

/** Adds it. @throws RangeError for one that is approved, but not covered, and for a wallet that its record cannot name. */
export function addVaultTransaction(
  { store, clock, ids, decisions }: Context,
  wallet: Wallet,
  input: NewVaultTransaction,
): void {
  if (wallet.kind !== 'vault') throw new Error(`Wallet ${String(wallet.walletId)} is no vault.`);
  if (wallet.walletId > LARGEST_INT)
    throw new RangeError(
      `The history of a vault has its wallet ID as int, which ${String(wallet.walletId)} does not fit. Give the vault an ID of 32 bits.`,
    );
  const { state = 0, amount, outgoingAddress, description = '' } = input;
  const { n } = store.get<{ n: bigint }>('SELECT coalesce(max(id), 0) + 1 AS n FROM vault_transactions') ?? { n: 1n };
  const units = unitsOf(wallet, amount);
  const isPaid = state === APPROVED;
  const { fee, decimals } = wallet.currency;
  if (isPaid) {
    move(store, wallet.walletId, '', { amount: -units, cause: 'vault', ref: n });
    move(store, wallet.parentId ?? wallet.walletId, '', { amount: -fee, cause: 'fee', ref: n });
  }
  const now = clock.now();
  const seconds = Math.floor(now / 1000);
  const feeShown = isPaid ? toDecimal(fee, decimals) : '';
  const record: Result<'listVaultHistory'>['transaction_item'][number] = {
    issue_user_id: 1,
    issue_user_name: 'Sandbox',
    description,
    wallet_id: Number(wallet.walletId),
    wallet_name: wallet.name,
    wallet_address: wallet.address,
    token_address: wallet.token?.contract ?? '',
    txid: isPaid ? ids.txid(wallet.currency, 'vault', n) : '',
    currency: Number(decisions.numberOf(wallet.currency)),
    currency_name: wallet.currency.name,
    outgoing_address: outgoingAddress,
    outgoing_address_name: '',
    amount,
    fee: feeShown,
    txno: Number(n),
    approval_item: [
      {
        approval_id: Number(n),
        approval_user: 'Approver',
        approval_time: state === 0 ? 0 : seconds,
        user_message: '',
        level: 1,
        owner: 0,
        confirm: 0,
        state,
        error_code: 0,
      },
    ],
    state,
    create_time: seconds,
    transaction_time: isPaid ? seconds : 0,
    scheduled_name: '',
    transaction_type: 0,
    eos_transaction_type: 0,
    real_amount: isPaid ? amount : '',
    chain_fee: feeShown,
    platform_fee: '',
    tx_category: '',
    memo: '',
  };
  store.run(
    'INSERT INTO vault_transactions VALUES (?, ?, ?, ?, ?)',
    n,
    wallet.walletId,
    state,
    now,
    stringifyJson(record),
  );
}
