/** Lists that move on while they are read. */
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn } from '../harness.ts';
import { changedVariant, type Change, type Passing } from '../variants/behind.ts';
import { all, asSigned, each, recordsOf, requery, type Fields } from '../variants/changes.ts';
import { byUpdateTime } from '../variants/silences.variants.ts';
import type { FactKind } from '../variants/variant.ts';
import { createWorld } from '../world.ts';
import { conformTo, conformWhile, factIn, seeded, worldOf } from './setup.ts';

test('what a filter leaves out while the list moves on is not observable', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 3; i++) await sandbox.control.trigger({ scenario: 'vault-approval' });
  let calls = 0;
  const result = await conformTo(await worldOf(sandbox), {
    answer({ status, body }, { operationId, query }) {
      if (operationId !== 'listVaultHistory' || status !== 200) return undefined;
      calls++;
      if (query.has('state')) (body as Fields).transaction_item = [];
      else for (const record of recordsOf(body, 'transaction_item')) record.description = `call ${String(calls)}`;
      return undefined;
    },
  });
  expect(factIn(result, 'listVaultHistory', 'value', 'state')).toMatchObject({
    verdict: 'not observable',
    evidence: 'the list changed meanwhile',
  });
});

test.each<[string, (request: Passing) => boolean]>([
  ['it is asked for by a span', ({ query }) => query.has('from_time')],
  ['spans of it are held against each other', ({ query }) => query.has('from_time') && query.has('request_number')],
  ['its entries are looked up', ({ operationId }) => operationId === 'checkWhitelistEntry'],
])('nothing differs of a whitelist that changes as %s', async (_, isThen) => {
  let isMoved = false;
  const running = await changedVariant({
    answer({ status, body }, request) {
      const { operationId = '' } = request;
      const list = { listWhitelistEntries: 'items', checkWhitelistEntry: '' }[operationId];
      if (list === undefined || status !== 200) return undefined;
      isMoved ||= isThen(request);
      if (isMoved) for (const record of recordsOf(body, list)) record.update_time = behind(record.create_time);
      return undefined;
    },
  });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(isMoved).toBe(true);
  expect(differencesIn(result)).toEqual([]);
});

/** Some seconds later. */
const behind = (time: unknown): string => new Date(Date.parse(String(time)) + 30_000).toISOString().replace('.000', '');

/** Of a list that moved on between two answers. */
const MOVED = { verdict: 'not observable', evidence: 'the list changed meanwhile' };

const HISTORY = 'listWithdrawalHistory';

test.each<[string, (query: URLSearchParams) => boolean, FactKind, readonly string[]]>([
  ['its default page', (query) => query.get('request_number') === '10', 'default', ['request_number']],
  ['its first page', (query) => query.get('request_number') === '1', 'value', ['start_index']],
  ['a span of it', (query) => query.has('from_time') && query.has('request_number'), 'value', ['from_time']],
])('nothing differs of a history that grows before %s is read', async (_, isThen, kind, names) => {
  const sandbox = await seeded();
  const withdraw = () => sandbox.control.trigger({ scenario: 'withdrawal' });
  for (let i = 0; i < 2; i++) await withdraw();
  const result = await conformWhile(
    await worldOf(sandbox),
    ({ operationId, query }) => operationId === HISTORY && isThen(query),
    withdraw,
  );
  expect(differencesIn(result)).toEqual([]);
  for (const about of names) expect(factIn(result, HISTORY, kind, about)).toMatchObject(MOVED);
});

/** One record more, that is as the latest, in the answers for which it is time. */
const grown = (isThen: (query: URLSearchParams) => boolean): Change => ({
  answer({ status, body }, { operationId, query }) {
    if (operationId !== HISTORY || status !== 200 || !isThen(query)) return undefined;
    const records = recordsOf(body, 'transactions');
    const more = { ...records[0], txid: `0x${'7'.repeat(64)}` };
    const size = Number(query.get('request_number') ?? 10);
    const total = Number((body as Fields).total_count) + 1;
    Object.assign(body as Fields, { transactions: [more, ...records].slice(0, size), total_count: total });
    return undefined;
  },
});

