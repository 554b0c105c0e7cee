/** Services that do what the interface leaves open in a way of their own: nothing of it differs, or the point that is silent tells of it, once. */
import { changedVariant, changedWorld, type Answer, type Change, type Passing } from './behind.ts';
import {
  all,
  asSigned,
  callbacks,
  each,
  json,
  recordsOf,
  refusal,
  requery,
  row,
  wholeOf,
  type Fields,
} from './changes.ts';
import { createWorld } from '../world.ts';
import type { ExpectedPoint, Running, Variant } from './variant.ts';

const variant = (name: string, change: Change, ...expected: readonly Variant['expected'][number][]): Variant => ({
  name,
  start: () => changedVariant(change, [], { checksum: asSigned }),
  expected,
});

const contradicted = (point: string): ExpectedPoint => ({ point, verdict: 'contradicted' });
const confirmed = (point: string): ExpectedPoint => ({ point, verdict: 'confirmed' });

const INVALID = row(400, 112, 'Invalid parameter');

/** Refuses delegated addresses in one of the two fields. */
const refusing = (field: string): Change => ({
  answer: ({ status }, { operationId, body }) =>
    operationId === 'getDelegatedBalances' && status === 200 && field in (JSON.parse(body) as object)
      ? INVALID
      : undefined,
});

/** Prices without those in EUR, whatever is asked for. */
const withoutEur = each('getCurrencyPrices', 'currency_prices', (record) => {
  delete (record.prices as Fields).EUR;
});

/** Largest pages, by operation. */
const PAGES = {
  listWithdrawalHistory: 500,
  listVaultHistory: 5000,
  listDepositAddresses: 5000,
  listWhitelistEntries: 2000,
  listWalletBalances: 100,
};

/** A page that is too large is as large as it may be. */
const clamped = all(
  ...Object.entries(PAGES).map(([operationId, most]) =>
    requery(operationId, (query) => {
      if ((wholeOf(query, 'request_number', 0) ?? 0) > most) query.set('request_number', String(most));
    }),
  ),
);

/** Gives as much as is asked for, where the sandbox refuses that as too much. */
function unbounded(operationId: string, list: string, countOf: (request: Passing) => number): Change {
  let kept: Fields | undefined;
  return {
    answer({ status, body }, request) {
      if (request.operationId !== operationId) return undefined;
      if (status === 200) kept ??= recordsOf(body, list)[0];
      const count = countOf(request);
      return status === 400 && count > 100 && kept
        ? json(200, { total_count: count, [list]: Array<Fields>(count).fill(kept) })
        : undefined;
    },
  };
}

/** Spans of the history choose by a time half an hour before the block. */
const byBroadcast = requery('listWithdrawalHistory', (query) => {
  for (const name of ['from_time', 'to_time'])
    if (/^\d{9,}$/.test(query.get(name) ?? '')) query.set(name, String(Number(query.get(name)) + 1800));
});

/** Every other transaction is one of the web, which nobody gave an order. */
const isOfTheWeb = ({ txid }: Fields): boolean => /[02468ace]$/i.test(String(txid));

const fromTheWeb: Change = all(
  callbacks((record) => {
    if (isOfTheWeb(record)) record.order_id = '';
  }),
  each('listWithdrawalHistory', 'transactions', (row) => {
    if (isOfTheWeb(row)) row.source = '';
  }),
);

/** Balances of three kinds of wallets alone, of a code that sees none of another kind. */
async function threeKinds(): Promise<Running> {
  const world = await createWorld();
  const wallets = world.wallets.filter(({ kind }) => ['vault', 'deposit', 'withdrawal'].includes(kind));
  const readOnly = await world.sandbox.control.createReadOnlyCode({
    walletIds: wallets.map(({ walletId }) => walletId),
  });
  return changedWorld(
    { ...world, wallets, readOnly },
    {
      answer: ({ status }, { operationId, query }) =>
        operationId === 'listWalletBalances' && status === 200 && ['5', '6'].includes(query.get('type') ?? '')
          ? INVALID
          : undefined,
    },
  );
}

/** Gives every answer another content type. */
const typed = (headers: Answer['headers']): Change => ({ answer: (answer) => ({ ...answer, headers }) });

const ONCE = { operationId: 'getApiCodeStatus', kind: 'type', about: 'so it is of every answer' } as const;

export const variants: readonly Variant[] = [
  variant('there are no prices in EUR, and they are left out', withoutEur, confirmed('price-tenders')),
  {
    name: 'balances are filtered by three kinds alone, and no wallet is of another',
    start: threeKinds,
    expected: [contradicted('wallet-type-filter')],
  },
  variant('delegated addresses are taken as addresses alone', refusing('address'), confirmed('delegated-field')),
  variant('delegated addresses are taken as address alone', refusing('addresses'), contradicted('delegated-field')),
  variant(
    'a whitelist entry that there is not is told of by the common row',
    refusal(
      'checkWhitelistEntry',
      ({ message }) => message === 'not found',
      () => row(404, 304, 'Wallet ID invalid'),
    ),
  ),
  variant('withdrawals of the web have no order', fromTheWeb, confirmed('callback-type')),
  variant('a page that is too large is cut, of all lists', clamped, contradicted('page-limit')),
  variant(
    'too many serials are answered with none',
    refusal(
      'getCallbacksById',
      () => true,
      (answer, { body }) =>
        (JSON.parse(body) as { ids?: unknown[] }).ids?.length === 101 ? json(200, { notifications: [] }) : answer,
    ),
    contradicted('page-limit'),
  ),
  variant(
    'a page that is too large has more records than the largest',
    unbounded('listWithdrawalHistory', 'transactions', ({ query }) => wholeOf(query, 'request_number', 0) ?? 0),
    contradicted('page-limit'),
    { operationId: 'listWithdrawalHistory', kind: 'bound', about: '500 is the most, and 501 came' },
  ),
  variant(
    'a code of a wallet is none where the read-only one is wanted',
    refusal(
      'listWallets',
      ({ error_code }) => error_code === 385,
      () => row(403, undefined, 'Forbidden. Invalid API code'),
    ),
  ),
  variant('the history is chosen by when transactions were broadcast', byBroadcast, contradicted('history-times')),
  variant('JSON is called a plain text, in every answer', typed({ 'content-type': 'text/plain' }), ONCE),
  variant('JSON is called nothing, in every answer', typed({}), ONCE),
];
