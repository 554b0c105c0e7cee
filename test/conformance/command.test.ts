/** The command as its user meets it: what it wants, what it refuses, what it says, and with which code it exits. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { command, configurationOf, conform, FILES, type Result } from './harness.ts';
import { overlayFileOf } from '../overlays/files.ts';
import { changedVariant, presentVariant, runningOf, sandboxVariant } from './variants/behind.ts';
import type { Running } from './variants/variant.ts';
import { createWorld } from './world.ts';

const CLI = join(import.meta.dirname, '../../packages/conformance/src/cli.ts');

const folderOf = (): string => mkdtempSync(join(tmpdir(), 'conform-'));

/** A file in a folder of its own. */
function fileOf(text: string, name = 'file.yaml'): string {
  const file = join(folderOf(), name);
  writeFileSync(file, text);
  return file;
}

/** A service that counts who comes. */
async function countingServer(): Promise<{ url: string; calls: () => number }> {
  let calls = 0;
  const server = createServer((_, response) => {
    calls++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, calls: () => calls };
}

const WALLET = '{ id: 635743, kind: withdrawal, apiCode: env:CODE, secret: env:SECRET }';
const ENVIRONMENT = { CODE: 'THE-API-CODE', SECRET: 'its-secret' };

describe('a plan', () => {
  test('lists every call, and sends nothing', async () => {
    const { url, calls } = await countingServer();
    const config = fileOf(`baseUrl: ${url}\nwallets: [${WALLET}]\n`);
    const { exitCode, stdout, stderr } = await command(['plan', '--config', config]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(
      'GET /v1/svc/wallets/{wallet 1}/sender/transactions?request_number=501  listWithdrawalHistory: with a page one larger',
    );
    expect(stdout).toContain('POST /v1/svc/wallets/{wallet 1}/notifications/get_by_id {"ids":[1]}');
    expect(stdout).toMatch(/Up to \d+ calls where .*, one after the other, 30 a minute: some \d+ minutes\./);
    expect(stdout).not.toMatch(/withdrawAssets|createDepositAddresses|addWhitelistEntries|made-up|635743/);
    expect(calls()).toBe(0);
  });
});

describe('a run is refused', () => {
  const refusals: readonly (readonly [
    what: string,
    config: string,
    environment: Record<string, string>,
    says: RegExp,
  ])[] = [
    [
      'a code in the file',
      `activated: true\nwallets: [{ id: 1, kind: vault, apiCode: ABCDEF, secret: env:SECRET }]`,
      ENVIRONMENT,
      /wallets 1 apiCode is not where it can be read from.*env:NAME/,
    ],
    [
      'a code that is not set',
      `activated: true\nwallets: [${WALLET}]`,
      {},
      /line 2, column 52: wallets 1 apiCode is not set, in the variable of the environment that is named there/,
    ],
    [
      'a secret of several lines',
      `activated: true\nwallets: [${WALLET}]`,
      { ...ENVIRONMENT, SECRET: 'a\nb' },
      /line 2, column 70: wallets 1 secret is no line of plain text/,
    ],
    [
      'codes that nobody says are the activated ones',
      `wallets: [${WALLET}]`,
      ENVIRONMENT,
      /Any call with the inactivated API code of a wallet activates it/,
    ],
    ['no wallet', 'activated: true\nwallets: []', ENVIRONMENT, /has no wallets/],
    [
      'a kind that there is not',
      'activated: true\nwallets: [{ id: 1, kind: hot, apiCode: env:CODE, secret: env:SECRET }]',
      ENVIRONMENT,
      /It is one of vault, deposit, withdrawal/,
    ],
    [
      'a misspelt key',
      `activated: true\nwalets: [${WALLET}]`,
      ENVIRONMENT,
      /line 2, column 1: a key of the file says nothing here\. There is .*wallets/,
    ],
    [
      'an address with a password',
      `activated: true\nbaseUrl: https://me:pw@wallet.example\nwallets: [${WALLET}]`,
      ENVIRONMENT,
      /leave user, password, query and fragment out/,
    ],
    ['no address', `activated: true\nwallets: [${WALLET}]`, ENVIRONMENT, /needs an address/],
  ];
  test.each(refusals)('%s', async (_, config, environment, says) => {
    const outcome = await command(['run', '--config', fileOf(config)], {}, environment);
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stderr).toMatch(says);
    expect(outcome.stdout + outcome.stderr).not.toMatch(/ABCDEF|its-secret|THE-API-CODE|pw@/);
  });

  test.each([
    [['run'], /needs --config/],
    [['run', '--config', '/nowhere/at-all.yaml'], /cannot be read: ENOENT/],
    [['conform'], /There are plan, run, replay, write and close/],
    [[], /There are plan, run, replay, write and close/],
    [['replay'], /takes a transcript, or several/],
    [['replay', '/nowhere/at-all'], /ENOENT/],
    [
      [
        'run',
        '--calls',
        'many',
        '--config',
        fileOf(`activated: true\nbaseUrl: http://127.0.0.1:9\nwallets: [${WALLET}]`),
      ],
      /--calls takes a whole number/,
    ],
    [['run', '--colour'], /Unknown option '--colour'/],
  ])('%j', async (args, says) => {
    const outcome = await command(args, {}, ENVIRONMENT);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toMatch(says);
  });

  test('by a file that is no transcript', async () => {
    expect(await command(['replay', fileOf('{"a":1}\n')])).toMatchObject({ exitCode: 2 });
    const cut = fileOf('{"form":"wallet-conform transcript 1","wallets":[],"exchanges":2}\n');
    expect((await command(['replay', cut])).stderr).toMatch(/is not whole: it has 0 exchanges of 2/);
  });

  test.each([
    ['"stopped":"tired"', /:1 is no run: it ended for no reason that there is/],
    ['"recorded":true', /:1 is no run: recorded says not how many are left out/],
    ['"more":1e+308', /:1 is no line of a transcript/],
  ])('by a transcript with %s', async (more, says) => {
    const file = fileOf(`{"form":"wallet-conform transcript 1",${more},"wallets":[],"exchanges":0}\n`);
    const { exitCode, stderr } = await command([
      'replay',
      file,
      '--junit',
      join(tmpdir(), `${String(process.pid)}.xml`),
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(says);
  });
});

describe('a run fails', () => {
  test('that compared nothing, for nobody answers', async () => {
    const config = fileOf(`activated: true\nbaseUrl: http://127.0.0.1:9\nwallets: [${WALLET}]`);
    const { exitCode, stdout } = await command(['run', '--config', config], {}, ENVIRONMENT);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('nothing was compared, so nothing is known');
    expect(stdout).toContain('did not answer several times in a row');
  });

  test('where another code is the activated one, after a single call', async () => {
    const asked: (string | undefined)[] = [];
    const running = await changedVariant({
      answer(answer, { operationId }) {
        asked.push(operationId);
        if (answer.body.valid) answer.body.valid.api_code = 'ANOTHER';
        return answer;
      },
    });
    onTestFinished(running.close);
    const { exitCode, stdout } = await conform(running);
    expect(exitCode).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'names another code as the activated one of a wallet: the run ended at once',
    );
    expect(asked).toEqual(['getApiCodeStatus']);
  });

  test('where no way to sign is admitted, after as many calls as it may try', async () => {
    const body = { error: 'Forbidden. Checksum unmatch' };
    const refusal = { status: 403, headers: { 'content-type': 'application/json' }, body };
    const running = await changedVariant({ instead: () => refusal });
    onTestFinished(running.close);
    const { exitCode, stdout, report } = await conform(running, ['--tries', '7']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('7 calls of 6 wallets');
    expect(report.points.checksum).toMatchObject({
      verdict: 'not asked',
      evidence: 'none of 7 ways to sign was admitted: refused by checksum_unmatch',
    });
    expect(
      Object.values(report.points).filter(({ verdict }) => verdict === 'confirmed' || verdict === 'contradicted'),
    ).toEqual([]);
  });
});

describe('a difference', () => {
  let running: Running;
  let result: Result;
  beforeAll(async () => {
    running = await changedVariant({
      answer(answer, { operationId }) {
        if (operationId === 'getVaultBalance' && answer.status === 200) delete answer.body.token_balance;
        return answer;
      },
    });
    result = await conform(running);
  });
  afterAll(() => running.close());
  const replay = (accepted: string) =>
    command(['replay', join(result.folder, FILES.transcript), '--accepted', fileOf(accepted)]);
  const WHAT = 'getVaultBalance field token_balance';

  test('is told on every report, and fails the run', () => {
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toContain(WHAT);
    expect(result.read('markdown')).toContain(`**${WHAT}**`);
    expect(result.read('junit')).toContain(
      '<testcase classname="getVaultBalance" name="field: token_balance">\n<failure type="differs"',
    );
    expect(result.report.failures).toEqual(['1 difference that nobody accepted']);
  });

  test.each(['', '\ufeff'])('is accepted with a reason, behind the mark %j', async (mark) => {
    const { exitCode, stdout } = await replay(
      `${mark}- what: ${WHAT}\n  reason: our operator leaves it out, and mends it in May\n`,
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain('our operator leaves it out');
    expect(stdout).toContain('All that was compared is as the document says, but for what is accepted.');
  });

  test('is accepted by no list of comments alone, which is a list', async () => {
    const { exitCode, stdout, stderr } = await replay('# nothing yet\n');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toContain('that nobody accepted');
  });

  test('is the same of a transcript with a mark of its encoding', async () => {
    const marked = join(result.folder, 'marked.jsonl');
    writeFileSync(marked, `\ufeff${result.read('transcript')}`);
    const plain = await command(['replay', join(result.folder, FILES.transcript)]);
    expect(await command(['replay', marked])).toEqual(plain);
  });

  test('is accepted by no list with a key that says nothing', async () => {
    const { exitCode, stderr } = await replay(`- { what: ${WHAT}, reason: for now, until: '2027-01-01' }\n`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('entry 1 has "until", which says nothing. It has what and reason.');
  });

  test('is not accepted without one', async () => {
    const { exitCode, stdout } = await replay(`- what: ${WHAT}\n`);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`${WHAT} is accepted without a reason`);
  });

  test('cannot link, call somebody or turn a line about, whoever edited the transcript', async () => {
    const HOSTILE = '![i](https://evil.example/a) www.evil.example @team \u202e\u200b\u001b[2J <b>|';
    const edited = join(result.folder, 'edited.jsonl');
    const lines = result.read('transcript').split('\n');
    const named = lines.map((line) => line.replace('"balance":', () => `${JSON.stringify(HOSTILE)}:`));
    writeFileSync(edited, named.join('\n'));
    const report = join(result.folder, 'edited.md');
    const { stdout } = await command(['replay', edited, '--markdown', report]);
    const markdown = readFileSync(report, 'utf8');
    expect(markdown).toContain('evil'); // it is told
    for (const text of [stdout, markdown]) expect(text).not.toMatch(/[\u202e\u200b\u001b]/);
    expect(markdown).not.toMatch(/\]\(|:\/\/evil|www\.evil|@team|<b>/);
  });

  test('that is there no more fails the run', async () => {
    const { exitCode, stdout } = await replay(
      `- { what: ${WHAT}, reason: it is left out }\n- { what: getVaultBalance field balance, reason: it was left out }\n`,
    );
    expect(exitCode).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'getVaultBalance field balance is accepted, and is no difference of this run: take it out, or spell it as the report does',
    );
  });
});

test('a run answers with its own overlay, with which nothing is contradicted any more', async () => {
  const value = { total: 'total_count', records: 'wallets' };
  const overlay = overlayFileOf([{ id: 'wallet-balance-envelope', answer: 'So it is.', value }]);
  const world = await createWorld({ overlay });
  const running = runningOf(world);
  onTestFinished(running.close);
  const first = await conform(running);
  expect(first.exitCode).toBe(1);
  const answers = join(first.folder, FILES.answers);
  await world.sandbox.control.advance({ minutes: 10 }); // in the same second every call would be one that was there
  const second = await conform(running, ['--overlay', answers]);
  expect(second).toMatchObject({ exitCode: 0, stderr: '' });
  expect(second.report.points['wallet-balance-envelope']?.verdict).toBe('confirmed');
});

test('the product’s own segment is in every path', async () => {
  const running = await sandboxVariant([], { product: 'custody' });
  onTestFinished(running.close);
  expect((await conform({ ...running, product: 'custody' })).exitCode).toBe(0);
});

test('as a process it reads secrets from files, makes its files, and exits with its code', async () => {
  const running = await presentVariant({});
  onTestFinished(running.close);
  const folder = folderOf();
  const { config, environment } = configurationOf(running);
  writeFileSync(join(folder, 'secret'), `${environment.READ_SECRET ?? ''}\n`);
  const given = { ...config, readOnly: { apiCode: 'env:READ_CODE', secret: `file:${join(folder, 'secret')}` } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(given));
  const args = [
    CLI,
    'run',
    '--config',
    join(folder, 'config.json'),
    '--calls',
    '1000000',
    '--share',
    '100',
    '--transcript',
    join(folder, 'deep', 't.jsonl'),
  ];
  const outcome = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...environment } }).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
  expect(outcome.stderr).toBe('');
  expect(outcome.stdout).toMatch(/[23]\d\d calls of 6 wallets/);
  expect(existsSync(join(folder, 'deep', 't.jsonl'))).toBe(true);
  expect(readFileSync(join(folder, 'deep', 't.jsonl'), 'utf8')).not.toContain(environment.READ_CODE);
});
