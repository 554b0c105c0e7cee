// The interface's section "Errors", row by row, and which rows each operation can give.
import { notListed400 } from './assumed.ts';
import type { Fields } from './notation.ts';

/**
 * What follows from the row's condition for the very same request. `never`: the condition hangs on the request alone, so that each copy
 * of it is refused so. `later`: it hangs on a list, a setting, funds, the chain or credentials, or the words tell no condition.
 * `soon`: it hangs on the moment. With the stage, where no order of the request is the cause: before anything of the request is
 * carried out, or for the caller or the wallet as a whole.
 */
export type Advice = `${'never' | 'later' | 'soon'}${'' | ' authentication' | ' admission'}`;

/** The advice, HTTP status, error code (a dash where the interface shows one), error text, and the message behind its " / ". */
export type Row = readonly [advice: Advice, status: number, code: number | '-', text: string, message?: string];

const failed = (advice: Advice, message: string): Row => [advice, 400, 703, 'Operation failed', message];

/** Common to all endpoints */
export const common: readonly Row[] = [
  ['later authentication', 403, '-', 'Forbidden. Invalid wallet ID'],
  ['later authentication', 403, '-', 'Forbidden. Header not found'],
  ['soon authentication', 403, '-', 'Forbidden. Invalid timestamp'],
  ['soon authentication', 403, '-', 'Forbidden. Invalid checksum'],
  ['later authentication', 403, '-', 'Forbidden. Invalid API code'],
  ['later authentication', 403, '-', 'Invalid API code for wallet {WALLET_ID}'],
  ['later authentication', 403, '-', 'Forbidden. Checksum unmatch'],
  ['soon authentication', 403, '-', 'Forbidden. Call too frequently ({THROTTLING_COUNT} calls/minute)'],
  ['later admission', 404, 304, 'Wallet ID invalid'],
];

/** The common row that four endpoints are without */
export const permission: Row = ['later authentication', 403, 385, 'API Secret not valid'];
export const withoutPermission: readonly string[] = [
  'getCallbacksById',
  'listWithdrawalStates',
  'getWithdrawalState',
  'getApiCodeStatus',
];

const invalidParameter = (advice: Advice): Row => [advice, 400, 112, 'Invalid parameter'];

/** The rows on memos and tags, listed under Withdraw and taken over by two other endpoints */
const memoLimits: readonly Row[] = [
  ['never', 400, 945, 'The max length of BNB memo is 256 chars'],
  ['never', 400, 946, 'The max length of EOS memo is 128 chars'],
  ['never', 400, 947, 'The max length of XRP destination tag is 20 chars'],
  ['never', 400, 948, 'The max length of XLM memo is 20 chars'],
  ['never', 400, 818, 'Destination Tag must be integer'],
];

const whitelistRefusals: readonly Row[] = [
  failed('later', 'invalid address: {INVALID_ADDRESS}'),
  failed('later', 'invalid user id: {INVALID_USER_ID}'),
  failed('later', 'this wallet does not support memo'),
];

const listed: Readonly<Record<string, readonly Row[]>> = {
  // Withdraw
  withdrawAssets: [
    ['later', 403, 827, 'Outgoing address in black list, abort transaction'],
    invalidParameter('later'),
    ['later admission', 400, 112, 'Invalid parameter', 'maximum request limit exceeded'],
    ['never admission', 400, 955, 'There is no content in your withdrawal request, please check your input'],
    failed('later', 'order_id must start with {ORDERID_PREFIX}'),
    failed('later', 'order_id: {ORDER_ID} - the character backslash or slash is prohibited'),
    failed('later', 'order_id: {ORDER_ID} is invalid'),
    failed('later', 'order_id: {ORDER_ID} - memo is required'),
    failed('later', 'order_id: {ORDER_ID} - destination tag is required'),
    failed('later', 'order_id: {ORDER_ID} - invalid block_average_fee'),
    failed('later', 'order_id: {ORDER_ID} - invalid manual_fee'),
    failed('later', 'order_id: {ORDER_ID} - from_address is required'),
    failed('later', 'order_id: {ORDER_ID} - from_address_index is required'),
    failed('later', 'order_id: {ORDER_ID} - from_address_index not match'),
    failed('later', 'order_id: {ORDER_ID} - invalid from_address'),
    failed('later', 'order_id: {ORDER_ID} - from_address not support'),
    ['later', 400, 399, 'Duplicated entry: {ORDER_ID}'],
    ...memoLimits,
    ['never', 400, 944, 'The max length of order id is 255 chars'],
    failed('later', '{DETAILED_MESSAGE}'),
    failed('later', 'HTTP resp failed {HTTP_CODE}, body: {RESPONSE_BODY}'),
    failed('later', 'Unrecognized response: {RESPONSE_BODY}, OK expected'),
    failed('later admission', 'request IP ({IPv4}) not in ACL'),
    failed('later', 'invalid amount {AMOUNT}'),
    failed('later', 'invalid amount decimals {AMOUNT}'),
    ['later admission', 404, 312, 'Policy not found', 'no active withdrawal policy found'],
  ],
  // Create deposit addresses
  createDepositAddresses: [
    ['never', 403, 112, 'Invalid parameter'],
    ['later', 403, 706, 'Exceed max allow wallet limitation, Upgrade your SKU to get more wallets'],
    [
      'later',
      400,
      421,
      'Mapped(Token) wallet not allow to create deposit addresses, please create the deposit wallet in parent wallet, the address will be synced to mapped wallet automatically',
    ],
    ['later', 400, 500, 'insufficient fund'],
    failed('later', '{JSON_PARSER_MESSAGE}'),
    ...memoLimits,
  ],
  // Other endpoints
  listWithdrawalHistory: [invalidParameter('later')],
  checkWhitelistEntry: [invalidParameter('later'), failed('later', 'not found'), ...whitelistRefusals],
  addWhitelistEntries: [...whitelistRefusals, invalidParameter('later'), ...memoLimits],
  getDelegatedBalances: [invalidParameter('later')],
  getWithdrawalEventLogs: [
    invalidParameter('later'),
    ['later', 400, 112, 'Invalid parameter', '{TXID} not found'],
    ['later', 400, 112, 'Invalid parameter', '{TXID} not in blockchain'],
    ['later', 400, 303, 'Invalid currency'],
  ],
  getVaultBalance: [invalidParameter('later')],
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
