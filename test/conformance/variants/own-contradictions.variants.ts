/** Services whose history, callbacks and lists tell of the same things otherwise than each other. */
import { variant, type Change } from './behind.ts';
import { all, callbacks, each, SOMEBODY, withoutCallbacksOf, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';

const HISTORY = 'listWithdrawalHistory';

const rows = (change: (row: Fields) => void): Change => each(HISTORY, 'transactions', change);

/** Changes what comes in. */
const deposits = (change: (row: Fields) => void): Change =>
  rows((row) => {
    if (row.out === false) change(row);
  });

const TOKEN = ['token_contract_address', 'token_decimals', 'token_name', 'token_symbol'];

const isPacked = (record: Fields): boolean => Number(record.block_height) > 0;

export const variants: readonly Variant[] = [
  variant(
    'the history has no blocks',
    rows((row) => (row.block_height = 0)),
    value(HISTORY, 'block_height'),
  ),
  variant(
    'deposits are three times as much in the history',
    deposits((row) => (row.amount = String(3 * Number(row.amount)))),
    value(HISTORY, 'amount'),
  ),
  variant(
    'deposits have other memos in the history',
    deposits((row) => (row.memo = '77')),
    value(HISTORY, 'memo'),
  ),
  variant(
    'deposits are paid to somebody else in the history',
    deposits((row) => (row.to_address = SOMEBODY)),
    value(HISTORY, 'to_address'),
  ),
  variant(
    'deposits come from the interface',
    deposits((row) => (row.source = 'withdraw-api')),
    value(HISTORY, 'source'),
  ),
  variant(
    'somebody else pays in the history',
    rows((row) => (row.from_address = SOMEBODY)),
    value(HISTORY, 'from_address'),
  ),
  variant(
    'callbacks have other memos',
    callbacks((record) => (record.memo = 'zz9')),
    value('listCallbacks', 'memo'),
    value(HISTORY, 'memo'),
  ),
  variant(
    'callbacks have no transactions',
    all(
      each('listCallbacks', 'notifications', (record) => (record.txid = '')),
      each('getCallbacksById', 'notifications', (record) => (record.txid = '')),
    ),
    value('listCallbacks', 'txid'),
  ),
  variant(
    'callbacks in blocks have no time',
    callbacks((record) => {
      if (isPacked(record)) record.chain_at = 0;
    }),
    value('listCallbacks', 'chain_at'),
  ),
  variant(
    'approvals of a vault lie years ahead',
    each('listVaultHistory', 'transaction_item', ({ approval_item }) => {
      for (const item of approval_item as Fields[]) item.approval_time = Math.floor(Date.now() / 1000) + 4e8;
    }),
    value('listVaultHistory', 'approval_time'),
  ),
  variant(
    'transactions of a vault were made before there was time',
    each('listVaultHistory', 'transaction_item', (record) => (record.create_time = -Number(record.create_time))),
    value('listVaultHistory', 'create_time'),
  ),
  variant(
    'a vault without a token has the address of one',
    each('getVaultBalance', '', (body) => (body.token_address = SOMEBODY)),
    value('getVaultBalance', 'token_address'),
  ),
  variant(
    'the list of balances has nothing of tokens',
    each('listWalletBalances', 'wallet_balances', (record) => {
      for (const name of TOKEN) Reflect.deleteProperty(record, name);
    }),
    ...TOKEN.map((name) => value('listWalletBalances', name)),
  ),
  variant(
    'callbacks of withdrawals have no order',
    callbacks((record) => (record.order_id = '')),
    value('listCallbacks', 'order_id'),
  ),
  variant(
    'callbacks of most withdrawals are lost',
    withoutCallbacksOf(/^shop1_([3-9]|1[0-2])$/),
    value('listCallbacks', 'txid'),
  ),
  variant(
    'callbacks of deposits have ten times as much',
    callbacks((record) => {
      if (record.order_id === '') record.amount = `${String(record.amount)}0`;
    }),
    value('listCallbacks', 'amount'),
  ),
  variant(
    'transactions of a vault are of another currency by its name',
    each('listVaultHistory', 'transaction_item', (record) => (record.currency_name = 'ETHER')),
    value('listVaultHistory', 'currency_name'),
  ),
  variant(
    'codes expire before there was time',
    each('getApiCodeStatus', 'valid', (valid) => (valid.exp = -Number(valid.exp))),
    value('getApiCodeStatus', 'exp'),
  ),
];
