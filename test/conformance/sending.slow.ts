/** What a run sends when a service behaves badly: no more than it may, to no other place than it says, and with no code that is not the activated one. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { main } from '@wallet-operations/conformance';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { operationsOf } from '@wallet-operations/validator';
import { systemClock } from '../../packages/conformance/src/send/clock.ts';
import { send } from '../../packages/conformance/src/send/gate.ts';
import { createTurns } from '../../packages/conformance/src/send/pace.ts';
import { command, configurationOf, conform, differencesIn } from './harness.ts';
import { changedVariant, type Answer, type Change, type Passing } from './variants/behind.ts';
import { askedIn } from './variants/changes.ts';
import type { Running } from './variants/variant.ts';

/** A service that answers as `change` says, with the requests that came to it. */
async function asked(change: Change): Promise<{ running: Running; came: Passing[] }> {
  const came: Passing[] = [];
  const running = await changedVariant({
    ...change,
    instead(request, world) {
      came.push(request);
      return change.instead?.(request, world);
    },
  });
  onTestFinished(running.close);
  return { running, came };
}

/** A refusal of the service. */
const refusal = (error: string, code: object = {}): Answer => ({
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: { ...code, error },
});

/** A text as it is without its line breaks. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

test.each([
  ['another code as the activated one', (body: Answer['body']) => (body.valid.api_code = 'ANOTHER')],
  [
    'the code as an inactivated one',
    (body: Answer['body'], code: string) => (body.inactivated = { api_code: code, exp: 1999999999 }),
  ],
])('a service that names %s in the middle of a run is asked nothing more', async (_, name) => {
  let told = 0;
  const { running, came } = await asked({
    answer(answer, { operationId, headers }) {
      if (came.length < 12 || operationId !== 'getApiCodeStatus' || answer.status !== 200) return undefined;
      told ||= came.length;
      name(answer.body, headers['x-api-code'] ?? '');
      return answer;
    },
  });
  const { exitCode, stdout } = await conform(running);
  expect(told).toBeGreaterThan(0);
  expect({ exitCode, calls: came.length }).toEqual({ exitCode: 1, calls: told });
  expect(inOneLine(stdout)).toContain('names another code as the activated one of a wallet: the run ended at once');
});

test.each([
  ['', {}],
  [', with an error_code of its own', { error_code: 403 }],
])('a service that refuses a code which it took before%s is asked nothing more', async (_, code) => {
  let refused = 0;
  const { running, came } = await asked({
    instead: () => (came.length > 40 ? (refused++, refusal('Forbidden. Invalid API code', code)) : undefined),
  });
  const { exitCode, stdout } = await conform(running);
  expect(exitCode).toBe(1);
  expect(refused).toBeLessThanOrEqual(3); // a call that is wrong on purpose may be refused for either
  expect(inOneLine(stdout)).toContain('refuses an API code that it took before: the run ended at once');
});

test('values of answers make no other path of an operation’s', async () => {
  const ids = ['..', '.', '\ud800', '../../addresses', 'a?x=1', '%2e%2e', '/', "it's"];
  const { running, came } = await asked({
    answer(answer, { operationId }) {
      if (operationId !== 'listCallbacks' || answer.status !== 200) return undefined;
      const [first] = answer.body.notifications;
      if (first)
        answer.body.notifications = ids.flatMap((id) => [
          { ...first, type: 2, order_id: id, block_height: 5 },
          // from outside: what a wallet pays to its own addresses is not asked for
          { ...first, type: 1, order_id: '', txid: id, vout_index: id, from_address: 'another' },
        ]);
      return answer;
    },
  });
  const { stdout, read } = await conform(running);
  expect(came.length).toBeGreaterThan(200);
  expect(came.filter(({ operationId }) => operationId === undefined).map(({ target }) => target)).toEqual([]);
  expect(inOneLine(stdout)).toContain(
    'getDepositCallback was not asked once: the TX_ID that an answer gave for it is made of dots, which lead to another path. Nothing was sent.',
  );
  expect(read('transcript')).not.toBe('');
});

test('an order whose name is a path of its own is not asked for', async () => {
  const { running, came } = await asked({
    answer(answer, { operationId }) {
      if (operationId !== 'listCallbacks' || answer.status !== 200) return undefined;
      for (const record of answer.body.notifications)
        if (record.order_id !== '') record.order_id = record.order_id.endsWith('1') ? 'eventlog' : 'EventLog';
      return answer;
    },
  });
  const { stdout } = await conform(running);
  const paths = came.map(({ target }) => target.replace(/\?.*/, ''));
  expect(paths.filter((path) => /eventlog\/all$|EventLog/i.test(path) && !path.endsWith('/eventlog'))).toEqual([]);
  for (const { target, operationId } of came)
    if (target.includes('/eventlog?')) expect(operationId).toBe('getWithdrawalEventLogs');
  expect(inOneLine(stdout)).toContain('the ORDER_ID that an answer gave for it is the name of another path there');
});

