/** Services that differ where the interface is silent and no answer makes the sandbox follow: something between does it. */
import { createHmac } from 'node:crypto';
import { parseJson } from '@wallet-operations/json';
import { sortedSha256, type Checksum } from '@wallet-operations/sandbox';
import { changedVariant, sandboxVariant, type Change } from './behind.ts';
import {
  asSigned,
  each,
  json,
  recordsOf,
  refusal,
  repaged,
  row,
  spanOf,
  walletIdOf,
  wholeOf,
  type Fields,
} from './changes.ts';
import { readCallbacks } from './reading.ts';
import type { Running, Variant } from './variant.ts';

/** A service behind something that changes one thing, by which reads contradict these points. */
const silent = (name: string, points: readonly string[], change: Change): Variant => ({
  name,
  start: () => changedVariant(change),
  expected: points.map((point) => ({ point, verdict: 'contradicted' })),
});

const isInvalidParameter = ({ error_code }: Fields): boolean => error_code === 112;

const upper: Checksum = (input) => sortedSha256(input).toUpperCase();

const hmac: Checksum = ({ method, path, query, body, secret }) =>
  createHmac('sha512', secret).update([method, path, query, body].join('\n')).digest('base64');

/** Where the interface lists no 400, and the document gives this row. */
const LISTED_AS_INVALID_PARAMETER = [
  'listCallbacks',
  'listDepositAddresses',
  'listVaultHistory',
  'listWhitelistEntries',
  'listWalletBalances',
  'getCallbacksById',
  'getDepositCallback',
  'getWithdrawalState',
  'listWithdrawalStates',
  'getCurrencyPrices',
];

/** Callbacks by when they were packed, and not by when they came up, those of the last second among them or not. */
async function byChainTime(hasLast: boolean): Promise<Running> {
  let known: ReadonlyMap<bigint, readonly Fields[]> = new Map();
  const running = await changedVariant({
    answer(answer, request, world) {
      if (request.operationId !== 'listCallbacks' || answer.status !== 200) return undefined;
      const span = spanOf(request, world);
      const type = wholeOf(request.query, 'type', -1);
      const fits = ({ chain_at, broadcast_at, type: own }: Fields): boolean => {
        const time = Number(chain_at === 0 ? broadcast_at : chain_at);
        if (span === undefined || (type !== -1 && own !== type)) return false;
        return time >= span.from && (hasLast ? time <= span.to : time < span.to);
      };
      return known.size === 0
        ? undefined
        : json(200, { notifications: known.get(walletIdOf(request) ?? 0n)?.filter(fits) ?? [] });
    },
  });
  known = await readCallbacks(running);
  return running;
}

/** Entries of the whitelist by when they last changed, and not by when they came. */
export const byUpdateTime = repaged(
  'listWhitelistEntries',
  { list: 'items', total: 'total_count', usual: 1000, most: 2000 },
  (items, request, world) => {
    const { from, to } = spanOf(request, world) ?? { from: 0, to: 0 };
    return items.filter(({ update_time }) => {
      const time = Date.parse(String(update_time)) / 1000;
      return time >= from && time <= to;
    });
  },
  ['from_time', 'to_time'],
);

/** Counts calls for itself: 20 of each code in a minute. */
async function throttled(): Promise<Running> {
  const calls = new Map<string, number[]>();
  let passed = 0;
  const running = await changedVariant({
    answer({ status, body }, { headers }) {
      const isKnown = status !== 403 || (body as Fields).error_code === 385;
      if (!isKnown) return undefined;
      const code = headers['x-api-code'] ?? '';
      // of any minute, not of those of a clock: how many calls fall into one of these hangs on where it begins
      const now = performance.now() + passed;
      const own = [...(calls.get(code) ?? []), now].filter((time) => now - time < 60_000);
      calls.set(code, own);
      return own.length > 20 ? row(403, undefined, 'Forbidden. Call too frequently (20 calls/minute)') : undefined;
    },
  });
  const pass = (milliseconds: number): Promise<void> => {
    passed += milliseconds;
    return Promise.resolve();
  };
  return { ...running, pass };
}

