// Breaks of how an operation is called: its path, its authentication, its parameters, its body.
import * as change from './ways.ts';

const { set, setOwn, required, security } = change;

const order = 'withdrawAssets body requests[]';
const vault = 'listVaultHistory query';
const check = '/v1/svc/wallets/{WALLET_ID}/sender/whitelist/check';
const list = '/v1/svc/wallets/readonly/walletlist';
const strings = { type: 'array', items: { type: 'string' } };

/** The call and who may make it. */
export const calls: readonly change.Break[] = [
  ['listWallets', change.move(), `is missing, the interface has GET ${list}`],
  ['probe', change.addOperation, 'is in the document, the interface has no such operation'],
  ['listWallets', change.move(`GET ${list}s`), `call is GET ${list}s, the interface says GET ${list}`],
  ['checkWhitelistEntry', change.move(`PUT ${check}`), `call is PUT ${check}, the interface says POST ${check}`],
  [
    'getVaultBalance',
    security(['ApiCode', 'Checksum']),
    'security is ApiCode and Checksum, the interface says ApiCode and Checksum and Timestamp',
  ],
  [
    'getVaultBalance',
    security(['ApiCode'], ['Checksum'], ['Timestamp']),
    'security is ApiCode, or Checksum, or Timestamp, the interface says ApiCode and Checksum and Timestamp',
  ],
  [
    'listWallets',
    security(['ApiCode', 'Checksum', 'Timestamp']),
    'security is ApiCode and Checksum and Timestamp, the interface says Checksum and ReadOnlyApiCode and Timestamp',
  ],
  ['scheme Timestamp', setOwn({ in: 'header' }), 'part is apiKey header t, the interface says apiKey query t'],
  [
    'schemas',
    (document) => {
      Object.assign(document, { jsonSchemaDialect: undefined });
    },
    'dialect is undefined, the interface says https://json-schema.org/draft/2020-12/schema',
  ],
  [
    'servers',
    (document) => {
      Object.assign(document, { servers: [{ url: 'https://wallet.example' }] });
    },
    'url is https://wallet.example, the interface says http://127.0.0.1:4010, {protocol}://{base_url}, which is https://wallet.example with protocol https or http',
  ],
  [
    'servers',
    (document) => {
      const [, service] = document.servers as { variables: { protocol: object } }[];
      Object.assign(service?.variables.protocol ?? {}, { default: 'http' });
    },
    'url is http://127.0.0.1:4010, {protocol}://{base_url}, which is http://wallet.example with protocol https or http, the interface says http://127.0.0.1:4010, {protocol}://{base_url}, which is https://wallet.example with protocol https or http',
  ],
  [
    'servers',
    (document) => {
      const [, service] = document.servers as { variables: { protocol: object } }[];
      Object.assign(service?.variables.protocol ?? {}, { enum: ['http'] });
    },
    'url is http://127.0.0.1:4010, {protocol}://{base_url}, which is https://wallet.example with protocol http, the interface says http://127.0.0.1:4010, {protocol}://{base_url}, which is https://wallet.example with protocol https or http',
  ],
  ['listWallets', setOwn({ deprecated: true }), 'deprecated is true, the interface states none'],
  ['listWallets 200', setOwn({ headers: {} }), 'headers is {}, the interface states none'],
  ['listWallets 200', setOwn({ links: {} }), 'links is {}, the interface states none'],
  ['withdrawAssets', setOwn({ servers: [] }), 'servers is [], the interface states none'],
  ['withdrawAssets', setOwn({ callbacks: {} }), 'callbacks is {}, the interface states none'],
  [
    'withdrawAssets body requests[].memo',
    set({ contentEncoding: 'base64' }),
    'contentEncoding is "base64", the interface states none',
  ],
  ['withdrawAssets body', change.body({ required: false }), 'is optional, the interface has it required'],
  [
    'getCallbacksById body',
    change.body({ content: { 'text/plain': {} } }),
    'media type is text/plain, the interface says application/json',
  ],
];

