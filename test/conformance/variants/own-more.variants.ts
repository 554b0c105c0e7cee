/** More services that differ, each in one thing: what they tell of time, of empty values, of one thing twice, and of what is not there. */
import { changedVariant, type Answer, type Passing } from './behind.ts';
import type { ExpectedFact, ExpectedPoint, Variant } from './variant.ts';

/** A variant whose answers of an operation are changed. */
const changed = (
  name: string,
  operationIds: string | readonly string[],
  change: (answer: Answer, request: Passing) => void,
  ...expected: readonly (ExpectedPoint | ExpectedFact)[]
): Variant => ({
  name,
  start: () =>
    changedVariant({
      answer(answer, request) {
        if ([operationIds].flat().includes(request.operationId ?? '')) change(answer, request);
        return answer;
      },
    }),
  expected,
});

/** The same, of answers 200 alone, by their body. */
const told = (
  name: string,
  operationIds: string | readonly string[],
  change: (body: Answer['body'], query: URLSearchParams, request: Passing) => void,
  ...expected: readonly (ExpectedPoint | ExpectedFact)[]
): Variant =>
  changed(
    name,
    operationIds,
    (answer, request) => {
      if (answer.status === 200) change(answer.body, request.query, request);
    },
    ...expected,
  );

const CALLBACKS = ['listCallbacks', 'getCallbacksById', 'getDepositCallback'] as const;

/** Callbacks of an answer, wherever they stand. */
const callbacksIn = (body: Answer['body']): Answer['body'][] =>
  body.notifications ?? (body.notification === undefined ? [] : [body.notification]);

const contradicted = (point: string, value?: unknown): ExpectedPoint => ({
  point,
  verdict: 'contradicted',
  ...(value !== undefined && { value }),
});
const fact = (operationId: string, kind: ExpectedFact['kind'], about?: string): ExpectedFact => ({
  operationId,
  kind,
  ...(about !== undefined && { about }),
});

