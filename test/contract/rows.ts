// The name of each error row, and what stands in the place of its placeholders where an example shows it.
import { rowsOf, type Row } from '../interface/facts/errors.ts';
import type { Json } from './expected.ts';

/** A row as one operation gives it. */
export interface NamedRow {
  readonly reason: string;
  readonly row: Row;
  /** What the example has in the place of each placeholder. */
  readonly values: Readonly<Record<string, string>>;
  /** The body of the example, in the order in which it is written. */
  readonly body: Json;
}

type Name = readonly [reason: string, values?: Readonly<Record<string, string>>];

const first = { ORDER_ID: 'shop1_20261120_000017' };
const tagged = { ORDER_ID: 'shop1_20261120_000021' };
const delegated = { ORDER_ID: 'shop1_20261120_000031' };

/** By the message of a row, or by its text where it has none. */
const names: Readonly<Record<string, Name>> = {
  'Forbidden. Invalid wallet ID': ['invalid_wallet_id'],
  'Forbidden. Header not found': ['header_not_found'],
  'Forbidden. Invalid timestamp': ['invalid_timestamp'],
  'Forbidden. Invalid checksum': ['invalid_checksum'],
  'Forbidden. Invalid API code': ['invalid_api_code'],
  'Invalid API code for wallet {WALLET_ID}': ['api_code_mismatched', { WALLET_ID: '635743' }],
  'Forbidden. Checksum unmatch': ['checksum_unmatch'],
  'Forbidden. Call too frequently ({THROTTLING_COUNT} calls/minute)': [
    'call_too_frequently',
    { THROTTLING_COUNT: '300' },
  ],
  'Wallet ID invalid': ['not_found'],
  'API Secret not valid': ['api_secret_not_valid'],
  'The max length of BNB memo is 256 chars': ['bnb_memo_too_long'],
  'The max length of EOS memo is 128 chars': ['eos_memo_too_long'],
  'The max length of XRP destination tag is 20 chars': ['xrp_destination_tag_too_long'],
  'The max length of XLM memo is 20 chars': ['xlm_memo_too_long'],
  'Destination Tag must be integer': ['destination_tag_not_integer'],
  'invalid address: {INVALID_ADDRESS}': [
    'invalid_address',
    { INVALID_ADDRESS: '0x25d5CCebBE3312bFA782543E744F50B1Db0B' },
  ],
  'invalid user id: {INVALID_USER_ID}': ['invalid_user_id', { INVALID_USER_ID: `user-${'7'.repeat(251)}` }],
  'this wallet does not support memo': ['memo_not_supported'],
  'Outgoing address in black list, abort transaction': ['address_blacklisted'],
  'maximum request limit exceeded': ['request_limit_exceeded'],
  'There is no content in your withdrawal request, please check your input': ['no_orders'],
  'order_id must start with {ORDERID_PREFIX}': ['order_id_prefix_mismatch', { ORDERID_PREFIX: 'shop1_' }],
  'order_id: {ORDER_ID} - the character backslash or slash is prohibited': [
    'order_id_prohibited_character',
    { ORDER_ID: 'shop1_2026/000017' },
  ],
  'order_id: {ORDER_ID} is invalid': ['invalid_order_id', { ORDER_ID: 'shop1_' }],
  'order_id: {ORDER_ID} - memo is required': ['memo_required', first],
  'order_id: {ORDER_ID} - destination tag is required': ['destination_tag_required', tagged],
  'order_id: {ORDER_ID} - invalid block_average_fee': ['invalid_block_average_fee', first],
  'order_id: {ORDER_ID} - invalid manual_fee': ['invalid_manual_fee', first],
  'order_id: {ORDER_ID} - from_address is required': ['from_address_required', delegated],
  'order_id: {ORDER_ID} - from_address_index is required': ['from_address_index_required', delegated],
  'order_id: {ORDER_ID} - from_address_index not match': ['from_address_index_mismatch', delegated],
  'order_id: {ORDER_ID} - invalid from_address': ['invalid_from_address', delegated],
  'order_id: {ORDER_ID} - from_address not support': ['from_address_not_supported', first],
  'Duplicated entry: {ORDER_ID}': ['duplicated_entry', first],
  'The max length of order id is 255 chars': ['order_id_too_long'],
  '{DETAILED_MESSAGE}': [
    'authentication_callback_unreachable',
    { DETAILED_MESSAGE: 'dial tcp 203.0.113.10:443: connect: connection refused' },
  ],
  'HTTP resp failed {HTTP_CODE}, body: {RESPONSE_BODY}': [
    'authentication_callback_failed',
    { HTTP_CODE: '502', RESPONSE_BODY: 'Bad Gateway' },
  ],
  'Unrecognized response: {RESPONSE_BODY}, OK expected': [
    'authentication_callback_unrecognized',
    { RESPONSE_BODY: '{"approved":true}' },
  ],
  'request IP ({IPv4}) not in ACL': ['ip_not_in_acl', { IPv4: '198.51.100.7' }],
  'invalid amount {AMOUNT}': ['invalid_amount', { AMOUNT: '1.5abc' }],
  'invalid amount decimals {AMOUNT}': ['invalid_amount_decimals', { AMOUNT: '0.1234567' }],
  'no active withdrawal policy found': ['policy_not_found'],
  'Exceed max allow wallet limitation, Upgrade your SKU to get more wallets': ['address_limit_reached'],
  'Mapped(Token) wallet not allow to create deposit addresses, please create the deposit wallet in parent wallet, the address will be synced to mapped wallet automatically':
    ['mapped_wallet_not_allowed'],
  'insufficient fund': ['insufficient_fund'],
  '{JSON_PARSER_MESSAGE}': ['body_not_parsed', { JSON_PARSER_MESSAGE: 'unexpected end of JSON input' }],
  'not found': ['whitelist_entry_not_found'],
  '{TXID} not found': [
    'txid_not_found',
    { TXID: '0xcd74cc9df2f3c4bf8fa39c16d5715f7f0940f77a4fceaad4375922b203f188ba' },
  ],
  '{TXID} not in blockchain': [
    'txid_not_in_blockchain',
    { TXID: '0x12e52eb6e9275c53c49b2518c05180e15609e008ae931d0976ea535070f2585c' },
  ],
  'Invalid currency': ['currency_not_supported'],
};

