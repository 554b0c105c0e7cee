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
  ['other error body fields', 'withdrawAssets 400', /field|message/i],
  // Limits
  ['value of THROTTLING_COUNT', '', /throttl/i],
  ['maximum number of requests in one withdraw call', 'withdrawAssets body requests', /maximum|number/i],
  ['deposit address limit behind error 706', 'createDepositAddresses', /706|limit/i],
  // Versioning
  ['version policy', '', /version/i],
];