test('the answer that ends a run as a replay of every call tells nothing of what was asked', async () => {
  let isSpan = false;
  const { running } = await asked({
    instead({ query }) {
      isSpan ||= query.get('from_time') === '1600000001';
      return isSpan ? refusal('Forbidden. Invalid checksum') : undefined;
    },
  });
  const result = await conform(running);
  expect(isSpan).toBe(true);
  expect(inOneLine(result.stdout)).toContain('took call after call for one that it had seen');
  expect(result.report.points['invalid-times']?.verdict).not.toBe('contradicted');
  expect(differencesIn(result)).toEqual([]);
});

test('half a character in an answer, and decimals that no currency has, end no run', async () => {
  const { running } = await asked({
    answer(answer, { operationId }) {
      if (answer.status !== 200) return undefined;
      if (operationId === 'listWallets')
        for (const wallet of answer.body.wallets as unknown as { decimals: string }[]) wallet.decimals = '20000';
      if (operationId === 'listWithdrawalHistory')
        for (const record of answer.body.transactions) record.txid = `\ud800${String(record.txid)}`;
      return answer;
    },
  });
  const { exitCode, stderr, stdout } = await conform(running);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
  expect(inOneLine(stdout)).not.toContain('a fault of the run itself');
});

test.each(['..', '.', '', '\ud800'])('the gate lets no address out with %j in its path', async (ORDER_ID) => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => {
    fetched.mockRestore();
  });
  const operation = operationsOf(bundled).find(({ operationId }) => operationId === 'getWithdrawalState');
  if (!operation) throw new Error('the document has no getWithdrawalState');
  const path = { WALLET_ID: '1', ORDER_ID };
  await expect(
    send({ base: 'http://127.0.0.1:9', product: 'svc' }, { operation, path, query: 't=1', headers: {}, body: '' }),
  ).rejects.toThrow(ORDER_ID === '\ud800' ? 'URI malformed' : 'read as another one than was signed');
  expect(fetched).not.toHaveBeenCalled();
});

test.each([
  ['from the first call on', 0, 64 + 20, 'no way to sign was admitted'],
  ['in the middle of it', 30, 30 + 21, 'took call after call for one that it had seen'],
])('a run whose calls are taken for replays %s makes as many more as the plan says', async (_, first, most, says) => {
  const { running, came } = await asked({
    instead: () => (came.length > first ? refusal('Forbidden. Invalid checksum') : undefined),
  });
  const { exitCode, stdout, folder } = await conform(running);
  expect(exitCode).toBe(1);
  expect(came.length).toBeLessThanOrEqual(most);
  expect(inOneLine(stdout)).toContain(says);
  const plan = await command(['plan', '--config', join(folder, 'config.json')]);
  expect(plan.stdout).toContain('Where it takes a call for one that it had seen, up to 20 more in all');
  expect(came.length).toBeLessThanOrEqual(Number(/At most (\d+) calls in all/.exec(plan.stdout)?.[1]));
});

