// What follows from the interface for whoever calls it: what may be sent twice, how lists are read, how much one call takes.

/** What may be repeated when nobody knows whether it arrived: what only reads, always. An order_id is unique, an address is not. */
export const repeatable: Readonly<Record<string, string>> = {
  withdrawAssets: 'same-order-id',
  createDepositAddresses: 'never',
  getWithdrawalState: 'always',
  listWithdrawalStates: 'always',
  listWithdrawalHistory: 'always',
  listVaultHistory: 'always',
  listCallbacks: 'always',
  getCallbacksById: 'always',
  getDepositCallback: 'always',
  listDepositAddresses: 'always',
  addWhitelistEntries: 'never',
  checkWhitelistEntry: 'always',
  listWhitelistEntries: 'always',
  getDelegatedBalances: 'always',
  listWalletBalances: 'always',
  listWallets: 'always',
  getVaultBalance: 'always',
  getCurrencyPrices: 'always',
  getApiCodeStatus: 'always',
  getWithdrawalEventLogs: 'always',
};

/** Operations with `start_index` and `request_number`: the field with the records, with their number, and what tells records apart. */
export const pagings: Readonly<Record<string, object>> = {
  listWithdrawalHistory: {
    records: 'transactions',
    total: 'total_count',
    key: ['txid', 'from_address', 'to_address', 'out', 'amount'],
  },
  listVaultHistory: { records: 'transaction_item', total: 'transaction_count', key: ['txno', 'txid', 'create_time'] },
  listDepositAddresses: { records: 'wallet_address', total: 'wallet_count', key: ['address', 'memo', 'token_address'] },
  listWhitelistEntries: { records: 'items', total: 'total_count', key: ['address', 'memo', 'user_id', 'create_time'] },
  listWalletBalances: { records: 'wallet_balances', total: 'total', key: ['wallet_id'] },
};

/** Operations that take a list, and how much of it at most; the section "Limits" has the numbers. */
export const batches: Readonly<Record<string, object>> = {
  getCallbacksById: { asks: 'ids', atMost: 100, finds: 'notifications', key: 'serial' },
  getDelegatedBalances: { asks: 'addresses', atMost: 10, finds: 'balances' },
};

const sending = ['withdrawal', 'deposit-withdrawal', 'delegated'];

/** The kinds of wallet that an operation applies to, where it does not apply to all. */
export const walletKinds: Readonly<Record<string, readonly string[]>> = {
  withdrawAssets: sending,
  listVaultHistory: ['vault'],
  listCallbacks: ['withdrawal', 'deposit', 'deposit-withdrawal', 'delegated'],
  listWhitelistEntries: sending,
  getDelegatedBalances: ['delegated'],
  getVaultBalance: ['vault'],
  getWithdrawalEventLogs: sending,
};

/** What a withdrawal's memo must be, by currency, and what answers where it is not. */
export const memoRules = {
  BNB: { required: 'memo_required', maxLength: 256, tooLong: 'bnb_memo_too_long' },
  EOS: { maxLength: 128, tooLong: 'eos_memo_too_long' },
  XLM: { maxLength: 20, tooLong: 'xlm_memo_too_long' },
  XRP: {
    required: 'destination_tag_required',
    maxLength: 20,
    tooLong: 'xrp_destination_tag_too_long',
    integer: 'destination_tag_not_integer',
  },
};