test.each<[string, (query: URLSearchParams) => boolean, FactKind, string]>([
  ['its default page', (query) => query.get('request_number') === '10', 'default', 'request_number'],
  ['its first page', (query) => query.get('request_number') === '1', 'value', 'start_index'],
  ['a span of it', (query) => query.size === 3 && query.has('from_time'), 'value', 'from_time'],
])(
  'of a history that is longer while %s is read, and not before nor behind, nothing differs; of one that always is, it does',
  async (_, isThen, kind, about) => {
    const sandbox = await seeded();
    for (let i = 0; i < 2; i++) await sandbox.control.trigger({ scenario: 'withdrawal' });
    await sandbox.control.advance({ minutes: 1 });
    const world = await worldOf(sandbox);
    let times = 0;
    const once = await conformTo(
      world,
      grown((query) => isThen(query) && times++ === 0),
    );
    expect(times).toBeGreaterThan(1);
    expect(differencesIn(once)).toEqual([]);
    expect(factIn(once, HISTORY, kind, about)).toMatchObject(MOVED);
    await sandbox.control.advance({ minutes: 1 }); // a second run has another t
    expect(factIn(await conformTo(world, grown(isThen)), HISTORY, kind, about)?.verdict).toBe('differs');
  },
);

test('what types of callbacks give while others come up is not held against a list without them', async () => {
  const sandbox = await seeded();
  const walletId = 635750n;
  const withdraw = () => sandbox.control.trigger({ scenario: 'withdrawal', walletId });
  for (const scenario of ['deposit', 'withdrawal'] as const) await sandbox.control.trigger({ scenario, walletId });
  const isThen = ({ operationId, query }: Passing) => operationId === 'listCallbacks' && Number(query.get('type')) > 0;
  const result = await conformWhile(await worldOf(sandbox), isThen, withdraw);
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points['callback-type-filter']?.verdict).toBe('not observable');
});

/** A default of the largest page, where the document has ten. */
const fifteen = requery(HISTORY, (query) => {
  if (!query.has('request_number')) query.set('request_number', '15');
});

/** A count that is of the page. */
const ofPage = each(HISTORY, '', (body) => {
  body.total_count = recordsOf(body, 'transactions').length;
});

/** Spans without an end. */
const endless = requery(HISTORY, (query) => {
  query.delete('to_time');
});

test.each<[string, Change, (query: URLSearchParams) => boolean, FactKind, string, string]>([
  [
    'a default page that is larger',
    fifteen,
    (query) => query.get('request_number') === '10',
    ...(['default', 'request_number', 'left out it is not 10: 12 records, and 10 with it'] as const),
  ],
  [
    'a total that is of the page',
    ofPage,
    (query) => query.get('request_number') === '1',
    ...(['value', 'total_count', '12, 1, 1, 0 on pages of 12, 1, 1, 0 records of one list'] as const),
  ],
  [
    'spans that do not end',
    endless,
    (query) => query.has('to_time') && query.has('request_number'),
    ...(['value', 'to_time', '5 of 13 records lie outside by block_time'] as const),
  ],
])('of a history that grows %s differ', async (_, change, isThen, kind, about, evidence) => {
  const sandbox = await seeded({ checksum: asSigned });
  const withdraw = async () => {
    await sandbox.control.trigger({ scenario: 'withdrawal' });
    await sandbox.control.advance({ minutes: 1 });
  };
  for (let i = 0; i < 12; i++) await withdraw();
  const result = await conformWhile(
    await worldOf(sandbox),
    ({ operationId, query }) => operationId === HISTORY && isThen(query),
    withdraw,
    change,
  );
  expect(factIn(result, HISTORY, kind, about)).toMatchObject({ verdict: 'differs', evidence });
});

test('a whitelist that chooses by another time is seen to while it changes', async () => {
  const world = await createWorld({ checksum: asSigned });
  onTestFinished(world.sandbox.close);
  const [{ walletId, address } = { walletId: 0n, address: '' }] = await world.sandbox.control.wallets();
  // later than the one that was removed since, and nobody changed it
  const later = each('listWhitelistEntries', 'items', (record) => {
    if (record.user_id !== 'user0') return;
    const time = new Date(Date.parse(String(record.create_time)) + 60_000).toISOString();
    Object.assign(record, { create_time: time, update_time: time });
  });
  const result = await conformWhile(
    world,
    ({ operationId, query }) => operationId === 'listWhitelistEntries' && query.get('request_number') === '1',
    () => world.sandbox.control.removeWhitelistEntry({ walletId, address }),
    all(later, byUpdateTime),
  );
  expect(result.report.points['whitelist-times']).toMatchObject({
    verdict: 'contradicted',
    evidence: 'it is update_time',
  });
});
