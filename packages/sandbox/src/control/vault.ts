/** Transactions of vaults: they are issued and approved in the web control panel, so here control makes them, and moves them on. */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { addDeposit, findReceiver } from '../chain/deposits.ts';
import { checkReturn } from '../chain/tokens.ts';
import { toDecimal } from '../state/amounts.ts';
import { move, moveToken } from '../state/ledger.ts';
import { hasTokenIds, tokenIdOf } from '../rules/token-ids.ts';
import { STAGE } from '../state/stages.ts';
import type { Wallet } from '../state/wallets.ts';
import type { Result } from '../operations/handler.ts';
import type { Context } from '../context.ts';
import { unitsOf } from '../state/units.ts';
import type { WalletId } from './wallet-id.ts';

/** 0 WaitApproval, 1 Rejected, 2 Approved, 3 Failed, 4 NextLevel, 5 Cancelled, 6 BatchDone. */
export type VaultState = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A vault transaction to add. */
export interface NewVaultTransaction {
  readonly walletId: WalletId;
  /** Decimal string in the main unit. */
  readonly amount: string;
  /** One of the wallet's currency; a wallet of the sandbox gets it, and needs no memo for that. */
  readonly outgoingAddress: string;
  /** The token to send, which vaults of ERC721 and ERC1155 tokens have to name. */
  readonly tokenId?: string;
  /**
   * 0 WaitApproval, 1 Rejected, 2 Approved, 3 Failed, 4 NextLevel, 5 Cancelled, 6 BatchDone. Default: 0. One that is approved or done is
   * paid; one that failed never was.
   */
  readonly state?: VaultState;
  readonly description?: string;
}

/** The next step of a vault transaction. */
export interface VaultStep {
  readonly walletId: WalletId;
  /** Its number, as `addVaultTransaction` gave it. */
  readonly txno: number;
  /**
   * From 0 and 4, which wait for an approver: 4, the next level of approvers, 2 Approved, which pays, 1 Rejected, 5 Cancelled. From 2: 6
   * BatchDone, 3 Failed, which gives the amount back and not the fee; not once a block has taken it to a wallet of the sandbox.
   */
  readonly state: VaultState;
}

/** Of an int, by what the document assumes. */
const LARGEST_INT = 2n ** 31n - 1n;

type VaultRecord = Result<'listVaultHistory'>['transaction_item'][number];

const [WAITS, REJECTED, APPROVED, FAILED, NEXT_LEVEL, CANCELLED, BATCH_DONE] = [0, 1, 2, 3, 4, 5, 6] as const;

/** What may follow a state: the interface names the states, and no way between them. */
const NEXT: Readonly<Record<number, readonly VaultState[] | undefined>> = {
  [WAITS]: [REJECTED, APPROVED, NEXT_LEVEL, CANCELLED],
  [NEXT_LEVEL]: [REJECTED, APPROVED, NEXT_LEVEL, CANCELLED],
  [APPROVED]: [FAILED, BATCH_DONE],
};

/** Adds it. @returns its number. @throws RangeError for one that is approved, but not covered, and for a wallet that its record cannot name. */
export function addVaultTransaction(context: Context, wallet: Wallet, input: NewVaultTransaction): { txno: number } {
  checkVault(wallet);
  const { store, clock, decisions } = context;
  const { state = WAITS, amount, outgoingAddress, description = '' } = input;
  const { n } = store.get<{ n: bigint }>('SELECT coalesce(max(id), 0) + 1 AS n FROM vault_transactions') ?? { n: 1n };
  if (!wallet.currency.format.accepts(outgoingAddress))
    throw new Error(
      `outgoingAddress is ${JSON.stringify(outgoingAddress)}, which is no ${wallet.currency.name} address.`,
    );
  const tokenId = tokenToPay(wallet, input.tokenId ?? '', unitsOf(wallet, amount));
  const seconds = Math.floor(clock.now() / 1000);
  const record: VaultRecord = {
    issue_user_id: 1,
    issue_user_name: 'Sandbox',
    description,
    wallet_id: Number(wallet.walletId),
    wallet_name: wallet.name,
    wallet_address: wallet.address,
    token_address: wallet.token?.contract ?? '',
    txid: '',
    currency: Number(decisions.numberOf(wallet.currency)),
    currency_name: wallet.currency.name,
    outgoing_address: outgoingAddress,
    outgoing_address_name: '',
    amount,
    fee: '',
    txno: Number(n),
    approval_item: [approvalOf(Number(n), 1, state, state === WAITS ? 0 : seconds)],
    state,
    create_time: seconds,
    transaction_time: 0,
    scheduled_name: '',
    transaction_type: 0,
    eos_transaction_type: 0,
    real_amount: '',
    chain_fee: '',
    platform_fee: '',
    tx_category: '',
    memo: '',
  };
  const isPaid = state === APPROVED || state === BATCH_DONE;
  store.insert('vault_transactions', {
    ...{ id: n, wallet_id: wallet.walletId, state, create_time: clock.now(), token_id: tokenId },
    record: stringifyJson(isPaid ? pay(context, wallet, record, tokenId) : record),
  });
  return { txno: Number(n) };
}

