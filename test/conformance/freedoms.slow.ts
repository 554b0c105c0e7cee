/**
 * What the interface leaves to a service is no difference: in which case it has an address, how large its IDs are, by some minutes what time it is, what it
 * keeps of an order that failed.
 */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { expect, onTestFinished, test } from 'vitest';
import { areInOrder } from '../../packages/conformance/src/calls/seen.ts';
import { conform, differencesIn } from './harness.ts';
import { conformTo, seeded, usedBy, worldOf } from './in-use/setup.ts';
import { changedVariant, runningOf, type Change } from './variants/behind.ts';
import { all, each, type Fields } from './variants/changes.ts';
import { read } from './variants/reading.ts';
import { USDT } from './world.ts';

/** What a run finds of a service whose answers are changed. */
async function foundIn(change: Change): Promise<readonly string[]> {
  const running = await changedVariant(change);
  onTestFinished(running.close);
  return differencesIn(await conform(running));
}

/** A body whose hexadecimal addresses have small letters, those that name the entries of a map as well. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Fields).map(([name, one]) => {
      const isOfAddress = /(^|_)address$/.test(name) && typeof one === 'string' && isHex(one);
      return [isHex(name) ? name.toLowerCase() : name, isOfAddress ? one.toLowerCase() : lowered(one)];
    }),
  );
}

const isHex = (text: string): boolean => text.startsWith('0x');

test.each([
  'listWallets',
  'listWalletBalances',
  'getVaultBalance',
  'listVaultHistory',
  'listDepositAddresses',
  'getDelegatedBalances',
  'listCallbacks',
  'getCallbacksById',
  'getDepositCallback',
  'getWithdrawalState',
  'listWithdrawalStates',
  'listWithdrawalHistory',
  'listWhitelistEntries',
  'checkWhitelistEntry',
])('nothing differs where %s alone has addresses in small letters', async (operation) => {
  let changed = 0;
  const found = await foundIn({
    answer(answer, { operationId }) {
      if (operationId !== operation || answer.status !== 200) return undefined;
      const body = lowered(answer.body);
      if (stringifyJson(body) !== stringifyJson(answer.body)) changed++;
      return { ...answer, body };
    },
  });
  expect(found).toEqual([]);
  expect(changed).toBeGreaterThan(0);
});

const SCENARIOS = {
  withdrawal: ['withdrawal', 'withdrawal'],
  deposit: ['deposit', 'deposit'],
  vault: [],
  'deposit-withdrawal': ['deposit', 'withdrawal'],
} as const;

test('nothing differs of wallets whose IDs are as large as times in milliseconds', async () => {
  const sandbox = await seeded({ seeded: false });
  const { control } = sandbox;
  let walletId = 1_700_000_000_101n;
  for (const kind of ['withdrawal', 'deposit', 'vault', 'deposit-withdrawal'] as const)
    for (const currency of ['ETH', 'BTC']) {
      await control.createWallet({ kind, currency, walletId, balance: '100' });
      for (const scenario of SCENARIOS[kind]) await control.trigger({ scenario, walletId });
      await control.advance({ minutes: 1 });
      walletId++;
    }
  expect(differencesIn(await conform(await usedBy(sandbox)))).toEqual([]);
});

test('nothing differs of callbacks whose serials are as large as times in milliseconds', async () => {
  const known = new Map<bigint, Fields>();
  const moved = (record: Fields): void => {
    const serial = 1_700_000_000_000n + (BigInt(record.serial as number | bigint) % 1_000_000n);
    record.serial = Number(serial);
    known.set(serial, record);
  };
  const lists = ['listCallbacks', 'getDepositCallback'].map((id) =>
    each(id, id === 'listCallbacks' ? 'notifications' : 'notification', moved),
  );
  const byId: Change = {
    answer({ status, body }, request) {
      if (request.operationId !== 'getCallbacksById' || status !== 200) return undefined;
      const { ids } = parseJson(request.body) as { ids: readonly (number | bigint)[] };
      (body as Fields).notifications = ids.flatMap((id) => known.get(BigInt(id)) ?? []);
      return undefined;
    },
  };
  expect(await foundIn(all(...lists, byId))).toEqual([]);
  expect(known.size).toBeGreaterThan(20);
});

/** Blocks that a service notes so many seconds late. */
const noted = (seconds: number): Change =>
  all(
    ...['listCallbacks', 'getCallbacksById', 'getDepositCallback'].map((id) =>
      each(id, id === 'getDepositCallback' ? 'notification' : 'notifications', (record) => {
        if (Number(record.chain_at) > 0) record.chain_at = Number(record.chain_at) + seconds;
      }),
    ),
  );

