/** What the interface leaves to a service about its lists is no difference, and no answer to a point that nobody saw. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, namesIn } from './harness.ts';
import { conformBehind, conformTo, factIn, seeded, worldOf } from './in-use/setup.ts';
import { changedWorld, runningOf, type Change, type Passing } from './variants/behind.ts';
import {
  all,
  callbacks,
  each,
  json,
  recordsOf,
  requery,
  row,
  SOMEBODY,
  walletIdOf,
  type Fields,
} from './variants/changes.ts';
import { createWorld } from './world.ts';

const NOT_FOUND = row(404, 304, 'Wallet ID invalid');

/** A service that keeps callbacks for some days: once one of them was looked up, the first of each wallet is over. */
function forgetting(): { readonly change: Change; readonly forgotten: () => number } {
  let isOver = false;
  const first = new Map<string, Fields>();
  const gone = new Set<string>();
  const walletOf = (request: Passing): string => String(walletIdOf(request));
  const isGone = (request: Passing, record: Fields): boolean =>
    isOver && String(first.get(walletOf(request))?.serial) === String(record.serial);
  return {
    forgotten: () => gone.size,
    change: {
      answer(answer, request) {
        const { operationId } = request;
        if (answer.status !== 200) return undefined;
        if (operationId === 'getDepositCallback')
          return isGone(request, recordsOf(answer.body, 'notification')[0] ?? {}) ? NOT_FOUND : undefined;
        if (operationId !== 'listCallbacks' && operationId !== 'getCallbacksById') return undefined;
        const records = recordsOf(answer.body, 'notifications');
        const deposit = records.find(({ type, order_id }) => type === 1 && order_id === '');
        if (operationId === 'listCallbacks' && deposit && !first.has(walletOf(request)))
          first.set(walletOf(request), deposit);
        isOver ||= operationId === 'getCallbacksById';
        const kept = records.filter((record) => !isGone(request, record));
        if (kept.length < records.length) gone.add(walletOf(request));
        return json(200, { notifications: kept });
      },
    },
  };
}

test('callbacks may fall out of their list while they are looked up', async () => {
  const { change, forgotten } = forgetting();
  expect(differencesIn(await conformBehind(change))).toEqual([]);
  expect(forgotten()).toBeGreaterThan(0);
});

test('a vault that may not ask for callbacks by their serials may be the first wallet', async () => {
  const world = await createWorld();
  const vaults = new Set(world.wallets.flatMap(({ kind, walletId }) => (kind === 'vault' ? [walletId] : [])));
  const isVault = ({ kind }: { readonly kind: string }): boolean => kind === 'vault';
  const wallets = [...world.wallets.filter(isVault), ...world.wallets.filter((wallet) => !isVault(wallet))];
  const result = await conformTo(
    { ...world, wallets },
    {
      answer: ({ status }, request) =>
        [200, 400].includes(status) &&
        request.operationId === 'getCallbacksById' &&
        vaults.has(walletIdOf(request) ?? 0n)
          ? NOT_FOUND
          : undefined,
    },
  );
  expect(differencesIn(result)).toEqual([]);
});

test('a page beyond the maximum may be as one that nobody asked for', async () => {
  const size = 'request_number';
  const found = namesIn(
    await conformBehind(
      requery('listWithdrawalHistory', (query) => {
        if (Number(query.get(size)) > 500) query.set(size, '3');
      }),
    ),
  );
  expect(found).toEqual(['page-limit']);
});

test('a count of the page is told where a vault has one transaction', async () => {
  const sandbox = await seeded({ seeded: false });
  const { walletId } = await sandbox.control.createWallet({ kind: 'vault', currency: 'ETH', balance: '9' });
  const address = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
  await sandbox.control.addVaultTransaction({ walletId, amount: '1', outgoingAddress: address });
  const counted = each('listVaultHistory', '', (body) => {
    body.transaction_count = recordsOf(body, 'transaction_item').length;
  });
  const result = await conformTo(await worldOf(sandbox), counted);
  expect(namesIn(result)).toEqual(['vault-count']);
  expect(result.report.points['vault-count']).toMatchObject({ value: 'the page' });
});

