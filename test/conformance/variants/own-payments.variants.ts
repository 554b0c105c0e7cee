/** Services that tell of one payment, of one order, or of one price in two ways. */
import { changedVariant, variant, type Change } from './behind.ts';
import { all, callbacks, each, idsIn, isOf, json, recordsOf, withCallbacks, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';

const [HISTORY, STATES, CALLBACKS, VAULT, PRICES] = [
  'listWithdrawalHistory',
  'listWithdrawalStates',
  'listCallbacks',
  'listVaultHistory',
  'getCurrencyPrices',
];

const DAY = 86_400;

/** What a history that has more records than were asked for shows besides. */
const PAGES = [value(HISTORY, 'start_index'), { operationId: HISTORY, kind: 'bound' }] as const;

/** Changes deposits once they are done. */
const done = (change: (record: Fields) => void): Change =>
  callbacks((record) => {
    if (record.order_id === '' && record.processing_state === 2) change(record);
  });

/** Changes the digits of a transaction's ID. */
const otherTransaction = (txid: unknown): string => String(txid).replace(/.{6}$/, 'abcdef');

/** A second transaction of what an order paid. */
const paidAgain = (): Change =>
  withCallbacks((record) =>
    record.order_id !== '' && Number(record.block_height) > 0 ? { txid: otherTransaction(record.txid) } : undefined,
  );

/** Tells of withdrawals once more when they are done. */
const doneAgain = (own: Fields): Change =>
  withCallbacks((record) =>
    record.order_id !== '' && Number(record.block_height) > 0 ? { processing_state: 2, ...own } : undefined,
  );

/** That of its events nothing is known. */
const withoutEvents: Change = {
  answer: ({ body }, { operationId, query }) =>
    operationId === 'getWithdrawalEventLogs' &&
    query.get('txid')?.endsWith('abcdef') === true &&
    (body as Fields).error_code !== 303 // of a currency without any
      ? json(200, { logs: [] })
      : undefined,
};

export const variants: readonly Variant[] = [
  variant(
    'deposits are of another amount once they are done',
    done((record) => (record.amount = `${String(record.amount)}7`)),
    value(CALLBACKS, 'amount'),
    value(HISTORY, 'amount'),
  ),
  variant(
    'deposits are of ten times as much once they are done',
    done((record) => (record.amount = `${String(record.amount)}0`)),
    value(CALLBACKS, 'amount'),
  ),
  variant(
    'deposits are of another currency once they are done',
    done((record) => (record.currency = record.currency === 'LTC' ? 'BTC' : 'LTC')),
    value(CALLBACKS, 'currency'),
  ),
  variant(
    'deposits are paid to an empty address',
    callbacks((record) => {
      if (record.type === 1) record.to_address = '';
    }),
    value(CALLBACKS, 'to_address'),
  ),
  variant(
    'deposits are under another memo once they are done',
    done((record) => (record.memo = `${String(record.memo)}77`)),
    value(CALLBACKS, 'memo'),
    value(HISTORY, 'memo'),
  ),
  variant(
    'deposits are thousands of blocks higher once they are done',
    done((record) => (record.block_height = Number(record.block_height) + 5000)),
    value(CALLBACKS, 'block_height'),
  ),
  variant('withdrawals are told of once more when they are done', doneAgain({})),
  variant('withdrawals are of no order once they are done', doneAgain({ order_id: '' }), value(CALLBACKS, 'order_id')),
  variant(
    'every order is paid by two transactions',
    {
      answer({ status, body, headers }, { operationId }) {
        if (operationId !== STATES || status !== 200) return undefined;
        const transactions = recordsOf(body, 'transactions');
        const again = transactions
          .filter(({ in_chain_block: block }) => Number(block) > 0)
          .map((record) => ({ ...record, txid: otherTransaction(record.txid) }));
        return { status, headers, body: { transactions: [...transactions, ...again] } };
      },
    },
    value(STATES, 'transactions'),
  ),
  {
    name: 'every order is paid by two transactions, and its query knows one of them',
    start: () =>
      changedVariant(
        all(paidAgain(), withoutEvents, {
          answer({ status, body, headers }, { operationId }) {
            if (operationId !== HISTORY || status !== 200) return undefined;
            const transactions = recordsOf(body, 'transactions').flatMap((row) =>
              row.out === true ? [row, { ...row, txid: otherTransaction(row.txid) }] : [row],
            );
            return { status, headers, body: { ...(body as Fields), transactions } };
          },
        }),
      ),
    expected: [value(CALLBACKS, 'order_id'), value(STATES, 'transactions'), ...PAGES],
  },
  variant(
    'callbacks tell of two transactions of every order',
    all(paidAgain(), withoutEvents),
    value(CALLBACKS, 'order_id'),
  ),
  variant(
    'deposits are done that are in no block',
    done((record) => Object.assign(record, { state: 2, block_height: 0, chain_at: 0, confirm_blocks: 0 })),
    { point: 'processing-state', verdict: 'contradicted' },
  ),
  variant(
    'each record of the history is there twice',
    {
      answer({ status, body, headers }, { operationId }) {
        if (operationId !== HISTORY || status !== 200) return undefined;
        const transactions = recordsOf(body, 'transactions').flatMap((row) => [row, row]);
        return { status, headers, body: { ...(body as Fields), transactions } };
      },
    },
    value(HISTORY, 'records'),
    ...PAGES,
  ),
  {
    name: 'deposits of one wallet are told of in another one as well',
    start() {
      const deposits = new Map<string, Fields>();
      return changedVariant({
        answer({ status, body, headers }, request, world) {
          const { operationId, query } = request;
          if ((operationId !== CALLBACKS && operationId !== 'getCallbacksById') || status !== 200) return undefined;
          const records = recordsOf(body, 'notifications');
          const own = world.wallets.find(({ kind }) => kind === 'deposit')?.walletId;
          if (isOf(request, world, 'delegated'))
            for (const record of records)
              if (record.type === 1) deposits.set(String(record.serial), { ...record, wallet_id: own });
          if (!isOf(request, world, 'deposit')) return undefined;
          const isAll = (query.get('from_time') ?? '0') === '0' && !query.has('to_time');
          const isDeposit = ['-1', '1'].includes(query.get('type') ?? '-1');
          const others =
            operationId === CALLBACKS
              ? [...deposits.values()].filter(() => isAll && isDeposit)
              : idsIn(request.body).flatMap((id) => deposits.get(id) ?? []);
          return { status, headers, body: { notifications: [...records, ...others] } };
        },
      });
    },
    expected: [value(CALLBACKS, 'to_address')],
  },
  variant(
    'transactions of a vault that were paid are told of as cancelled',
    each(VAULT, 'transaction_item', (record) => {
      if (record.txid !== '' && Number(record.real_amount) > 0) record.state = 5;
    }),
    value(VAULT, 'state'),
  ),
  {
    name: 'the history of a wallet has what wallets of other currencies sent',
    start() {
      const sent: Fields[] = [];
      return changedVariant({
        answer({ status, body, headers }, request, world) {
          if (request.operationId !== HISTORY || status !== 200) return undefined;
          const own = recordsOf(body, 'transactions');
          if (isOf(request, world, 'withdrawal')) sent.push(...own.filter(({ out }) => out === true));
          if (!isOf(request, world, 'deposit-withdrawal')) return undefined;
          const others = sent.slice(0, own.length);
          return {
            ...{ status, headers },
            body: { ...(body as Fields), transactions: [...own.slice(others.length), ...others] },
          };
        },
      });
    },
    expected: [value(HISTORY, 'txid')],
  },
  {
    name: 'prices are ten times as high where two tenders are asked for',
    start: () =>
      changedVariant(
        each(PRICES, 'currency_prices', (record, { query }) => {
          const prices = record.prices as Record<string, string>;
          if (query.get('convert') === 'USD,EUR')
            record.prices = Object.fromEntries(Object.entries(prices).map(([name, one]) => [name, timesTen(one)]));
        }),
      ),
    expected: [value(PRICES, 'prices')],
  },
  variant(
    'transactions of a vault moved something, and were of nothing',
    each(VAULT, 'transaction_item', (record) => {
      if (Number(record.real_amount) > 0) record.amount = '0';
    }),
    value(VAULT, 'amount'),
  ),
  variant(
    'all transactions of a vault are one on its chain, and days lie between them',
    each(VAULT, 'transaction_item', (record) => {
      if (record.txid !== '') record.txid = `0x${'ab'.repeat(32)}`;
      for (const name of ['create_time', 'transaction_time'])
        if (Number(record[name]) > 0) record[name] = Number(record[name]) - (Number(record.txno) % 5) * DAY;
    }),
    value(VAULT, 'txid'),
  ),
];

/** A decimal number, times ten. */
function timesTen(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = `${whole}${fraction}0`.padEnd(whole.length + 1, '0');
  return `${digits.slice(0, whole.length + 1)}.${digits.slice(whole.length + 1)}`.replace(/\.?0*$/, '');
}
