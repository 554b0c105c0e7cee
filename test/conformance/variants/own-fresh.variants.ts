/** Services that differ in kinds of ways that no other list has, written while the run stayed as it was: what it found of them at first sight is in its README. */
import { stringifyJson } from '@wallet-operations/json';
import { changedVariant, type Answer, type Change, type Passing } from './behind.ts';
import {
  all,
  asSigned,
  each,
  json,
  recordsOf,
  refusal,
  requery,
  row,
  spanOf,
  wholeOf,
  type Fields,
} from './changes.ts';
import type { ExpectedFact, ExpectedPoint, FactKind, Running, Variant } from './variant.ts';

const variant = (name: string, change: Change, ...expected: readonly (ExpectedPoint | ExpectedFact)[]): Variant => ({
  name,
  start: () => changedVariant(change, [], { checksum: asSigned }),
  expected,
});

const fact = (operationId: string, kind: FactKind, about: string): ExpectedFact => ({ operationId, kind, about });
const contradicted = (point: string): ExpectedPoint => ({ point, verdict: 'contradicted' });

/** Changes the whole answer of an operation. */
const answers = (operationId: string, change: (answer: Answer, request: Passing) => Answer | undefined): Change => ({
  answer: (answer, request) => (request.operationId === operationId ? change(answer, request) : undefined),
});

/** The same, of answers 200 alone. */
const successes = (operationId: string, change: (answer: Answer, request: Passing) => Answer | undefined): Change =>
  answers(operationId, (answer, request) => (answer.status === 200 ? change(answer, request) : undefined));

/** Token wallets whose tokens have IDs. */
const withTokenIds = (items: readonly Fields[]): Change =>
  each('listWalletBalances', 'wallet_balances', (record) => {
    if (record.token_contract_address !== undefined && record.token_contract_address !== '')
      record.token_id_balances = items;
  });

/** Lists whose first record is another one at each call. */
function turning(operationId: string, list: string): Change {
  let calls = 0;
  return successes(operationId, (answer) => {
    const records = recordsOf(answer.body, list);
    const by = records.length === 0 ? 0 : calls++ % records.length;
    return json(200, { ...(answer.body as Fields), [list]: [...records.slice(by), ...records.slice(0, by)] });
  });
}

/** Fees are part of what the history shows as an amount. */
const withFees: Change = each('listWithdrawalHistory', 'transactions', (record) => {
  if (record.out === true && record.fee !== '') record.amount = String(Number(record.amount) + 0.001);
});

/** A code whose end is over, and that is taken all the same. */
async function expired(): Promise<Running> {
  const running: Running = await changedVariant(
    each('getApiCodeStatus', '', (body) => {
      (body.valid as Fields).exp = Math.floor((running.now?.() ?? 0) / 1000) - 86_400;
    }),
  );
  return running;
}

