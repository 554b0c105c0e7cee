// Breaks of what comes back: answers, error rows, callbacks, and what the document says in words.
import * as change from './ways.ts';

const { set, setOwn, required, security, row, stating } = change;

const order = 'withdrawAssets body requests[]';
const transaction = 'listVaultHistory reply transaction_item[]';

/** Answers to a call that succeeds. */
export const answers: readonly change.Break[] = [
  ['listWallets reply', set({ additionalProperties: false }), 'refuses fields it does not list, an answer is open'],
  [`${transaction}.txno`, change.drop, 'is missing, the interface has it'],
  [`${transaction}.approval_item[].owner`, change.drop, 'is missing, the interface has it'],
  ['getApiCodeStatus reply inactivated.exp', change.add, 'is in the document, the interface has no such field'],
  ['listWithdrawalHistory reply transactions[].source', required(false), 'is optional, the interface has it required'],
  [
    'listDepositAddresses reply wallet_address[].address_index',
    required(true),
    'is required, the interface has it optional',
  ],
  [
    'getWithdrawalEventLogs reply logs[].removed',
    set({ type: 'string' }),
    'type is "string", the interface says "boolean"',
  ],
  [
    'listWhitelistEntries reply items[].memo',
    set({ type: ['string', 'null'] }),
    'type is ["string","null"], the interface says "string"',
  ],
  [
    'getWithdrawalEventLogs reply logs[].block_number',
    set({ format: 'int64' }),
    'format is "int64", the interface says "uint64"',
  ],
  ['getApiCodeStatus reply valid.exp', set({ format: 'int32' }), 'format is "int32", the interface says "int64"'],
  [
    'getWithdrawalState reply create_time',
    set({ format: undefined }),
    'format is absent, the interface says "date-time"',
  ],
  [
    'getVaultBalance reply balance',
    set({ pattern: undefined }),
    'pattern is absent, the interface says "by its samples"',
  ],
  ['getVaultBalance reply balance', set({ pattern: '[0-9.]+' }), 'pattern "[0-9.]+" is not anchored at both ends'],
  ['getVaultBalance reply token_balance', set({ pattern: '^[0-9.]+$' }), 'refuses "", the interface accepts it'],
  ['withdrawAssets reply results.*', set({ type: 'string' }), 'type is "string", the interface says "integer"'],
  [
    'listWithdrawalHistory reply transactions[].state',
    set({ enum: [1, 2, 3, 4] }),
    'enum is [1,2,3,4], the interface says [1,2,3]',
  ],
  ['listCallbacks reply notifications[].addon.fee', change.add, 'is in the document, the interface does not show it'],
  ['listWalletBalances reply total', set({ format: 'int64' }), 'format is "int64", the interface says "int32"'],
];

/** Answers to a call that is refused. */
export const errors: readonly change.Break[] = [
  ['getVaultBalance 404', change.dropResponse, 'is missing, the interface has this status'],
  ['getVaultBalance 500', change.addResponse, 'is in the document, the interface has no such status'],
  ['listWallets', row('API Secret not valid', change.gone), 'row 403 385 "API Secret not valid" is missing'],
  [
    'getApiCodeStatus',
    change.addRow({ reason: 'no_permission', status: 403, code: 385, text: 'API Secret not valid' }),
    'row 403 385 "API Secret not valid" is no row of this operation',
  ],
  [
    'withdrawAssets',
    row('Duplicated entry: {ORDER_ID}', stating('x-error', { code: 400 })),
    'row 400 399 "Duplicated entry: {ORDER_ID}" is missing',
  ],
  [
    'listWallets',
    row('Forbidden. Invalid checksum', stating('x-error', { code: 403 })),
    'row 403 403 "Forbidden. Invalid checksum" is no row of this operation',
  ],
  [
    'listWallets',
    row('Forbidden. Checksum unmatch', stating('x-error', { text: 'Checksum mismatch' })),
    'row 403 - "Checksum mismatch" is no row of this operation',
  ],
  [
    'checkWhitelistEntry',
    row('not found', stating('x-error', { message: 'no entry' })),
    'row 400 703 "Operation failed" / "not found" is missing',
  ],
  [
    'getVaultBalance',
    row('Wallet ID invalid', stating('value', { error_code: 305 })),
    'row 404 304 "Wallet ID invalid" is shown with error_code 305',
  ],
  [
    'getVaultBalance',
    row('Wallet ID invalid', stating('value', { error: 'Not found' })),
    'row 404 304 "Wallet ID invalid" is shown with error "Not found"',
  ],
  [
    'getVaultBalance',
    row('Wallet ID invalid', stating('value', { blacklist: {} })),
    'row 404 304 "Wallet ID invalid" is shown with a blacklist',
  ],
  [
    'getVaultBalance',
    row('Wallet ID invalid', stating('x-error', { reason: 'other' })),
    'row 404 304 "Wallet ID invalid" has the reason other under another key',
  ],
  [
    'withdrawAssets',
    row('The max length of order id is 255 chars', stating('x-error', { repeat: 'later' })),
    'row 400 944 "The max length of order id is 255 chars": repeat is later, the interface says never',
  ],
  [
    'withdrawAssets',
    row('Outgoing address in black list, abort transaction', stating('x-error', { repeat: 'never' })),
    'row 403 827 "Outgoing address in black list, abort transaction": repeat is never, the interface says later',
  ],
  [
    'createDepositAddresses',
    row('insufficient fund', stating('x-error', { repeat: 'soon' })),
    'row 400 500 "insufficient fund": repeat is soon, the interface says later',
  ],
  [
    'listWallets',
    row('Forbidden. Invalid timestamp', stating('x-error', { repeat: undefined })),
    'row 403 - "Forbidden. Invalid timestamp": repeat is none, the interface says soon',
  ],
  [
    'listWallets',
    row('Forbidden. Invalid API code', stating('x-error', { stage: undefined })),
    'row 403 - "Forbidden. Invalid API code": stage is none, the interface says authentication',
  ],
  [
    'withdrawAssets',
    row('no active withdrawal policy found', stating('x-error', { stage: 'authentication' })),
    'row 404 312 "Policy not found" / "no active withdrawal policy found": stage is authentication, the interface says admission',
  ],
  [
    'withdrawAssets',
    row('order_id: {ORDER_ID} - memo is required', stating('x-error', { stage: 'admission' })),
    'row 400 703 "Operation failed" / "order_id: {ORDER_ID} - memo is required": stage is admission, the interface says none',
  ],
  ['withdrawAssets 403 blacklist.*', set({ type: 'string' }), 'type is "string", the interface says "array"'],
  ['listWallets 400', change.unmark, 'is not marked x-unspecified, the interface does not list it'],
  [
    `${order}.order_id`,
    set({ 'x-refused-as': { maxLength: 'duplicated_entry' } }),
    'maxLength is not refused by row "The max length of order id is 255 chars"',
  ],
  [
    'scheme Checksum',
    setOwn({ 'x-refused-as': 'checksum_unmatch' }),
    'anything is not refused by row "Forbidden. Header not found"',
  ],
  ['error row stray', change.addUnusedRow, 'is in the document, no operation of the interface gives it'],
];

