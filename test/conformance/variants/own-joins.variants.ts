/** Services that tell of older transactions otherwise in one answer than in another, and of times and numbers otherwise than they are. */
import { changedVariant, variant, type Change } from './behind.ts';
import {
  all,
  asSigned,
  callbacks,
  each,
  json,
  recordsOf,
  respanned,
  SOMEBODY,
  walletIdOf,
  type Fields,
} from './changes.ts';
import { value, type Variant } from './variant.ts';

const [HISTORY, CALLBACKS, VAULT] = ['listWithdrawalHistory', 'listCallbacks', 'listVaultHistory'];

/** Changes what the history has of the first orders of a wallet, which are not looked up. */
const older = (change: (record: Fields) => void): Change =>
  each(HISTORY, 'transactions', (record) => {
    if (/^([1-9]|1[01])\.25$/.test(String(record.amount))) change(record);
  });

const [HOUR, DAY] = [3600, 86_400];

/** The begin of its day, for what a span begins with. */
const fromItsDay = (operationId: string): Change =>
  respanned(operationId, (seconds) => seconds - (seconds % DAY), ['from_time']);

const asked = (name: string, change: Change, ...expected: Variant['expected']): Variant => ({
  name,
  start: () => changedVariant(change, [], { checksum: asSigned }),
  expected,
});

/** Times of what the service itself makes, so much ahead that all of them are to come. */
const ahead =
  (fields: readonly string[]) =>
  (record: Fields): void => {
    for (const field of fields) {
      const time = record[field];
      if (typeof time === 'number' && time > 0) record[field] = time + 40 * HOUR;
      if (typeof time === 'string' && Date.parse(time) > 0)
        record[field] = new Date(Date.parse(time) + 40 * HOUR * 1000).toISOString().replace('.000', '');
    }
  };

/** Gives a wallet of a token the address of that. */
function atContract(record: Fields): void {
  if (typeof record.token_contract_address === 'string' && record.token_contract_address !== '')
    record.address = record.token_contract_address;
}

