/** One plain call of each operation through the client, and an error that it documents, typed by hand. */
import type { TypedFetch } from '@wallet-operations/client';

interface Call {
  readonly call: (
    client: TypedFetch,
    headers: Record<string, string>,
  ) => Promise<{ response: Response; data?: unknown; error?: unknown }>;
  /** An error of the interface that this operation can give. */
  readonly error: { readonly status: number; readonly reason: string; readonly body: Record<string, unknown> };
}

const WALLET_ID = 635743n;
const path = { WALLET_ID };
const order = { WALLET_ID, ORDER_ID: 'shop1_20261120_000017' };
const address = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const txid = '0xd0ce909fef1bf376444706196be250c8bcccc948755fd26ba7c66cbaf728cddf';

export const calls: Record<string, Call> = {
  withdrawAssets: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/sender/transactions', {
        headers,
        params: { path },
        body: { requests: [{ order_id: 'shop1_1', address, amount: '1.5', manual_fee: 40 }], ignore_black_list: false },
      }),
    error: {
      status: 400,
      reason: 'duplicated_entry',
      body: { error_code: 399, error: 'Duplicated entry: shop1_20261120_000017' },
    },
  },
  createDepositAddresses: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/addresses', {
        headers,
        params: { path },
        body: { count: 2, labels: ['a', 'b'] },
      }),
    error: { status: 400, reason: 'insufficient_fund', body: { error_code: 500, error: 'insufficient fund' } },
  },
  getWithdrawalState: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}', { headers, params: { path: order } }),
    error: { status: 404, reason: 'not_found', body: { error_code: 304, error: 'Wallet ID invalid' } },
  },
  listWithdrawalStates: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/{ORDER_ID}/all', {
        headers,
        params: { path: order },
      }),
    error: { status: 404, reason: 'not_found', body: { error_code: 304, error: 'Wallet ID invalid' } },
  },
  listWithdrawalHistory: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions', {
        headers,
        params: { path, query: { from_time: 0, to_time: 1795166076, start_index: 0, request_number: 500 } },
      }),
    error: { status: 400, reason: 'invalid_time', body: { error_code: 112, error: 'Invalid parameter' } },
  },
  listVaultHistory: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/transactions', {
        headers,
        params: { path, query: { from_time: 0, to_time: 1795166076, start_index: 0, request_number: 5000, state: -1 } },
      }),
    error: { status: 403, reason: 'api_secret_not_valid', body: { error_code: 385, error: 'API Secret not valid' } },
  },
  listCallbacks: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/notifications', {
        headers,
        params: { path, query: { from_time: 0, to_time: 1795166076, type: -1 } },
      }),
    error: { status: 403, reason: 'invalid_timestamp', body: { error: 'Forbidden. Invalid timestamp' } },
  },
  getCallbacksById: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/notifications/get_by_id', {
        headers,
        params: { path },
        body: { ids: [90000000331n] },
      }),
    error: { status: 403, reason: 'invalid_checksum', body: { error: 'Forbidden. Invalid checksum' } },
  },
  getDepositCallback: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/receiver/notifications/txid/{TX_ID}/{VOUT_INDEX}', {
        headers,
        params: { path: { WALLET_ID, TX_ID: txid, VOUT_INDEX: 0 } },
      }),
    error: { status: 404, reason: 'not_found', body: { error_code: 304, error: 'Wallet ID invalid' } },
  },
  listDepositAddresses: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/addresses', {
        headers,
        params: { path, query: { start_index: 0, request_number: 5000 } },
      }),
    error: { status: 403, reason: 'invalid_wallet_id', body: { error: 'Forbidden. Invalid wallet ID' } },
  },
  addWhitelistEntries: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/sender/whitelist', {
        headers,
        params: { path },
        body: { items: [{ address, user_id: 'customer-4711' }] },
      }),
    error: {
      status: 400,
      reason: 'memo_not_supported',
      body: { error_code: 703, error: 'Operation failed', message: 'this wallet does not support memo' },
    },
  },
  checkWhitelistEntry: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/sender/whitelist/check', {
        headers,
        params: { path },
        body: { address },
      }),
    error: {
      status: 400,
      reason: 'whitelist_entry_not_found',
      body: { error_code: 703, error: 'Operation failed', message: 'not found' },
    },
  },
  listWhitelistEntries: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/sender/whitelist', {
        headers,
        params: {
          path,
          query: { from_time: 0, to_time: 1795166076, start_index: 0n, request_number: 2000n, state: 1 },
        },
      }),
    error: { status: 403, reason: 'checksum_unmatch', body: { error: 'Forbidden. Checksum unmatch' } },
  },
  getDelegatedBalances: {
    call: (client, headers) =>
      client.POST('/v1/svc/wallets/{WALLET_ID}/receiver/get-balances', {
        headers,
        params: { path },
        body: { addresses: [address] },
      }),
    error: { status: 400, reason: 'malformed_body', body: { error_code: 112, error: 'Invalid parameter' } },
  },
  listWalletBalances: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/readonly/walletlist/balances', {
        headers,
        params: { query: { type: -1, start_index: 0, request_number: 100 } },
      }),
    error: { status: 403, reason: 'invalid_api_code', body: { error: 'Forbidden. Invalid API code' } },
  },
  listWallets: {
    call: (client, headers) => client.GET('/v1/svc/wallets/readonly/walletlist', { headers }),
    error: { status: 403, reason: 'invalid_api_code', body: { error: 'Forbidden. Invalid API code' } },
  },
  getVaultBalance: {
    call: (client, headers) => client.GET('/v1/svc/wallets/{WALLET_ID}/vault/balance', { headers, params: { path } }),
    error: { status: 403, reason: 'api_code_mismatched', body: { error: 'Invalid API code for wallet 635743' } },
  },
  getCurrencyPrices: {
    call: (client, headers) =>
      client.GET('/v1/svc/currency/prices', { headers, params: { query: { convert: 'USD,EUR' } } }),
    error: {
      status: 403,
      reason: 'call_too_frequently',
      body: { error: 'Forbidden. Call too frequently (300 calls/minute)' },
    },
  },
  getApiCodeStatus: {
    call: (client, headers) => client.GET('/v1/svc/wallets/{WALLET_ID}/apisecret', { headers, params: { path } }),
    error: { status: 403, reason: 'header_not_found', body: { error: 'Forbidden. Header not found' } },
  },
  getWithdrawalEventLogs: {
    call: (client, headers) =>
      client.GET('/v1/svc/wallets/{WALLET_ID}/sender/transactions/eventlog', {
        headers,
        params: { path, query: { txid } },
      }),
    error: { status: 400, reason: 'currency_not_supported', body: { error_code: 303, error: 'Invalid currency' } },
  },
};
