// The interface's section "Endpoints", 1 to 20 in its order: the call, the parameters, the body and the answer of each.
import { currencyPricesReply, walletBalancesReply } from './assumed.ts';
import type { Fields } from './notation.ts';
import {
  activatedCode,
  callback,
  depositAddress,
  inactivatedCode,
  orderState,
  orderStateOfAll,
  tokenIdBalance,
  vaultTransaction,
  wallet,
  whitelistEntry,
  withdrawalHistoryRecord,
  withdrawalRequest,
} from './resources.ts';

/** One operation of the interface. A field without `?` is required, in a request as in an answer. */
export interface Endpoint {
  /** Method and path, as the interface writes them. */
  readonly call: string;
  /** Whose API code the request carries; the wallet's own unless it says otherwise. */
  readonly code?: 'read-only';
  readonly query?: Fields;
  readonly body?: Fields;
  readonly reply: Fields;
}

/** The parameters that stand in paths. */
export const pathParameters: Fields = { WALLET_ID: 'int64', ORDER_ID: 'string', TX_ID: 'string', VOUT_INDEX: 'int' };

export const endpoints: Readonly<Record<string, Endpoint>> = {
  // 1. Withdraw assets
  withdrawAssets: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/sender/transactions',
    body: { requests: [withdrawalRequest], 'ignore_black_list?': 'boolean default false' },
    reply: { results: { '{order_id}': 'int64' } },
  },
  // 2. Create deposit addresses
  createDepositAddresses: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/addresses',
    body: { count: 'int ..1000', 'memos?': 'string[]', 'labels?': 'string[]' },
    reply: { addresses: 'string[]', 'txids?': 'string[]', 'address_indexes?': 'int[]' },
  },
  // 3. Query withdrawal transaction state
  getWithdrawalState: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}',
    reply: orderState,
  },
  // 4. Query all withdrawal transaction states of an order
  listWithdrawalStates: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}/all',
    reply: { transactions: [orderStateOfAll] },
  },
  // 5. Query withdrawal wallet transaction history
  listWithdrawalHistory: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/sender/transactions',
    query: {
      'from_time?': 'seconds default 0',
      'to_time?': 'seconds default now',
      'start_index?': 'int default 0',
      'request_number?': 'int ..500 default 10',
    },
    reply: { total_count: 'int', transactions: [withdrawalHistoryRecord] },
  },
  // 6. Query vault wallet transaction history
  listVaultHistory: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/transactions',
    query: {
      'from_time?': 'seconds default 0',
      'to_time?': 'seconds default now',
      'start_index?': 'int default 0',
      'request_number?': 'int ..5000 default 1000',
      'state?': 'int default -1 in 0 1 2 3 4 5 6 -1',
    },
    reply: { transaction_count: 'int', transaction_item: [vaultTransaction] },
  },
  // 7. Query callback history
  listCallbacks: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/notifications',
    query: { 'from_time?': 'seconds default 0', 'to_time?': 'seconds default now', 'type?': 'int default -1' },
    reply: { notifications: [callback] },
  },
  // 8. Query callback detail by serial
  getCallbacksById: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/notifications/get_by_id',
    body: { ids: 'int64[] ..100' },
    reply: { notifications: [callback] },
  },
  // 9. Query deposit callback detail
  getDepositCallback: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/receiver/notifications/txid/{TX_ID}/{VOUT_INDEX}',
    reply: { notification: callback },
  },
  // 10. Query deposit addresses
  listDepositAddresses: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/addresses',
    query: { 'start_index?': 'int default 0', 'request_number?': 'int ..5000 default 1000' },
    reply: { wallet_id: 'int64', wallet_count: 'int64', wallet_address: [depositAddress] },
  },
  // 11. Add withdrawal whitelist entries
  addWhitelistEntries: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/sender/whitelist',
    body: { items: [{ address: 'string', 'memo?': 'string', 'user_id?': 'string ..255' }] },
    reply: { added_items: [{ address: 'string', memo: 'string', user_id: 'string' }] },
  },
  // 12. Check withdrawal whitelist entry
  checkWhitelistEntry: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/sender/whitelist/check',
    body: { address: 'string', 'memo?': 'string', 'user_id?': 'string ..255' },
    reply: whitelistEntry,
  },
  // 13. Query withdrawal whitelist
  listWhitelistEntries: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/sender/whitelist',
    query: {
      'from_time?': 'seconds default 0',
      'to_time?': 'seconds default now',
      'start_index?': 'int64 default 0',
      'request_number?': 'int64 ..2000 default 1000',
      'state?': 'int default -1 in 1 2 -1',
    },
    reply: { items: [whitelistEntry], total_count: 'int' },
  },
  // 14. Query delegated address balance; exactly one of the two spellings, see bodies.ts
  getDelegatedBalances: {
    call: 'POST /v1/svc/wallets/{WALLET_ID}/receiver/get-balances',
    body: { 'addresses?': 'string[]', 'address?': 'string[]' },
    reply: {
      balances: {
        '{address}': {
          balance: 'amountOrEmpty',
          token_balance: 'amountOrEmpty',
          'token_id_balances?': [tokenIdBalance],
        },
      },
    },
  },
  // 15. Query wallets balance
  listWalletBalances: {
    call: 'GET /v1/svc/wallets/readonly/walletlist/balances',
    code: 'read-only',
    query: { 'type?': 'int default -1', 'start_index?': 'int default 0', 'request_number?': 'int ..100 default 50' },
    reply: walletBalancesReply,
  },
  // 16. Query wallet list
  listWallets: {
    call: 'GET /v1/svc/wallets/readonly/walletlist',
    code: 'read-only',
    reply: { total: 'int', wallets: [wallet] },
  },
  // 17. Query vault wallet balance; a wallet that is no token wallet has empty token fields
  getVaultBalance: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/vault/balance',
    reply: {
      currency: 'int64',
      wallet_address: 'string',
      token_address: 'string',
      balance: 'amount',
      token_balance: 'amountOrEmpty',
      unconfirm_balance: 'amountOrEmpty',
      unconfirm_token_balance: 'amountOrEmpty',
    },
  },
  // 18. Query currency prices
  getCurrencyPrices: {
    call: 'GET /v1/svc/currency/prices',
    query: { 'convert?': 'string default USD' },
    reply: currencyPricesReply,
  },
  // 19. Query API code status
  getApiCodeStatus: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/apisecret',
    reply: { valid: activatedCode, inactivated: inactivatedCode },
  },
  // 20. Query withdrawal transaction event logs
  getWithdrawalEventLogs: {
    call: 'GET /v1/svc/wallets/{WALLET_ID}/sender/transactions/eventlog',
    query: { txid: 'string' },
    reply: {
      logs: [
        {
          address: 'string',
          block_hash: 'string',
          block_number: 'uint64',
          data: 'string',
          index: 'uint',
          removed: 'boolean',
          topics: 'string[]',
          tx_hash: 'string',
          tx_index: 'uint',
        },
      ],
    },
  },
};
