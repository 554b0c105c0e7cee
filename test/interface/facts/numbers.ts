// Names of numbers. Those of the interface close their field; what is assumed leaves it open to any other number.

/** Where they stand, whether the interface states them, and the names. */
export const numbers: readonly (readonly [
  place: string,
  by: 'stated' | 'assumed',
  names: Readonly<Record<string, number>>,
])[] = [
  ['listWithdrawalHistory reply transactions[].state', 'stated', { success: 1, failed: 2, invalid: 3 }],
  ['listWhitelistEntries reply items[].state', 'stated', { active: 1, removed: 2 }],
  [
    'listVaultHistory reply transaction_item[].state',
    'stated',
    { waitApproval: 0, rejected: 1, approved: 2, failed: 3, nextLevel: 4, cancelled: 5, batchDone: 6 },
  ],
  [
    'listWallets reply wallets[].type',
    'assumed',
    { vault: 0, deposit: 2, withdrawal: 3, depositWithdrawal: 5, delegated: 6 },
  ],
  [
    'listWalletBalances query type',
    'assumed',
    { all: -1, vault: 0, deposit: 2, withdrawal: 3, depositWithdrawal: 5, delegated: 6 },
  ],
  ['listCallbacks reply notifications[].type', 'assumed', { deposit: 1, withdrawal: 2, collect: 3, airdrop: 4 }],
  ['listCallbacks query type', 'assumed', { all: -1, deposit: 1, withdrawal: 2, collect: 3, airdrop: 4 }],
  [
    'listCallbacks reply notifications[].state',
    'assumed',
    { processing: 1, inPool: 2, inChain: 3, failed: 5, cancelled: 8, dropped: 10, transactionFailed: 11 },
  ],
  ['listCallbacks reply notifications[].processing_state', 'assumed', { inPool: 0, inChain: 1, done: 2 }],
  [
    'listWithdrawalStates reply transactions[].state',
    'assumed',
    {
      processing: 1,
      inPool: 2,
      inChain: 3,
      confirmed: 4,
      failed: 5,
      resent: 6,
      cancelled: 8,
      dropped: 10,
      transactionFailed: 11,
    },
  ],
];

/** What machines take from the other open points. */
export const settings: Readonly<Record<string, unknown>> = {
  'address-limit': 'none',
  'api-code-lifetime': 90,
  'approval-declined': 'cancelled',
  'batch-limit': 'none',
  'batch-refusal': 'whole',
  'callback-state': {
    processing: 1,
    inPool: 2,
    inChain: 3,
    failed: 5,
    cancelled: 8,
    dropped: 10,
    transactionFailed: 11,
  },
  'callback-type': { deposit: 1, withdrawal: 2, collect: 3, airdrop: 4 },
  'processing-state': { inPool: 0, inChain: 1, done: 2 },
  'wallet-type': { vault: 0, deposit: 2, withdrawal: 3, depositWithdrawal: 5, delegated: 6 },
  'withdrawal-state': { confirmed: 4, resent: 6 },
  'callback-retry': [1, 3, 5, 15, 45],
  'callback-signature': { header: 'X-CHECKSUM', encoding: 'base64url' },
  checksum: { scheme: 'sorted-sha256', nonce: 'none' },
  'currency-numbers': { BTC: 0, LTC: 2, DOGE: 3, ETH: 60, XRP: 144, XLM: 148, EOS: 194, TRX: 195, SOL: 501, BNB: 714 },
  'deposit-kinds': ['deposit', 'deposit-withdrawal', 'delegated'],
  'price-envelope': { records: 'currency_prices' },
  'request-time': { unit: 'seconds', window: 300 },
  'safe-to-credit': { field: 'processing_state', is: 'done' },
  'throttling-count': 300,
  'vault-count': 'all pages',
  'wallet-balance-envelope': { total: 'total', records: 'wallet_balances' },
  'withdrawal-kinds': ['withdrawal', 'deposit-withdrawal', 'delegated'],
};
