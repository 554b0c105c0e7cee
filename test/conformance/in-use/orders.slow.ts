/** Orders, deposits and the history of wallets that are in use. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from '../harness.ts';
import { read } from '../variants/reading.ts';
import { all, asSigned, callbacks, each, recordsOf, repaged, type Fields } from '../variants/changes.ts';
import { createWorld } from '../world.ts';
import { runningOf, type Change, type Passing } from '../variants/behind.ts';
import { conformTo, conformWhile, factIn, seeded, usedBy, worldOf } from './setup.ts';

test.each([635750n, 635751n, 635770n])(
  'what gets fuel from wallet %d is asked for as no deposit, with the list of wallets and without',
  async (walletId) => {
    const sandbox = await seeded();
    await sandbox.control.trigger({ scenario: 'airdrop', walletId });
    const running = await usedBy(sandbox);
    for (const changes of [{}, { readOnly: undefined }]) {
      expect(differencesIn(await conform(running, [], changes))).toEqual([]);
      await sandbox.control.advance({ minutes: 1 }); // a second run has another t
    }
  },
);

test.each([4, 9])('callbacks whose state in the chain is %d are told of, whatever orders call that', async (state) => {
  const change = ['listCallbacks', 'getCallbacksById'].map((id) =>
    each(id, 'notifications', (record) => {
      if (record.state === 3) record.state = state;
    }),
  );
  const sandbox = await seeded();
  for (const scenario of ['deposit', 'withdrawal'] as const) await sandbox.control.trigger({ scenario });
  const { report } = await conformTo(await worldOf(sandbox), all(...change));
  expect(report.points['callback-state']).toMatchObject({ verdict: 'contradicted' });
  expect(report.points['callback-state']?.evidence).toContain(`inChain ${String(state)}`);
});

test('what a wallet pays to itself may have one of its two records on the next page', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 12; i++) await sandbox.control.trigger({ scenario: 'withdrawal' });
  await sandbox.control.advance({ minutes: 1 });
  // the largest page is refused, so that each is cut
  const result = await conformTo(await worldOf(sandbox), {
    answer(answer, { operationId, query }) {
      if (operationId !== 'listWithdrawalHistory' || answer.status !== 200) return undefined;
      if (Number(query.get('request_number')) > 10)
        return { ...answer, status: 400, body: { error_code: 112, error: 'Invalid parameter' } };
      const page = recordsOf(answer.body, 'transactions');
      const last = page.length < 10 ? undefined : page.at(-1);
      if (last) Object.assign(last, { out: false, source: '' });
      return undefined;
    },
  });
  const found = differencesIn(result);
  expect(found.join('\n')).toContain('listWithdrawalHistory bound request_number');
  expect(found.filter((line) => line.includes(' value '))).toEqual([]);
});

const isAsked =
  (name: string) =>
  ({ operationId }: Passing): boolean =>
    operationId === name;

/** A run in which an order gets another transaction between its two queries. */
async function conformWhileResent(change: Change): Promise<Result> {
  const sandbox = await seeded();
  const { control } = sandbox;
  const { walletId, orderId = '' } = await control.trigger({ scenario: 'withdrawal-stuck' });
  await control.reorganise({ blocks: 1 });
  await control.holdOrder({ walletId, orderId });
  // the document leaves open when an order has more than one transaction: here it never has
  const latest = each('listWithdrawalStates', '', (body) => {
    body.transactions = recordsOf(body, 'transactions').slice(-1);
  });
  const resend = () => control.resendOrder({ walletId, orderId });
  return conformWhile(await worldOf(sandbox), isAsked('listWithdrawalStates'), resend, all(latest, change));
}

test('nothing differs of an order that gets another transaction between its two queries', async () => {
  expect(differencesIn(await conformWhileResent({}))).toEqual([]);
});

test('an order that gets another transaction, and another create_time by one of its two queries, differs in that alone', async () => {
  const change = each('getWithdrawalState', '', (body) => {
    body.create_time = '2026-01-01T00:00:00Z';
  });
  expect(differencesIn(await conformWhileResent(change))).toEqual([
    'getWithdrawalState value create_time: create_time is another than in a transaction of all states',
  ]);
});