/** Orders of a service whose own clock is so many seconds ahead of the chain. */
const made = (seconds: number): Change =>
  all(
    ...['getWithdrawalState', 'listWithdrawalStates'].map((id) =>
      each(id, id === 'getWithdrawalState' ? '' : 'transactions', (record) => {
        record.create_time = new Date(Date.parse(String(record.create_time)) + seconds * 1000).toISOString();
      }),
    ),
  );

const LATE = 'listCallbacks value chain_at: chain_at is long before or after the block_time of the same blocks';
const AHEAD =
  'getWithdrawalState value create_time: create_time is behind the block_time of the order’s own transaction';

test.each([
  ['notes blocks 90 seconds late', noted(90)],
  ['notes blocks two minutes early', noted(-120)],
  ['has a clock two minutes ahead of the chain', made(120)],
  ['has a clock ten minutes ahead of the chain', made(600)],
])('nothing differs of a service that %s', async (_, change) => {
  expect(await foundIn(change)).toEqual([]);
});

test.each([
  ['notes blocks an hour late', noted(3600), LATE],
  ['notes blocks nine hours early', noted(-9 * 3600), LATE],
  ['has a clock an hour ahead of the chain', made(3600), AHEAD],
])('a service differs that %s', async (_, change, found) => {
  expect(await foundIn(change)).toContain(found);
});

/** Another state of the transactions of orders that are in no block. */
const unpacked = (state: number): Change =>
  each('listWithdrawalStates', 'transactions', (record) => {
    if (Number(record.in_chain_block) === 0 && record.txid !== '') record.state = state;
  });

test.each([
  ['failed', 5],
  ['was cancelled', 8],
])('an order that %s may have a transaction', async (_, state) => {
  expect(await foundIn(unpacked(state))).toEqual([]);
});

test('a state that the document does not know is told of, and no answer says what it is called', async () => {
  const sandbox = await seeded();
  // what its callbacks tell of it is another matter
  await sandbox.control.trigger({ scenario: 'withdrawal-dropped', callback: true });
  const result = await conformTo(await worldOf(sandbox), unpacked(77));
  expect(differencesIn(result)).toEqual([
    expect.stringMatching(/^callback-state: .*there is 77 of what may be inPool, /),
  ]);
  expect(result.read('answers')).not.toContain('77');
});

test.each([
  ['a serial that the service has is no proof that it finds what there is not', 1, 0],
  ['another callback than the one of a serial that there is not differs', 77_001, 1],
])('%s', async (_, serial, count) => {
  let listed: Fields | undefined;
  const found = await foundIn({
    answer(answer, { operationId, body }) {
      if (answer.status !== 200) return undefined;
      if (operationId === 'listCallbacks') listed ??= (answer.body as { notifications: Fields[] }).notifications[0];
      if (operationId !== 'getCallbacksById' || body !== '{"ids":[1]}' || !listed) return undefined;
      return { ...answer, body: { notifications: [{ ...listed, serial }] } };
    },
  });
  expect(found.filter((line) => line.startsWith('getCallbacksById value unknown ids'))).toHaveLength(count);
});

test('orders whose IDs differ in the case of their letters alone are two', async () => {
  const sandbox = await seeded();
  const ofCase = { kind: 'withdrawal', currency: 'ETH', prefix: 'case_', balance: '9' } as const;
  const { walletId } = await sandbox.control.createWallet(ofCase);
  const running = await usedBy(sandbox);
  for (const [order_id, amount] of [
    ['case_aB', '0.5'],
    ['case_Ab', '0.7'],
  ]) {
    const address = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
    await read(running, walletId, 'sender/transactions', JSON.stringify({ requests: [{ order_id, address, amount }] }));
    await sandbox.control.advance({ minutes: 1 });
  }
  expect(differencesIn(await conform(running))).toEqual([]);
});

test('a coin that the document does not name may have outputs', async () => {
  const found = await foundIn(
    all(
      ...['listCallbacks', 'getCallbacksById'].map((id) =>
        each(id, 'notifications', (record) => {
          if (record.currency === 'BTC') record.currency = 'BCH';
          if (record.currency === 'BCH' && record.order_id === '') record.vout_index = 1;
        }),
      ),
    ),
  );
  expect(found.filter((line) => line.startsWith('account-vout-index'))).toEqual([]);
});

test('a field that every object has is told of, and ends nothing', async () => {
  const running = await changedVariant(
    each('getVaultBalance', '', (record) => {
      record.token_address = { toString: 1, valueOf: 1 };
    }),
  );
  onTestFinished(running.close);
  const result = await conform(running);
  expect(result.stderr).toBe('');
  expect(differencesIn(result)).toContainEqual(expect.stringMatching(/^getVaultBalance type token_address/));
  expect(result.read('transcript')).not.toContain('toString');
});

