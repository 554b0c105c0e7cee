/** Services each of whose answers may be right by itself, and that contradict each other. */
import { changedVariant, type Answer, type Change, type Passing } from './behind.ts';
import { each, walletIdOf, type Fields } from './changes.ts';
import type { ExpectedFact, Variant } from './variant.ts';

const variant = (name: string, change: Change, ...expected: readonly Variant['expected'][number][]): Variant => ({
  name,
  start: () => changedVariant(change),
  expected,
});

const value = (operationId: string, about: string): ExpectedFact => ({ operationId, kind: 'value', about });

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
];
