// Everything the interface marks "not shown", in its order: the document must say so at that place, and nowhere claim a fact.

/** The subject, where its mark stands (an empty place is anywhere in the document), and what the mark's `what` speaks of. */
export const unspecified: readonly (readonly [subject: string, place: string, what: RegExp])[] = [
  // Resources: callback record
  ['values of callback type', 'listCallbacks reply notifications[].type', /type/i],
  ['values of callback state', 'listCallbacks reply notifications[].state', /state/i],
  ['values of callback processing_state', 'listCallbacks reply notifications[].processing_state', /processing/i],
  ['content of addon', 'listCallbacks reply notifications[].addon', /addon/i],
  // Resources: wallet record
  ['Wallet Type Definition', 'listWallets reply wallets[].type', /wallet type/i],
  ['Currency Definition', 'listWallets reply wallets[].currency', /currency/i],
  ['token_id_balances elements', 'listWalletBalances reply wallet_balances[].token_id_balances', /token_id/i],
  // States and transitions
  ['transitions among the remaining states', '', /transition/i],
  [
    'transitions among the states of a vault transaction',
    'listVaultHistory reply transaction_item[].state',
    /transition/i,
  ],
  ['values of state in the all-states query', 'listWithdrawalStates reply transactions[].state', /state/i],
  // Endpoints
  ['types of the wallets balance query', 'listWalletBalances query type', /type/i],
  ['envelope of the wallets balance response', 'listWalletBalances', /envelope/i],
  ['nesting of the price response', 'getCurrencyPrices', /nest/i],
  // Authentication
  ['computation of the checksum', 'scheme Checksum', /checksum/i],
  ['valid range of t', 'scheme Timestamp', /range/i],
  ['authentication callback request', '', /authentication callback.*request|request.*authentication callback/i],
  ['authentication callback status 400', '', /400/],
  // Events
  ['callback delivery, of deposits', 'depositCallback', /deliver|destination/i],
  ['callback delivery, of withdrawals', 'withdrawalCallback', /deliver|destination/i],
  ['callback headers', 'depositCallback', /header/i],
  ['callback signature', 'depositCallback', /signature/i],
  ['callback retry', 'depositCallback', /retr(y|ies)/i],
  ['list of callback types', 'depositCallback body type', /type/i],
  // Errors
  ['other error body fields', 'withdrawAssets 400', /other than error_code/i],
  // Limits
  ['value of THROTTLING_COUNT', '', /throttl/i],
  ['maximum number of requests in one withdraw call', 'withdrawAssets body requests', /maximum|number/i],
  ['deposit address limit behind error 706', 'createDepositAddresses', /706|limit/i],
  // Versioning
  ['version policy', '', /version/i],

  // Where the interface is silent without saying so
  ['width of int', '', /width/i],
  ['which order IDs are invalid', 'withdrawAssets body requests[].order_id', /invalid/i],
  ['format of an address', 'withdrawAssets body requests[].address', /format of an address/i],
  ['unit of amounts', 'withdrawAssets body requests[].amount', /unit/i],
  ['refusal of both fees at once', 'withdrawAssets body requests[]', /manual_fee/],
  ['maximum of requests behind its error row', 'withdrawAssets 400', /largest number of withdrawals/i],
  ['field of the message', 'withdrawAssets 400 message', /which field/i],
  ['refusal of a count above 1000', 'createDepositAddresses body count', /1000/],
  ['adding an entry again', 'addWhitelistEntries', /already/i],
  ['which times are invalid', 'listWithdrawalHistory 400', /from_time and to_time are/i],
  ['what transaction_count counts', 'listVaultHistory reply transaction_count', /page/i],
  ['meanings of the vault record', 'listVaultHistory reply transaction_item[]', /txno/],
  ['coin types of the vault record', 'listVaultHistory reply transaction_item[].currency', /currency/i],
  ['values of an approval', 'listVaultHistory reply transaction_item[].approval_item[]', /approval/i],
  ['default of the callback type filter', 'listCallbacks query type', /-1/],
  ['meanings of the callback record', 'depositCallback body', /tindex/],
  ['unit of a callback’s fees', 'depositCallback body fees', /unit/i],
  ['amounts that do not apply', 'getVaultBalance reply token_balance', /empty/i],
  ['wire type of a price', 'getCurrencyPrices reply currency_prices[].prices', /number or a string/i],
  ['format of a transaction ID', 'getWithdrawalEventLogs reply logs[].tx_hash', /format/i],
];