test('orders that got into the chain behind the history are there when it is read once more', async () => {
  const sandbox = await seeded();
  const result = await conformWhile(await worldOf(sandbox), isAsked('listDepositAddresses'), async () => {
    for (let i = 0; i < 2; i++) await sandbox.control.trigger({ scenario: 'withdrawal' });
    await sandbox.control.advance({ minutes: 1 });
  });
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'txid')?.verdict).toBe('agrees');
});

test('of a history that begins with the oldest its first page need not have orders that got into the chain behind it', async () => {
  const sandbox = await seeded({ checksum: asSigned });
  const { control } = sandbox;
  const withdraw = async (count: number, walletId: bigint): Promise<void> => {
    for (let i = 0; i < count; i++) await control.trigger({ scenario: 'withdrawal', walletId });
    await control.advance({ minutes: 1 });
  };
  await withdraw(9, 635743n);
  await withdraw(10, 635750n); // it has the most to show, and is asked for the largest page
  const result = await conformWhile(
    await worldOf(sandbox),
    isAsked('listDepositAddresses'),
    () => withdraw(4, 635743n),
    repaged('listWithdrawalHistory', { list: 'transactions', total: 'total_count', usual: 10, most: 500 }, (records) =>
      records.toReversed(),
    ),
  );
  expect(differencesIn(result)).toEqual([]);
});

/** The history has what an address pays as outgoing, and as nothing else. */
const outgoing = (from: string): Change =>
  each('listWithdrawalHistory', 'transactions', (record) => {
    if (record.from_address === from) record.out = true;
  });

test.each([
  ['as it is', () => ({})],
  ['with a history that has it as outgoing alone', outgoing],
])('nothing differs of a withdrawal to a deposit address of the same wallet, %s', async (_, change) => {
  const sandbox = await seeded();
  const { control } = sandbox;
  const walletId = 635751n;
  const from = (await control.wallets()).find((wallet) => wallet.walletId === walletId)?.address ?? '';
  const { address = '' } = await control.trigger({ scenario: 'deposit', walletId });
  await control.advance({ minutes: 20 });
  await control.trigger({ scenario: 'withdrawal', walletId, address });
  await control.advance({ minutes: 1 });
  expect(differencesIn(await conformTo(await worldOf(sandbox), change(from)))).toEqual([]);
});

test('what one deposit address pays to another of the same wallet may be outgoing in the history', async () => {
  const world = await createWorld();
  onTestFinished(world.sandbox.close);
  const { control } = world.sandbox;
  const walletId = world.wallets.find(({ kind }) => kind === 'delegated')?.walletId ?? 0n;
  const { wallet_address } = await read(runningOf(world), walletId, 'addresses');
  const [from = '', address = ''] = recordsOf(wallet_address).map((record) => String(record.address));
  await control.deposit({ walletId, from, address, amount: '0.5' });
  await control.advance({ minutes: 5 });
  const result = await conformTo(world, outgoing(from));
  expect(differencesIn(result)).toEqual([]);
});

/** Events of a withdrawal of a token. */
const LOGS = 'getWithdrawalEventLogs';
const ofToken = { scenario: 'withdrawal', walletId: 635744n } as const;

test('a withdrawal may come into another block between its callbacks and its events', async () => {
  const sandbox = await seeded();
  const { control } = sandbox;
  await control.trigger({ ...ofToken, scenario: 'withdrawal-stuck' });
  const result = await conformWhile(await worldOf(sandbox), isAsked(LOGS), async () => {
    await control.reorganise({ blocks: 8 });
    await control.advance({ minutes: 1 });
  });
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, LOGS, 'value', 'block_number')?.verdict).toBe('agrees');
});

test('events that were in another block for a moment are not observable, and those that always are differ', async () => {
  const change = (isThen: (time: number) => boolean): Change => {
    let times = 0;
    return {
      answer({ status, body }, { operationId }) {
        if (operationId !== LOGS || status !== 200 || !isThen(times++)) return undefined;
        for (const log of recordsOf(body, 'logs')) log.block_number = Number(log.block_number) + 1;
        return undefined;
      },
    };
  };
  const sandbox = await seeded();
  await sandbox.control.trigger(ofToken);
  const world = await worldOf(sandbox);
  for (const [isThen, verdict] of [
    [(time: number) => time === 0, 'not observable'],
    [() => true, 'differs'],
  ] as const) {
    await sandbox.control.advance({ minutes: 1 }); // a second run has another t
    expect(factIn(await conformTo(world, change(isThen)), LOGS, 'value', 'block_number')?.verdict).toBe(verdict);
  }
});

