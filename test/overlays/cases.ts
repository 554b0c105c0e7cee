// Operators who answer differently: what each says, and what must follow from it in the document.
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };

/** One operator. */
export interface Case {
  /** The point that he answers, and what. */
  readonly id: string;
  readonly answer: string;
  readonly value?: unknown;
  /** Keys that lead to places of the document, each with what stands there then. */
  readonly document: readonly (readonly [keys: readonly string[], value: unknown])[];
  /** What `generated/points.js` exports then. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** A sentence of the docs page. */
  readonly docs: RegExp;
}

const schema = (name: string, ...keys: string[]): readonly string[] => ['components', 'schemas', name, ...keys];

export const cases: readonly Case[] = [
  {
    id: 'processing-state',
    answer: 'It counts from 5 on.',
    value: { inPool: 5, inChain: 6, done: 7 },
    document: [
      [schema('ProcessingState', 'enum'), [5, 6, 7]],
      [schema('ProcessingState', 'x-extensible-enum'), undefined],
      [schema('ProcessingState', 'x-answered'), 'processing-state'],
    ],
    constants: {
      ProcessingState: { inPool: 5, inChain: 6, done: 7 },
      creditedAt: { field: 'processing_state', is: 7 },
    },
    docs: /The numbers of `processing_state` are answered by your operator: 5 in pool, 6 in chain, 7 done/,
  },
  {
    id: 'safe-to-credit',
    answer: 'Once it is in the chain.',
    value: { field: 'state', is: 'inChain' },
    document: [[['x-answered-points', 'safe-to-credit', 'value', 'is'], 'inChain']],
    constants: { creditedAt: { field: 'state', is: 3, further: [4], since: 1, beside: [1, 2], stages: [0, 1, 2] } },
    docs: /Credit once, when `state` says inChain, which is 3\./,
  },
  {
    id: 'callback-type',
    answer: 'Deposits are 10, withdrawals 20, and there are no others.',
    value: { deposit: 10, withdrawal: 20 },
    document: [
      [schema('CallbackType', 'enum'), [10, 20]],
      [schema('CallbackType', 'x-enum-varnames'), ['deposit', 'withdrawal']],
    ],
    constants: { CallbackType: { deposit: 10, withdrawal: 20 } },
    docs: /\*Answered:\* Deposits are 10, withdrawals 20/,
  },
  {
    id: 'callback-state',
    answer: 'What waits comes last.',
    value: { processing: 9, inPool: 2, inChain: 3, failed: 15, cancelled: 18, dropped: 10, transactionFailed: 11 },
    document: [
      [schema('CallbackState', 'enum'), [2, 3, 9, 10, 11, 15, 18]],
      [schema('WithdrawalTransactionState', 'x-extensible-enum'), [2, 3, 4, 6, 9, 10, 11, 15, 18]],
    ],
    constants: {
      progressRanks: {
        processing_state: {},
        state: { '2': 3, '3': 9, '9': 2, '10': 15, '11': 18, '15': 10, '18': 11 },
      },
    },
    docs: /\*Answered:\* What waits comes last/,
  },
  {
    id: 'wallet-type',
    answer: 'They are numbered from 1 to 5.',
    value: { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 },
    document: [[schema('WalletType', 'enum'), [1, 2, 3, 4, 5]]],
    constants: { WalletType: { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 } },
    docs: /The numbers of the kinds are answered by your operator/,
  },
  {
    id: 'callback-signature',
    answer: 'In hex, in a header of its own.',
    value: { header: 'X-Callback-Signature', encoding: 'hex' },
    document: [[['components', 'parameters', 'CallbackChecksum', 'name'], 'X-Callback-Signature']],
    constants: { callbackSignatureHeader: 'X-Callback-Signature', callbackSignatureEncoding: 'hex' },
    docs: /\*Answered:\* In hex/,
  },
  {
    id: 'request-time',
    answer: 'Milliseconds, a minute either way.',
    value: { unit: 'milliseconds', window: 60 },
    document: [[['components', 'securitySchemes', 'Timestamp', 'x-answered'], 'request-time']],
    constants: { requestTimeUnit: 'milliseconds', requestTimeWindow: 60 },
    docs: /` in Unix milliseconds/,
  },
  {
    id: 'checksum',
    answer: 'With a nonce.',
    value: { scheme: 'sorted-sha256', nonce: 'nonce' },
    document: [
      [['x-answered-points', 'checksum', 'value', 'nonce'], 'nonce'],
      [['components', 'securitySchemes', 'Nonce', 'in'], 'query'],
      [['components', 'securitySchemes', 'Nonce', 'name'], 'nonce'],
      [['security', '0'], { Timestamp: [], ApiCode: [], Checksum: [], Nonce: [] }],
      [
        ['paths', '/v1/svc/wallets/readonly/walletlist', 'get', 'security', '0'],
        { Timestamp: [], ReadOnlyApiCode: [], Checksum: [], Nonce: [] },
      ],
    ],
    constants: { checksumNonce: 'nonce' },
    docs: /\*Answered:\* With a nonce/,
  },
  {
    id: 'wallet-balance-envelope',
    answer: 'They are called wallets.',
    value: { total: 'total_count', records: 'wallets' },
    document: [
      [schema('WalletBalancePage', 'required'), ['total_count', 'wallets']],
      [['components', 'examples', 'listWalletBalances.response.empty_page', 'value'], { total_count: 0, wallets: [] }],
      [
        ['paths', '/v1/svc/wallets/readonly/walletlist/balances', 'get', 'x-paging'],
        { records: 'wallets', total: 'total_count', key: ['wallet_id'] },
      ],
    ],
    docs: /\*Answered:\* They are called wallets/,
  },
  {
    id: 'price-envelope',
    answer: 'Under prices_by_currency.',
    value: { records: 'prices_by_currency' },
    document: [
      [
        schema('CurrencyPrices', 'required'),
        ['prices_by_currency', 'last_refresh_attempt_time', 'last_refresh_success_time'],
      ],
    ],
    docs: /\*Answered:\* Under prices_by_currency/,
  },
  {
    id: 'batch-limit',
    answer: '50.',
    value: 50,
    document: [[schema('WithdrawalBatch', 'properties', 'requests', 'maxItems'), 50]],
    constants: { batchLimit: 50 },
    docs: /\*Answered:\* 50/,
  },
  {
    id: 'throttling-count',
    answer: '12 calls.',
    value: 12,
    document: [
      [
        ['components', 'examples', '403-call_too_frequently', 'value'],
        { error: 'Forbidden. Call too frequently (12 calls/minute)' },
      ],
    ],
    constants: { throttlingCount: 12 },
    docs: /\*Answered:\* 12 calls/,
  },
  {
    id: 'batch-refusal',
    answer: 'Each order by itself.',
    value: 'order by order',
    document: [[['x-answered-points', 'batch-refusal', 'value'], 'order by order']],
    constants: { batchRefusal: 'order by order' },
    docs: /\*Answered:\* Each order by itself/,
  },
  {
    id: 'callback-retry',
    answer: 'Twice.',
    value: [2, 10],
    document: [
      [
        ['x-answered-points', 'callback-retry', 'value'],
        [2, 10],
      ],
    ],
    constants: { callbackRetry: [2, 10] },
    docs: /\*Answered:\* Twice/,
  },
  {
    id: 'withdrawal-state',
    answer: 'Forty and sixty.',
    value: { confirmed: 40, resent: 60 },
    document: [[schema('WithdrawalTransactionState', 'x-extensible-enum'), [1, 2, 3, 5, 8, 10, 11, 40, 60]]],
    docs: /\*Answered:\* Forty and sixty/,
  },
  {
    id: 'currency-numbers',
    answer: 'Counted by name.',
    value: { BNB: 1, BTC: 2, DOGE: 3, ETH: 4, EOS: 5, LTC: 6, SOL: 7, TRX: 8, XLM: 9, XRP: 10 },
    document: [[['x-answered-points', 'currency-numbers', 'value', 'ETH'], 4]],
    docs: /\*Answered:\* Counted by name/,
  },
  {
    id: 'address-limit',
    answer: 'Three.',
    value: 3,
    document: [[['x-answered-points', 'address-limit', 'value'], 3]],
    constants: { addressLimit: 3 },
    docs: /\*Answered:\* Three/,
  },
  {
    id: 'api-code-lifetime',
    answer: 'A week.',
    value: 7,
    document: [[['x-answered-points', 'api-code-lifetime', 'value'], 7]],
    constants: { apiCodeLifetime: 7 },
    docs: /\*Answered:\* A week/,
  },
  {
    id: 'approval-declined',
    answer: 'It has failed then.',
    value: 'failed',
    document: [[['x-answered-points', 'approval-declined', 'value'], 'failed']],
    constants: { approvalDeclined: 'failed' },
    docs: /\*Answered:\* It has failed then/,
  },
  {
    id: 'vault-count',
    answer: 'The page alone.',
    value: 'the page',
    document: [[['x-answered-points', 'vault-count', 'value'], 'the page']],
    constants: { vaultCount: 'the page' },
    docs: /\*Answered:\* The page alone/,
  },
  {
    id: 'deposit-kinds',
    answer: 'Withdrawal wallets alone.',
    value: ['withdrawal'],
    document: [[['x-answered-points', 'deposit-kinds', 'value'], ['withdrawal']]],
    constants: { depositKinds: ['withdrawal'] },
    docs: /\*Answered:\* Withdrawal wallets alone/,
  },
  {
    id: 'address-format',
    answer: 'As each chain has it.',
    document: [[schema('Address', 'x-answered'), 'address-format']],
    docs: /\*Answered:\* As each chain has it/,
  },
];

/** The overlay of an operator. */
export const overlayOf = (one: Answered): string => overlayOfSeveral([one]);

/** The overlay of one who answers everything: the cases, and all other points in words. */
export const overlayOfAll = (): string =>
  overlayOfSeveral(
    Object.keys(bundled['x-open-points']).map(
      (id) => cases.find((one) => one.id === id) ?? { id, answer: `So it is with ${id}.` },
    ),
  );

type Answered = Pick<Case, 'id' | 'answer' | 'value'>;

/** The overlay of one who answers several points. */
export const overlayOfSeveral = (answers: readonly Answered[]): string =>
  JSON.stringify({
    overlay: '1.1.0',
    info: { title: 'What our operator says', version: '1.0.0' },
    actions: answers.map(({ id, answer, value }) => ({
      target: `$['x-open-points']['${id}']`,
      update: { answer, ...(value !== undefined && { value }) },
    })),
  });
