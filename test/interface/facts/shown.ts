// What parameters are shown with: the wallets, the order and the transactions of which all examples tell. Docs, samples and mock
// send what stands there, so that an example of another wallet asks for what no answer shows.

/** By parameter, or by operation and parameter where the operation is about a wallet of its kind, or about less. */
export const shown: Readonly<Record<string, unknown>> = {
  WALLET_ID: 635743,
  'listDepositAddresses WALLET_ID': 635770,
  'createDepositAddresses WALLET_ID': 635770,
  'getCallbacksById WALLET_ID': 635770,
  'getDepositCallback WALLET_ID': 635770,
  'getDelegatedBalances WALLET_ID': 635760,
  'getVaultBalance WALLET_ID': 635780,
  'listVaultHistory WALLET_ID': 635780,
  ORDER_ID: 'shop1_20261120_000017',
  TX_ID: '0xd0ce909fef1bf376444706196be250c8bcccc948755fd26ba7c66cbaf728cddf',
  VOUT_INDEX: 0,
  from_time: 1795104300,
  to_time: 1795166076,
  start_index: 0,
  request_number: 1000,
  'listWithdrawalHistory request_number': 10,
  'listWalletBalances request_number': 50,
  txid: '0x812439071ca58d2b4674b48e61223af7c30c6d789bfe89040c6081287e3c8c1e',
  state: -1,
  type: -1,
  convert: 'USD,EUR',
  'X-CHECKSUM': '5Hs3bQ0vI0oOQ1l2pJcV3nYx8m0cS2o7mXqk9m1r0Ew=',
};
