/** What the interface leaves to a service about its records, and how it is reached, is no difference, and no number that nobody saw. */
import { isNode } from '@wallet-operations/validator';
import { expect, test } from 'vitest';
import { differencesIn, namesIn } from './harness.ts';
import { conformBehind, conformTo, factIn, ofOneWallet, seeded, worldOf } from './in-use/setup.ts';
import type { Answer, Change } from './variants/behind.ts';
import {
  all,
  callbacks,
  each,
  json,
  recordsOf,
  requery,
  respanned,
  row,
  walletIdOf,
  type Fields,
} from './variants/changes.ts';

const isPacked = ({ block_height }: Fields): boolean => Number(block_height) > 0;

test('a service whose clock is seconds behind may refuse times that are to come', async () => {
  const behind = 5;
  const result = await conformBehind({
    instead({ operationId, query }, { sandbox }) {
      const from = Number(query.get('from_time') ?? 0);
      return operationId === 'listCallbacks' && from > sandbox.now() / 1000 - behind
        ? row(400, 112, 'Invalid parameter', 'from_time')
        : undefined;
    },
  });
  expect(differencesIn(result)).toEqual([]);
});

test('what fails once is no difference, however often something does', async () => {
  let calls = 0;
  const result = await conformBehind({
    instead: () => (calls++ % 5 === 4 ? json(503, { error: 'Try again' }) : undefined),
  });
  expect(calls).toBeGreaterThan(300); // more of which fail than are made again
  expect(differencesIn(result)).toEqual([]);
});

test('fees that are nothing before a block are in no unit', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'withdrawal-failed' });
  const result = await conformTo(
    await worldOf(sandbox),
    callbacks((record) => {
      if (record.order_id === '') record.fees = '0';
    }),
  );
  expect(result.report.points['callback-fees-unit']?.verdict).not.toBe('contradicted');
});

const STATES = ['listCallbacks', 'getCallbacksById', 'getDepositCallback'];

/** Adds a callback of each order that was dropped, in a state of this number. */
const droppedAs = (state: number): Change => ({
  answer({ status, body, headers }, { operationId }) {
    if (!STATES.slice(0, 2).includes(operationId ?? '') || status !== 200) return undefined;
    const records = recordsOf(body, 'notifications').map((record) =>
      record.order_id !== '' && isPacked(record) && /[02468ace]$/i.test(String(record.txid))
        ? { ...record, state, block_height: 0, chain_at: 0, confirm_blocks: 0, processing_state: 0 }
        : record,
    );
    return { status, headers, body: { notifications: records } };
  },
});

test('what is in no block may be in the pool or have ended: its number has no name', async () => {
  const { report } = await conformBehind(droppedAs(7));
  const { verdict, evidence, value } = report.points['callback-state'] ?? {};
  expect({ verdict, value }).toEqual({ verdict: 'contradicted', value: undefined });
  expect(evidence).toMatch(/there is 7 of what may be inPool, .*dropped/);
  expect(evidence).not.toMatch(/inPool 7/);
});

test('another transaction of an order that is in the chain is not in the pool', async () => {
  const { report } = await conformBehind({
    answer({ status, body, headers }, { operationId }) {
      if (operationId !== 'listWithdrawalStates' || status !== 200) return undefined;
      const [first, ...rest] = recordsOf(body, 'transactions');
      if (!first || Number(first.in_chain_block) <= 0) return undefined;
      const replaced = { ...first, txid: `0x${'ab'.repeat(32)}`, in_chain_block: -1, state: 22 };
      return { status, headers, body: { ...(body as Fields), transactions: [first, ...rest, replaced] } };
    },
  });
  for (const id of ['callback-state', 'withdrawal-state'])
    expect(report.points[id]?.evidence ?? '').not.toMatch(/inPool 22/);
});

test('callbacks that are changed in place while one looks are the same records', async () => {
  let isOver = false;
  const result = await conformBehind({
    answer({ status, body }, { operationId }) {
      if (status !== 200) return undefined;
      isOver ||= operationId === 'getCallbacksById';
      if (isOver || operationId !== 'listCallbacks') return undefined;
      for (const record of recordsOf(body, 'notifications'))
        if (record.order_id !== '' && isPacked(record))
          Object.assign(record, { state: 2, processing_state: 0, block_height: 0, chain_at: 0, fees: '' });
      return undefined;
    },
  });
  expect(differencesIn(result).filter((line) => line.startsWith('getCallbacksById'))).toEqual([]);
});