test('where types of wallets have other numbers, a filter may refuse those that were assumed', async () => {
  const BEYOND = 10;
  const moved = ['listWallets', 'listWalletBalances'].map((id) =>
    each(id, id === 'listWallets' ? 'wallets' : 'wallet_balances', (record) => {
      record.type = Number(record.type) + BEYOND;
    }),
  );
  const refusing: Change = {
    answer: ({ status }, { operationId, query }) =>
      status === 200 && operationId === 'listWalletBalances' && ![null, '-1'].includes(query.get('type'))
        ? row(400, 112, 'Invalid parameter')
        : undefined,
  };
  const found = namesIn(await conformBehind(all(...moved, refusing)));
  expect(found).toEqual(['wallet-type']);
});

test.each([
  [
    'by a time before that of the block',
    (query: URLSearchParams) => {
      for (const name of ['from_time', 'to_time'])
        if (/^\d{9,}$/.test(query.get(name) ?? '')) query.set(name, String(Number(query.get(name)) + 1));
    },
    'contradicted',
  ],
  [
    'without the second that a span begins with',
    (query: URLSearchParams) => {
      const from = query.get('from_time') ?? '';
      if (/^\d{9,}$/.test(from) && from !== query.get('to_time')) query.set('from_time', String(Number(from) + 1));
    },
    'not observable',
  ],
])('that the history is chosen %s confirms nothing', async (_, change, verdict) => {
  const result = await conformBehind(requery('listWithdrawalHistory', change));
  expect(differencesIn(result).filter((line) => !line.startsWith('history-times: '))).toEqual([]);
  expect(result.report.points['history-times']?.verdict).toBe(verdict);
});

test.each([
  ['7000', 'not observable'],
  ['0.007', 'contradicted'],
])(
  'fees of callbacks that are the very ones of the history, as %s, are in no unit that anybody saw',
  async (fee, verdict) => {
    const result = await conformBehind(
      all(
        each('listWithdrawalHistory', 'transactions', (record) => (record.fee = fee)),
        callbacks((record) => (record.fees = fee)),
      ),
    );
    expect(result.report.points['callback-fees-unit']?.verdict).toBe(verdict);
  },
);

test('what most approvals are before by less than clocks may be apart is not said to agree', async () => {
  const result = await conformBehind(
    each('listVaultHistory', 'transaction_item', (record) => {
      for (const item of record.approval_item as Fields[])
        if (Number(item.approval_time) > 0) item.approval_time = Number(record.create_time) - 60;
    }),
  );
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listVaultHistory', 'value', 'approval_time')?.verdict).toBe('not observable');
});

test('a total that has another name is held against nothing', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 12; i++) await sandbox.control.createWallet({ kind: 'deposit', currency: 'BTC', balance: '1' });
  const renamed: Change = {
    answer(answer, { operationId }) {
      if (operationId !== 'listWalletBalances' || answer.status !== 200) return undefined;
      const { total, wallet_balances } = answer.body as Fields;
      return json(200, { count: total, data: wallet_balances });
    },
  };
  const world = await worldOf(sandbox);
  const result = await conformTo({ ...world, wallets: world.wallets.slice(0, 6) }, renamed);
  expect(namesIn(result)).toEqual(['wallet-balance-envelope']);
});

test('whose clock is outside of the window of t reads so', async () => {
  const world = await createWorld();
  onTestFinished(world.sandbox.close);
  const { report } = await conform({ ...runningOf(world), now: () => world.sandbox.now() + 3_600_000 });
  expect(report.points.checksum?.evidence).toMatch(
    /^none of \d+ ways to sign was admitted: refused by invalid_timestamp\. Look at the clock of this machine$/,
  );
});

const STATES = ['listCallbacks', 'getCallbacksById', 'getDepositCallback'];

