// The interface's section "Limits", row by row: each either bounds a place of the document or is told by an error row.

/** Where a limit stands in the document, its keywords, and their values. */
export const limits: readonly (readonly [
  subject: string,
  place: string,
  keywords: Readonly<Record<string, unknown>>,
])[] = [
  ['order_id length', 'withdrawAssets body requests[].order_id', { maxLength: 255 }],
  ['create addresses count', 'createDepositAddresses body count', { maximum: 1000 }],
  ['block_average_fee', 'withdrawAssets body requests[].block_average_fee', { minimum: 1, maximum: 100 }],
  ['manual_fee', 'withdrawAssets body requests[].manual_fee', { minimum: 1, maximum: 2000 }],
  ['whitelist user_id', 'addWhitelistEntries body items[].user_id', { maxLength: 255 }],
  ['whitelist user_id', 'checkWhitelistEntry body user_id', { maxLength: 255 }],
  ['get_by_id ids', 'getCallbacksById body ids', { maxItems: 100 }],
  [
    'delegated balance addresses: the rest is dropped, not refused',
    'getDelegatedBalances body addresses',
    { maxItems: undefined },
  ],
  [
    'withdrawal wallet history request_number',
    'listWithdrawalHistory query request_number',
    { default: 10, maximum: 500 },
  ],
  ['vault history request_number', 'listVaultHistory query request_number', { default: 1000, maximum: 5000 }],
  [
    'deposit address query request_number',
    'listDepositAddresses query request_number',
    { default: 1000, maximum: 5000 },
  ],
  ['whitelist query request_number', 'listWhitelistEntries query request_number', { default: 1000, maximum: 2000 }],
  ['wallets balance request_number', 'listWalletBalances query request_number', { default: 50, maximum: 100 }],
];
