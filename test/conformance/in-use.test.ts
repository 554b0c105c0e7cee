/** Services that do as the document says, with wallets and uses that the world of the other tests has not. */
import { join } from 'node:path';
import { createWalletClient, systemClock } from '@wallet-operations/client';
import { startSandbox, type Sandbox, type SandboxOptions } from '@wallet-operations/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { command, conform, differencesIn, type Result } from './harness.ts';
import { changedVariant, changedWorld, runningOf, type Change, type Passing } from './variants/behind.ts';
import { all, each, recordsOf, type Fields } from './variants/changes.ts';
import type { Running } from './variants/variant.ts';
import { USDT, type World } from './world.ts';

/** A sandbox as it starts, whose time stands still. */
async function seeded(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ running: false, limits: { callsPerMinute: Infinity }, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

/** It as its user knows it by now. */
const worldOf = async (sandbox: Sandbox): Promise<World> => ({
  sandbox,
  wallets: await sandbox.control.wallets(),
  readOnly: await sandbox.control.createReadOnlyCode(),
});
const usedBy = async (sandbox: Sandbox): Promise<Running> => runningOf(await worldOf(sandbox));

const factOf = ({ report }: Result, operationId: string, about: string) =>
  report.facts.find((fact) => fact.operationId === operationId && fact.kind === 'value' && fact.about === about);

/** A vault with a token vault that is mapped to it. */
async function addTokenVault({ control }: Sandbox): Promise<void> {
  const { walletId: parentId } = await control.createWallet({ kind: 'vault', currency: 'ETH', balance: '7' });
  await control.createWallet({ kind: 'vault', currency: 'ETH', parentId, balance: '50', token: USDT });
}

test('of a token vault the list of balances has its own, and the vault that of its parent', async () => {
  const sandbox = await seeded();
  await addTokenVault(sandbox);
  const result = await conform(await usedBy(sandbox));
  expect(differencesIn(result)).toEqual([]);
  expect(factOf(result, 'getVaultBalance', 'balance')?.verdict).toBe('agrees');
});

test('a token vault whose list of balances has neither differs', async () => {
  const sandbox = await seeded();
  await addTokenVault(sandbox);
  const change = each('listWalletBalances', 'wallet_balances', (record) => {
    if (record.balance === '50') record.balance = '51.7';
  });
  const running = await changedWorld(await worldOf(sandbox), change);
  onTestFinished(running.close);
  expect(factOf(await conform(running), 'getVaultBalance', 'balance')).toMatchObject({
    verdict: 'differs',
    evidence: 'neither token_balance nor balance is balance of the list of balances, a moment before',
  });
});

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

/** What happens to a wallet that is in use: between two calls of the run, one time in so many. */
const EVENTS = ['deposit', 'withdrawal', 'vault-approval', 'web-withdrawal'] as const;

test.each([
  ['every call', 1],
  ['every other call', 2],
  ['every seventh call', 7],
  ['every thirtieth call', 30],
])('nothing differs of wallets that are used between %s', async (_, interval) => {
  const sandbox = await seeded();
  for (const scenario of EVENTS) await sandbox.control.trigger({ scenario });
  let [calls, events] = [0, 0];
  const running = await changedWorld(await worldOf(sandbox), {
    async instead({ operationId = '' }) {
      calls++;
      if (calls % interval === 0 && !operationId.startsWith('getApiCode')) {
        const scenario = EVENTS[events++ % EVENTS.length] ?? 'deposit';
        await sandbox.control.trigger({ scenario });
        await sandbox.control.advance({ seconds: 1 });
      }
      return undefined;
    },
  });
  const result = await conform(running);
  expect(events).toBeGreaterThan(5);
  expect(differencesIn(result)).toEqual([]);
});

test.each([4, 9])('callbacks whose state in the chain is %d are told of, whatever orders call that', async (state) => {
  const change = ['listCallbacks', 'getCallbacksById'].map((id) =>
    each(id, 'notifications', (record) => {
      if (record.state === 3) record.state = state;
    }),
  );
  const sandbox = await seeded();
  for (const scenario of ['deposit', 'withdrawal'] as const) await sandbox.control.trigger({ scenario });
  const running = await changedWorld(await worldOf(sandbox), all(...change));
  const { report } = await conform(running);
  expect(report.points['callback-state']).toMatchObject({ verdict: 'contradicted' });
  expect(report.points['callback-state']?.evidence).toContain(`inChain ${String(state)}`);
});

test('what a wallet pays to itself may have one of its two records on the next page', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 12; i++) await sandbox.control.trigger({ scenario: 'withdrawal' });
  await sandbox.control.advance({ minutes: 1 });
  // the largest page is refused, so that each is cut
  const running = await changedWorld(await worldOf(sandbox), {
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
  onTestFinished(running.close);
  const found = differencesIn(await conform(running));
  expect(found.join('\n')).toContain('listWithdrawalHistory bound request_number');
  expect(found.filter((line) => line.includes(' value '))).toEqual([]);
});

test('what a filter leaves out while the list moves on is not observable', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 3; i++) await sandbox.control.trigger({ scenario: 'vault-approval' });
  let calls = 0;
  const running = await changedWorld(await worldOf(sandbox), {
    answer({ status, body }, { operationId, query }) {
      if (operationId !== 'listVaultHistory' || status !== 200) return undefined;
      calls++;
      if (query.has('state')) (body as Fields).transaction_item = [];
      else for (const record of recordsOf(body, 'transaction_item')) record.description = `call ${String(calls)}`;
      return undefined;
    },
  });
  onTestFinished(running.close);
  expect(factOf(await conform(running), 'listVaultHistory', 'state')).toMatchObject({
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
      if (isMoved) for (const record of recordsOf(body, list)) record.update_time = '2026-11-21T23:00:00Z';
      return undefined;
    },
  });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(isMoved).toBe(true);
  expect(differencesIn(result)).toEqual([]);
});