test('serials are taken for an order where blocks follow each other by them, and nowhere else', () => {
  const callbacks = (serialOf: (i: number) => number | bigint): Fields[] =>
    Array.from({ length: 12 }, (_, i) => ({
      txid: `t${String(i)}`,
      vout_index: 0,
      serial: serialOf(i),
      chain_at: 1000 + 60 * i,
    }));
  expect(areInOrder(callbacks((i) => i))).toBe(true);
  expect(areInOrder(callbacks((i) => 2n ** 63n + BigInt(i)))).toBe(true);
  expect(areInOrder(callbacks((i) => -i))).toBe(false);
  expect(areInOrder(callbacks((i) => (i * 7919) % 101))).toBe(false);
  expect(areInOrder(callbacks((i) => i).slice(0, 4))).toBe(false); // by chance, it may be
});

/** Every success with one field more. */
const besides = (fields: Fields): Change => ({
  answer: (answer) =>
    answer.status === 200 ? { ...answer, body: { ...(answer.body as Fields), ...fields } } : undefined,
});

test.each(['', 'none', 'success'])(
  'an answer that has all that it should, and error "%s", is no error',
  async (error) => {
    const running = await changedVariant(besides({ error }));
    onTestFinished(running.close);
    const { report, exitCode } = await conform(running);
    expect(exitCode).toBe(1); // it is not declared
    expect(report.facts.filter(({ verdict }) => verdict === 'agrees').length).toBeGreaterThan(600);
    expect(
      report.facts.filter(({ verdict }) => verdict === 'differs').map(({ kind, about }) => `${kind} ${about}`),
    ).toSatisfy((found: string[]) => found.length > 0 && found.every((one) => one === 'field error'));
  },
);

test('a service that answers errors alone, whatever their status, has compared nothing', async () => {
  const running = await changedVariant({
    answer: (answer) => (answer.status === 200 ? { ...answer, body: { error: 'Forbidden' } } : undefined),
  });
  onTestFinished(running.close);
  const { report, exitCode } = await conform(running);
  expect(exitCode).toBe(1);
  expect(report.ok).toBe(false);
});

const listed = (name: string, change: (record: Fields) => void): Change =>
  all(
    ...['listWhitelistEntries', 'checkWhitelistEntry'].map((id) => each(id, id.startsWith('list') ? name : '', change)),
  );

test.each([
  ['1970-01-01T00:00:00Z', 'effective_time', false],
  ['0001-01-01T00:00:00Z', 'effective_time', false],
  ['1970-01-01T00:00:00Z', 'update_time', undefined],
  ['9999-12-31T23:59:59Z', 'effective_time', false],
])('%s as %s is a time that there is not yet, or never', async (time, name, effective) => {
  const found = await foundIn(
    listed('items', (entry) => {
      if (effective !== undefined && entry.effective !== effective) return;
      entry[name] = time;
    }),
  );
  expect(found).toEqual([]);
});

test.each([
  [4_294_967_295, ['api-code-lifetime']],
  [253_402_300_799, ['api-code-lifetime']],
  [1000, ['expired-api-code']],
  [0, []],
])('of a code that is good until %d that is told, in seconds', async (exp, points) => {
  const found = await foundIn(
    each('getApiCodeStatus', '', ({ valid }) => {
      (valid as Fields).exp = exp;
    }),
  );
  expect(found.map((line) => line.split(':')[0])).toEqual(points);
});

test('fuel may come from anybody', async () => {
  const sandbox = await seeded();
  await sandbox.control.trigger({ scenario: 'deposit', walletId: 635770n });
  await sandbox.control.trigger({ scenario: 'airdrop', walletId: 635770n });
  const elsewhere = ['listCallbacks', 'getCallbacksById'].map((id) =>
    each(id, 'notifications', (record) => {
      if (record.type === 4) record.from_address = '0x52908400098527886E0F7030069857D2E4169EE7';
    }),
  );
  expect(differencesIn(await conformTo(await worldOf(sandbox), all(...elsewhere)))).toEqual([]);
});

test('a price may have been got seconds after the attempt was begun, and not an hour', async () => {
  const later = (seconds: number) =>
    each('getCurrencyPrices', '', (record) => {
      record.last_refresh_success_time = Number(record.last_refresh_attempt_time) + seconds;
    });
  expect(await foundIn(later(2))).toEqual([]);
  expect((await foundIn(later(86_400))).join()).toContain('last_refresh_success_time');
});

test('what failed without a block has no time, and may come in any span', async () => {
  const found = await foundIn(
    each('listWithdrawalHistory', 'transactions', (record) => {
      if (record.state === 2) Object.assign(record, { block_height: 0, block_time: '0001-01-01T00:00:00Z' });
    }),
  );
  expect(found).toEqual([]);
});

