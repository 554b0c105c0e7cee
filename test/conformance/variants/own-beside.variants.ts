/** Services each of whose answers may be right by itself, and that contradict each other. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { createWorld, USDT } from '../world.ts';
import { changedWorld, variant, type Answer, type Change, type Passing } from './behind.ts';
import { all, callbacks, each, SOMEBODY, walletIdOf, type Fields } from './changes.ts';
import { value, type Running, type Variant } from './variant.ts';

/** A total that counts what there is without some parameters of the query. */
function countsWithout(operationId: string, total: string, ...ignored: readonly string[]): Change {
  const all = new Map<bigint | undefined, unknown>();
  return {
    answer({ status, body }, request) {
      if (request.operationId !== operationId || status !== 200) return undefined;
      const wallet = walletIdOf(request);
      if (!ignored.some((name) => request.query.has(name))) all.set(wallet, (body as Fields)[total]);
      else (body as Fields)[total] = all.get(wallet);
      return undefined;
    },
  };
}

/** Changes the bodies of the successes of an operation. */
const answered = (operationId: string, change: (body: Answer['body'], request: Passing) => unknown): Change => ({
  answer({ status, body }, request) {
    if (request.operationId === operationId && status === 200) change(body, request);
    return undefined;
  },
});

/** Answers for each output of a transaction with the one that was asked for first. */
function whateverItsOutput(): Change {
  const found = new Map<string, Answer>();
  return {
    answer(answer, { operationId, target }) {
      if (operationId !== 'getDepositCallback') return undefined;
      const transaction = target.replace(/\/[^/]*$/, '');
      if (answer.status === 200) found.set(transaction, answer);
      return answer.status === 404 ? found.get(transaction) : undefined;
    },
  };
}

const addresses = (change: (record: Fields) => void): Change => each('listDepositAddresses', 'wallet_address', change);

const DEPOSIT = bundled['x-open-points']['callback-type'].value.deposit;

/** A service with a token wallet that has the deposit addresses of its parent, and tells of no token beside them. */
async function withoutToken(): Promise<Running> {
  const world = await createWorld();
  const parentId = world.wallets.find(({ kind }) => kind === 'deposit')?.walletId;
  const token = await world.sandbox.control.createWallet({
    ...{ kind: 'deposit', currency: 'ETH', token: USDT },
    ...(parentId !== undefined && { parentId }),
  });
  const change = addresses((record) => {
    record.token_address = '';
  });
  return changedWorld({ ...world, wallets: [...world.wallets, token] }, change);
}

/** A service whose spans end before their to_time. */
const before = (operationId: string, list: string, total: string, field: string): Change =>
  answered(operationId, (body, { query }) => {
    const records = body[list] as Fields[];
    const isBefore = ({ [field]: time }: Fields): boolean =>
      (typeof time === 'number' ? time : Date.parse(String(time)) / 1000) < Number(query.get('to_time') ?? Infinity);
    body[list] = records.filter(isBefore);
    body[total] -= records.length - body[list].length;
  });

/** The history of a vault by another time of its records; of what no span was asked for, it is known. */
function byTransactionTime(): Change {
  const all = new Map<bigint | undefined, readonly Fields[]>();
  return answered('listVaultHistory', (body, request) => {
    const { query } = request;
    const wallet = walletIdOf(request);
    const [from, to] = [Number(query.get('from_time') ?? 0), Number(query.get('to_time') ?? Infinity)];
    if (!SPAN.some((name) => query.has(name))) {
      if (query.size === 1) all.set(wallet, body.transaction_item);
      return;
    }
    body.transaction_item = (all.get(wallet) ?? []).filter(({ transaction_time: time }) => {
      return Number(time) >= from && Number(time) <= to;
    });
    body.transaction_count = body.transaction_item.length;
  });
}

const SPAN = ['from_time', 'to_time'] as const;