test.each([
  ['replays and calls that are too many, each before a call that is answered', {}],
  ['a t in milliseconds, of a scheme that is none', { scheme: 'none' }],
])(
  'no run makes more calls than its plan has in all, whatever it is told: %s',
  async (_, { scheme }: { scheme?: string }) => {
    const tells = ['Forbidden. Invalid checksum', 'Forbidden. Call too frequently (300 calls/minute)'];
    let turn = 0;
    const { running, came } = await asked({
      instead() {
        if (scheme !== undefined)
          return refusal(turn++ === 0 ? 'Forbidden. Invalid timestamp' : 'Forbidden. Checksum unmatch');
        return ++turn % 3 === 0 ? undefined : refusal(tells[turn % 3 === 1 ? 0 : 1] ?? '');
      },
    });
    const { folder, stdout } = await conform(running);
    expect(stdout).not.toContain('clock'); // it is t in another unit that was refused
    const plan = await command(['plan', '--config', join(folder, 'config.json')]);
    const most = Number(/At most (\d+) calls in all/.exec(plan.stdout)?.[1]);
    expect(came.length).toBeGreaterThan(60);
    expect(came.length).toBeLessThanOrEqual(scheme === undefined ? most : 64 + 1);
  },
);

/** A service before which something says from a call on that it is called too often; and what was waited. */
async function throttled(status: number, retryAfter: string | undefined, times = Infinity, date?: string) {
  const waits: number[] = [];
  const headers = {
    'content-type': 'text/html',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...(date !== undefined && { date }),
  };
  const made = await asked({
    instead: () =>
      made.came.length > 60 && made.came.length <= 60 + times ? { status, headers, body: '<h1>later</h1>' } : undefined,
  });
  const pass = (milliseconds: number): Promise<void> => {
    if (milliseconds > 10_000) waits.push(milliseconds);
    return Promise.resolve();
  };
  return { ...(await conform({ ...made.running, pass })), waits, came: made.came };
}

test.each([
  [429, undefined, 60_000],
  [429, '5', 60_000],
  [503, '120', 120_000],
] as const)('a status %i with Retry-After %s is waited for, and is no difference', async (status, retryAfter, wait) => {
  const result = await throttled(status, retryAfter, 2);
  expect(result).toMatchObject({ exitCode: 0, waits: [wait, wait] });
  expect(result.stdout).not.toContain('without an answer');
  expect(differencesIn(result)).toEqual([]);
  expect(result.stdout).toContain(`called too often: it waits for ${String(wait / 1000)} seconds`);
});

test('a Retry-After that is a time is one of the clock by which the answer was made', async () => {
  const [made, until] = ['Sat, 28 Nov 2026 12:00:00 GMT', 'Sat, 28 Nov 2026 12:01:30 GMT'];
  expect(await throttled(429, until, 2, made)).toMatchObject({ exitCode: 0, waits: [90_000, 90_000] });
});

test.each([
  [429, '3600', 1, 'wants a wait of more than ten minutes'],
  [429, undefined, 3, 'was called too often, and still after a wait'],
] as const)(
  'a status %i with Retry-After %s that does not end ends the run',
  async (status, retryAfter, more, says) => {
    const { exitCode, came, stdout, report } = await throttled(status, retryAfter);
    expect({ exitCode, calls: came.length }).toEqual({ exitCode: 1, calls: 60 + more });
    expect(inOneLine(stdout)).toContain(says);
    expect(report.facts.filter(({ kind, verdict }) => kind === 'error row' && verdict === 'differs')).toEqual([]);
  },
);

test('calls that the network lost here and there are no difference, and every report says how many there were', async () => {
  const { running, came } = await asked({
    instead() {
      if (came.length % 7 === 0) throw new Error('lost'); // which resets the connection
      return undefined;
    },
  });
  const result = await conform(running);
  const lost = Math.floor(came.length / 7);
  expect({ exitCode: result.exitCode, isMany: lost > 30 }).toEqual({ exitCode: 0, isMany: true });
  const says = `${String(came.length)} calls of 6 wallets, ${String(lost)} of them without an answer, or failed`;
  expect(result.stdout).toContain(says);
  expect(result.read('markdown')).toContain(says);
  expect(result.report).toMatchObject({ calls: came.length, unanswered: lost });
});