test('one contract may have several tokens, of different decimals', async () => {
  const sandbox = await seeded();
  const parent = await sandbox.control.createWallet({ kind: 'withdrawal', currency: 'ETH', balance: '9' });
  for (const [symbol, decimals] of [
    ['AAA', 4],
    ['BBB', 8],
  ] as const)
    await sandbox.control.createWallet({
      ...{ kind: 'withdrawal', currency: 'ETH', parentId: parent.walletId },
      token: { ...USDT, symbol, name: symbol, decimals },
    });
  expect(differencesIn(await conform(await usedBy(sandbox)))).toEqual([]);
});

test('more wallets than a page has are no difference', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 110; i++) await sandbox.control.createWallet({ kind: 'deposit', currency: 'BTC', balance: '1' });
  const { readOnly, sandbox: own } = await worldOf(sandbox);
  const wallets = (await sandbox.control.wallets()).slice(0, 8);
  expect(differencesIn(await conform(runningOf({ sandbox: own, wallets, readOnly })))).toEqual([]);
});

test('a total that no page has room for differs, though it is another each time', async () => {
  let count = 0;
  const found = await foundIn({
    answer(answer) {
      const body = answer.body as Fields;
      if (answer.status === 200 && 'total_count' in body) body.total_count = 5000 + count++;
      return undefined;
    },
  });
  expect(found.join('\n')).toMatch(/ value total_count: /);
});

test('of lists without records nothing agrees that chooses among them', async () => {
  const running = await changedVariant({
    answer(answer) {
      if (answer.status !== 200) return undefined;
      for (const [name, value] of Object.entries(answer.body as Fields))
        if (Array.isArray(value)) (answer.body as Fields)[name] = [];
        else if (/_count$|^total$/.test(name)) (answer.body as Fields)[name] = 0;
      return undefined;
    },
  });
  onTestFinished(running.close);
  const { report } = await conform(running);
  const chosen = report.facts.filter(
    ({ kind, evidence }) => kind === 'default' || / gives (those alone|\d)/.test(evidence),
  );
  expect(chosen.filter(({ verdict }) => verdict === 'agrees')).toEqual([]);
});

test.each(['.000Z', '.000000Z', '+00:00', '-00:00', '.0+00:00'])(
  'one operation may write times with Z, and others with %s',
  async (zone) => {
    const spelled = (record: Fields): void => {
      for (const [name, time] of Object.entries(record))
        if (/_time$/.test(name) && typeof time === 'string') record[name] = time.replace('Z', zone);
    };
    expect(
      await foundIn(all(each('getWithdrawalState', '', spelled), each('checkWhitelistEntry', '', spelled))),
    ).toEqual([]);
  },
);

test.each([
  ['listWithdrawalHistory', 'transactions', 'total_count', 'block_time'],
  ['listVaultHistory', 'transaction_item', 'transaction_count', 'create_time'],
  ['listWhitelistEntries', 'items', 'total_count', 'create_time'],
])('the first second of a span of %s may be none of it', async (operation, list, total, field) => {
  const secondsOf = (time: unknown): number => (typeof time === 'number' ? time : Date.parse(String(time)) / 1000);
  const found = await foundIn({
    answer({ status, body }, { operationId, query }) {
      const from = Number(query.get('from_time') ?? 0);
      if (operationId !== operation || status !== 200 || from === 0) return undefined;
      const fields = body as Fields;
      const all = fields[list] as Fields[];
      const kept = all.filter((record) => secondsOf(record[field]) !== from);
      Object.assign(fields, { [list]: kept, [total]: Number(fields[total]) - all.length + kept.length });
      return undefined;
    },
  });
  expect(found).toEqual([]);
});

test.each(['BTC', 'ETH', 'XRP'])(
  'nothing differs where wallets of %s pay each other, and themselves, by the web',
  async (currency) => {
    const sandbox = await seeded({ seeded: false });
    const { control } = sandbox;
    const ids: bigint[] = [];
    for (const kind of ['deposit-withdrawal', 'deposit-withdrawal'] as const) {
      const { walletId } = await control.createWallet({ kind, currency, balance: '100' });
      for (const scenario of ['deposit', 'withdrawal'] as const) await control.trigger({ scenario, walletId });
      ids.push(walletId);
    }
    const [walletId = 0n] = ids;
    const running = await usedBy(sandbox);
    for (const id of ids) {
      const { wallet_address } = await read(running, id, 'addresses');
      const [{ address, memo } = { address: '', memo: '' }] = wallet_address as { address: string; memo: string }[];
      await control.withdrawFromWeb({ walletId, amount: '1', address, ...(memo !== '' && { memo }) });
      await control.advance({ minutes: 20 });
    }
    expect(differencesIn(await conform(running))).toEqual([]);
  },
);
