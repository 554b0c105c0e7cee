/** A service that does as the document says: nothing is found, nothing is sent but reading operations, nothing changes. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { READING } from '@wallet-operations/conformance';
import { command, conform, differencesIn, FILES, filesIn, resultsIn, type Result } from './harness.ts';
import { changedVariant, runningOf, sandboxVariant } from './variants/behind.ts';
import type { ScenarioName } from '@wallet-operations/sandbox';
import { createWorld, type KnownWallet } from './world.ts';
import type { Running } from './variants/variant.ts';

describe('on the plain sandbox', () => {
  const asked: (string | undefined)[] = [];
  let running: Running;
  let result: Result;
  let before: string;
  beforeAll(async () => {
    running = await changedVariant({
      instead({ operationId }) {
        asked.push(operationId);
        return undefined;
      },
    });
    before = await running.fingerprint();
    result = await conform(running);
  });
  afterAll(() => running.close());

  test('nothing differs, and the run succeeds', () => {
    expect(differencesIn(result)).toEqual([]);
    expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    expect(result.stdout).toContain('All that was compared is as the document says.');
  });

  test('much was compared', () => {
    const verdicts = result.report.facts.map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict === 'agrees').length).toBeGreaterThan(600);
    const points = Object.values(result.report.points).map(({ verdict }) => verdict);
    expect(points.filter((verdict) => verdict === 'confirmed').length).toBeGreaterThan(30);
  });

  test('only reading operations were asked', () => {
    expect(asked.length).toBeGreaterThan(200);
    expect(asked.filter((operationId) => operationId === undefined || !READING.has(operationId))).toEqual([]);
  });

  test('no more was asked than the plan says', async () => {
    const { stdout } = await command(['plan', '--config', join(result.folder, 'config.json')]);
    const [, most] = /Up to (\d+) calls/.exec(stdout) ?? [];
    expect(asked.length).toBeLessThanOrEqual(Number(most));
    const planned = new Set(Array.from(stdout.matchAll(/ {2}(\w+): /g), ([, operationId]) => operationId));
    expect([...new Set(asked)].filter((operationId) => !planned.has(operationId))).toEqual([]);
  });

  test('nothing changed', async () => {
    expect(await running.fingerprint()).toBe(before);
  });

  test('every line fits into eighty columns', () => {
    expect(result.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('the transcript replayed has the same verdicts, offline', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'replay-'));
    const args = [
      'replay',
      join(result.folder, FILES.transcript),
      ...filesIn(folder, ['json', 'junit', 'markdown', 'answers']),
    ];
    const replayed = await command(args);
    expect(replayed).toMatchObject({ exitCode: 0, stderr: '' });
    for (const name of ['json', 'junit', 'markdown', 'answers'] as const)
      expect(resultsIn(folder).read(name)).toBe(result.read(name));
  });

  test('with its own answers there is still nothing that differs', async () => {
    const answers = join(result.folder, FILES.answers);
    const more = join(result.folder, 'more.overlay.yaml');
    const args = [join(result.folder, FILES.transcript), '--overlay', answers, '--answers', more];
    expect(await command(['replay', ...args])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(existsSync(more)).toBe(false); // there is nothing more to answer, and an empty file is no overlay
    expect(readFileSync(answers, 'utf8')).toContain("$['x-open-points']['wallet-type']");
  });
});

/** Services that are otherwise than assumed where an answer has a value; what is said of it. */
const ANSWERED = [
  ['request-time', { unit: 'seconds', window: 60 }, 'seconds, within 60 seconds: '],
  ['request-time', { unit: 'milliseconds', window: 120 }, 'milliseconds, within 120 seconds: '],
  ['checksum', { scheme: 'sorted-sha256', nonce: 'nonce' }, 'a nonce nonce'],
  ['deposit-kinds', ['deposit', 'deposit-withdrawal'], 'answered: '],
  ['vault-count', 'the page', 'a page of 1 counts 1'],
] as const;

test.each(ANSWERED)(
  'with the answers of its own run a service whose %s is %j has nothing that differs',
  async (id, value, said) => {
    const running = await sandboxVariant([{ id, value }]);
    onTestFinished(running.close);
    const result = await conform(running);
    expect(result.exitCode).toBe(1);
    expect(result.report.points[id]?.evidence).toContain(said);
    const folder = mkdtempSync(join(tmpdir(), 'answered-'));
    const files = [join(result.folder, FILES.transcript), '--overlay', join(result.folder, FILES.answers)];
    const again = await command(['replay', ...files, ...filesIn(folder, ['json'])]);
    expect(differencesIn(resultsIn(folder))).toEqual([]);
    expect(again.exitCode).toBe(0);
  },
);

/** Scenarios of a sandbox, all of them: a new one does not compile without its line here. */
const SCENARIOS = {
  deposit: 'deposit',
  'deposit-detected': 'deposit',
  'deposit-reorganised': 'deposit',
  withdrawal: 'withdrawal',
  'withdrawal-failed': 'withdrawal',
  'withdrawal-invalid': 'withdrawal',
  'withdrawal-dropped': 'withdrawal',
  'withdrawal-stuck': 'withdrawal',
  collect: 'deposit-withdrawal',
  airdrop: 'deposit-withdrawal',
  'web-withdrawal': 'withdrawal',
  'vault-approval': 'vault',
  'read-only-some': 'withdrawal',
} as const satisfies Record<ScenarioName, KnownWallet['kind']>;

/** The same with other kinds of wallets that they fit. */
const MORE = [
  ['deposit', 'delegated'],
  ['deposit', 'deposit-withdrawal'],
  ['deposit-detected', 'delegated'],
  ['deposit-reorganised', 'delegated'],
  ['withdrawal', 'delegated'],
  ['withdrawal-failed', 'delegated'],
  ['withdrawal-dropped', 'deposit-withdrawal'],
  ['withdrawal-stuck', 'delegated'],
  ['collect', 'deposit'],
  ['airdrop', 'deposit'],
  ['web-withdrawal', 'deposit-withdrawal'],
] as const;

test.each([...(Object.entries(SCENARIOS) as [ScenarioName, KnownWallet['kind']][]), ...MORE])(
  'nothing differs after %s of a %s wallet',
  async (scenario, kind) => {
    const world = await createWorld();
    const running = runningOf(world);
    onTestFinished(running.close);
    const wallet = world.wallets.find((one) => one.kind === kind);
    const { apiCode, secret } = await world.sandbox.control.trigger({
      scenario,
      ...(wallet && { walletId: wallet.walletId }),
    });
    // a code that sees some wallets alone is the one to ask with
    const readOnly = apiCode !== undefined && secret !== undefined ? { apiCode, secret } : running.readOnly;
    const result = await conform({ ...running, readOnly });
    expect(differencesIn(result)).toEqual([]);
    expect(result.exitCode).toBe(0);
  },
);
