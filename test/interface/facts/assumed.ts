// What the interface does not show and the document assumes: checked too, and kept apart from what the interface states.
import type { Fields } from './notation.ts';
import type { Row } from './errors.ts';
import { walletBalance } from './resources.ts';

/** 15. Query wallets balance: the envelope is not shown; this one follows operation 16's. */
export const walletBalancesReply = { total: 'int', wallet_balances: [walletBalance] } satisfies Fields;

/** 18. Query currency prices: the nesting is not shown, nor the wire type of a price. */
export const currencyPricesReply = {
  currency_prices: [{ currency: 'int64', token_address: 'string', prices: { '{currency}': 'amount' } }],
  last_refresh_attempt_time: 'seconds',
  last_refresh_success_time: 'seconds',
} satisfies Fields;

/** The answer to a malformed request where the interface lists no 400. */
export const notListed400: Row = ['later', 400, 112, 'Invalid parameter'];

/** By which dialect the schemas are read: many validators take an older one unless they are told, and overlook half of them. */
export const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** How a callback comes: that is not shown. */
export const callbackMethod = 'POST';

/** What proves its sender. */
export const callbackHeader = 'header X-CHECKSUM, or none';

/** The field that carries the part of an error row behind its " / ". */
export const messageField = { 'message?': 'string' } satisfies Fields;

/**
 * Keywords that the interface implies without stating them: the document may have each at these places, with this value.
 * What narrows an answer follows from the request that it answers, or from what the thing is.
 */
export const implied: readonly (readonly [place: RegExp, keyword: string, value: unknown, because: string])[] = [
  [/ path ORDER_ID$/, 'maxLength', 255, 'it is an order_id'],
  [/( path ORDER_ID| body requests\[\]\.order_id)$/, 'minLength', 1, 'an ID is not empty'],
  [/([ .]address|wallet_address| body requests\[\]\.from_address)$/, 'minLength', 1, 'an address is not empty'],
  [/ path ORDER_ID$/, 'pattern', String.raw`^[^/\\]*$`, 'it is an order_id'],
  [/ 40[034] error$/, 'minLength', 1, 'an error has a text'],
  [/\.api_code$/, 'minLength', 1, 'an API code is not empty'],
  [/logs\[\]\.(block|tx)_hash$/, 'minLength', 1, 'an event in chain has both'],
  [/\.decimals$/, 'pattern', '^[0-9]+$', 'a number of decimals'],
  [/\.token_decimals$/, 'pattern', '^[0-9]*$', 'a number of decimals, or no token'],
  [/^withdrawAssets body requests$/, 'minItems', 1, 'a call without orders has an error row of its own'],
  [/^createDepositAddresses body memos$/, 'maxItems', 1000, 'one for each address'],
  [/^createDepositAddresses reply address(es|_indexes)$/, 'maxItems', 1000, 'one for each address'],
  [/^listWithdrawalHistory reply transactions$/, 'maxItems', 500, 'request_number at most'],
  [/^listVaultHistory reply transaction_item$/, 'maxItems', 5000, 'request_number at most'],
  [/^getCallbacksById reply notifications$/, 'maxItems', 100, 'one for each id'],
  [/^listDepositAddresses reply wallet_address$/, 'maxItems', 5000, 'request_number at most'],
  [/^listWhitelistEntries reply items$/, 'maxItems', 2000, 'request_number at most'],
  [/^getDelegatedBalances reply balances$/, 'maxProperties', 10, 'one for each address that is taken'],
  [/^listWalletBalances reply wallet_balances$/, 'maxItems', 100, 'request_number at most'],
];