test('what is in no block may be listed up to any time', async () => {
  let listed: Fields = {};
  const result = await conformBehind({
    answer({ status, body, headers }, { operationId, query }) {
      if (operationId !== 'listCallbacks' || status !== 200) return undefined;
      listed = recordsOf(body, 'notifications').find(({ order_id }) => order_id === '') ?? listed;
      if (Number(query.get('to_time') ?? Infinity) > 1_600_000_000) return undefined;
      return { status, headers, body: { notifications: [{ ...listed, block_height: 0, chain_at: 0 }] } };
    },
  });
  expect(differencesIn(result).filter((line) => line.includes('to_time'))).toEqual([]);
  expect(factIn(result, 'listCallbacks', 'value', 'to_time')?.verdict).toBe('not observable');
});

/** Vault transactions without numbers of their own, and what waits is told of in other words once spans are asked for. */
function withoutNumbers(): Change {
  let hasSpans = false;
  return {
    answer({ status, body }, { operationId, query }) {
      if (operationId !== 'listVaultHistory' || status !== 200) return undefined;
      hasSpans ||= /^1[78]\d{8}$/.test(query.get('from_time') ?? '');
      for (const record of recordsOf(body, 'transaction_item'))
        Object.assign(record, { txno: 0, ...(hasSpans && record.txid === '' && { description: 'seen by another' }) });
      return undefined;
    },
  };
}

test.each<[string, Change]>([
  ['', {}],
  [', where its numbers are alike and one that waits moves on', withoutNumbers()],
])('a vault may choose by when it sent, or else by when it was asked to%s', async (_, changed) => {
  const timeOf = ({ transaction_time, create_time }: Fields): number => Number(transaction_time) || Number(create_time);
  const slow = ({ txid, create_time }: Fields): number => (txid === '' ? 0 : Number(create_time) + 90);
  const result = await conformBehind(
    all(
      changed,
      requery('listVaultHistory', (query) => {
        for (const name of ['from_time', 'to_time']) if (/^1[78]\d{8}$/.test(query.get(name) ?? '')) query.delete(name);
      }),
      each('listVaultHistory', 'transaction_item', (record) => (record.transaction_time = slow(record))),
      {
        answer({ status, body, headers }, { operationId, query }) {
          if (operationId !== 'listVaultHistory' || status !== 200) return undefined;
          const [from, to] = [Number(query.get('from_time') ?? 0), Number(query.get('to_time') ?? Infinity)];
          const transaction_item = recordsOf(body, 'transaction_item').filter(
            (record) => timeOf(record) >= from && timeOf(record) <= to,
          );
          const count = from > 0 || to < Infinity ? transaction_item.length : (body as Fields).transaction_count;
          return { status, headers, body: { ...(body as Fields), transaction_item, transaction_count: count } };
        },
      },
    ),
  );
  expect(namesIn(result)).toEqual([]);
  expect(factIn(result, 'listVaultHistory', 'value', 'from_time')).toMatchObject({
    verdict: 'not observable',
    evidence: expect.stringContaining('transaction_time, or else create_time'),
  });
});

test('an entry that a list of what came until now does not show yet is found all the same', async () => {
  const result = await conformBehind({
    answer({ status, body, headers }, { operationId, body: sent }, { sandbox }) {
      if (status !== 200) return undefined;
      if (operationId === 'checkWhitelistEntry' && !sent.includes('user_id')) {
        const later = new Date(sandbox.now() + 86_400_000).toISOString().replace(/\.\d+/, '');
        return {
          status,
          headers,
          body: { ...(body as Fields), user_id: 'later', effective: false, effective_time: later },
        };
      }
      return undefined;
    },
  });
  expect(namesIn(result).filter((name) => name.startsWith('checkWhitelistEntry value'))).toEqual([]);
  expect(result.report.points['whitelist-lookup']?.verdict).not.toBe('contradicted');
});

test('codes of deposit wallets may have no permission for what these may not ask', async () => {
  const result = await conformBehind({
    answer({ status }, request, { wallets }) {
      const own = wallets.find(({ walletId }) => walletId === walletIdOf(request));
      const isWhitelist = /WhitelistEntr/.test(request.operationId ?? '');
      return isWhitelist && own?.kind === 'deposit' && status === 404
        ? row(403, 385, 'API Secret not valid')
        : undefined;
    },
  });
  expect(differencesIn(result)).toEqual([]);
});