export const variants: readonly Variant[] = [
  variant('token IDs have amounts', withTokenIds([{ token_id: '7', amount: '2' }]), contradicted('token-id-balances')),
  variant(
    'token IDs are numbers',
    withTokenIds([{ token_id: 7 }, { token_id: 12 }]),
    fact('listWalletBalances', 'type', 'token_id'),
  ),
  variant(
    'a callback is listed twice',
    successes('listCallbacks', ({ body }) => {
      const [first, ...rest] = recordsOf(body, 'notifications');
      return first ? json(200, { notifications: [first, first, ...rest] }) : undefined;
    }),
    fact('listCallbacks', 'value', 'serial'),
  ),
  variant(
    'start_index counts pages, and not records',
    requery('listWithdrawalHistory', (query) => {
      const [start, size] = [wholeOf(query, 'start_index', 0), wholeOf(query, 'request_number', 10)];
      if (start !== undefined && size !== undefined && start > 0) query.set('start_index', String(start * size));
    }),
    fact('listWithdrawalHistory', 'value', 'start_index'),
  ),
  variant(
    'delegated addresses are taken in one of the two fields alone',
    successes('getDelegatedBalances', (_, { body }) =>
      'address' in (JSON.parse(body) as object) ? row(400, 112, 'Invalid parameter') : undefined,
    ),
    { point: 'delegated-field', verdict: 'confirmed' },
  ),
  variant(
    'the whitelist of one wallet cannot be read',
    {
      answer: (_, { operationId, target }, { wallets }) =>
        operationId === 'listWhitelistEntries' && target.includes(String(wallets[1]?.walletId))
          ? json(500, { error: 'Internal server error' })
          : undefined,
    },
    fact('listWhitelistEntries', 'status', '500'),
  ),
  variant(
    'deposit addresses come in another order at each call',
    turning('listDepositAddresses', 'wallet_address'),
    fact('listDepositAddresses', 'value', 'start_index'),
  ),
  variant('the history has fees in its amounts', withFees, fact('listWithdrawalHistory', 'value', 'amount')),
  variant(
    'a vault has another balance than in the list of balances',
    each('getVaultBalance', '', (body) => {
      body.balance = String(Number(body.balance) + 1);
    }),
    fact('getVaultBalance', 'value', 'balance'),
  ),
  {
    name: 'a code that has expired is still taken',
    start: expired,
    expected: [contradicted('expired-api-code')],
  },
  variant(
    'callbacks are listed from the first, whenever they are asked from',
    requery('listCallbacks', (query, request) => {
      const isWhole = /^\d{1,12}$/.test(query.get('from_time') ?? '');
      if (isWhole && Number(query.get('from_time')) <= Number(request.query.get('to_time') ?? Infinity))
        query.delete('from_time');
    }),
    fact('listCallbacks', 'value', 'from_time'),
  ),
  variant(
    'logs are of the block behind that of their transaction',
    each('getWithdrawalEventLogs', 'logs', (log) => {
      log.block_number = Number(log.block_number) + 1;
    }),
    fact('getWithdrawalEventLogs', 'value', 'block_number'),
  ),
  variant(
    'prices were refreshed after the last attempt to',
    each('getCurrencyPrices', '', (body) => {
      body.last_refresh_success_time = Number(body.last_refresh_attempt_time) + 600;
    }),
    fact('getCurrencyPrices', 'value', 'last_refresh_success_time'),
  ),
  variant(
    'entries were changed before they were there',
    all(
      ...Object.entries({ listWhitelistEntries: 'items', checkWhitelistEntry: '' }).map(([id, list]) =>
        each(id, list, (entry) => {
          entry.update_time = '2020-01-01T00:00:00Z';
        }),
      ),
    ),
    fact('listWhitelistEntries', 'value', 'update_time'),
    fact('checkWhitelistEntry', 'value', 'update_time'),
  ),
  variant(
    'JSON begins with a mark of its byte order',
    successes('getVaultBalance', (answer) => ({ ...answer, body: `\uFEFF${stringifyJson(answer.body)}` })),
    fact('getVaultBalance', 'type', 'body'),
  ),
  variant(
    'what is not found is told with 200',
    refusal(
      'getWithdrawalState',
      (_, status) => status === 404,
      ({ body }) => json(200, body),
    ),
    fact('getWithdrawalState', 'status', 'not_found'),
  ),
  variant(
    'a vault’s balance has moved elsewhere',
    successes('getVaultBalance', () => ({ status: 302, headers: { location: '/v2/vault' }, body: '' })),
    fact('getVaultBalance', 'status', '302'),
  ),
  variant(
    'state 0 of the vault is taken for none',
    requery('listVaultHistory', (query) => {
      if (query.get('state') === '0') query.delete('state');
    }),
    fact('listVaultHistory', 'value', 'state'),
  ),
  variant(
    'a page behind the last is not found',
    successes('listDepositAddresses', ({ body }, { query }) =>
      recordsOf(body, 'wallet_address').length === 0 && Number(query.get('start_index')) > 0
        ? row(404, 304, 'Wallet ID invalid')
        : undefined,
    ),
    fact('listDepositAddresses', 'status', '404'),
  ),
  variant(
    'a span of a single second is refused',
    {
      answer: ({ status }, request, world) => {
        const span = spanOf(request, world);
        return request.operationId === 'listWithdrawalHistory' && status === 200 && span?.from === span?.to
          ? row(400, 112, 'Invalid parameter')
          : undefined;
      },
    },
    contradicted('invalid-times'),
  ),
  variant(
    'a t that lies ahead is refused',
    {
      instead: ({ query, operationId }, { sandbox }) =>
        operationId !== undefined && Number(query.get('t')) > sandbox.now() / 1000 + 60
          ? row(403, undefined, 'Forbidden. Invalid timestamp')
          : undefined,
    },
    contradicted('request-time'),
  ),
  variant(
    'an entry is found whoever its user is',
    {
      answer: ({ status, body }, { operationId }, { wallets }) =>
        operationId === 'checkWhitelistEntry' && status === 400 && (body as Fields).message === 'not found'
          ? json(200, {
              ...{ address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', memo: '', user_id: 'user0', state: 1 },
              ...{ create_time: '2026-11-20T08:30:00Z', update_time: '2026-11-20T08:30:00Z', effective: true },
              ...{ effective_time: '2026-11-20T08:30:00Z', ...(wallets.length === 0 && { never: true }) },
            })
          : undefined,
    },
    fact('checkWhitelistEntry', 'status', 'whitelist_entry_not_found'),
    fact('checkWhitelistEntry', 'value', 'user_id'),
  ),
  variant(
    'an empty list of callbacks is null',
    successes('listCallbacks', ({ body }) =>
      recordsOf(body, 'notifications').length === 0 ? json(200, { notifications: null }) : undefined,
    ),
    fact('listCallbacks', 'type', 'notifications'),
  ),
  variant(
    'numbers of errors are texts',
    refusal(
      'getWithdrawalState',
      (_, status) => status === 404,
      ({ status, body }) => json(status, { ...(body as Fields), error_code: String((body as Fields).error_code) }),
    ),
    fact('getWithdrawalState', 'type', 'error_code'),
    fact('getWithdrawalState', 'error row', 'not_found'),
  ),
];
