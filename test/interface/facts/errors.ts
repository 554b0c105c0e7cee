// The interface's section "Errors", row by row, and which rows each operation can give.
import { notListed400 } from './assumed.ts';
import type { Fields } from './notation.ts';

/** HTTP status, error code (a dash where the interface shows one), error text, and the message behind its " / ". */
export type Row = readonly [status: number, code: number | '-', text: string, message?: string];

const failed = (message: string): Row => [400, 703, 'Operation failed', message];

/** Common to all endpoints */
export const common: readonly Row[] = [
  [403, '-', 'Forbidden. Invalid wallet ID'],
  [403, '-', 'Forbidden. Header not found'],
  [403, '-', 'Forbidden. Invalid timestamp'],
  [403, '-', 'Forbidden. Invalid checksum'],
  [403, '-', 'Forbidden. Invalid API code'],
  [403, '-', 'Invalid API code for wallet {WALLET_ID}'],
  [403, '-', 'Forbidden. Checksum unmatch'],
  [403, '-', 'Forbidden. Call too frequently ({THROTTLING_COUNT} calls/minute)'],
  [404, 304, 'Wallet ID invalid'],
];

/** The common row that four endpoints are without */
export const permission: Row = [403, 385, 'API Secret not valid'];
export const withoutPermission: readonly string[] = [
  'getCallbacksById',
  'listWithdrawalStates',
  'getWithdrawalState',
  'getApiCodeStatus',
];

const invalidParameter: Row = [400, 112, 'Invalid parameter'];

/** The rows on memos and tags, listed under Withdraw and taken over by two other endpoints */
const memoLimits: readonly Row[] = [
  [400, 945, 'The max length of BNB memo is 256 chars'],
  [400, 946, 'The max length of EOS memo is 128 chars'],
  [400, 947, 'The max length of XRP destination tag is 20 chars'],
  [400, 948, 'The max length of XLM memo is 20 chars'],
  [400, 818, 'Destination Tag must be integer'],
];

const whitelistRefusals: readonly Row[] = [
  failed('invalid address: {INVALID_ADDRESS}'),
  failed('invalid user id: {INVALID_USER_ID}'),
  failed('this wallet does not support memo'),
];

const listed: Readonly<Record<string, readonly Row[]>> = {
  // Withdraw
  withdrawAssets: [
    [403, 827, 'Outgoing address in black list, abort transaction'],
    invalidParameter,
    [400, 112, 'Invalid parameter', 'maximum request limit exceeded'],
    [400, 955, 'There is no content in your withdrawal request, please check your input'],
    failed('order_id must start with {ORDERID_PREFIX}'),
    failed('order_id: {ORDER_ID} - the character backslash or slash is prohibited'),
    failed('order_id: {ORDER_ID} is invalid'),
    failed('order_id: {ORDER_ID} - memo is required'),
    failed('order_id: {ORDER_ID} - destination tag is required'),
    failed('order_id: {ORDER_ID} - invalid block_average_fee'),
    failed('order_id: {ORDER_ID} - invalid manual_fee'),
    failed('order_id: {ORDER_ID} - from_address is required'),
    failed('order_id: {ORDER_ID} - from_address_index is required'),
    failed('order_id: {ORDER_ID} - from_address_index not match'),
    failed('order_id: {ORDER_ID} - invalid from_address'),
    failed('order_id: {ORDER_ID} - from_address not support'),
    [400, 399, 'Duplicated entry: {ORDER_ID}'],
    ...memoLimits,
    [400, 944, 'The max length of order id is 255 chars'],
    failed('{DETAILED_MESSAGE}'),
    failed('HTTP resp failed {HTTP_CODE}, body: {RESPONSE_BODY}'),
    failed('Unrecognized response: {RESPONSE_BODY}, OK expected'),
    failed('request IP ({IPv4}) not in ACL'),
    failed('invalid amount {AMOUNT}'),
    failed('invalid amount decimals {AMOUNT}'),
    [404, 312, 'Policy not found', 'no active withdrawal policy found'],
  ],
  // Create deposit addresses
  createDepositAddresses: [
    [403, 112, 'Invalid parameter'],
    [403, 706, 'Exceed max allow wallet limitation, Upgrade your SKU to get more wallets'],
    [
      400,
      421,
      'Mapped(Token) wallet not allow to create deposit addresses, please create the deposit wallet in parent wallet, the address will be synced to mapped wallet automatically',
    ],
    [400, 500, 'insufficient fund'],
    failed('{JSON_PARSER_MESSAGE}'),
    ...memoLimits,
  ],
  // Other endpoints
  listWithdrawalHistory: [invalidParameter],
  checkWhitelistEntry: [invalidParameter, failed('not found'), ...whitelistRefusals],
  addWhitelistEntries: [...whitelistRefusals, invalidParameter, ...memoLimits],
  getDelegatedBalances: [invalidParameter],
  getWithdrawalEventLogs: [
    invalidParameter,
    [400, 112, 'Invalid parameter', '{TXID} not found'],
    [400, 112, 'Invalid parameter', '{TXID} not in blockchain'],
    [400, 303, 'Invalid currency'],
  ],
  getVaultBalance: [invalidParameter],
};

/** Whether the interface lists no 400 at all for the operation, so that its one 400 row is assumed. */
export function lacks400(operationId: string): boolean {
  return !(operationId in listed);
}

/** Every row that the operation can give. */
export function rowsOf(operationId: string): readonly Row[] {
  return [
    ...common,
    ...(withoutPermission.includes(operationId) ? [] : [permission]),
    ...(listed[operationId] ?? [notListed400]),
  ];
}

/** An error body; its `message` is assumed, see assumed.ts. `blacklist` holds each problematic address with its causes. */
export const errorBody = {
  'error_code?': 'int',
  error: 'string',
  'blacklist?': { '{address}': 'string[]' },
} satisfies Fields;

/** The error that carries a blacklist, and no other does. */
export const blacklistCode = 827;
