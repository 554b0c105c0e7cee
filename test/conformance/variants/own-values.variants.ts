/** Services whose values are of the right type, and not right beside others. */
import { createWorld } from '../world.ts';
import { changedWorld, variant, type Change } from './behind.ts';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { all, callbacks, each, type Fields } from './changes.ts';
import { value, type Running, type Variant } from './variant.ts';

/** The processing_state of a deposit that nothing more happens to. */
const DONE = bundled['x-open-points']['processing-state'].value.done;

/** Changes an order in both of its queries. */
const orders = (change: (record: Fields) => void): Change =>
  all(each('getWithdrawalState', '', change), each('listWithdrawalStates', 'transactions', change));

/** A service whose callbacks of deposits to the deposit wallet name the withdrawal wallet as who is paid. */
async function paidElsewhere(): Promise<Running> {
  const world = await createWorld();
  const wallets = await world.sandbox.control.wallets();
  const address = wallets.find(({ kind }) => kind === 'withdrawal')?.address;
  const own = wallets.find(({ kind }) => kind === 'deposit')?.walletId;
  const { deposit } = bundled['x-open-points']['callback-type'].value;
  const change = callbacks((record) => {
    if (record.type === deposit && String(record.wallet_id) === String(own)) record.to_address = address;
  });
  return changedWorld(world, change);
}

export const variants: readonly Variant[] = [
  variant(
    'who pays and who is paid have changed places in the history',
    each('listWithdrawalHistory', 'transactions', (record) => {
      [record.from_address, record.to_address] = [record.to_address, record.from_address];
    }),
    value('listWithdrawalHistory', 'to_address'),
  ),
  variant(
    'a vault without a token has a balance of one',
    each('getVaultBalance', '', (record) => {
      if (record.token_address === '') record.token_balance = record.balance;
    }),
    value('getVaultBalance', 'token_balance'),
  ),
  variant(
    'what was not broadcast was so a second before all time',
    callbacks((record) => {
      if (record.order_id === '') record.broadcast_at = -1;
    }),
    value('listCallbacks', 'broadcast_at'),
  ),
  variant(
    'tokens have the decimals of their chain',
    all(
      ...(['listWallets', 'listWalletBalances'] as const).map((id) =>
        each(id, id === 'listWallets' ? 'wallets' : 'wallet_balances', (record) => {
          if (record.token_symbol === 'USDT') record.token_decimals = '18';
        }),
      ),
    ),
    { point: 'amount-unit', verdict: 'contradicted' },
  ),
  variant(
    'callbacks have no addresses',
    callbacks((record) => {
      [record.from_address, record.to_address] = ['', ''];
    }),
    value('listCallbacks', 'to_address'),
    value('listCallbacks', 'from_address'),
  ),
  variant(
    'wallets of tokens have the decimals of the token as those of their currency',
    all(
      each('listWallets', 'wallets', (record) => {
        if (record.token_symbol === 'USDT') record.decimals = record.token_decimals;
      }),
      each('listWalletBalances', 'wallet_balances', (record) => {
        if (record.token_symbol === 'USDT') record.decimals = record.token_decimals;
      }),
    ),
    value('listWallets', 'decimals'),
  ),
  ...[8, -8].map((hours) =>
    variant(
      `callbacks tell of blocks ${String(hours)} hours after them`,
      callbacks((record) => {
        if (record.order_id !== '' && Number(record.chain_at) > 0)
          record.chain_at = Number(record.chain_at) + hours * 3600;
      }),
      value('listCallbacks', 'chain_at'),
    ),
  ),
  variant(
    'a deposit that is done has no blocks that confirm it',
    callbacks((record) => {
      if (record.order_id === '' && record.processing_state === DONE) record.confirm_blocks = 0;
    }),
    value('listCallbacks', 'confirm_blocks'),
  ),
  variant(
    'transactions of the history are a block later than elsewhere',
    each('listWithdrawalHistory', 'transactions', (record) => {
      record.block_height = Number(record.block_height) + 1;
    }),
    value('listWithdrawalHistory', 'block_height'),
  ),
  variant(
    'transactions of orders are a block earlier than elsewhere',
    orders((record) => {
      if (Number(record.in_chain_block) > 0) record.in_chain_block = Number(record.in_chain_block) - 1;
    }),
    value('getWithdrawalState', 'in_chain_block'),
  ),
  variant(
    'orders are made eight hours behind their transactions',
    orders((record) => {
      record.create_time = new Date(Date.parse(String(record.create_time)) + 8 * 3_600_000).toISOString();
    }),
    value('getWithdrawalState', 'create_time'),
  ),
  variant(
    'callbacks have currencies in lower case',
    callbacks((record) => {
      record.currency = String(record.currency).toLowerCase();
    }),
    value('listCallbacks', 'currency'),
  ),
  {
    name: 'deposits are told of as paid to the withdrawal wallet',
    start: paidElsewhere,
    expected: [value('listCallbacks', 'to_address')],
  },
];