/** Row 112 without a message: its words say the same for every operation, its conditions differ. */
const invalidParameter: Readonly<Record<string, string>> = {
  createDepositAddresses: 'memo_count_mismatch',
  listWithdrawalHistory: 'invalid_time',
  getWithdrawalEventLogs: 'missing_parameter',
  withdrawAssets: 'malformed_body',
  checkWhitelistEntry: 'malformed_body',
  addWhitelistEntries: 'malformed_body',
  getDelegatedBalances: 'malformed_body',
  getVaultBalance: 'malformed_body',
};

const blacklist = { '0xA1F4014f85Aac4c098906327b4EC4B6e3FB13089': ['sanctions', 'mixer'] };

/** Every row that an operation can give, named. */
export function namedRowsOf(operationId: string): readonly NamedRow[] {
  return rowsOf(operationId).map((row) => {
    const [, , code, text, message] = row;
    const [reason, values = {}] = nameOf(operationId, message ?? text);
    const body = {
      ...(code !== '-' && { error_code: code }),
      error: filled(text, values),
      ...(message !== undefined && { message: filled(message, values) }),
      ...(reason === 'address_blacklisted' && { blacklist }),
    };
    return { reason, row, values, body };
  });
}

function nameOf(operationId: string, words: string): Name {
  if (words === 'Invalid parameter') return [invalidParameter[operationId] ?? 'invalid_parameter'];
  const name = names[words];
  if (!name) throw new Error(`no name is expected for the row "${words}": type it into rows.ts`);
  return name;
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`"${template}" needs a value for ${name}: type it into rows.ts`);
    return value;
  });
}

/** Whether a text is the template, whatever stands in the place of its placeholders; neither is a text where there is none. */
export function fits(text: unknown, template: string | undefined): boolean {
  if (template === undefined || typeof text !== 'string') return text === template;
  const pieces = template.split(/\{\w+\}/).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${pieces.join('.*')}$`, 's').test(text);
}