export const variants: readonly Variant[] = [
  told(
    'a total is one too many',
    'listWhitelistEntries',
    (body) => body.total_count++,
    fact('listWhitelistEntries', 'value', 'total_count'),
  ),
  told(
    'the total of wallets is one too few',
    'listWallets',
    (body) => body.total--,
    fact('listWallets', 'value', 'total'),
  ),
  told(
    'from_time is left out of its span, which may be, and counted all the same',
    'listWithdrawalHistory',
    (body, query) => {
      const from = Number(query.get('from_time') ?? 0);
      body.transactions = body.transactions.filter(
        (one: Answer['body']) => Math.floor(Date.parse(one.block_time) / 1000) > from,
      );
    },
    fact('listWithdrawalHistory', 'value', 'total_count'),
  ),
  told(
    'to_time is passed over',
    'listVaultHistory',
    (body, query) => {
      if (query.has('to_time')) body.transaction_item.push({ ...body.transaction_item[0], create_time: 1_795_000_000 });
    },
    fact('listVaultHistory', 'value', 'to_time'),
  ),
  told(
    'pages begin with the second record',
    'listDepositAddresses',
    (body, query) => {
      if (query.has('start_index') && query.get('request_number') === '1')
        body.wallet_address = [{ ...body.wallet_address[0], address: '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f' }];
    },
    fact('listDepositAddresses', 'value', 'start_index'),
  ),
  told(
    'removed entries are listed only when asked for',
    'listWhitelistEntries',
    (body, query) => {
      if (query.has('state')) return;
      body.items = body.items.filter((entry: Answer['body']) => entry.state === 1);
      body.total_count = body.items.length;
    },
    fact('listWhitelistEntries', 'default', 'state'),
    fact('listWhitelistEntries', 'value'),
  ),
  told(
    'without a type there are deposits alone',
    'listCallbacks',
    (body, query) => {
      if ((query.get('type') ?? '-1') === '-1')
        body.notifications = body.notifications.filter((one: Answer['body']) => one.type === 1);
    },
    contradicted('callback-type-filter'),
  ),
  told(
    'the type of wallets is not filtered by',
    'listWalletBalances',
    (body, query) => {
      if (query.get('type') === '3') body.wallet_balances[0] = { ...body.wallet_balances[0], type: 5 };
    },
    contradicted('wallet-type-filter'),
  ),
  told(
    'exp is in milliseconds',
    'getApiCodeStatus',
    (body) => (body.valid.exp *= 1000),
    fact('getApiCodeStatus', 'type', 'exp'),
  ),
  told(
    'an empty memo is null',
    'listWithdrawalHistory',
    (body) => body.transactions.forEach((one: Answer['body']) => (one.memo ||= null)),
    contradicted('empty-texts'),
    fact('listWithdrawalHistory', 'type', 'memo'),
  ),
  told(
    'amounts of callbacks are in the main unit',
    CALLBACKS,
    (body) => {
      callbacksIn(body).forEach((one) => (one.amount = String(Number(one.amount) / 1e18)));
    },
    contradicted('amount-unit'),
    ...CALLBACKS.map((id) => fact(id, 'type', 'amount')),
  ),
  told(
    'a vault has fees of 0 before there are any',
    'listVaultHistory',
    (body) => body.transaction_item.forEach((one: Answer['body']) => (one.fee ||= '0')),
    contradicted('vault-fields'),
  ),
  told(
    'outputs are counted from one',
    CALLBACKS,
    (body) => {
      callbacksIn(body).forEach((one) => one.vout_index++);
    },
    contradicted('account-vout-index'),
    fact('getDepositCallback', 'status'),
  ),
  told(
    'an entry is effective at once',
    ['listWhitelistEntries', 'checkWhitelistEntry'],
    (body) => (body.items ?? [body]).forEach((one: Answer['body']) => (one.effective = true)),
    contradicted('whitelist-transitions'),
  ),
  told(
    'callbacks have something in addon',
    CALLBACKS,
    (body) => {
      callbacksIn(body).forEach((one) => (one.addon = { fee_decimal: 18 }));
    },
    contradicted('callback-addon'),
  ),
  told(
    'all wallets have types of seven and more',
    'listWallets',
    (body) => body.wallets.forEach((one: Answer['body']) => (one.type = Number(one.type) + 7)),
    contradicted('wallet-type'),
    fact('listWalletBalances', 'value', 'type'),
  ),
  told(
    'lookups answer with another order',
    'getWithdrawalState',
    (body) => (body.order_id = `${String(body.order_id)}0`),
    fact('getWithdrawalState', 'value', 'order_id'),
  ),
  told(
    'orders that have transactions have no states',
    'listWithdrawalStates',
    (body) => (body.transactions = []),
    fact('listWithdrawalStates', 'value', 'transactions'),
  ),
  told(
    'each transaction in the chain is listed twice among the states of its order',
    'listWithdrawalStates',
    (body) =>
      (body.transactions = body.transactions.flatMap((one: Answer['body']) =>
        Number(one.in_chain_block) > 0 ? [one, one] : [one],
      )),
    fact('listWithdrawalStates', 'value', 'txid'),
  ),
  told(
    'a vault has the address of somebody else',
    'getVaultBalance',
    (body) => (body.wallet_address = '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f'),
    fact('getVaultBalance', 'value', 'wallet_address'),
  ),
  told(
    'logs are of another transaction',
    'getWithdrawalEventLogs',
    (body) => body.logs.forEach((one: Answer['body']) => (one.tx_hash = '0x00')),
    fact('getWithdrawalEventLogs', 'value', 'tx_hash'),
  ),
  told(
    'prices are in USD, whatever is asked for',
    'getCurrencyPrices',
    (body) => body.currency_prices.forEach((one: Answer['body']) => (one.prices = { USD: '1.5' })),
    fact('getCurrencyPrices', 'value', 'convert'),
  ),
  told(
    'a wallet tells of another one',
    'listDepositAddresses',
    (body) => body.wallet_id++,
    fact('listDepositAddresses', 'value', 'wallet_id'),
  ),
  told(
    'an address that there is not has a balance',
    'getDelegatedBalances',
    (body, _, { body: sent }) =>
      sent.includes('conformance') && (body.balances['conformance-none'] = { balance: '0', token_balance: '' }),
    fact('getDelegatedBalances', 'value', 'unknown'),
  ),
  told(
    'decimals are numbers',
    ['listWallets', 'listWalletBalances'],
    (body) =>
      (body.wallets ?? body.wallet_balances).forEach((one: Answer['body']) => (one.decimals = Number(one.decimals))),
    fact('listWallets', 'type', 'decimals'),
    fact('listWalletBalances', 'type', 'decimals'),
  ),
  told(
    'a record of the vault has another state',
    'listVaultHistory',
    (body) => body.transaction_item.forEach((one: Answer['body']) => (one.state = one.state === 6 ? 7 : one.state)),
    fact('listVaultHistory', 'type', 'state'),
    fact('listVaultHistory', 'value'),
  ),
  changed(
    'who has too few permissions gets a 401',
    'listWallets',
    (answer) => {
      if (answer.status === 403) answer.status = 401;
    },
    fact('listWallets', 'status'),
  ),
  changed(
    'a kind that may not ask is refused with words of its own',
    ['getVaultBalance', 'listVaultHistory'],
    (answer) => {
      if (answer.status === 404) answer.body = { error_code: 310, error: 'Wallet type invalid' };
    },
    fact('getVaultBalance', 'error row', 'not_found'),
    fact('listVaultHistory', 'error row', 'not_found'),
  ),
  changed(
    'broken parameters are a 422',
    ['listCallbacks', 'listVaultHistory'],
    (answer) => {
      if (answer.status === 400) answer.status = 422;
    },
    contradicted('malformed-request'),
  ),
  changed(
    'JSON comes without saying so',
    'getVaultBalance',
    (answer) => {
      answer.headers = { 'content-type': 'text/plain' };
    },
    fact('getVaultBalance', 'type', 'content-type'),
  ),
  changed(
    'a replay is let through',
    'getApiCodeStatus',
    (answer) => {
      if (answer.body.error === 'Forbidden. Invalid checksum')
        Object.assign(answer, {
          status: 200,
          body: { valid: { api_code: 'X', exp: 1_799_000_000 }, inactivated: { api_code: 'Y' } },
        });
    },
    contradicted('replays'),
  ),
  changed(
    'a user ID may have 256 characters',
    'checkWhitelistEntry',
    (answer) => {
      if (String(answer.body.message).startsWith('invalid user id')) answer.body.message = 'not found';
    },
    fact('checkWhitelistEntry', 'error row', 'invalid_user_id'),
  ),
  changed(
    'of ids there may be 99',
    'getCallbacksById',
    (answer, { body }) => {
      if ((JSON.parse(body).ids ?? []).length === 100)
        Object.assign(answer, { status: 400, body: { error_code: 112, error: 'Invalid parameter' } });
    },
    fact('getCallbacksById', 'bound', 'ids'),
  ),
  ...(['confirm_blocks', 'block_height', 'chain_at', 'processing_state'] as const).map((name) =>
    told(
      `a callback by its serial has another ${name} than in lists before and behind that`,
      'getCallbacksById',
      ({ notifications }) => {
        const instead = name.endsWith('_at') ? 1_700_000_000 : 1;
        for (const record of notifications)
          record[name] = Number(record[name]) === 0 ? instead : Number(record[name]) - 1;
      },
      fact('getCallbacksById', 'value', name),
    ),
  ),
  told(
    'the callback of a deposit has another confirm_blocks than in lists before and behind that',
    'getDepositCallback',
    ({ notification }) => (notification.confirm_blocks = Number(notification.confirm_blocks) + 1),
    fact('getDepositCallback', 'value', 'confirm_blocks'),
  ),
  told(
    'of transactions of orders and deposits the history names nobody who was paid',
    'listWithdrawalHistory',
    ({ transactions }) => {
      for (const record of transactions) record.to_address = '0x000000000000000000000000000000000000dEaD';
    },
    fact('listWithdrawalHistory', 'value', 'to_address'),
  ),
  told(
    'an address is listed twice',
    'listDepositAddresses',
    (body, query) => {
      const { wallet_address: all } = body;
      if (all.length === 0 || all.length >= Number(query.get('request_number') ?? 1000)) return;
      all.push(all[0]);
      body.wallet_count++;
    },
    fact('listDepositAddresses', 'value', 'records'),
  ),
  told(
    'a token has no symbol',
    'listWallets',
    ({ wallets }) => {
      for (const wallet of wallets) delete wallet.token_symbol;
    },
    fact('listWallets', 'value', 'token_symbol'),
  ),
];