test.each(['getVaultBalance', 'getWithdrawalEventLogs'])(
  'behind 40 calls that were made again, one of %s that is lost is no difference',
  async (id) => {
    const seen = new Set<string>();
    let isLost = false;
    const { running } = await asked({
      instead(request) {
        const { operationId, headers } = request;
        const key = `${askedIn(request)} ${headers['x-api-code'] ?? ''}`;
        if (seen.size < 40 && operationId !== id && !seen.has(key)) {
          seen.add(key);
          throw new Error('lost');
        }
        if (seen.size < 40 || operationId !== id || isLost) return undefined;
        isLost = true;
        throw new Error('lost');
      },
    });
    const result = await conform(running);
    expect({ isLost, seen: seen.size }).toEqual({ isLost: true, seen: 40 });
    expect(differencesIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  },
);

test('an interruption ends a wait at once, and what came until then is judged', async () => {
  const ending = new AbortController();
  const { running, came } = await asked({
    instead: () => (came.length > 20 ? { status: 429, headers: {}, body: '' } : undefined),
  });
  const { config, environment } = configurationOf(running);
  const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'config.json');
  writeFileSync(file, JSON.stringify(config));
  let stdout = '';
  const exitCode = await main(['run', '--config', file], {
    ...{ write: (text) => (stdout += text), complain: (text) => (stdout += text), environment, isTerminal: false },
    clock: {
      now: running.now ?? Date.now,
      async pass(milliseconds, signal) {
        if (milliseconds < 60_000) return;
        const waiting = systemClock.pass(milliseconds, signal);
        ending.abort();
        await waiting;
      },
    },
    signal: ending.signal,
  });
  expect({ exitCode, calls: came.length }).toEqual({ exitCode: 1, calls: 21 });
  expect(stdout).toContain('the run was interrupted');
});

test('a clock that is set back makes nobody wait for it', async () => {
  let now = 1_800_000_000_000;
  const waits: number[] = [];
  const turn = createTurns(
    { callsPerMinute: 300, share: 0.1 },
    {
      now: () => now,
      pass(milliseconds) {
        waits.push(milliseconds);
        now += milliseconds;
        return Promise.resolve();
      },
    },
  );
  await turn();
  now -= 3_600_000;
  await turn();
  await turn();
  expect(waits).toEqual([2000, 2000]);
});

test('an answer that unpacks to more than is kept is left there', async () => {
  const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const operation = operationsOf(bundled).find(({ operationId }) => operationId === 'listWallets');
  if (!operation) throw new Error('the document has no listWallets');
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const whole = vi.spyOn(Response.prototype, 'arrayBuffer');
  onTestFinished(() => {
    whole.mockRestore();
  });
  const answer = await send({ base, product: 'svc' }, { operation, path: {}, query: 't=1', headers: {}, body: '' });
  expect(answer).toMatchObject({ status: 200, text: undefined });
  expect(whole).not.toHaveBeenCalled(); // it would have unpacked all of it
});

test('a fault of the run itself does not lose what came, and leaves no empty file', async () => {
  const { running, came } = await asked({});
  const result = await conform({
    ...running,
    pass() {
      if (came.length === 30) throw new RangeError('something odd');
      return Promise.resolve();
    },
  });
  expect(result.exitCode).toBe(2);
  expect(result.stderr).toContain('A fault of the run itself ended it (RangeError: something odd)');
  expect(result.read('transcript')).toContain('"exchanges":30');
  expect(result.read('junit')).toContain('<testsuite');
});

test('a list of accepted differences that cannot be read is refused before anything is asked', async () => {
  const { running, came } = await asked({});
  const { config, environment } = configurationOf(running);
  const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const args = ['run', '--config', file, '--accepted', '/nowhere/at-all.yaml'];
  const { exitCode, stderr } = await command(args, running, environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('/nowhere/at-all.yaml cannot be read: ENOENT');
  expect(came).toEqual([]);
});

test('no file is written over that is read', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'conform-')), 't.jsonl');
  const text = '{"form":"wallet-conform transcript 1","wallets":[],"exchanges":0}\n';
  writeFileSync(file, text);
  const { exitCode, stderr } = await command(['replay', file, '--json', file]);
  expect({ exitCode, text: readFileSync(file, 'utf8') }).toEqual({ exitCode: 2, text });
  expect(stderr).toContain('which is read: give another file');
});