/** Moves it on. @throws Error for a step that is none; RangeError for an approved one that is not covered. */
export function moveVaultTransaction(context: Context, wallet: Wallet, { txno, state }: VaultStep): void {
  const { store, clock } = context;
  const row = store.get<{ record: string; token_id: string }>(
    'SELECT record, token_id FROM vault_transactions WHERE id = ? AND wallet_id = ?',
    txno,
    wallet.walletId,
  );
  if (!row) throw new Error(`Wallet ${String(wallet.walletId)} has no vault transaction ${String(txno)}.`);
  const before = parseJson(row.record) as VaultRecord;
  const possible = NEXT[before.state] ?? [];
  if (!possible.includes(state))
    throw new Error(
      `A vault transaction of state ${String(before.state)} goes on to ${possible.join(', ') || 'none'}, not to ${String(state)}.`,
    );
  const seconds = Math.floor(clock.now() / 1000);
  const isDecided = before.state !== APPROVED; // by the approver whose turn it is
  const items = before.approval_item;
  const latest = items.at(-1);
  const record: VaultRecord = {
    ...before,
    state,
    approval_item: isDecided
      ? [
          ...items.slice(0, -1),
          approvalOf(txno, latest?.level ?? 1, state, seconds),
          ...(state === NEXT_LEVEL ? [approvalOf(txno, (latest?.level ?? 1) + 1, WAITS, 0)] : []),
        ]
      : items,
  };
  if (state === FAILED) {
    takeBack(context, before);
    if (row.token_id !== '') {
      checkReturn(context, wallet, row.token_id, 'the vault');
      moveToken(store, wallet.walletId, '', row.token_id, unitsOf(wallet, before.amount));
    }
    move(store, wallet.walletId, '', {
      amount: unitsOf(wallet, before.amount),
      cause: 'refund',
      ref: BigInt(txno),
    });
  }
  store.run(
    'UPDATE vault_transactions SET state = ?, record = ? WHERE id = ?',
    state,
    stringifyJson(state === APPROVED ? pay(context, wallet, record, row.token_id) : record),
    txno,
  );
}

/** The token that is sent, as it is kept; empty where there are none. @throws Error for one that is none, or not named */
function tokenToPay(wallet: Wallet, given: string, units: bigint): string {
  const name = `Wallet ${String(wallet.walletId)}`;
  if (!hasTokenIds(wallet)) {
    if (given !== '') throw new Error(`${name} has no token IDs: leave tokenId out.`);
    return '';
  }
  const tokenId = tokenIdOf(given);
  if (tokenId === undefined)
    throw new Error(`${name} holds single tokens, and tokenId is ${JSON.stringify(given)}. Name the token, in digits.`);
  if (wallet.token?.standard === 'erc721' && units !== 1n)
    throw new Error(`There is one of token ${tokenId}, as of each ERC721 token: the amount has to be 1.`);
  return tokenId;
}

/** Pays it: the next block takes it to its receiver, where that is a wallet of the sandbox. */
function pay(context: Context, wallet: Wallet, record: VaultRecord, tokenId: string): VaultRecord {
  const { store, clock, ids } = context;
  const { fee, decimals } = wallet.currency;
  const ref = BigInt(record.txno);
  const units = unitsOf(wallet, record.amount);
  if (tokenId !== '') moveToken(store, wallet.walletId, '', tokenId, -units);
  move(store, wallet.walletId, '', { amount: -units, cause: 'vault', ref });
  move(store, wallet.parentId ?? wallet.walletId, '', { amount: -fee, cause: 'fee', ref });
  const shown = toDecimal(fee, decimals);
  const txid = ids.txid(wallet.currency, 'vault', ref);
  const receiver = findReceiver(context, wallet, record.outgoing_address, '');
  if (receiver)
    addDeposit(context, {
      ...receiver,
      ...{ txid, vout: 0, amount: units, tokenId, from: wallet.address, fee, sourceTx: null },
    });
  return {
    ...record,
    txid,
    fee: shown,
    chain_fee: shown,
    real_amount: record.amount,
    transaction_time: Math.floor(clock.now() / 1000),
  };
}

/** What has failed does not arrive. @throws Error where it has. */
function takeBack({ store }: Context, { txid, txno }: VaultRecord): void {
  if (store.get('SELECT 1 FROM deposits WHERE txid = ? AND state <> ?', txid, STAGE.inPool))
    throw new Error(`A block has taken vault transaction ${String(txno)} to its receiver: it cannot fail any more.`);
  store.run('DELETE FROM deposits WHERE txid = ?', txid);
}

/** @throws Error for a wallet that is no vault; RangeError for one that its record cannot name */
export function checkVault({ kind, walletId }: Wallet): void {
  if (kind !== 'vault') throw new Error(`Wallet ${String(walletId)} is no vault.`);
  if (walletId > LARGEST_INT)
    throw new RangeError(
      `The history of a vault has its wallet ID as int, which ${String(walletId)} does not fit. Give the vault an ID of 32 bits.`,
    );
}

const approvalOf = (
  txno: number,
  level: number,
  state: VaultState,
  seconds: number,
): VaultRecord['approval_item'][number] => ({
  approval_id: txno,
  approval_user: level === 1 ? 'Approver' : `Approver of level ${String(level)}`,
  approval_time: seconds,
  user_message: '',
  level,
  owner: 0,
  confirm: 0,
  state,
  error_code: 0,
});
