// Facts of the interface that no schema keyword can hold: words that the text at a place must contain, `word*` for a stem.

const noFeeEffect = 'XRP XLM BNB DOGE EOS TRX ADA DOT SOL';
const item = 'withdrawAssets body requests[]';

/** Words by place, whole words whatever their case, in the order of the interface's endpoints and their records. */
export const told: Readonly<Record<string, string>> = {
  // 1
  withdrawAssets: 'withdrawal deposit-withdrawal delegated',
  'withdrawAssets body ignore_black_list': 'address check*',
  [`${item}.order_id`]: 'unique prefix',
  [`${item}.address`]: 'contract',
  [`${item}.amount`]: 'ERC721 token_id 1',
  [`${item}.contract_abi`]: 'mapped ABI EVM',
  [`${item}.memo`]: 'tag BNB XRP',
  [`${item}.message`]: 'blockchain',
  [`${item}.block_average_fee`]: `manual_fee average blocks ${noFeeEffect}`,
  [`${item}.manual_fee`]: `block_average_fee gwei ETH BSC HECO OKT OP ARB CELO FTM PALM ${noFeeEffect}`,
  [`${item}.token_id`]: 'ERC721 1155|ERC1155',
  [`${item}.from_address`]: 'delegated',
  [`${item}.from_address_index`]: 'delegated',
  [`${item}.ignore_gas_estimate_fail`]: 'gas debug*',
  // 2
  createDepositAddresses: 'parent mapped',
  'createDepositAddresses body memos': 'BNB XLM XRP EOS count',
  'createDepositAddresses body labels': 'label*',
  'createDepositAddresses reply addresses': 'BNB XLM XRP EOS memos',
  'createDepositAddresses reply txids': 'contract',
  'createDepositAddresses reply address_indexes': 'delegated',
  // 4
  'listWithdrawalStates reply transactions[].state': '4 6',
  // 5
  'listWithdrawalHistory query from_time': 'seconds UTC',
  'listWithdrawalHistory query to_time': 'seconds UTC current|now',
  'listWithdrawalHistory reply transactions[].out': 'outgoing',
  'listWithdrawalHistory reply transactions[].blocklist_tags': 'AML to_address from_address',
  'listWithdrawalHistory reply transactions[].source': 'withdraw-api empty',
  'listWithdrawalHistory reply transactions[].state': '1 2 3 success* fail* invalid',
  // 6
  listVaultHistory: 'from_item to_item',
  'listVaultHistory query state': 'WaitApproval Rejected Approved Failed NextLevel Cancelled BatchDone all',
  'listVaultHistory query to_time': 'current|now',
  // 7
  listCallbacks: 'withdrawal deposit deposit-withdrawal delegated',
  'listCallbacks query to_time': 'current|now',
  'listCallbacks reply notifications[].order_id': 'empty deposit*',
  'listCallbacks reply notifications[].amount': 'smallest',
  'listCallbacks reply notifications[].broadcast_at': '0 seconds',
  'listCallbacks reply notifications[].chain_at': 'seconds',
  // 8
  getCallbacksById: 'deposit',
  // 10
  'listDepositAddresses reply wallet_address[].address_index': 'delegated',
  // 13
  listWhitelistEntries: 'withdrawal deposit-withdrawal delegated',
  'listWhitelistEntries query state': '1 active 2 removed -1 all',
  'listWhitelistEntries query to_time': 'current|now',
  'listWhitelistEntries reply items[].state': '1 active 2 removed',
  // 14
  getDelegatedBalances: 'delegated',
  'getDelegatedBalances body addresses': '10|ten',
  'getDelegatedBalances body address': 'addresses',
  'getDelegatedBalances reply balances': 'left|missing|absent|found',
  'getDelegatedBalances reply balances.*.balance': 'mapped',
  // 15
  listWalletBalances: 'read-only',
  'listWalletBalances query type': 'vault deposit withdrawal',
  'listWalletBalances reply wallet_balances[].error': 'fail*|quer*',
  'listWalletBalances reply wallet_balances[].balance': 'mapped',
  'listWalletBalances reply wallet_balances[].unconfirm_balance': 'mapped',
  'listWalletBalances reply wallet_balances[].pool_balance': 'pool',
  'listWalletBalances reply wallet_balances[].pool_unconfirm_token_balance': 'pool',
  // 16
  listWallets: 'read-only',
  // 17
  getVaultBalance: 'vault',
  'getVaultBalance reply balance': 'parent',
  'getVaultBalance reply token_balance': 'empty',
  // 18
  'getCurrencyPrices query convert': 'comma*',
  // 19
  getApiCodeStatus: 'activate*|activat* inactivated invalid',
  'getApiCodeStatus reply valid.exp': 'seconds',
  // 20
  getWithdrawalEventLogs: 'withdrawal deposit-withdrawal delegated in-chain|chain',
  'getWithdrawalEventLogs reply logs[].removed': 'reorgani*',
  'getWithdrawalEventLogs reply logs[].data': 'non-indexed',
  // Events
  withdrawalCallback: 'order_id pool chain',
  depositCallback: 'deposit',
  'depositCallback body order_id': 'empty',
};
