/** Services that tell of vaults, tokens, addresses and pages otherwise than elsewhere. */
import { changedVariant, variant, type Change } from './behind.ts';
import { asSigned, callbacks, each, repaged, requery, SOMEBODY, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';
import { withTokenVault } from './worlds.ts';

const [MINUTES, HOUR] = [60, 3600];

const [BALANCE, VAULT] = ['getVaultBalance', 'listVaultHistory'];

const ofTokens = (name: string, change: Change, ...about: readonly (readonly [string, string])[]): Variant => ({
  name,
  start: () => withTokenVault(change),
  expected: about.map(([operationId, field]) => value(operationId, field)),
});

/** Changes what a token vault has in an answer. */
const balances = (change: (body: Fields) => void): Change =>
  each(BALANCE, '', (body) => {
    if (body.token_address !== '') change(body);
  });

const transactions = (change: (record: Fields) => void): Change => each(VAULT, 'transaction_item', change);

/** A second number of the same record, some seconds before the first. */
const before = (record: Fields, name: string, seconds: number): void => {
  if (Number(record[name]) > 0) record[name] = Number(record.create_time) - seconds;
};

export const variants: readonly Variant[] = [
  ofTokens(
    'a token vault has no balance of its token',
    balances((body) => (body.token_balance = '')),
    [BALANCE, 'token_balance'],
  ),
  ofTokens(
    'what comes to a token vault is another in the list of balances',
    balances((body) => (body.unconfirm_token_balance = '8.5')),
    [BALANCE, 'unconfirm_token_balance'],
  ),
  ofTokens(
    'transactions of a token vault are of no token',
    transactions((record) => (record.token_address = '')),
    [VAULT, 'token_address'],
  ),
  variant(
    'transactions of a vault spell its currency in small letters',
    transactions((record) => (record.currency_name = String(record.currency_name).toLowerCase())),
    value(VAULT, 'currency_name'),
  ),
  variant(
    'vaults send an hour before they are asked to',
    transactions((record) => {
      before(record, 'transaction_time', HOUR);
    }),
    value(VAULT, 'transaction_time'),
  ),
  variant(
    'withdrawals were broadcast half an hour behind their blocks',
    callbacks((record) => {
      if (record.order_id !== '' && Number(record.chain_at) > 0)
        record.broadcast_at = Number(record.chain_at) + 30 * MINUTES;
    }),
    value('listCallbacks', 'broadcast_at'),
  ),
  variant(
    'addresses of coins have a contract',
    each('listDepositAddresses', 'wallet_address', (record) => {
      if (record.token_address === '') record.token_address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    }),
    value('listDepositAddresses', 'token_address'),
  ),
  variant(
    'the history does not say who paid',
    each('listWithdrawalHistory', 'transactions', (row) => (row.from_address = '')),
    value('listWithdrawalHistory', 'from_address'),
  ),
  variant(
    'transactions of a vault without a token have one',
    transactions((record) => {
      if (record.token_address === '') record.token_address = SOMEBODY;
    }),
    value(VAULT, 'token_address'),
  ),
  {
    name: 'removed entries of the whitelist are in no list but their own',
    start: () =>
      changedVariant(
        requery('listWhitelistEntries', (query) => {
          if (['-1', null].includes(query.get('state'))) query.set('state', '1');
        }),
        [],
        { checksum: asSigned },
      ),
    expected: [value('listWhitelistEntries', 'state')],
  },
  variant(
    'the page behind the last has no total',
    each('listDepositAddresses', '', (body) => {
      if ((body.wallet_address as Fields[]).length === 0) body.wallet_count = 0;
    }),
    value('listDepositAddresses', 'wallet_count'),
  ),
  {
    name: 'a whitelist has two entries a page by default',
    start: () =>
      changedVariant(
        repaged(
          'listWhitelistEntries',
          { list: 'items', total: 'total_count', usual: 2, most: 2000 },
          (records) => records,
        ),
        [],
        { checksum: asSigned },
      ),
    expected: [{ operationId: 'listWhitelistEntries', kind: 'default', about: 'request_number' }],
  },
];
