/** Services with another largest page, another largest list, or other defaults. */
import { parseJson } from '@wallet-operations/json';
import { changedVariant, type Change } from './behind.ts';
import { asSigned, json, requery, row, walletIdOf, wholeOf, type Fields } from './changes.ts';
import { read, readCallbacks } from './reading.ts';
import type { ExpectedFact, ExpectedPoint, Running, Variant } from './variant.ts';

/** A service behind a change of queries. */
const limited = (name: string, expected: ExpectedFact | ExpectedPoint, change: Change): Variant => ({
  name,
  start: () => changedVariant(change, [], { checksum: asSigned }),
  expected: [expected],
});

/** Takes larger pages as its largest. */
const lenient = (operationId: string, most: number, taken: number): Change =>
  requery(operationId, (query) => {
    const size = wholeOf(query, 'request_number', 0) ?? 0;
    if (size > most && size <= taken) query.set('request_number', String(most));
  });

/** Refuses pages that are beyond its own largest. */
const strict = (operationId: string, most: number): Change => ({
  answer: ({ status }, request) =>
    request.operationId === operationId && status === 200 && (wholeOf(request.query, 'request_number', 0) ?? 0) > most
      ? row(400, 112, 'Invalid parameter')
      : undefined,
});

/** What stands for a parameter that is left out. */
const byDefault = (operationId: string, name: string, value: (query: URLSearchParams) => string): Change =>
  requery(operationId, (query) => {
    if (!query.has(name)) query.set(name, value(query));
  });

/** What becomes of more than the maximum, where no more comes of it, the interface does not say. */
const BEYOND: ExpectedPoint = { point: 'page-limit', verdict: 'contradicted' };

const bound = (operationId: string): ExpectedFact => ({ operationId, kind: 'bound', about: 'request_number' });

/** Knows as many serials at once as anybody asks for. */
async function anyNumberOfSerials(): Promise<Running> {
  let known: ReadonlyMap<bigint, readonly Fields[]> = new Map();
  const running = await changedVariant({
    answer({ status }, request) {
      if (request.operationId !== 'getCallbacksById' || status !== 400) return undefined;
      const { ids } = parseJson(request.body) as { readonly ids?: unknown };
      const isList = Array.isArray(ids) && ids.length > 100 && ids.every((id) => /^-?\d{1,18}$/.test(String(id)));
      if (!isList) return undefined;
      const asked = new Set(ids.map(String));
      const own = known.get(walletIdOf(request) ?? 0n) ?? [];
      return json(200, { notifications: own.filter(({ serial }) => asked.has(String(serial))) });
    },
  });
  known = await readCallbacks(running);
  return running;
}

/** Answers for every address that it is asked about. */
async function anyNumberOfAddresses(): Promise<Running> {
  const known = new Map<string, unknown>();
  const running = await changedVariant({
    answer({ status }, { operationId, body }) {
      if (operationId !== 'getDelegatedBalances' || status !== 200) return undefined;
      const asked = Object.values(parseJson(body) as Record<string, readonly string[]>).flat();
      const found = asked.filter((address) => known.has(address.toLowerCase()));
      return known.size === 0
        ? undefined
        : json(200, { balances: Object.fromEntries(found.map((one) => [one, known.get(one.toLowerCase())])) });
    },
  });
  const { walletId = 0n } = running.wallets.find(({ kind }) => kind === 'delegated') ?? {};
  const { wallet_address } = await read(running, walletId, 'addresses');
  const own = (wallet_address as readonly Fields[]).map(({ address }) => String(address));
  const balances: Fields = {};
  for (let i = 0; i < own.length; i += 10) {
    const body = JSON.stringify({ addresses: own.slice(i, i + 10) });
    Object.assign(balances, (await read(running, walletId, 'receiver/get-balances', body)).balances);
  }
  for (const [address, balance] of Object.entries(balances)) known.set(address.toLowerCase(), balance);
  return running;
}

export const variants: readonly Variant[] = [
  limited('501 records of the history are taken', BEYOND, lenient('listWithdrawalHistory', 500, 1000)),
  limited(
    '500 records of the history are refused',
    bound('listWithdrawalHistory'),
    strict('listWithdrawalHistory', 499),
  ),
  limited(
    'a thousand entries of the whitelist are the most',
    bound('listWhitelistEntries'),
    strict('listWhitelistEntries', 1000),
  ),
  limited('any page of balances is taken', BEYOND, lenient('listWalletBalances', 100, 999_999_999)),
  limited(
    'a larger page of deposit addresses ends at a thousand',
    bound('listDepositAddresses'),
    requery('listDepositAddresses', (query) => {
      const size = wholeOf(query, 'request_number', 0) ?? 0;
      if (size > 1000 && size <= 5000) query.set('request_number', '1000');
    }),
  ),
  {
    name: 'more than 100 serials are looked up',
    start: anyNumberOfSerials,
    expected: [BEYOND],
  },
  {
    name: 'more than 10 delegated addresses are answered',
    start: anyNumberOfAddresses,
    expected: [{ operationId: 'getDelegatedBalances', kind: 'bound' }],
  },
  limited(
    'a page of the history has 15 records by default',
    { operationId: 'listWithdrawalHistory', kind: 'default', about: 'request_number' },
    byDefault('listWithdrawalHistory', 'request_number', () => '15'),
  ),
  limited(
    'a page of deposit addresses has 100 by default',
    { operationId: 'listDepositAddresses', kind: 'default', about: 'request_number' },
    byDefault('listDepositAddresses', 'request_number', () => '100'),
  ),
  limited(
    'the whitelist leaves removed entries out by default',
    { operationId: 'listWhitelistEntries', kind: 'default', about: 'state' },
    byDefault('listWhitelistEntries', 'state', () => '1'),
  ),
  limited(
    'callbacks of the last day are told by default',
    { operationId: 'listCallbacks', kind: 'default', about: 'from_time' },
    byDefault('listCallbacks', 'from_time', (query) => String(Number(query.get('t')) - 24 * 3600)),
  ),
];