test('an order whose ID is too long may be one that there is not', async () => {
  const result = await conformBehind({
    answer: ({ status }, { operationId = '', target }) =>
      /WithdrawalState/.test(operationId) && status === 400 && /x{256}/.test(target)
        ? row(404, 304, 'Wallet ID invalid', 'order not found')
        : undefined,
  });
  expect(namesIn(result).filter((name) => name === 'malformed-request')).toEqual([]);
});

test('which of two callbacks of one second was told last is no matter of their serials', async () => {
  const sandbox = await seeded({ seeded: false });
  const { walletId } = await sandbox.control.createWallet({ kind: 'deposit', currency: 'ETH' });
  for (let i = 0; i < 8; i++) {
    await sandbox.control.trigger({ scenario: 'deposit', walletId });
    await sandbox.control.advance({ hours: 1 });
  }
  const world = await worldOf(sandbox);
  /** Of the first deposit the two last callbacks change their places. */
  const swapped = (records: Fields[]): void => {
    const own = records.filter((one) => isPacked(one) && one.txid === records.find(isPacked)?.txid);
    const [first, second] = own.slice(-2);
    if (first && second)
      [first.processing_state, second.processing_state] = [second.processing_state, first.processing_state];
    for (const one of own) one.confirm_blocks = 12;
  };
  const { report } = await conformTo(world, {
    answer({ status, body }, { operationId }) {
      if (operationId === 'listCallbacks' && status === 200) swapped(recordsOf(body, 'notifications'));
      return undefined;
    },
  });
  expect(report.points['processing-state']?.verdict).not.toBe('contradicted');
});

test('what the service moves itself may have an ID of an order', async () => {
  const result = await conformBehind(
    callbacks((record) => {
      if (record.type === 3 || record.type === 4) record.order_id = `sweep_${String(record.serial)}`;
    }),
  );
  expect(result.report.points['callback-type']?.verdict).not.toBe('contradicted');
});

test('what one transaction pays to several may share its fee', async () => {
  const result = await conformBehind({
    answer({ status, body, headers }, { operationId }) {
      if (operationId !== 'listWithdrawalHistory' || status !== 200) return undefined;
      const [first, second, ...rest] = recordsOf(body, 'transactions');
      if (!first || !second || first.source !== second.source) return undefined;
      const half = String(Number(first.fee) / 2);
      const shared = { ...second, txid: first.txid, fee: half };
      return {
        status,
        headers,
        body: { ...(body as Fields), transactions: [{ ...first, fee: half }, shared, ...rest] },
      };
    },
  });
  expect(result.report.points['callback-fees-unit']?.verdict).not.toBe('contradicted');
});

test('the history may be chosen by a time some seconds behind that of the block', async () => {
  const result = await conformBehind(respanned('listWithdrawalHistory', (seconds) => seconds - 2));
  expect(namesIn(result)).toEqual(['history-times']);
});

test('an amount that is nothing in one of two answers is not said to agree', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'withdrawal-failed', callback: true });
  const result = await conformTo(
    await worldOf(sandbox),
    each('listWithdrawalHistory', 'transactions', (record) => {
      if (record.state === 2) record.amount = '0';
    }),
  );
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'amount')?.verdict).not.toBe('agrees');
});

test('of two delegated wallets each has addresses of its own', async () => {
  const sandbox = await seeded({ seeded: false });
  for (const prefix of ['one_', 'two_']) {
    const { walletId } = await sandbox.control.createWallet({ kind: 'delegated', currency: 'ETH', prefix });
    await sandbox.control.trigger({ scenario: 'deposit', walletId });
  }
  const world = await worldOf(sandbox);
  const turned = { ...world, wallets: [...world.wallets].reverse() };
  let calls = 0;
  const result = await conformTo(turned, {
    instead: ({ operationId }) =>
      operationId === 'getDelegatedBalances' && calls++ === 0 ? json(503, { error: 'Try again' }) : undefined,
  });
  expect(differencesIn(result)).toEqual([]);
});

test('wallets of tokens may have a type of their own', async () => {
  const own = ['listWallets', 'listWalletBalances'].map((id) =>
    each(id, id === 'listWallets' ? 'wallets' : 'wallet_balances', (record) => {
      if (typeof record.token_contract_address === 'string') record.type = 9;
    }),
  );
  const { report } = await conformBehind(all(...own));
  expect(report.points['wallet-type']?.verdict).not.toBe('contradicted');
});

test('change that costs nothing is no fee in another unit', async () => {
  const { report } = await conformBehind(each('listWithdrawalHistory', 'transactions', (record) => (record.fee = '0')));
  expect(report.points['callback-fees-unit']?.verdict).toBe('not observable');
});

