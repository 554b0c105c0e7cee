// Answers, built: constants, document and docs page are as it says, and a user's client of that build agrees with the sandbox.
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { pointsOf, type PointedDocument } from '@wallet-operations/answers';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import type { WalletAccess } from '@wallet-operations/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADDRESS, createLab, ETH } from '../sandbox/lab.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { cases, overlayOfAll } from './cases.ts';
import { rawRequest } from '../sandbox/raw.ts';
import type { Report, Task } from './client-program.ts';
import { overlayFileOf } from './files.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAM = join(import.meta.dirname, 'client-program.ts');

/** What follows in the document from each answer alone is tested elsewhere: builds take long, and take several answers at once. */
const BUILDS = 5;

const builds = Array.from({ length: BUILDS }, (_, build) => {
  const answered = cases.filter((_case, i) => i % BUILDS === build);
  return { answered, ids: answered.map(({ id }) => id) };
});

describe.each(builds)('built with $ids', ({ answered, ids }) => {
  const folder = mkdtempSync(join(tmpdir(), 'answered-'));
  const overlay = overlayFileOf(answered);
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const document = (): Record<string, unknown> => JSON.parse(read('openapi.json')) as Record<string, unknown>;
  const constants = async (): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(folder, 'points.js')).href)) as Record<string, unknown>;

  beforeAll(async () => {
    const build = ['scripts/build.ts', '--overlay', overlay, '--output', folder];
    await promisify(execFile)(process.execPath, build, { cwd: ROOT });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  describe.each(answered)('$id', (one) => {
    test('the document says so', () => {
      for (const [keys, value] of one.document)
        expect(
          keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document()),
        ).toEqual(value);
    });

    test('what was assumed is told as it was', () => {
      const { [one.id]: point } = document()['x-answered-points'] as Record<string, { assumed: string }>;
      expect(point?.assumed).toBe(pointsOf(bundled as unknown as PointedDocument)[one.id]?.assumed);
    });

    test('constants say so', async () => {
      expect(await constants()).toMatchObject(one.constants ?? {});
    });

    test.runIf(one.id === 'safe-to-credit')('the workflow of a deposit waits for what is safe', () => {
      expect(read('workflows.arazzo.yaml')).toContain('condition: $response.body#/notifications/0/state == 3\n');
    });

    test('the docs page says so', () => {
      expect(one.docs.test(read('docs/index.html')), String(one.docs)).toBe(true); // no failure prints the page
    });
  });

  test('these points are answered, and no others', async () => {
    const { answeredPoints, openPoints } = await constants();
    expect(Object.keys(answeredPoints as object).sort()).toEqual(ids.toSorted());
    expect(Object.keys(openPoints as object).filter((id) => ids.includes(id))).toEqual([]);
  });

  test('a client of that build agrees with a sandbox that has the answers', async () => {
    expect(await reportOf(ids, folder, overlay)).toEqual(expected(ids));
  });
});

describe('all points answered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answered-'));
  const overlay = join(folder, 'answers.overlay.json');
  const everywhere = (node: unknown): string[] =>
    typeof node === 'string'
      ? [node]
      : typeof node === 'object' && node !== null
        ? Object.values(node).flatMap(everywhere)
        : [];

  beforeAll(async () => {
    writeFileSync(overlay, overlayOfAll());
    await promisify(execFile)(process.execPath, ['scripts/build.ts', '--overlay', overlay, '--output', folder], {
      cwd: ROOT,
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('nothing is open, and no sentence says that it is', () => {
    const built = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as Record<string, unknown>;
    expect(built['x-open-points']).toEqual({});
    const told = { ...built, 'x-answered-points': {} };
    const sentences = everywhere(told).flatMap((text) => text.replace(/\s+/g, ' ').split(/(?<=[.:]) /));
    const doubtful = sentences.filter((sentence) => /\bassumed\b|not shown|does not show/.test(sentence));
    expect(doubtful.filter((sentence) => !OF_NO_POINT.some((words) => sentence.includes(words)))).toEqual([]);
    expect(sentences.filter((sentence) => sentence.includes('{{') || / [.,;]( |$)/.test(sentence))).toEqual([]);
  });

  test('neither do the samples and the points of the docs page', () => {
    const page = readFileSync(join(folder, 'docs', 'index.html'), 'utf8');
    const doubtful = [
      /\*Not shown:\*/,
      /\*Assumed:\*/,
      /is computed is assumed/,
      /Dashed: assumed/,
      /date \+%s\)(?!000)/,
    ];
    expect(doubtful.filter((words) => words.test(page))).toEqual([]);
  });
});

/** What is not shown and hangs on no point. */
const OF_NO_POINT = [
  '**Know what is assumed.**', // a rule for whoever reads any build
  'this document says what is not shown and what is assumed instead',
  'whether duplicates are looked at before them is not shown',
  'what `tindex` counts is not shown',
  'How long that takes is not shown, and a wallet that may not be asked', // until a lookup shows an order
];

/** The same story for all, but for when a deposit is safe, and for what nobody was asked to change. */
const expected = (ids: readonly string[]): Report => ({
  outcome: 'accepted',
  state: 'inPool',
  kinds: ['vault', 'deposit', 'withdrawal', 'depositWithdrawal', 'delegated'],
  callbacks: [
    { isGenuine: true, tells: 'deposit', isSafe: ids.includes('safe-to-credit') },
    { isGenuine: true, tells: 'deposit', isSafe: true },
  ],
});

async function reportOf(ids: readonly string[], folder: string, overlay: string): Promise<Report> {
  const lab = await createLab({ overlay });
  onTestFinished(lab.close);
  const deliveries: { body: string; headers: Record<string, string> }[] = [];
  const receiver = await startReceiver(async (request) => {
    deliveries.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
    return new Response(null, { status: 200 });
  });
  onTestFinished(receiver.close);
  const asked = ids.includes('deposit-kinds') ? 'withdrawal' : 'deposit-withdrawal'; // the kind that may have deposit addresses
  let access: WalletAccess | undefined;
  for (const kind of ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'] as const) {
    const own = kind === asked ? { ...ETH, callbackUrl: receiver.url } : { currency: 'ETH' };
    const wallet = await lab.control.createWallet({ ...own, kind });
    if (kind === asked) access = wallet;
  }
  if (!access) throw new Error('There is no wallet.');
  const { walletId, apiCode, secret } = access;
  const t = Math.floor((lab.sandbox.now() * lab.sandbox.decisions.perSecond) / 1000);
  const query = [['nonce', 'once']] as const;
  const create = { operationId: 'createDepositAddresses', access, query, t, body: { count: 1 } } as const;
  const [, { addresses }] = (await (await rawRequest(lab, create))()) as [number, { addresses: string[] }];
  await lab.control.deposit({ walletId, amount: '1', ...(addresses[0] !== undefined && { address: addresses[0] }) });
  await lab.control.mine({ blocks: 12 });
  const readOnly = await lab.control.createReadOnlyCode();
  const credentials = { access: { apiCode, secret }, readOnly };
  const { url, now } = lab.sandbox;
  const task = {
    folder,
    url,
    now: now(),
    walletId: Number(walletId),
    orderId: 'shop1_1',
    address: ADDRESS,
    deliveries,
  };
  return run({ ...task, ...credentials });
}

/** Runs the program to its end. @throws Error with what it says where it fails. */
async function run(task: Task): Promise<Report> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(task));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(errors);
  return JSON.parse(output) as Report;
}