test('events that the chain took back are of a block that is gone', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger(ofToken);
  await sandbox.control.advance({ minutes: 1 });
  const result = await conformTo(await worldOf(sandbox), {
    answer({ status, body }, { operationId }) {
      if (operationId !== LOGS || status !== 200) return undefined;
      const [log] = recordsOf(body, 'logs');
      const gone = {
        ...log,
        removed: true,
        block_number: Number(log?.block_number) - 1,
        block_hash: `0x${'ab'.repeat(32)}`,
      };
      (body as Fields).logs = [gone, log];
      return undefined;
    },
  });
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, LOGS, 'value', 'block_number')?.verdict).toBe('agrees');
});

test('a transaction may fail in a block that has the height of the one where it succeeded before', async () => {
  const sandbox = await seeded();
  const { control } = sandbox;
  for (let i = 0; i < 2; i++) await control.trigger({ scenario: 'withdrawal' });
  await control.advance({ minutes: 1 });
  const { walletId, orderId = '' } = await control.trigger({ scenario: 'withdrawal-stuck' });
  await control.reorganise({ blocks: 1 });
  await control.advance({ seconds: 1 });
  await control.failOrder({ walletId, orderId });
  await control.advance({ minutes: 1 });
  const result = await conform(await usedBy(sandbox));
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'state')?.verdict).toBe('agrees');
});

test('a deposit wallet and a withdrawal wallet may share an account of the chain', async () => {
  const sandbox = await seeded();
  const { control } = sandbox;
  const { walletId, address } = await control.createWallet({ kind: 'deposit', currency: 'XRP' });
  const other = await control.createWallet({ kind: 'withdrawal', currency: 'XRP' });
  await control.trigger({ scenario: 'deposit', walletId });
  const change = Object.entries({ listWallets: 'wallets', listWalletBalances: 'wallet_balances' }).map(([id, list]) =>
    each(id, list, (record) => {
      if (record.address === other.address) record.address = address;
    }),
  );
  expect(differencesIn(await conformTo(await worldOf(sandbox), all(...change)))).toEqual([]);
});

test('a block that is another of one of several transactions is not observable, though others agree', async () => {
  const other = each('listWithdrawalHistory', 'transactions', (row) => {
    if (row.amount === '14.25') row.block_height = Number(row.block_height) + 1;
  });
  const result = await conformTo(await createWorld(), other);
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'block_height')?.verdict).toBe('not observable');
});

test('what one of several callbacks of deposits has more is not observable, though others agree', async () => {
  const sandbox = await seeded({ seeded: false });
  const { control } = sandbox;
  const wallet = await control.createWallet({ kind: 'deposit-withdrawal', currency: 'ETH', balance: '100' });
  for (const scenario of ['withdrawal', 'deposit', 'deposit', 'deposit'] as const)
    await control.trigger({ scenario, walletId: wallet.walletId });
  await control.advance({ minutes: 5 });
  let first: unknown;
  const tenfold = callbacks((record) => {
    if (record.order_id === '') first ??= record.txid;
    if (record.txid === first) record.amount = `${String(record.amount)}0`;
  });
  const result = await conformTo(await worldOf(sandbox), tenfold);
  expect(differencesIn(result)).toEqual([]);
  expect(factIn(result, 'listCallbacks', 'value', 'amount')?.verdict).toBe('not observable');
});

test('the history lacks a withdrawal whose order stays in the chain between others', async () => {
  const sandbox = await seeded({ seeded: false, checksum: asSigned });
  const { control } = sandbox;
  const { walletId } = await control.createWallet({ kind: 'withdrawal', currency: 'ETH', balance: '100' });
  for (let i = 0; i < 4; i++) {
    await control.trigger({ scenario: 'withdrawal', walletId });
    await control.advance({ minutes: 3 });
  }
  let gone: unknown;
  const result = await conformTo(
    await worldOf(sandbox),
    repaged(
      'listWithdrawalHistory',
      { list: 'transactions', total: 'total_count', usual: 10, most: 500 },
      (records) => {
        gone ??= records[1]?.txid;
        return records.filter(({ txid }) => txid !== gone);
      },
    ),
  );
  expect(differencesIn(result)).toEqual([
    expect.stringContaining('listWithdrawalHistory value txid: the history lacks the transaction of an order'),
  ]);
});
