// The interface's "Condition" column where a schema keyword can tell the condition: which row answers which broken keyword.
import { endpoints } from './endpoints.ts';

/** The place, the keyword broken there (`required.x` for a missing x), and the row's message, or its text where it has none. */
export type Refusal = readonly [place: string, keyword: string, row: string];

const item = 'withdrawAssets body requests[]';
const noContent = 'There is no content in your withdrawal request, please check your input';
const orderId = 'order_id: {ORDER_ID} -';

const stated: readonly Refusal[] = [
  // Common to all endpoints: a missing part of the authentication
  ['scheme ApiCode', 'anything', 'Forbidden. Header not found'],
  ['scheme ReadOnlyApiCode', 'anything', 'Forbidden. Header not found'],
  ['scheme Checksum', 'anything', 'Forbidden. Header not found'],
  ['scheme Timestamp', 'anything', 'Forbidden. Header not found'],
  // Withdraw
  ['withdrawAssets body', 'required.requests', noContent],
  ['withdrawAssets body requests', 'minItems', noContent],
  [`${item}.order_id`, 'minLength', 'order_id: {ORDER_ID} is invalid'], // assumed: which else are invalid is not shown
  [`${item}.order_id`, 'pattern', `${orderId} the character backslash or slash is prohibited`],
  [`${item}.block_average_fee`, 'minimum', `${orderId} invalid block_average_fee`],
  [`${item}.block_average_fee`, 'maximum', `${orderId} invalid block_average_fee`],
  [`${item}.manual_fee`, 'minimum', `${orderId} invalid manual_fee`],
  [`${item}.manual_fee`, 'maximum', `${orderId} invalid manual_fee`],
  [item, 'dependentRequired.from_address', `${orderId} from_address is required`],
  [item, 'dependentRequired.from_address_index', `${orderId} from_address_index is required`],
  [`${item}.order_id`, 'maxLength', 'The max length of order id is 255 chars'],
  [`${item}.amount`, 'pattern', 'invalid amount {AMOUNT}'],
  [`${item}.order_id`, 'x-unique', 'Duplicated entry: {ORDER_ID}'],
  // Create deposit addresses
  ['createDepositAddresses body memos', 'x-length', 'Invalid parameter'],
  // Other endpoints: check and add whitelist
  ['checkWhitelistEntry body user_id', 'maxLength', 'invalid user id: {INVALID_USER_ID}'],
  ['addWhitelistEntries body items[].user_id', 'maxLength', 'invalid user id: {INVALID_USER_ID}'],
];

/** What a malformed request gets: the interface lists row 112 for it, or none at all, but for one operation. */
const malformed = Object.entries(endpoints).flatMap(([operationId, { call }]): Refusal[] => [
  [operationId, 'anything', operationId === 'createDepositAddresses' ? '{JSON_PARSER_MESSAGE}' : 'Invalid parameter'],
  ...(call.includes('{WALLET_ID}')
    ? (['type', 'format'] as const).map(
        (keyword) => [`${operationId} path WALLET_ID`, keyword, 'Forbidden. Invalid wallet ID'] as const,
      )
    : []),
]);

/** Every refusal, by place. */
export const refusals: readonly Refusal[] = [...stated, ...malformed];