/** A service whose whitelist is changed before every so many calls, with the time that the run waits between its calls. */
async function whitelistInUse(interval: number, whitelistDelay: number, change: Change = {}) {
  const sandbox = await seeded({ limits: { callsPerMinute: Infinity, whitelistDelay } });
  const { control } = sandbox;
  const world = await worldOf(sandbox);
  const credentials = world.wallets.find(({ kind }) => kind === 'withdrawal');
  if (!credentials) throw new Error('there is no withdrawal wallet');
  const { walletId } = credentials;
  const clock = { ...systemClock, now: sandbox.now };
  const wallet = createWalletClient({ baseUrl: sandbox.url, credentials, clock }).wallet(walletId);
  const listed: string[] = [];
  const count = { calls: 0, added: 0, removed: 0 };
  const running = await changedWorld(world, {
    ...change,
    async instead() {
      if (count.calls++ % interval > 0) return undefined;
      const address = `0x${(++count.added).toString(16).padStart(40, '0')}`;
      await wallet.addWhitelistEntries({ items: [{ address, user_id: `user ${String(count.added)}` }] });
      listed.push(address);
      // some go before they are effective, and some behind
      const gone = count.added % 4 === 0 ? listed.pop() : listed.length > 12 ? listed.shift() : undefined;
      if (gone === undefined) return undefined;
      await control.removeWhitelistEntry({ walletId, address: gone });
      count.removed++;
      return undefined;
    },
  });
  onTestFinished(running.close);
  const pass = (milliseconds: number): Promise<void> => control.advance({ seconds: milliseconds / 1000 });
  return { running: { ...running, pass }, count };
}

test.each([
  [1, 10],
  [3, 60],
  [5, 20],
])(
  'nothing differs of a whitelist that is changed before each %d. call, whose entries wait %d seconds',
  async (...row) => {
    const { running, count } = await whitelistInUse(...row);
    const result = await conform(running);
    expect(count.added).toBeGreaterThan(50);
    expect(count.removed).toBeGreaterThan(20);
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.points['whitelist-transitions']?.verdict).toBe('confirmed');
  },
);

test.each<[string, (entry: Fields) => void]>([
  ['before their time', (entry) => (entry.effective = entry.state === 1)],
  ['never', (entry) => (entry.effective = false)],
  ['although they were removed', (entry) => (entry.effective = entry.effective === true || entry.state === 2)],
])('entries that are effective %s are found in a whitelist that is in use, too', async (_, change) => {
  const { running } = await whitelistInUse(3, 60, each('listWhitelistEntries', 'items', change));
  expect((await conform(running)).report.points['whitelist-transitions']?.verdict).toBe('contradicted');
});

test('of many wallets of a kind no operation is asked more often than the plan says', async () => {
  const sandbox = await seeded();
  for (let i = 0; i < 4; i++) {
    await sandbox.control.createWallet({ kind: 'vault', currency: 'ETH', balance: '1' });
    const { walletId } = await sandbox.control.createWallet({
      kind: 'delegated',
      currency: 'ETH',
      prefix: `p${String(i)}_`,
    });
    for (const scenario of ['deposit', 'withdrawal'] as const) await sandbox.control.trigger({ scenario, walletId });
  }
  await sandbox.control.advance({ minutes: 1 });
  const result = await conform(await usedBy(sandbox));
  expect(differencesIn(result)).toEqual([]);
  const { stdout } = await command(['plan', '--config', join(result.folder, 'config.json')]);
  const planned = new Map<string, number>();
  for (const [, operationId = '', rest = ''] of stdout.matchAll(/ {2}(\w+): (.*)$/gm))
    planned.set(operationId, (planned.get(operationId) ?? 0) + Number(/; up to (\d+), with/.exec(rest)?.[1] ?? 1));
  const asked = new Map<string, number>();
  for (const [, operationId = ''] of result.read('transcript').matchAll(/"operationId":"(\w+)"/g))
    asked.set(operationId, (asked.get(operationId) ?? 0) + 1);
  expect(asked.get('getDelegatedBalances')).toBeGreaterThan(15);
  expect([...asked].filter(([operationId, count]) => count > (planned.get(operationId) ?? 0))).toEqual([]);
});