/** A service whose numbers of states are others, wherever callbacks and all transactions of an order tell of them. */
const numbered = (numbers: Readonly<Record<number, number>>): Change => {
  const change = (record: Fields): void => {
    record.state = numbers[Number(record.state)] ?? record.state;
  };
  return all(
    ...STATES.map((id) => each(id, id === 'getDepositCallback' ? 'notification' : 'notifications', change)),
    each('listWithdrawalStates', 'transactions', change),
  );
};

test.each([
  ['those of others', { 3: 11, 11: 3 }, { inChain: 11, transactionFailed: 3 }],
  ['new ones', { 3: 11, 11: 20 }, { inChain: 11, transactionFailed: 20 }],
])('states in the chain that have %s are told apart by the history', async (_, numbers, value) => {
  const sandbox = await seeded();
  for (const scenario of ['withdrawal', 'withdrawal', 'withdrawal-failed'] as const)
    await sandbox.control.trigger({ scenario, ...(scenario === 'withdrawal-failed' && { callback: true }) });
  const result = await conformTo(await worldOf(sandbox), numbered(numbers));
  expect(namesIn(result)).toEqual(['callback-state']);
  expect(result.report.points['callback-state']).toMatchObject({ value });
});

test('an order in no chain whose state nobody knows has no name', async () => {
  const result = await conformBehind(
    each('listWithdrawalStates', 'transactions', (record) => {
      Object.assign(record, { txid: '', in_chain_block: 0, state: 77 });
    }),
  );
  const { verdict, evidence, value } = result.report.points['callback-state'] ?? {};
  expect({ verdict, value }).toEqual({ verdict: 'contradicted', value: undefined });
  expect(evidence).toMatch(/there is 77 of what may be processing, failed, cancelled$/);
});

test('prices that take the read-only code alone differ once for who has none', async () => {
  const world = await createWorld();
  const priced: Change = {
    answer: ({ status }, { operationId }) =>
      operationId === 'getCurrencyPrices' && status !== 403 ? row(403, 385, 'API Secret not valid') : undefined,
  };
  const running = await changedWorld(world, priced);
  onTestFinished(running.close);
  const result = await conform(running, [], { readOnly: undefined });
  expect(namesIn(result)).toEqual(['price-api-code']);
});

test.each([
  ['deeper', (message: unknown) => ({ details: { message } }), ['error-body-fields', 'error-message-field']],
  ['nowhere', () => ({}), ['error-message-field']],
])('messages that stand %s are told once', async (_, moved, points) => {
  const found = await conformBehind({
    answer({ status, body, headers }) {
      const { message, ...rest } = body as Fields;
      return status >= 400 && message !== undefined
        ? { status, headers, body: { ...rest, ...moved(message) } }
        : undefined;
    },
  });
  expect(namesIn(found).sort()).toEqual(points);
});

test('which of several entries of one second was added last no read shows', async () => {
  const sameSecond = ['listWhitelistEntries', 'checkWhitelistEntry'].map((id) =>
    each(id, id.startsWith('list') ? 'items' : '', (entry) => (entry.create_time = '2026-11-01T00:00:00Z')),
  );
  const result = await conformBehind(all(...sameSecond));
  expect(result.report.points['whitelist-lookup']?.verdict).toBe('not observable');
});

test('spans that are taken whatever they are confirm nothing of broken ones', async () => {
  const sandbox = await seeded({ seeded: false });
  await sandbox.control.createWallet({ kind: 'vault', currency: 'ETH', balance: '9' });
  const result = await conformTo(await worldOf(sandbox), {});
  expect(result.report.points['invalid-times']?.verdict).not.toBe('confirmed');
});

test.each([
  ['of the unknown alone', (found: number) => found === 0],
  ['of a hundred that has one', (found: number, asked: number) => found < asked],
])('callbacks that are looked up may not be found: %s', async (_, isRefused) => {
  const result = await conformBehind({
    answer({ status, body }, { operationId, body: sent }) {
      if (operationId !== 'getCallbacksById' || status !== 200) return undefined;
      const { ids } = JSON.parse(sent) as { ids: unknown[] };
      return isRefused(recordsOf(body, 'notifications').length, ids.length) ? NOT_FOUND : undefined;
    },
  });
  expect(differencesIn(result)).toEqual([]);
});

