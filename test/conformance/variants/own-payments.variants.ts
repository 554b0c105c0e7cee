/** Services that tell of one payment, of one order, or of one price in two ways. */
import type { World } from '../world.ts';
import { changedVariant, variant, type Change, type Passing } from './behind.ts';
import { callbacks, each, recordsOf, walletIdOf, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';

const [HISTORY, STATES, CALLBACKS, VAULT, PRICES] = [
  'listWithdrawalHistory',
  'listWithdrawalStates',
  'listCallbacks',
  'listVaultHistory',
  'getCurrencyPrices',
];

const DAY = 86_400;

/** Changes deposits once they are done. */
const done = (change: (record: Fields) => void): Change =>
  callbacks((record) => {
    if (record.order_id === '' && record.processing_state === 2) change(record);
  });

/** Whether a request is of the first wallet of a kind. */
const isOf = (request: Passing, { wallets }: World, kind: string): boolean =>
  walletIdOf(request) === wallets.find((wallet) => wallet.kind === kind)?.walletId;

/** Changes the digits of a transaction's ID. */
const otherTransaction = (txid: unknown): string => String(txid).replace(/.{6}$/, 'abcdef');

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
