/** What a withdrawal must be before it is taken: every rule that depends on the wallet and its currency. */
import type { components } from '@wallet-operations/openapi/types';
import { keyOf } from '../currencies/currencies.ts';
import { refuse, malformed } from '../document/refusal.ts';
import type { Operation } from '@wallet-operations/validator';
import { isBeyondChains, toUnits } from '../state/amounts.ts';
import { addressHolder, decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { chainFee } from './fees.ts';
import { checkMemo, memoRuleOf, needsMemo } from './memo.ts';
import { hasTokenIds, tokenIdOf } from './token-ids.ts';
import type { OrderDetails } from '../state/stored.ts';

type Request = components['schemas']['WithdrawalRequest'];

/** A withdrawal that may be taken. */
export interface Draft {
  readonly orderId: string;
  readonly address: string;
  /** Smallest unit. */
  readonly amount: bigint;
  readonly memo: string;
  /** The delegated address that pays; empty on other wallets. */
  readonly fromAddress: string;
  readonly fee: bigint;
  readonly details: OrderDetails;
}

/** @throws Refusal with the row of the first rule that is broken. */
export function checkWithdrawal(context: Context, operation: Operation, wallet: Wallet, request: Request): Draft {
  checkOrderId(wallet, request);
  const fromAddress = senderOf(context, wallet, request);
  checkDestination(context, operation, wallet, request);
  const tokenId = tokenOf(operation, wallet, request);
  const { order_id, address, memo = '', contract_abi = '', user_id = '', message = '' } = request;
  return {
    orderId: order_id,
    address,
    amount: amountOf(wallet, request, tokenId),
    memo,
    fromAddress,
    fee: chainFee(context, wallet, request),
    details: { tokenId, contractAbi: contract_abi, userId: user_id, message },
  };
}

function checkOrderId({ prefix }: Wallet, { order_id }: Request): void {
  if (!order_id.startsWith(prefix)) refuse('order_id_prefix_mismatch', { ORDERID_PREFIX: prefix });
  if (order_id === prefix || /[\u0000-\u001f\u007f]/.test(order_id)) refuse('invalid_order_id', { ORDER_ID: order_id });
}

/** The delegated address that pays, as its wallet spells it; empty on other wallets. It comes with its index, or was refused. */
function senderOf({ store }: Context, wallet: Wallet, request: Request): string {
  const { order_id: ORDER_ID, from_address, from_address_index } = request;
  if (wallet.kind !== 'delegated') {
    if (from_address !== undefined) refuse('from_address_not_supported', { ORDER_ID });
    return '';
  }
  if (from_address === undefined) return refuse('from_address_required', { ORDER_ID });
  const rows = store.all<{ address: string; address_index: bigint }>(
    'SELECT address, address_index FROM addresses WHERE address_key = ? AND wallet_id = ?',
    keyOf(from_address, wallet.currency),
    addressHolder(wallet),
  );
  if (rows.length === 0) refuse('invalid_from_address', { ORDER_ID });
  const row = rows.find(({ address_index }) => address_index === from_address_index); // one address may have several memos
  return row?.address ?? refuse('from_address_index_mismatch', { ORDER_ID });
}

function checkDestination(context: Context, operation: Operation, wallet: Wallet, request: Request): void {
  const { order_id: ORDER_ID, address, memo = '', contract_abi = '' } = request;
  if (!wallet.currency.format.accepts(address))
    malformed(operation, `${address} is no ${wallet.currency.name} address`);
  if (contract_abi !== '') {
    if (wallet.parentId === undefined) malformed(operation, 'only mapped wallets may call contracts');
    if (!context.store.get('SELECT 1 FROM contracts WHERE address = ?', keyOf(address)))
      malformed(operation, `${address} is no contract`);
  }
  const rule = memoRuleOf(wallet);
  if (!rule) {
    if (memo !== '') malformed(operation, `${wallet.currency.name} has no memos`);
    return;
  }
  if (memo !== '') checkMemo(rule, memo);
  else if (rule.required && needsMemo(context, address)) refuse(rule.required, { ORDER_ID });
}

/** The token that is asked for; empty for none, as is an empty one. */
function tokenOf(operation: Operation, wallet: Wallet, { token_id = '' }: Request): string {
  if (token_id === '') return '';
  if (!hasTokenIds(wallet)) malformed(operation, 'the wallet has no token IDs');
  return tokenIdOf(token_id) ?? malformed(operation, `${token_id} is no token ID`);
}

function amountOf(wallet: Wallet, { amount }: Request, tokenId: string): bigint {
  if (wallet.token?.standard === 'erc721' && tokenId !== '') return 1n;
  const decimals = decimalsOf(wallet);
  const reason = isBeyondChains(amount, decimals) ? 'invalid_amount' : 'invalid_amount_decimals';
  return toUnits(amount, decimals) ?? refuse(reason, { AMOUNT: amount });
}