export const variants: readonly Variant[] = [
  {
    name: 'a checksum is in upper case',
    start: () => sandboxVariant([], { checksum: upper }),
    expected: [{ point: 'checksum', verdict: 'contradicted' }],
  },
  {
    name: 'a checksum is an HMAC of method, path, query and body',
    start: () => sandboxVariant([], { checksum: hmac }),
    expected: [{ point: 'checksum', verdict: 'contradicted' }],
  },
  {
    name: 'twenty calls a minute',
    start: throttled,
    expected: [{ point: 'throttling-count', verdict: 'contradicted', value: 20 }],
  },
  silent(
    'a malformed request is answered in words of its own',
    ['malformed-request'],
    refusal(undefined, isInvalidParameter, (_, { operationId = '' }) =>
      LISTED_AS_INVALID_PARAMETER.includes(operationId) ? row(400, 113, 'Bad request') : undefined,
    ),
  ),
  silent(
    'a broken page of the history is an operation that failed',
    ['broken-parameter'],
    refusal('listWithdrawalHistory', isInvalidParameter, (_, request, world) => {
      return spanOf(request, world) ? row(400, 703, 'Operation failed', 'invalid page') : undefined;
    }),
  ),
  silent(
    'a span of the history that ends before it begins is empty',
    ['invalid-times'],
    refusal('listWithdrawalHistory', isInvalidParameter, (_, { query }) => {
      const [from, to] = ['from_time', 'to_time'].map((name) => query.get(name) ?? '');
      const isReversed = [from, to].every((text) => /^\d{1,12}$/.test(text ?? '')) && Number(to) < Number(from);
      const [start, size] = [wholeOf(query, 'start_index', 0), wholeOf(query, 'request_number', 10)];
      const isWell = start !== undefined && size !== undefined && size <= 500;
      return isWell && isReversed ? json(200, { total_count: 0, transactions: [] }) : undefined;
    }),
  ),
  silent(
    'the message of an error is called detail',
    ['error-message-field', 'error-body-fields'],
    refusal(
      undefined,
      ({ message }) => message !== undefined,
      ({ status, body }) => {
        const { message, ...rest } = body as Fields;
        return json(status, { ...rest, detail: message });
      },
    ),
  ),
  silent(
    'an error has the ID of its request',
    ['error-body-fields'],
    refusal(
      undefined,
      () => true,
      ({ status, body }) => json(status, { ...(body as Fields), request_id: '7c1f0b9e' }),
    ),
  ),
  silent(
    'prices are numbers',
    ['price-wire-type'],
    each('getCurrencyPrices', 'currency_prices', (record) => {
      const prices = Object.entries(record.prices as Fields);
      record.prices = Object.fromEntries(prices.map(([tender, price]) => [tender, Number(price)]));
    }),
  ),
  silent('prices take the read-only code alone', ['price-api-code'], {
    answer: ({ status }, { operationId, headers }, { readOnly }) =>
      operationId === 'getCurrencyPrices' && status !== 403 && headers['x-api-code'] !== readOnly.apiCode
        ? row(403, 385, 'API Secret not valid')
        : undefined,
  }),
  silent('callbacks of every type leave out what the service moved itself', ['callback-type-filter'], {
    answer(answer, { operationId, query }) {
      if (operationId !== 'listCallbacks' || answer.status !== 200 || wholeOf(query, 'type', -1) !== -1)
        return undefined;
      const kept = recordsOf(answer.body, 'notifications').filter(({ type }) => type === 1 || type === 2);
      return json(200, { notifications: kept });
    },
  }),
  silent('balances are filtered by three kinds alone', ['wallet-type-filter'], {
    answer: ({ status }, { operationId, query }) =>
      operationId === 'listWalletBalances' && status === 200 && ['5', '6'].includes(query.get('type') ?? '')
        ? row(400, 112, 'Invalid parameter')
        : undefined,
  }),
  ...[true, false].map((hasLast) => ({
    name: `callbacks are listed by when they were packed, ${hasLast ? 'with' : 'without'} the last second of a span`,
    start: () => byChainTime(hasLast),
    expected: [{ point: 'callback-times', verdict: 'contradicted' } as const],
  })),
  {
    name: 'whitelists are listed by when entries last changed',
    start: () => changedVariant(byUpdateTime, [], { checksum: asSigned }),
    expected: [{ point: 'whitelist-times', verdict: 'contradicted' }],
  },
  silent('a whitelist entry is found by all of it alone', ['whitelist-lookup'], {
    answer({ status, body }, request) {
      if (request.operationId !== 'checkWhitelistEntry' || status !== 200) return undefined;
      const { memo = '', user_id = '' } = parseJson(request.body) as Fields;
      const found = body as Fields;
      return found.memo === memo && found.user_id === user_id
        ? undefined
        : row(400, 703, 'Operation failed', 'not found');
    },
  }),
];