test('prices that are a list by themselves are told once', async () => {
  const result = await conformBehind({
    answer({ status, headers, body }, { operationId, headers: { 'x-api-code': code } }, { readOnly }) {
      if (operationId !== 'getCurrencyPrices' || status === 403) return undefined;
      if (code === readOnly.apiCode) return row(403, 385, 'API Secret not valid');
      const { currency_prices, ...times } = body as Fields;
      return { status, headers, body: (currency_prices as Fields[]).map((record) => ({ ...record, ...times })) };
    },
  });
  expect(namesIn(result)).toEqual(['price-envelope']);
});

test('where serials are no order, and blocks the same, nobody tells which callback is the last', async () => {
  const sandbox = await seeded({ seeded: false });
  const { walletId } = await sandbox.control.createWallet({ kind: 'deposit', currency: 'ETH' });
  for (let i = 0; i < 6; i++) {
    await sandbox.control.trigger({ scenario: 'deposit', walletId });
    await sandbox.control.advance({ hours: 1 });
  }
  const falling = callbacks((record) => {
    record.serial = 900_000_000 - Number(record.serial);
    if (Number(record.confirm_blocks) > 0) record.confirm_blocks = 12;
  });
  const { report } = await conformTo(await worldOf(sandbox), falling);
  expect(report.points['processing-state']?.value).toBeUndefined();
  expect(report.points['processing-state']?.verdict).not.toBe('contradicted');
});

test('a number that stands for no state of a final transaction is told of', async () => {
  const result = await conformBehind(
    callbacks((record) => {
      if (record.processing_state === 2) record.processing_state = 9;
      if (Number(record.block_height) > 0 && record.processing_state === 1) record.processing_state = 7;
    }),
  );
  expect(result.report.points['processing-state']?.verdict).toBe('contradicted');
});

test('a list of balances that lacks types of the list of wallets confirms nothing of its filter', async () => {
  const some = new Set([0, 2, 3]);
  const result = await conformBehind({
    answer({ status, body }, { operationId, query }) {
      if (operationId !== 'listWalletBalances' || status !== 200 || query.get('type') !== null) return undefined;
      const kept = recordsOf(body, 'wallet_balances').filter(({ type }) => some.has(Number(type)));
      return json(200, { total: kept.length, wallet_balances: kept });
    },
  });
  expect(result.report.points['wallet-type-filter']?.verdict).not.toBe('confirmed');
});

test('a page in no order of blocks may have one payment of a transaction, and not the other', async () => {
  const sandbox = await seeded({ seeded: false });
  const { control } = sandbox;
  for (const [prefix, count] of [
    ['one_', 14],
    ['two_', 12],
  ] as const) {
    const wallet = { kind: 'withdrawal', currency: 'ETH', prefix, balance: '1000' } as const;
    const { walletId } = await control.createWallet(wallet);
    for (let i = 0; i < count; i++) await control.trigger({ scenario: 'withdrawal', walletId });
  }
  let pages = 0;
  const result = await conformTo(await worldOf(sandbox), {
    answer({ status, body, headers }, { operationId, query }) {
      if (operationId !== 'listWithdrawalHistory' || status !== 200) return undefined;
      const records = recordsOf(body, 'transactions');
      const isCut = records.length === 10 && !query.has('request_number');
      if (isCut) pages++;
      // every second record before the one that was before it
      const turned = records.map((record, i) => records[i % 2 === 0 ? i + 1 : i - 1] ?? record);
      const others = turned.map((record) => ({ ...record, to_address: SOMEBODY }));
      const transactions = isCut ? others : turned.flatMap((record, i) => [record, others[i] ?? record]);
      return { status, headers, body: { ...(body as Fields), transactions } };
    },
  });
  expect(pages).toBeGreaterThan(1);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'to_address')?.verdict).not.toBe('differs');
});