export const variants: readonly Variant[] = [
  variant(
    'the total of the history passes over the span of time',
    countsWithout('listWithdrawalHistory', 'total_count', ...SPAN),
    value('listWithdrawalHistory', 'total_count'),
  ),
  variant(
    'the total of a whitelist passes over the state',
    countsWithout('listWhitelistEntries', 'total_count', 'state'),
    value('listWhitelistEntries', 'total_count'),
  ),
  variant(
    'the count of the vault passes over the state',
    countsWithout('listVaultHistory', 'transaction_count', 'state'),
    value('listVaultHistory', 'transaction_count'),
  ),
  variant(
    'the total of balances passes over the type',
    countsWithout('listWalletBalances', 'total', 'type'),
    value('listWalletBalances', 'total'),
  ),
  variant(
    'a vault without a token has 0 of one',
    each('getVaultBalance', '', (body) => {
      if (body.token_address === '') body.token_balance = '0';
    }),
    value('getVaultBalance', 'token_balance'),
  ),
  variant(
    'the list of wallets lacks one, and does not count it',
    answered('listWallets', (body) => {
      body.wallets.splice(1, 1);
      body.total--;
    }),
    value('listWallets', 'wallet_id'),
  ),
  variant(
    'the list of balances lacks one, and does not count it',
    answered('listWalletBalances', (body, { query }) => {
      const rest = body.wallet_balances.filter((record: Fields) => record.token_symbol !== 'USDT'); // the last of all
      if ((query.get('type') ?? '-1') === '-1' || rest.length < body.wallet_balances.length) body.total--;
      body.wallet_balances = rest;
    }),
    value('listWalletBalances', 'wallet_id'),
  ),
  variant(
    'of many serials the first ten alone are looked up',
    answered('getCallbacksById', (body) => (body.notifications = body.notifications.slice(0, 10))),
    value('getCallbacksById', 'ids'),
    { operationId: 'getCallbacksById', kind: 'bound', about: 'ids' },
  ),
  variant(
    'a deposit is found whatever its output is',
    whateverItsOutput(),
    { operationId: 'getDepositCallback', kind: 'status', about: 'not_found' },
    value('getDepositCallback', 'vout_index'),
  ),
  variant(
    'the callback of an order is paid to somebody else than the order',
    callbacks((record) => {
      if (record.order_id !== '') record.to_address = SOMEBODY;
    }),
    value('listCallbacks', 'to_address'),
  ),
  variant(
    'deposits are paid to who pays them',
    callbacks((record) => {
      if (record.type === DEPOSIT) record.to_address = record.from_address;
    }),
    value('listCallbacks', 'to_address'),
  ),
  variant(
    'every delegated address has one index',
    addresses((record) => {
      if (record.address_index !== undefined) record.address_index = 7;
    }),
    value('listDepositAddresses', 'address_index'),
  ),
  variant(
    'deposit addresses are of another currency than their wallet',
    addresses((record) => {
      record.currency = Number(record.currency) + 1;
    }),
    value('listDepositAddresses', 'currency'),
  ),
  {
    name: 'addresses of a token wallet have no token',
    start: withoutToken,
    expected: [value('listDepositAddresses', 'token_address')],
  },
  variant(
    'the history of a vault tells of another wallet',
    each('listVaultHistory', 'transaction_item', (record) => {
      record.wallet_id = Number(record.wallet_id) + 1;
    }),
    value('listVaultHistory', 'wallet_id'),
  ),
  variant(
    'the history of a vault has the address of somebody else',
    each('listVaultHistory', 'transaction_item', (record) => {
      record.wallet_address = SOMEBODY;
    }),
    value('listVaultHistory', 'wallet_address'),
  ),
  variant(
    'callbacks are of another currency than their wallets',
    callbacks((record) => {
      if (record.currency === 'ETH') record.currency = 'BTC';
    }),
    value('listCallbacks', 'currency'),
  ),
  variant(
    'times of the history have a blank for their T',
    each('listWithdrawalHistory', 'transactions', (record) => {
      record.block_time = String(record.block_time).replace('T', ' ');
    }),
    { operationId: 'listWithdrawalHistory', kind: 'type', about: 'block_time' },
  ),
  variant(
    'to_time is left out of its span, of which the interface says nothing',
    all(
      before('listWithdrawalHistory', 'transactions', 'total_count', 'block_time'),
      before('listVaultHistory', 'transaction_item', 'transaction_count', 'create_time'),
      before('listWhitelistEntries', 'items', 'total_count', 'create_time'),
    ),
  ),
  variant(
    'a vault is asked for by when its transactions happened, of which the interface says nothing',
    byTransactionTime(),
  ),
];
