/** Services of operators who answer an open point otherwise: the sandbox under his answer. */
import { createHash } from 'node:crypto';
import { changedVariant, sandboxVariant } from './behind.ts';
import type { Variant } from './variant.ts';

/** Of what a run can see to be otherwise, and not how. */
const NO_VALUE = Symbol('no value');

/** The sandbox under one answer, which is to be found with its value. */
const answered = (id: string, value: unknown, found: unknown = value): Variant => ({
  name: `${id} is ${JSON.stringify(value)}`,
  start: () => sandboxVariant([{ id, value }]),
  expected: [{ point: id, verdict: 'contradicted', ...(found !== NO_VALUE && { value: found }) }],
});

export const variants: readonly Variant[] = [
  answered('wallet-type', { vault: 1, deposit: 2, withdrawal: 3, depositWithdrawal: 4, delegated: 5 }),
  answered('processing-state', { inPool: 5, inChain: 6, done: 7 }),
  answered('callback-type', { deposit: 10, withdrawal: 20, collect: 30, airdrop: 40 }),
  answered('callback-state', {
    processing: 1,
    inPool: 12,
    inChain: 13,
    failed: 5,
    cancelled: 8,
    dropped: 10,
    transactionFailed: 11,
  }),
  answered('withdrawal-state', { confirmed: 14, resent: 16 }),
  answered('wallet-balance-envelope', { total: 'total_count', records: 'wallets' }),
  answered('price-envelope', { records: 'prices_list' }),
  answered('vault-count', 'the page'),
  answered('request-time', { unit: 'seconds', window: 60 }),
  answered('request-time', { unit: 'seconds', window: 900 }),
  answered('request-time', { unit: 'milliseconds', window: 300 }),
  answered('checksum', { scheme: 'sorted-sha256', nonce: 'nonce' }),
  answered('withdrawal-kinds', ['withdrawal', 'deposit-withdrawal']),
  answered('deposit-kinds', ['deposit', 'deposit-withdrawal', 'delegated', 'withdrawal']),
  answered('currency-numbers', {
    ...{ BTC: 0, LTC: 2, DOGE: 3, ETH: 1060, XRP: 1144, XLM: 148, EOS: 194, TRX: 195, SOL: 501, BNB: 714 },
  }),
  answered('api-code-lifetime', 365, NO_VALUE),
  {
    name: 'a checksum over the path as well, as HMAC',
    start: () =>
      sandboxVariant([], {
        checksum: ({ path, query, body, secret }) =>
          createHash('sha256')
            .update(
              [path, ...[...query.split('&'), ...(body === '' ? [] : [body])].sort(), `secret=${secret}`].join('&'),
            )
            .digest('hex'),
      }),
    expected: [{ point: 'checksum', verdict: 'contradicted' }],
  },
  {
    name: 'prices are numbers',
    start: () =>
      changedVariant({
        answer(answer, { operationId }) {
          if (operationId !== 'getCurrencyPrices' || answer.status !== 200) return undefined;
          for (const record of answer.body.currency_prices)
            for (const tender of Object.keys(record.prices)) record.prices[tender] = Number(record.prices[tender]);
          return answer;
        },
      }),
    expected: [{ point: 'price-wire-type', verdict: 'contradicted' }],
  },
  {
    name: 'the message of an error stands in detail',
    start: () =>
      changedVariant({
        answer(answer) {
          if (answer.body?.message === undefined) return undefined;
          const { message, ...rest } = answer.body;
          return { ...answer, body: { ...rest, detail: message } };
        },
      }),
    expected: [
      { point: 'error-message-field', verdict: 'contradicted' },
      { point: 'error-body-fields', verdict: 'contradicted' },
    ],
  },
  {
    name: 'errors have a trace besides',
    start: () =>
      changedVariant({
        answer(answer) {
          if (answer.status >= 400) answer.body.trace_id = 'a81f02b97c';
          return answer;
        },
      }),
    expected: [{ point: 'error-body-fields', verdict: 'contradicted' }],
  },
  {
    name: 'times that end before they begin are taken, and give nothing',
    start: () =>
      changedVariant({
        answer(answer, { operationId, query }) {
          if (operationId !== 'listWithdrawalHistory' || !query.has('from_time') || answer.status !== 400)
            return undefined;
          if (!/^\d+$/.test(query.get('from_time') ?? '')) return undefined;
          return { ...answer, status: 200, body: { total_count: 0, transactions: [] } };
        },
      }),
    expected: [{ point: 'invalid-times', verdict: 'contradicted' }],
  },
  {
    name: 'an order that is called too often is told so, and how often it may be',
    start: async () => {
      let calls = 0;
      const running = await changedVariant({
        instead({ operationId }) {
          if (operationId === undefined || ++calls <= 40) return undefined;
          const body = { error: 'Forbidden. Call too frequently (40 calls/minute)' };
          return { status: 403, headers: { 'content-type': 'application/json' }, body };
        },
      });
      return {
        ...running,
        pass: (milliseconds) => {
          if (milliseconds >= 60_000) calls = 0;
          return Promise.resolve();
        },
      };
    },
    expected: [{ point: 'throttling-count', verdict: 'contradicted', value: 40 }],
  },
];