/** Parameters in the path and in the query. */
export const parameters: readonly change.Break[] = [
  ['getVaultBalance path WALLET_ID', setOwn({ example: 635743 }), 'is shown with 635743, all else tells of 635780'],
  ['listCallbacks query type', setOwn({ example: undefined }), 'is shown with nothing, all else tells of -1'],
  ['listCallbacks query type', change.dropParameter, 'is missing, the interface has this parameter'],
  ['listWallets query type', change.addParameter, 'is in the document, the interface has no such parameter'],
  [`${vault} from_time`, setOwn({ required: true }), 'is required, the interface has it optional'],
  ['getWithdrawalEventLogs query txid', setOwn({ required: false }), 'is optional, the interface has it required'],
  [`${vault} request_number`, set({ default: 100 }), 'default is 100, the interface says 1000'],
  [`${vault} to_time`, set({ default: 0 }), 'default is 0, the interface states none'],
  ['listWithdrawalHistory query request_number', set({ maximum: 5000 }), 'maximum is 5000, the interface says 500'],
  [
    'listDepositAddresses query request_number',
    set({ maximum: undefined }),
    'maximum is absent, the interface says 5000',
  ],
  ['listWalletBalances query request_number', set({ minimum: 1 }), 'minimum is 1, the interface states none'],
  [
    `${vault} state`,
    set({ enum: [-1, 0, 1, 2, 3, 4, 5] }),
    'enum is [-1,0,1,2,3,4,5], the interface says [-1,0,1,2,3,4,5,6]',
  ],
  [`${vault} state`, setOwn({ explode: false }), 'explode is false, the interface states none'],
  [`${vault} state`, setOwn({ deprecated: true }), 'deprecated is true, the interface states none'],
  ['getDepositCallback path VOUT_INDEX', set({ type: 'string' }), 'type is "string", the interface says "integer"'],
];

/** Request bodies. */
export const requests: readonly change.Break[] = [
  [`${order}.memo`, change.drop, 'is missing, the interface has it'],
  [`${order}.nonce`, change.add, 'is in the document, the interface has no such field'],
  ['createDepositAddresses body count', required(false), 'is optional, the interface has it required'],
  [`${order}.memo`, required(true), 'is required, the interface has it optional'],
  [`${order}.order_id`, set({ maxLength: 200 }), 'maxLength is 200, the interface says 255'],
  [`${order}.manual_fee`, set({ maximum: 200 }), 'maximum is 200, the interface says 2000'],
  [`${order}.block_average_fee`, set({ minimum: undefined }), 'minimum is absent, the interface says 1'],
  [`${order}.ignore_gas_estimate_fail`, set({ default: true }), 'default is true, the interface says false'],
  ['getCallbacksById body ids', set({ maxItems: 10 }), 'maxItems is 10, the interface says 100'],
  ['getDelegatedBalances body addresses', set({ maxItems: 10 }), 'maxItems is 10, the interface states none'],
  ['withdrawAssets body requests', set({ maxItems: 50 }), 'maxItems is 50, the interface states none'],
  [`${order}.memo`, set({ readOnly: true }), 'readOnly is true, the interface states none'],
  [`${order}.amount`, set({ pattern: String.raw`^-?[0-9]+(\.[0-9]+)?$` }), 'accepts "-1", the interface refuses it'],
  [
    `${order}.amount`,
    set({ pattern: String.raw`^(0|[1-9][0-9]*)(\.[0-9]+)?$` }),
    'refuses "00", the interface accepts it',
  ],
  [`${order}.contract_abi`, set({ pattern: '^[^:]+:[0-9A-F]*$' }), 'refuses "mint:0x", the interface accepts it'],
  [`${order}.order_id`, set({ pattern: String.raw`^[^\\]*$` }), 'accepts "PREFIX/1", the interface refuses it'],
  [`${order}.order_id`, set({ pattern: '^[A-Z]*$' }), 'refuses "PREFIX_1", the interface accepts it'],
  [`${order}.user_id`, set({ pattern: '^[a-z]+$' }), 'pattern is "^[a-z]+$", the interface states none'],
  [
    'withdrawAssets body',
    (document) => {
      set({ not: undefined, oneOf: undefined, dependentSchemas: undefined })(document, order);
    },
    'accepts {"requests":[{"order_id":"PREFIX_1","address":"an address","amount":"1.5","block_average_fee":1,"manual_fee":1}]}, the interface refuses it',
  ],
  [
    'getDelegatedBalances body',
    set({
      oneOf: undefined,
      type: 'object',
      properties: { addresses: strings, address: strings },
      additionalProperties: false,
    }),
    'accepts {"addresses":["a"],"address":["a"]}, the interface refuses it',
  ],
  [
    'checkWhitelistEntry body',
    set({ additionalProperties: true }),
    'accepts fields it does not list, a request is closed',
  ],
];
