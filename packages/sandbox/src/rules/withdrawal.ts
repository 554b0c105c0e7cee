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
  checkToken(operation, wallet, request);
  const { order_id, address, memo = '', token_id = '', contract_abi = '', user_id = '', message = '' } = request;
  return {
    orderId: order_id,
    address,
    amount: amountOf(wallet, request),
    memo,
    fromAddress,
    fee: chainFee(context, wallet, request),
    details: { tokenId: token_id, contractAbi: contract_abi, userId: user_id, message },
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

function checkToken(operation: Operation, { token }: Wallet, { token_id }: Request): void {
  const hasIds = token !== undefined && token.standard !== 'erc20';
  if (token_id !== undefined && !hasIds) malformed(operation, 'the wallet has no token IDs');
}

function amountOf(wallet: Wallet, { amount, token_id }: Request): bigint {
  if (wallet.token?.standard === 'erc721' && token_id !== undefined) return 1n;
  const decimals = decimalsOf(wallet);
  const reason = isBeyondChains(amount, decimals) ? 'invalid_amount' : 'invalid_amount_decimals';
  return toUnits(amount, decimals) ?? refuse(reason, { AMOUNT: amount });
}