test('no order is held against a record at the edge of a page', async () => {
  const [most, full] = [10, 12];
  const result = await conformBehind({
    answer({ status, body, headers }, { operationId, query }) {
      if (operationId !== 'listWithdrawalHistory' || status !== 200 || query.has('request_number')) return undefined;
      const own = recordsOf(body, 'transactions').find(({ memo }) => memo === '71');
      if (!own) return undefined;
      // the last one is another payment of the same transaction, and the order's own is on the next page
      const before = Array.from({ length: most - 1 }, (_, i) => ({
        ...{ ...own, txid: `${String(own.txid).slice(0, -2)}${String(10 + i)}` },
        block_height: Number(own.block_height) + most - i,
      }));
      const transactions = [...before, { ...own, amount: '1' }];
      return { status, headers, body: { ...(body as Fields), transactions, total_count: full } };
    },
  });
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'amount')?.evidence).not.toMatch(/than that of the order/);
});

test('what is newer than all that the history has may be listed once it is final', async () => {
  const world = await ofOneWallet('deposit-withdrawal', [
    'deposit',
    'deposit',
    'withdrawal',
    'withdrawal',
    'withdrawal',
  ]);
  const result = await conformTo(world, {
    answer({ status, body, headers }, { operationId }) {
      if (operationId !== 'listWithdrawalHistory' || status !== 200) return undefined;
      const final = recordsOf(body, 'transactions').filter(({ out }) => out !== true);
      return { status, headers, body: { ...(body as Fields), transactions: final, total_count: final.length } };
    },
  });
  // its pages are those of the whole list
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'txid')?.verdict).not.toBe('differs');
});

test('one transaction may pay an address twice, and each of both be told of as often', async () => {
  const sandbox = await seeded({ seeded: false });
  const { control } = sandbox;
  const { walletId } = await control.createWallet({ kind: 'deposit', currency: 'ETH' });
  const { address } = await control.trigger({ scenario: 'deposit', walletId });
  for (let i = 1; i < 4; i++) {
    await control.advance({ hours: 1 });
    await control.deposit({ walletId, address: String(address), amount: `${String(i)}.5` });
    await control.deposit({ walletId, address: String(address), amount: `${String(i)}.75` });
  }
  await control.advance({ hours: 1 });
  /** Of those to one address in one block, the transaction of the first. */
  const firstOf = new Map<string, unknown>();
  const result = await conformTo(
    await worldOf(sandbox),
    callbacks((record) => {
      const key = [record.to_address, record.chain_at].join(' ');
      if (!firstOf.has(key)) firstOf.set(key, record.txid);
      record.txid = firstOf.get(key);
    }),
  );
  expect(firstOf.size).toBe(4); // of seven deposits
  expect(factIn(result, 'listCallbacks', 'value', 'amount')?.verdict).not.toBe('differs');
});

test('the callback of another output may come up between two reads', async () => {
  const [reads, seen] = [new Map<string, number>(), new Map<string, Fields>()];
  /** The second payment of a deposit's transaction, to the same address. */
  const second = (record: Fields): Fields => ({
    ...record,
    vout_index: Number(record.vout_index) + 1,
    serial: BigInt(String(record.serial)) + 50_000_000n,
  });
  const result = await conformBehind({
    answer({ status, body, headers }, { operationId, target }) {
      const [path = ''] = target.split('?');
      if (operationId === 'listCallbacks' && status === 200) {
        reads.set(path, (reads.get(path) ?? 0) + 1);
        const records = recordsOf(body, 'notifications');
        const others = records.filter(({ type }) => type === 1 && Number(reads.get(path)) > 1).map(second);
        return { status, headers, body: { notifications: [...records, ...others] } };
      }
      const [, first, output] = /^(.*\/txid\/[^/]+)\/(\d+)$/.exec(path) ?? [];
      if (operationId === 'getDepositCallback' && output === '0' && status === 200)
        seen.set(String(first), (body as { notification: Fields }).notification);
      const own = seen.get(String(first));
      return operationId === 'getDepositCallback' && output === '1' && own
        ? json(200, { notification: second(own) })
        : undefined;
    },
  });
  expect(namesIn(result).filter((name) => name.startsWith('getDepositCallback'))).toEqual([]);
});

