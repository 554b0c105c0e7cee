/** Services that tell units, blocks, serials and messages otherwise than other answers, or the interface, do. */
import { variant, type Answer, type Change, type Passing } from './behind.ts';
import { callbacks, each, json, recordsOf, refusal, walletIdOf, type Fields } from './changes.ts';
import type { World } from '../world.ts';
import { value, type ExpectedFact, type Variant } from './variant.ts';
import { withMemos, withTokenVault } from './worlds.ts';

const HISTORY = 'listWithdrawalHistory';

const type = (operationId: string, about: string): ExpectedFact => ({ operationId, kind: 'type', about });

const rows = (change: (row: Fields) => void): Change => each(HISTORY, 'transactions', change);

/** Puts the message of an error elsewhere. */
const messages = (change: (error: string, message: string) => string): Change => ({
  answer(answer) {
    const { error, message, ...rest } = answer.body as Fields;
    return answer.status >= 400 && typeof message === 'string'
      ? { ...answer, body: { ...rest, error: change(String(error), message) } }
      : undefined;
  },
});

const BEHIND: Variant['expected'] = [{ point: 'error-message-field', verdict: 'contradicted' }];

/** Serials that each wallet counts by itself. */
function countedByWallets(): Change {
  const known = new Map<string, Fields>();
  const renamed = (request: Passing, { body, status }: Answer): Fields[] => {
    if (status !== 200) return [];
    const records = recordsOf(body, 'notifications');
    for (const [i, record] of records.entries()) {
      record.serial = 5_000_001 + i;
      known.set(`${String(walletIdOf(request))} ${String(record.serial)}`, record);
    }
    return records;
  };
  return {
    answer(answer, request) {
      const { operationId, body } = request;
      if (operationId === 'listCallbacks') renamed(request, answer);
      if (operationId === 'getCallbacksById' && answer.status === 200) {
        const { ids } = JSON.parse(body) as { ids: number[] };
        const found = ids.flatMap((id) => known.get(`${String(walletIdOf(request))} ${String(id)}`) ?? []);
        return json(200, { notifications: found });
      }
      if (operationId === 'getDepositCallback' && answer.status === 200) {
        const { txid, vout_index } = (answer.body as { notification: Fields }).notification;
        const own = [...known].find(
          ([key, one]) =>
            key.startsWith(`${String(walletIdOf(request))} `) && one.txid === txid && one.vout_index === vout_index,
        );
        if (own) return json(200, { notification: own[1] });
      }
      return undefined;
    },
  };
}

/** Names something else than the wallet in the path, where a code is of another. */
const named = (name: (request: Passing, world: World) => unknown): Change =>
  refusal(
    HISTORY,
    ({ error }) => String(error).startsWith('Invalid API code for wallet'),
    ({ status }, request, world) =>
      json(status, { error: `Invalid API code for wallet ${String(name(request, world))}` }),
  );

const MISMATCHED: ExpectedFact = { operationId: HISTORY, kind: 'error row', about: 'api_code_mismatched' };

/** A moment that was taken for one in another unit. */
const wrongUnit = (time: unknown): string => new Date(Date.parse(String(time)) / 1000).toISOString();

export const variants: readonly Variant[] = [
  variant(
    'messages stand behind the texts of errors',
    messages((error, message) => `${error} / ${message}`),
    ...BEHIND,
  ),
  variant(
    'messages stand behind a dash',
    messages((error, message) => `${error} - ${message}`),
    ...BEHIND,
  ),
  variant(
    'messages stand behind a colon',
    messages((error, message) => `${error}: ${message}`),
    ...BEHIND,
  ),
  variant(
    'messages stand behind a comma',
    messages((error, message) => `${error}, ${message}`),
    ...BEHIND,
  ),
  variant(
    'messages stand in brackets',
    messages((error, message) => `${error} (${message})`),
    ...BEHIND,
  ),
  variant(
    'messages stand in place of the texts of errors',
    messages((_, message) => message),
    ...BEHIND,
  ),
  variant(
    'blocks of the history were packed in 1970, by seconds that were taken for milliseconds',
    rows((row) => (row.block_time = wrongUnit(row.block_time))),
    type(HISTORY, 'block_time'),
  ),
  variant(
    'blocks of the history have no time',
    rows((row) => (row.block_time = '0001-01-01T00:00:00Z')),
    value(HISTORY, 'block_time'),
  ),
  variant(
    'transactions of a vault were made at minutes',
    each(
      'listVaultHistory',
      'transaction_item',
      (record) => (record.create_time = Math.floor(Number(record.create_time) / 60)),
    ),
    type('listVaultHistory', 'create_time'),
  ),
  variant(
    'deposits of XRP are told of in 18 decimals',
    callbacks((record) => {
      if (record.order_id === '' && record.currency === 'XRP')
        record.amount = `${String(record.amount)}${'0'.repeat(12)}`;
    }),
    value('listCallbacks', 'amount'),
  ),
  variant('each wallet counts its callbacks by itself', countedByWallets(), value('listCallbacks', 'serial')),
  {
    name: 'deposits are in other blocks in the history',
    start: () =>
      withMemos(
        rows((row) => {
          if (row.out === false) row.block_height = Number(row.block_height) + 7;
        }),
      ),
    expected: [value(HISTORY, 'block_height')],
  },
  {
    name: 'the balance of a token vault is that of its token',
    start: () =>
      withTokenVault(
        each('getVaultBalance', '', (body) => {
          if (body.token_address !== '') body.balance = body.token_balance;
        }),
      ),
    expected: [value('getVaultBalance', 'balance')],
  },
  variant(
    'a wallet of a coin has 0 for the decimals of a token',
    each('listWallets', 'wallets', (record) => {
      if ((record.token_symbol ?? '') === '') record.token_decimals = '0';
    }),
  ),
  variant(
    'deposits to the wallet of a coin are all of a token',
    callbacks((record) => {
      if (record.order_id === '') record.currency = 'USDT';
    }),
  ),
  variant(
    'a code of another wallet is refused with the ID of its own',
    named(({ headers }, { wallets }) => wallets.find(({ apiCode }) => apiCode === headers['x-api-code'])?.walletId),
    MISMATCHED,
  ),
  variant(
    'a code of another wallet is refused with a name',
    named(() => 'Hot'),
    MISMATCHED,
  ),
  variant(
    'callbacks in blocks are of the first second',
    callbacks((record) => {
      if (Number(record.block_height) > 0) record.chain_at = 1;
    }),
    ...['listCallbacks', 'getCallbacksById', 'getDepositCallback'].map((id) => type(id, 'chain_at')),
  ),
  variant(
    'deposits come from the address that they were paid to',
    callbacks((record) => {
      if (record.order_id === '') record.from_address = record.to_address;
    }),
    value('listCallbacks', 'from_address'),
    value(HISTORY, 'from_address'),
  ),
  variant(
    'two events have one place in their block',
    {
      answer({ status, body }, { operationId }) {
        if (operationId !== 'getWithdrawalEventLogs' || status !== 200) return undefined;
        const [log] = recordsOf(body, 'logs');
        if (log) (body as Fields).logs = [log, { ...log, data: `0x${'1'.padStart(64, '0')}` }];
        return undefined;
      },
    },
    value('getWithdrawalEventLogs', 'index'),
  ),
  variant(
    'the history of a coin has a row of nothing for what a token cost',
    rows((row) => {
      if (row.amount === '5.25') Object.assign(row, { amount: '0', txid: `0x${'5'.repeat(64)}` });
    }),
  ),
];