export const variants: readonly Variant[] = [
  variant(
    'amounts of older orders are ten times as much in the history',
    older((record) => (record.amount = String(Number(record.amount) * 10))),
    value(CALLBACKS, 'amount'),
  ),
  variant(
    'amounts of the history are rounded',
    each(HISTORY, 'transactions', (record) => (record.amount = Number(record.amount).toFixed(0))),
    value(HISTORY, 'amount'),
  ),
  variant(
    'who is paid by older orders is who pays, in the history',
    older((record) => (record.to_address = record.from_address)),
    value(HISTORY, 'to_address'),
  ),
  variant(
    'older orders are three blocks higher in the history',
    older((record) => (record.block_height = Number(record.block_height) + 3)),
    value(HISTORY, 'block_height'),
  ),
  variant(
    'older orders have other transactions in the history',
    older((record) => (record.txid = String(record.txid).replace(/.{6}$/, 'abcdef'))),
    value(HISTORY, 'txid'),
  ),
  variant(
    'callbacks that are looked up by their serials come twice',
    {
      answer({ status, body }, { operationId }) {
        if (operationId !== 'getCallbacksById' || status !== 200) return undefined;
        const records = recordsOf(body, 'notifications');
        return json(200, { notifications: [...records, ...records] });
      },
    },
    value('getCallbacksById', 'records'),
  ),
  variant(
    'fees of the history are numbers',
    each(HISTORY, 'transactions', (record) => (record.fee = Number(record.fee))),
    { operationId: HISTORY, kind: 'type', about: 'fee' },
  ),
  variant(
    'orders and vaults are made after they are told of',
    all(
      each('getWithdrawalState', '', ahead(['create_time'])),
      each('listWithdrawalStates', 'transactions', ahead(['create_time'])),
      each(VAULT, 'transaction_item', ahead(['create_time', 'transaction_time'])),
    ),
    value('getWithdrawalState', 'create_time'),
    value('listWithdrawalStates', 'create_time'),
    value(VAULT, 'create_time'),
    value(VAULT, 'from_time'),
    value(VAULT, 'to_time'),
  ),
  asked(
    'the history begins with the day of the time that is asked for',
    fromItsDay(HISTORY),
    value(HISTORY, 'from_time'),
  ),
  asked('a vault begins with the day of the time that is asked for', fromItsDay(VAULT), value(VAULT, 'from_time')),
  asked(
    'a vault takes times for those of another zone',
    respanned(VAULT, (seconds) => seconds - 8 * HOUR),
    value(VAULT, 'from_time'),
    value(VAULT, 'to_time'),
  ),
  variant(
    'what is in the chain is still in the pool, by its processing state',
    callbacks((record) => (record.processing_state = 0)),
    { point: 'processing-state', verdict: 'contradicted' },
  ),
  variant(
    'an entry that is looked up by its address alone is in another state than in the list',
    each('checkWhitelistEntry', '', (record, { body }) => {
      if (record.user_id !== '' && !body.includes('user_id')) record.state = record.state === 1 ? 2 : 1;
    }),
    value('checkWhitelistEntry', 'state'),
  ),
  variant(
    'blocks are counted down',
    all(
      each(HISTORY, 'transactions', (record) => (record.block_height = 90_000_000 - Number(record.block_height))),
      callbacks((record) => {
        if (Number(record.block_height) > 0) record.block_height = 90_000_000 - Number(record.block_height);
      }),
      ...['getWithdrawalState', 'listWithdrawalStates'].map((id) =>
        each(id, id.startsWith('list') ? 'transactions' : '', (record) => {
          if (Number(record.in_chain_block) > 0) record.in_chain_block = 90_000_000 - Number(record.in_chain_block);
        }),
      ),
      each(
        'getWithdrawalEventLogs',
        'logs',
        (record) => (record.block_number = 90_000_000 - Number(record.block_number)),
      ),
    ),
    value(HISTORY, 'block_height'),
    value('listCallbacks', 'block_height'),
  ),
  variant(
    'deposits are paid to the wallet itself, by their callbacks',
    callbacks((record) => {
      if (record.type === 1 && record.order_id === '') record.to_address = SOMEBODY;
    }),
    value(CALLBACKS, 'to_address'),
  ),
  variant(
    'transactions of one currency are without their prefix in the history',
    each(HISTORY, 'transactions', (record) => (record.txid = String(record.txid).replace(/^0x/, ''))),
    value(HISTORY, 'txid'),
  ),
  variant(
    'fees of one currency are in another unit than those of others',
    each(HISTORY, 'transactions', (record) => {
      if (/^0x/.test(String(record.to_address))) record.fee = String(Number(record.fee) * 1e9);
    }),
    { point: 'callback-fees-unit', verdict: 'contradicted' },
  ),
  variant(
    'what is in the chain of one wallet is still in the pool, by its processing state',
    {
      answer({ status, body }, request, { wallets }) {
        const isOwn = walletIdOf(request) === wallets.find(({ kind }) => kind === 'deposit')?.walletId;
        const name = {
          listCallbacks: 'notifications',
          getCallbacksById: 'notifications',
          getDepositCallback: 'notification',
        };
        const list = name[request.operationId as keyof typeof name] as string | undefined;
        if (list !== undefined && status === 200 && isOwn)
          for (const record of recordsOf(body, list)) record.processing_state = 0;
        return undefined;
      },
    },
    { point: 'processing-state', verdict: 'contradicted' },
  ),
  variant(
    'wallets of tokens have the address of the contract',
    all(each('listWallets', 'wallets', atContract), each('listWalletBalances', 'wallet_balances', atContract)),
    value('listWallets', 'address'),
    value('listWalletBalances', 'address'),
  ),
];
