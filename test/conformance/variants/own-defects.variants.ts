/** Services with a defect: an operation that does not do as documented. */
import { changedVariant, type Answer } from './behind.ts';
import type { ExpectedFact, Variant } from './variant.ts';

/** A variant whose answers 200 of an operation are changed. */
const changed = (
  name: string,
  operationId: string,
  change: (body: Answer['body'], query: URLSearchParams, sent: string) => void,
  ...expected: readonly Omit<ExpectedFact, 'operationId'>[]
): Variant => ({
  name,
  start: () =>
    changedVariant({
      answer(answer, request) {
        if (request.operationId === operationId && answer.status === 200)
          change(answer.body, request.query, request.body);
        return answer;
      },
    }),
  expected: expected.map((one) => ({ operationId, ...one })),
});

/** A variant that refuses otherwise. */
const refused = (
  name: string,
  operationId: string,
  change: (answer: Answer, query: URLSearchParams) => void,
  ...expected: readonly Omit<ExpectedFact, 'operationId'>[]
): Variant => ({
  name,
  start: () =>
    changedVariant({
      answer(answer, request) {
        if (request.operationId === operationId && answer.status !== 200) change(answer, request.query);
        return answer;
      },
    }),
  expected: expected.map((one) => ({ operationId, ...one })),
});

const found = { kind: 'value' } as const;

export const variants: readonly Variant[] = [
  changed('a vault balance lacks its token_balance', 'getVaultBalance', (body) => delete body.token_balance, {
    kind: 'field',
    about: 'token_balance',
  }),
  changed(
    'a history record has a field that nobody declared',
    'listWithdrawalHistory',
    (body) => {
      for (const record of body.transactions) record.confirmations = 12;
    },
    { kind: 'field' },
  ),
  changed(
    'the height of a block is a text',
    'listWithdrawalHistory',
    (body) => {
      for (const record of body.transactions) record.block_height = String(record.block_height);
    },
    { kind: 'type', about: 'block_height' },
  ),
  changed(
    'times of a whitelist are Unix seconds',
    'listWhitelistEntries',
    (body) => {
      for (const entry of body.items) entry.create_time = Math.floor(Date.parse(entry.create_time) / 1000);
    },
    { kind: 'type', about: 'create_time' },
  ),
  changed(
    'delegated addresses come without their index',
    'listDepositAddresses',
    (body) => {
      for (const address of body.wallet_address) delete address.address_index;
    },
    { kind: 'field', about: 'address_index' },
  ),
  changed(
    'a total counts the page',
    'listWithdrawalHistory',
    (body) => {
      body.total_count = body.transactions.length;
    },
    { ...found, about: 'total_count' },
  ),
  changed(
    'the state of a vault is not filtered by',
    'listVaultHistory',
    (body, query) => {
      if (query.get('state') === '2') body.transaction_item[0] = { ...body.transaction_item[0], state: 4 };
    },
    { ...found, about: 'state' },
  ),
  changed(
    'callbacks by serial have another amount than in the list',
    'getCallbacksById',
    (body) => {
      for (const callback of body.notifications) callback.amount = `${String(callback.amount)}1`;
    },
    { ...found, about: 'amount' },
  ),
  changed(
    'of eleven addresses eleven are answered',
    'getDelegatedBalances',
    (body, _, sent) => {
      const { addresses = [] } = JSON.parse(sent) as { addresses?: string[] };
      if (addresses.length > 10) body.balances[addresses[10] ?? ''] = Object.values(body.balances)[0];
    },
    { kind: 'bound', about: 'addresses' },
  ),
  {
    name: 'a page has nine records by default',
    start: () =>
      changedVariant({
        answer(answer, { operationId, query }) {
          if (operationId === 'listWithdrawalHistory' && answer.status === 200 && !query.has('request_number'))
            answer.body.transactions = answer.body.transactions.slice(0, 9);
          return answer;
        },
      }),
    expected: [{ operationId: 'listWithdrawalHistory', kind: 'default', about: 'request_number' }],
  },
  {
    name: 'the largest page is one larger',
    start: () =>
      changedVariant({
        answer(answer, { operationId, query }) {
          if (operationId !== 'listWithdrawalHistory' || query.get('request_number') !== '501') return undefined;
          return { ...answer, status: 200, body: { total_count: 0, transactions: [] } };
        },
      }),
    expected: [{ point: 'page-limit', verdict: 'contradicted' }],
  },
  {
    name: 'the largest page is one smaller',
    start: () =>
      changedVariant({
        answer(answer, { operationId, query }) {
          if (operationId !== 'listVaultHistory' || query.get('request_number') !== '5000') return undefined;
          return { ...answer, status: 400, body: { error_code: 112, error: 'Invalid parameter' } };
        },
      }),
    expected: [{ operationId: 'listVaultHistory', kind: 'bound', about: 'request_number' }],
  },
  refused(
    'what is not found has another number',
    'getWithdrawalState',
    (answer) => {
      if (answer.body.error_code === 304) answer.body.error_code = 305;
    },
    { kind: 'error row', about: 'not_found' },
  ),
  refused(
    'what is not found is a 400',
    'listWithdrawalStates',
    (answer) => {
      if (answer.body.error_code === 304) answer.status = 400;
    },
    { kind: 'status' },
  ),
  refused(
    'a wrong checksum is told in other words',
    'getApiCodeStatus',
    (answer) => {
      if (answer.body.error === 'Forbidden. Checksum unmatch') answer.body.error = 'Forbidden. Signature mismatch';
    },
    { kind: 'error row', about: 'checksum_unmatch' },
  ),
  refused(
    'a code of another wallet is simply forbidden',
    'getApiCodeStatus',
    (answer) => {
      if (String(answer.body.error).startsWith('Invalid API code for'))
        answer.body.error = 'Forbidden. Invalid API code';
    },
    { kind: 'error row', about: 'api_code_mismatched' },
  ),
  {
    name: 'the time is looked at before the headers',
    start: () =>
      changedVariant({
        instead({ operationId, headers, query }, { sandbox }) {
          const late = Math.abs(Number(query.get('t')) - sandbox.now() / 1000) > 300;
          if (operationId !== 'getApiCodeStatus' || headers['x-checksum'] !== undefined || !late || !query.has('t'))
            return undefined;
          const body = { error: 'Forbidden. Invalid timestamp' };
          return { status: 403, headers: { 'content-type': 'application/json' }, body };
        },
      }),
    expected: [{ operationId: 'getApiCodeStatus', kind: 'order of checks', about: 'headers' }],
  },
  {
    name: 'prices come as a page of HTML',
    start: () =>
      changedVariant({
        answer(answer, { operationId }) {
          if (operationId !== 'getCurrencyPrices') return undefined;
          return { ...answer, headers: { 'content-type': 'text/html' }, body: '<html><body>Soon</body></html>' };
        },
      }),
    expected: [
      { operationId: 'getCurrencyPrices', kind: 'type' },
      { operationId: 'getCurrencyPrices', kind: 'error row' }, // its refusals are such a page as well
    ],
  },
];
