/**
 * What the interface leaves to a service is no difference: in which case it has an address, how large its IDs are, by some minutes what time it is, what it
 * keeps of an order that failed.
 */
import { parseJson, stringifyJson } from '@wallet-operations/json';
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from './harness.ts';
import { conformTo, seeded, usedBy, worldOf } from './in-use/setup.ts';
import { changedVariant, type Change } from './variants/behind.ts';
import { all, each, type Fields } from './variants/changes.ts';

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
  expect(differencesIn(result)).toEqual([expect.stringMatching(/^callback-state: .*inPool 77/)]);
  expect(result.read('answers')).not.toContain('77');
});