/** Callbacks, open points and descriptions. */
export const words: readonly change.Break[] = [
  [
    'depositCallback',
    setOwn({ operationId: 'deposited' }),
    'operationId is deposited, the interface says depositCallback',
  ],
  [
    'depositCallback header X-CHECKSUM',
    (document) => {
      const item = (document.webhooks as Record<string, { post: { parameters: object[] } }>)['depositCallback'];
      Object.assign(item?.post.parameters[0] ?? {}, { example: undefined });
    },
    'is shown with nothing, all else tells of "5Hs3bQ0vI0oOQ1l2pJcV3nYx8m0cS2o7mXqk9m1r0Ew="',
  ],
  [
    'depositCallback 200',
    (document) => {
      const item = (document.webhooks as Record<string, { post: { responses: object } }>)['depositCallback'];
      Object.assign(item?.post ?? {}, { responses: { 200: { content: {} } } });
    },
    'has a body, and nobody reads what a receiver answers',
  ],
  [
    'withdrawalCallback body addon',
    set({ additionalProperties: false }),
    'is closed, and the interface does not say what is in it',
  ],
  ['depositCallback', change.dropWebhook, 'is missing, the interface has this callback'],
  [
    'withdrawalCallback',
    (document) => {
      const item = (document.webhooks as Record<string, Record<string, unknown>>)['withdrawalCallback'] ?? {};
      item['put'] = item['post'];
      delete item['post'];
    },
    'method is PUT, the interface says POST',
  ],
  ['refundCallback', change.addWebhook, 'is in the document, the interface has no such callback'],
  [
    'withdrawalCallback',
    (document) => {
      const item = (document.webhooks as Record<string, { post: { parameters: object[] } }>)['withdrawalCallback'];
      if (item) item.post.parameters = item.post.parameters.map((one) => ({ ...one, required: true }));
    },
    'header is header X-CHECKSUM, the interface says header X-CHECKSUM, or none',
  ],
  ['withdrawalCallback body serial', change.drop, 'is missing, the interface has it'],
  ['depositCallback body wallet_id', set({ format: 'int32' }), 'format is "int32", the interface says "int64"'],
  ['withdrawalCallback', security(['Checksum']), 'security is Checksum, the interface says none'],
  [
    'listWithdrawalHistory 400',
    change.unmark,
    'no x-unspecified for the answer to another broken parameter, the interface does not show it',
  ],
  ['scheme Timestamp', change.unmark, 'no x-unspecified for valid range of t, the interface does not show it'],
  [
    'listCallbacks reply notifications[].addon',
    change.unmark,
    'no x-unspecified for content of addon, the interface does not show it',
  ],
  [
    'depositCallback header X-EXTRA',
    change.addParameter,
    'is not marked x-unspecified, the interface does not show how a callback is delivered',
  ],
  [
    `${order}.manual_fee`,
    set({ description: 'Excludes `block_average_fee`.' }),
    'its text lacks gwei, ETH, BSC, HECO, OKT, OP, ARB, CELO, FTM, PALM, XRP, XLM, BNB, DOGE, EOS, TRX, ADA, DOT, SOL',
  ],
];