test('what a wallet pays to an address of its own from the web leaves it, and is a deposit', async () => {
  const world = await ofOneWallet('deposit-withdrawal', ['deposit', 'deposit', 'withdrawal', 'withdrawal']);
  const lists = {
    listCallbacks: 'notifications',
    getCallbacksById: 'notifications',
    listWithdrawalHistory: 'transactions',
  };
  let [paying, deposits] = ['', 0];
  const result = await conformTo(world, {
    answer({ status, body }, { operationId }) {
      const list = lists[operationId as keyof typeof lists] as string | undefined;
      if (list === undefined || status !== 200) return undefined;
      const records = recordsOf(body, list);
      const { from_address: from } = records.find(({ out, type }) => out === true || type === 2) ?? {};
      if (paying === '' && typeof from === 'string') paying = from;
      for (const record of records) {
        if (record.type === 1) record.from_address = paying;
        if (record.out !== false) continue;
        Object.assign(record, { out: true, from_address: paying, source: '' });
        deposits++;
      }
      return undefined;
    },
  });
  expect(deposits).toBeGreaterThan(1);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'out')?.verdict).not.toBe('differs');
});

test('a history may leave out what failed in the chain', async () => {
  const world = await ofOneWallet(
    'withdrawal',
    Array.from({ length: 5 }, () => 'withdrawal' as const),
  );
  const failed = new Set<unknown>();
  for (const { address } of world.sandbox.overview().orders.slice(1, 4)) failed.add(address);
  const hasFailed = ({ address, to_address = address }: Fields): boolean => failed.has(to_address);
  const result = await conformTo(world, {
    answer({ status, body, headers }, { operationId = '' }) {
      const name = { listCallbacks: 'notifications', getCallbacksById: 'notifications' }[operationId] ?? 'transactions';
      if (status !== 200 || !isNode(body) || !(name in body)) return undefined;
      const records = recordsOf(body, name);
      if (operationId === 'listWithdrawalHistory')
        return { status, headers, body: { ...body, [name]: records.filter((row) => !hasFailed(row)) } };
      for (const record of records) if (hasFailed(record)) record.state = 11;
      return undefined;
    },
  });
  expect(differencesIn(result).filter((line) => line.includes('txid'))).toEqual([]);
  expect(factIn(result, 'listWithdrawalHistory', 'value', 'txid')).toMatchObject({ verdict: 'not observable' });
});

/** Changes the lists of callbacks by the first deposit of each wallet, and what is told of that where it is looked up. */
function ofFirstDeposit(
  listed: (records: Fields[], first: Fields) => Fields[],
  lookedUp: (first: Fields) => Answer,
): Change {
  const firsts = new Map<string, Fields>();
  return {
    answer({ status, body, headers }, request) {
      if (status !== 200 || !isNode(body)) return undefined;
      const wallet = String(walletIdOf(request));
      if (request.operationId === 'listCallbacks') {
        const records = recordsOf(body, 'notifications');
        const first = firsts.get(wallet) ?? records.find(({ type }) => type === 1);
        if (!first) return undefined;
        firsts.set(wallet, first);
        return { status, headers, body: { notifications: listed(records, first) } };
      }
      const first = firsts.get(wallet);
      const isIt =
        request.operationId === 'getDepositCallback' &&
        isNode(body.notification) &&
        body.notification.txid === first?.txid;
      return isIt && first ? lookedUp(first) : undefined;
    },
  };
}

test('a list that keeps callbacks for some days may lack the one of a deposit that is looked up', async () => {
  let count = 0;
  const change = ofFirstDeposit(
    (records, first) => records.slice(records.findIndex(({ serial }) => serial === first.serial) + 1),
    (first) => (count++, json(200, { notification: first })),
  );
  const result = await conformBehind(change);
  expect(count).toBeGreaterThan(0);
  expect(differencesIn(result).filter((line) => line.startsWith('getDepositCallback'))).toEqual([]);
});

test('what the service moves itself to a deposit address, as a type of another number, is no deposit', async () => {
  let count = 0;
  const change = ofFirstDeposit(
    (records, { txid }) => records.map((record) => (record.txid === txid ? { ...record, type: 9 } : record)),
    () => (count++, row(404, undefined, 'Not found')),
  );
  const result = await conformBehind(change);
  expect(count).toBeGreaterThan(0);
  expect(differencesIn(result).filter((line) => line.startsWith('getDepositCallback'))).toEqual([]);
  expect(factIn(result, 'getDepositCallback', 'status', 'getDepositCallback.seen')?.verdict).toBe('not observable');
});

test('fees of callbacks that are nothing are in no unit', async () => {
  const { report } = await conformBehind(callbacks((record) => (record.fees = '0')));
  expect(report.points['callback-fees-unit']?.verdict).toBe('not observable');
});
