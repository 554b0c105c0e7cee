// The interface's section "Resources and their fields", table by table and line by line; `?` where a field can be absent.
import { pick, type Fields } from './notation.ts';

/** Withdrawal request item */
export const withdrawalRequest = {
  order_id: 'string ..255 pattern',
  address: 'string',
  amount: 'amount',
  'contract_abi?': 'string pattern',
  'memo?': 'string',
  'user_id?': 'string',
  'message?': 'string',
  'block_average_fee?': 'int 1..100',
  'manual_fee?': 'int 1..2000',
  'token_id?': 'string',
  'from_address?': 'string',
  'from_address_index?': 'int64',
  'ignore_gas_estimate_fail?': 'boolean default false',
} satisfies Fields;

/** Withdrawal order state record, as the all-states query gives it */
export const orderStateOfAll = {
  order_id: 'string',
  address: 'string',
  amount: 'amount',
  memo: 'string',
  in_chain_block: 'int64',
  txid: 'string',
  create_time: 'time',
  state: 'int',
} satisfies Fields;

/** Withdrawal order state record, as the single query gives it: without `state` */
export const orderState = pick(orderStateOfAll, 'order_id address amount memo in_chain_block txid create_time');

/** Withdrawal wallet history record */
export const withdrawalHistoryRecord = {
  txid: 'string',
  from_address: 'string',
  to_address: 'string',
  out: 'boolean',
  amount: 'amount',
  blocklist_tags: 'string[]',
  block_height: 'int64',
  block_time: 'time',
  fee: 'amountOrEmpty',
  memo: 'string',
  source: 'string',
  state: 'int in 1 2 3',
} satisfies Fields;

/** Approval record */
export const approval = {
  approval_id: 'int',
  approval_user: 'string',
  approval_time: 'seconds',
  user_message: 'string',
  level: 'int',
  owner: 'int',
  confirm: 'int',
  state: 'int',
  error_code: 'int',
} satisfies Fields;

/** Vault wallet transaction record */
export const vaultTransaction = {
  issue_user_id: 'int',
  issue_user_name: 'string',
  description: 'string',
  wallet_id: 'int',
  wallet_name: 'string',
  wallet_address: 'string',
  token_address: 'string',
  txid: 'string',
  currency: 'int',
  currency_name: 'string',
  outgoing_address: 'string',
  outgoing_address_name: 'string',
  amount: 'amount',
  fee: 'amountOrEmpty',
  txno: 'int',
  approval_item: [approval],
  state: 'int in 0 1 2 3 4 5 6',
  create_time: 'seconds',
  transaction_time: 'seconds',
  scheduled_name: 'string',
  transaction_type: 'int',
  eos_transaction_type: 'int',
  real_amount: 'amountOrEmpty',
  chain_fee: 'amountOrEmpty',
  platform_fee: 'amountOrEmpty',
  tx_category: 'string',
  memo: 'string',
} satisfies Fields;

/** Callback (notification) record */
export const callback = {
  type: 'int',
  serial: 'int64',
  order_id: 'string',
  currency: 'string',
  txid: 'string',
  block_height: 'int64',
  tindex: 'int',
  vout_index: 'int',
  amount: 'units',
  fees: 'amountOrEmpty',
  memo: 'string',
  broadcast_at: 'seconds',
  chain_at: 'seconds',
  from_address: 'string',
  to_address: 'string',
  wallet_id: 'int64',
  state: 'int',
  confirm_blocks: 'int',
  processing_state: 'int',
  addon: 'object',
} satisfies Fields;

/** Whitelist entry */
export const whitelistEntry = {
  address: 'string',
  memo: 'string',
  user_id: 'string ..255',
  create_time: 'time',
  effective: 'boolean',
  effective_time: 'time',
  update_time: 'time',
  state: 'int in 1 2',
} satisfies Fields;

/** Deposit address record */
export const depositAddress = {
  address: 'string',
  'address_index?': 'int64',
  currency: 'int64',
  token_address: 'string',
  memo: 'string',
} satisfies Fields;

/** Elements of token_id_balances: only `token_id` is shown */
export const tokenIdBalance = { token_id: 'string' } satisfies Fields;

/** Wallet record, with the fields of the balance list */
export const walletBalance = {
  wallet_id: 'int64',
  wallet_name: 'string',
  address: 'string',
  currency: 'int64',
  currency_name: 'string',
  decimals: 'string',
  type: 'int',
  'token_name?': 'string',
  'token_symbol?': 'string',
  'token_contract_address?': 'string',
  'token_decimals?': 'string',
  error: 'boolean',
  balance: 'amountOrEmpty',
  unconfirm_balance: 'amountOrEmpty',
  unconfirm_token_balance: 'amountOrEmpty',
  pool_balance: 'amountOrEmpty',
  pool_unconfirm_token_balance: 'amountOrEmpty',
  'token_id_balances?': [tokenIdBalance],
} satisfies Fields;

/** Wallet record, with the fields of the wallet list; the token fields are for token wallets */
export const wallet = pick(
  walletBalance,
  'wallet_id currency currency_name decimals type address token_contract_address? token_decimals? token_name? token_symbol?',
);

/** API code record, activated */
export const activatedCode = { api_code: 'string', exp: 'seconds' } satisfies Fields;

/** API code record, not active: `exp` is present for the activated code */
export const inactivatedCode = pick(activatedCode, 'api_code');
