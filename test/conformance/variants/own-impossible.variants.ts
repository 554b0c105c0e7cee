/** Services that tell what cannot be. */
import { variant } from './behind.ts';
import { callbacks, each, SOMEBODY, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';
import { withMemos, withTokenVault } from './worlds.ts';

const [HOUR, DAY] = [3600, 86_400];

export const variants: readonly Variant[] = [
  variant(
    'an address that nobody asked for has the balance of one',
    each('getDelegatedBalances', '', (body) => {
      const balances = Object.entries(body.balances as Fields);
      body.balances = Object.fromEntries(balances.map(([address, one], i) => [i === 0 ? SOMEBODY : address, one]));
    }),
    value('getDelegatedBalances', 'were not asked for'),
    value('getDelegatedBalances', 'are not found'),
  ),
  variant(
    'prices were refreshed tomorrow',
    each('getCurrencyPrices', '', (body) => {
      for (const name of ['last_refresh_attempt_time', 'last_refresh_success_time'])
        body[name] = Number(body[name]) + DAY;
    }),
    value('getCurrencyPrices', 'last_refresh_attempt_time'),
    value('getCurrencyPrices', 'last_refresh_success_time'),
  ),
  variant(
    'a currency has two prices',
    each('getCurrencyPrices', '', (body) => {
      const prices = body.currency_prices as Fields[];
      const [first] = prices;
      const doubled = Object.keys(first?.prices as Fields).map((tender) => [tender, '1.25']);
      body.currency_prices = [...prices, { ...first, prices: Object.fromEntries(doubled) as Fields }];
    }),
    value('getCurrencyPrices', 'prices'),
  ),
  {
    name: 'a token vault names another token than the list of wallets',
    start: () =>
      withTokenVault(
        each('getVaultBalance', '', (body) => {
          if (body.token_address !== '') body.token_address = SOMEBODY;
        }),
      ),
    expected: [value('getVaultBalance', 'token_address')],
  },
  {
    name: 'transactions of a token vault are of another token',
    start: () =>
      withTokenVault(
        each('listVaultHistory', 'transaction_item', (record) => {
          if (record.token_address !== '') record.token_address = SOMEBODY;
        }),
      ),
    expected: [value('listVaultHistory', 'token_address')],
  },
  {
    name: 'addresses have other memos than those that deposits were paid under',
    start: () =>
      withMemos(
        each('listDepositAddresses', 'wallet_address', (record) => {
          if (record.memo !== '') record.memo = `9${String(record.memo)}`;
        }),
      ),
    expected: [value('listDepositAddresses', 'memo')],
  },
  variant(
    'withdrawals were broadcast a month before their orders',
    callbacks((record) => {
      if (record.order_id !== '' && Number(record.broadcast_at) > 0)
        record.broadcast_at = Number(record.broadcast_at) - 30 * DAY;
    }),
    value('listCallbacks', 'broadcast_at'),
  ),
  variant(
    'withdrawals were broadcast an hour behind their blocks',
    callbacks((record) => {
      if (record.order_id !== '' && Number(record.chain_at) > 0) record.broadcast_at = Number(record.chain_at) + HOUR;
    }),
    value('listCallbacks', 'broadcast_at'),
  ),
  variant(
    'transactions of a vault were approved the day before',
    each('listVaultHistory', 'transaction_item', ({ create_time, approval_item }) => {
      for (const item of approval_item as Fields[]) item.approval_time = Number(create_time) - DAY;
    }),
    value('listVaultHistory', 'approval_time'),
  ),
  variant(
    'transactions of a vault happened days before',
    each('listVaultHistory', 'transaction_item', (record) => {
      if (Number(record.transaction_time) > 0) record.transaction_time = Number(record.create_time) - 9 * DAY;
    }),
    value('listVaultHistory', 'transaction_time'),
  ),
];
