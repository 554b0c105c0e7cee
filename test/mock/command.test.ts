/** The command as a user types it: what it prints, what it refuses, how it stops. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startMock, type Mock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseOf, overlayFile } from '../overlays/files.ts';
import { serve, type Served } from '../package/mock-project.ts';

const CLI = join(import.meta.dirname, '..', '..', 'packages', 'mock', 'src', 'cli.ts');

const start = (args: string[], env: Record<string, string> = {}): Promise<Served> =>
  serve(spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...env } }));

async function run(...args: string[]): Promise<{ exitCode: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, out, error };
}

const headers = { 'x-api-code': 'SECRET', 'x-checksum': 'SECRET' };

describe('wallet-mock', () => {
  it('prints its address, a curl line, and for each request one line that says why', async () => {
    const { url, stop } = await start(['--port', '0']);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    await fetch(`${url}/v1/svc/wallets/x/vault/balance?t=1`, { headers });
    await fetch(`${url}/v1/svc/wallets/1/vault/balance?t=1`);
    const { exitCode, printed } = await stop();
    expect(exitCode).toBe(0);
    expect(printed.split('\n')).toEqual([
      `Mock  ${url}`,
      '',
      "curl -H 'X-API-CODE: any' -H 'X-CHECKSUM: any' \\",
      expect.stringMatching(/^ {2}'http:.*\?t=1'$/),
      '',
      '200 getCurrencyPrices  the request fits the document',
      '403 getVaultBalance  invalid_wallet_id: path.WALLET_ID must be integer',
      '403 getVaultBalance  header_not_found: header.X-API-CODE is missing, and 1 more',
    ]);
    for (const line of printed.split('\n')) expect(line.replace(/http\S+/, '').length).toBeLessThanOrEqual(80);
  });

  it('prints a line that works with the nonce of an answer', async () => {
    const { url, stop } = await start(['--port', '0', '--overlay', overlayFile(caseOf('checksum'))]);
    const { printed } = await stop();
    expect(printed).toMatch(/^ {2}'http:.*\?t=1&nonce=1'$/m);
    expect(printed).toContain(url);
  });

  it('takes its port from the environment, prints no requests with --quiet, and generates with --dynamic', async () => {
    const { url, stop } = await start(['--quiet', '--dynamic', '--seed', 'a'], { MOCK_PORT: '0', MOCK_HOST: '' });
    const bodies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers })).text()),
    );
    expect(bodies[0]).toBe(bodies[1]);
    expect((await stop()).printed).not.toContain('getCurrencyPrices');
  });

  it('keeps its log on the line, whatever a request holds', async () => {
    const { url, stop } = await start(['--port', '0']);
    const body = JSON.stringify({ 'a\u001b[2J\nforged': 1, requests: [] });
    await fetch(`${url}/v1/svc/wallets/1/sender/transactions?t=1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const { printed } = await stop();
    expect(printed).not.toContain('\u001b');
    expect(printed.split('\n').filter((line) => line.startsWith('forged'))).toEqual([]);
  });

  it('goes on when nobody reads its output any more', async () => {
    const child = spawn(process.execPath, [CLI, '--port', '0']);
    const { url, stop } = await serve(child);
    child.stdout.destroy();
    for (let i = 0; i < 3; i++)
      expect((await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers })).status).toBe(200);
    expect((await stop()).exitCode).toBe(0);
  });

  it('has the faults that it is told, the first that hits, and those of a request before them', async () => {
    const faults = ['--fault', 'bad-gateway; first=1; operationId=getCurrencyPrices', '--fault', 'throttle; after=1'];
    const { url, stop } = await start(['--port', '0', ...faults]);
    const ask = async (prefer = ''): Promise<number> =>
      (await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers: { ...headers, prefer } })).status;
    expect([await ask(), await ask(), await ask(), await ask('fault=none')]).toEqual([502, 200, 403, 200]);
    await expect(ask('fault=lost-answer')).rejects.toThrow('fetch failed');
    expect((await stop()).printed.split('\n').slice(5)).toEqual([
      '502 getCurrencyPrices  fault=bad-gateway',
      '200 getCurrencyPrices  the request fits the document',
      '403 getCurrencyPrices  fault=throttle: call_too_frequently',
      '200 getCurrencyPrices  the request fits the document',
      'none getCurrencyPrices  fault=lost-answer: fault=throttle: call_too_frequently',
    ]);
  });

  it.each<[string[], RegExp]>([
    [['--fault', 'delay'], /^--fault: there is no fault=delay\. There are: lost-request \| .* \| duplicate$/m],
    [
      ['--fault', 'throttle'],
      /^--fault: fault=throttle takes after=N, a whole number from 1 to 1000000, not nothing$/m,
    ],
    [['--fault', 'slow; dely=5'], /^--fault: fault=slow has no dely\. It takes: first \| delay \| operationId$/m],
    [['--fault', 'reset; first=1; first=2'], /^--fault: first is there twice$/m],
    [['--fault'], /^Option '--fault <value>' argument missing/],
    [['--prot', '1'], /^Unknown option '--prot'/],
    [['--port'], /^Option '--port <value>' argument missing/],
    [['--port', 'http'], /^--port, or MOCK_PORT, takes a number from 0 \(any free one\) to 65535, not http$/m],
    [['--port', '65536'], /not 65536$/m],
    [['--host', '203.0.113.1', '--port', '0'], /^Cannot listen: .*203\.0\.113\.1\.\n.*--host/],
    [['--product', 'a/b'], /^--product takes letters/],
    [['--seed', 'a'], /^--seed does something only with --dynamic/],
    [['prox'], /^Unexpected argument 'prox'/],
    [['proxy'], /^A proxy needs an upstream: give --upstream URL$/m],
    ...['ftp://u:PASSWORD@a', 'u:PASSWORD@a', 'https://u:PASSWORD@a'].map((upstream): [string[], RegExp] => [
      ['proxy', '--upstream', upstream],
      /^The upstream must be an (?:http.*, not one with|address without) credentials/,
    ]),
    [
      ['proxy', '--upstream', 'http://a', '--json', 'a/../b', '--junit', 'b'],
      /^--json and --junit name the same file: give two\.$/m,
    ],
    [['proxy', '--upstream', 'wallet.example'], /^The upstream must be an http or https address/],
    [
      ['proxy', '--upstream', 'http://a', '--fail-on', 'acepted'],
      /^--fail-on takes request, .*, or none; not acepted$/m,
    ],
    [['proxy', '--upstream', 'http://a', '--fail-on', ''], /^--fail-on takes request/],
    [['proxy', '--upstream', 'http://a', '--min-coverage', 'all'], /^--min-coverage takes a number from 0 to 100/],
    [['proxy', '--upstream', 'http://a', '--min-coverage', ''], /^--min-coverage takes a number from 0 to 100/],
    [['proxy', '--upstream', 'http://a', '--insecure'], /^--ca and --insecure are for certificates, .* give an https/],
    [['proxy', '--upstream', 'https://a', '--ca', CLI], /^--ca takes certificates in PEM/],
    [['proxy', '--upstream', 'https://a', '--ca', 'none.pem'], /^--ca cannot be read: ENOENT.*\. Give a file/],
    [
      ['proxy', '--upstream', 'http://a', '--port', '0', '--record', tmpdir()],
      /^--record takes a file, which .* is not/,
    ],
    [
      ['proxy', '--upstream', 'http://a', '--port', '0', '--junit', join(CLI, 'a.xml')],
      /^--junit cannot write its file/,
    ],
  ])('%j is refused with what is wrong and what to do', async (args, message) => {
    const { exitCode, out, error } = await run(...args);
    expect([exitCode, out]).toEqual([1, '']);
    expect(error).toMatch(message);
    expect(error).not.toContain('    at ');
    expect(error).not.toContain('PASSWORD');
  });

  it('leaves what is there of an earlier proxy where it cannot start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const earlier = { record: join(folder, 'calls.jsonl'), json: join(folder, 'report.json') };
    for (const file of Object.values(earlier)) writeFileSync(file, 'of an earlier proxy');
    const args = ['proxy', '--upstream', 'http://a', '--record', earlier.record, '--json', earlier.json];
    const mock = await startMock();
    expect((await run(...args, '--port', String(mock.port))).error).toContain('Cannot listen');
    await mock.close();
    expect((await run(...args, '--port', '0', '--junit', folder)).error).toContain('--junit cannot write its file');
    for (const file of Object.values(earlier)) expect(readFileSync(file, 'utf8')).toBe('of an earlier proxy');
    rmSync(folder, { recursive: true });
  });

  it('leaves its files alone where a report would take the place of its lock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const file = join(folder, 'calls.jsonl');
    const args = ['proxy', '--port', '0', '--upstream', 'http://a', '--record', file, '--json', `${file}.lock`];
    expect((await run(...args)).error).toMatch(/^--json would write over .*, which is the lock of /);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('says what to do about a port that is taken', async () => {
    const mock = await startMock();
    const { exitCode, error } = await run('--port', String(mock.port));
    await mock.close();
    expect(exitCode).toBe(1);
    expect(error).toMatch(/^Cannot listen: address already in use 127\.0\.0\.1:\d+\.\n.*--port N, or with MOCK_PORT/);
  });

  it.each([['--help'], ['proxy', '--help']])('explains itself: %j %j', async (...args) => {
    const { exitCode, out, error } = await run(...args.filter(Boolean));
    expect([exitCode, error]).toEqual([0, '']);
    expect(out).toMatch(/^Usage: wallet-mock/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe('wallet-mock proxy', () => {
  let upstream: Mock;
  beforeAll(async () => {
    upstream = await startMock();
  });
  afterAll(() => upstream.close());

  it('records to where a link leads, and changes no other file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const [link, archive, other] = ['latest', 'archive', 'other'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(archive, 'of an earlier proxy', { mode: 0o600 });
    symlinkSync(archive, link);
    linkSync(archive, other);
    writeFileSync(`${archive}.part`, 'of somebody');
    const { url, stop } = await start(['proxy', '--port', '0', '--upstream', upstream.url, '--record', link]);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    expect((await run('proxy', '--port', '0', '--upstream', 'http://a', '--record', archive)).error).toContain(
      'in use',
    );
    rmSync(link);
    symlinkSync(other, link); // as who turns to another file every day: it goes on where it began
    expect((await stop()).exitCode).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(archive, 'utf8')).toContain('"exchanges":1');
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readFileSync(other, 'utf8')).toBe('of an earlier proxy');
    expect(readFileSync(`${archive}.part`, 'utf8')).toBe('of somebody');
    expect(readdirSync(folder).sort()).toEqual(['archive', 'archive.lock', 'archive.part', 'latest', 'other']);
    rmSync(folder, { recursive: true });
  });

  it.each(['overlay', 'ca'])('writes nothing over the file of --%s', async (option) => {
    const file = overlayFile(caseOf('price-envelope')); // of what a file of certificates has nobody thinks before
    const before = readFileSync(file, 'utf8');
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, `--${option}`, file];
    for (const to of ['json', 'record'])
      expect((await run(...args, `--${to}`, file)).error).toContain(`--${to} would write over ${file}, which is read`);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('records over no ledger, and over nothing that has the name of a lock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const [ledger, lock] = [join(folder, 'ledger'), join(folder, 'a.lock')];
    const text = '{"form":"wallet-conform ledger 1"}\n';
    writeFileSync(ledger, text);
    writeFileSync(lock, '');
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, '--record'];
    expect((await run(...args, ledger)).error).toContain('which is a ledger: give another file');
    expect((await run(...args, lock)).error).toContain('which is the lock of');
    expect(readFileSync(ledger, 'utf8')).toBe(text);
    expect(readdirSync(folder).sort()).toEqual(['a.lock', 'ledger']);
    rmSync(folder, { recursive: true });
  });

  it('records where the system finds the file, not where its path reads as if, and has no report take the place of its lock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    mkdirSync(join(folder, 'sub', 'deep'), { recursive: true });
    symlinkSync(join(folder, 'sub', 'deep'), join(folder, 'linked'));
    writeFileSync(join(folder, 'calls'), 'of somebody');
    symlinkSync(join(folder, 'sub', 'calls.lock'), join(folder, 'lock'));
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, '--record', `${folder}/linked/../calls`];
    const { error } = await run(...args, '--json', join(folder, 'lock'));
    expect(error).toMatch(/--json would write over .*, which is the lock of /);
    for (const end of ['-journal', '-wal'])
      expect((await run(...args, '--json', join(folder, 'sub', `calls.lock${end}`))).error).toContain('the same file');
    const long = 'x'.repeat(240);
    const { url, stop } = await start([...args.slice(0, -1), `${folder}/linked/../${long}`]);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    expect((await stop()).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'sub', long), 'utf8')).toContain('"exchanges":1');
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('of somebody');
    expect(readdirSync(folder).sort()).toEqual(['calls', 'linked', 'lock', 'sub']);
    rmSync(folder, { recursive: true });
  });

  it('records into a file alone, though the link to it led nowhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const [link, file] = [join(folder, 'latest'), join(folder, 'calls')];
    symlinkSync(file, link);
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, '--record'];
    const { url, stop } = await start([...args, link]);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    for (const name of [link, file]) expect((await run(...args, name)).error).toContain('in use by another process');
    expect((await stop()).exitCode).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('reports beside a file that has become a pipe, for which it waits for nobody', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const [json, har] = [join(folder, 'report.json'), join(folder, 'calls.har')];
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, '--json', json, '--har', har];
    const { url, stop } = await start(args);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    rmSync(json);
    execFileSync('mkfifo', [json]);
    expect((await stop()).exitCode).toBe(1);
    const beside = readdirSync(folder).filter((name) => /^report\.json\.[0-9a-f]{8}$/.test(name));
    expect(beside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      expect.stringContaining('"requests": 1'),
    ]);
    expect(readFileSync(har, 'utf8')).toContain('"entries"');
    rmSync(folder, { recursive: true });
  });

  it('records beside a file that has become a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const file = join(folder, 'r');
    const { url, stop } = await start(['proxy', '--port', '0', '--upstream', upstream.url, '--record', file]);
    rmSync(file);
    mkdirSync(file);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    expect((await stop()).exitCode).toBe(1);
    const beside = readdirSync(folder).filter((name) => /^r\.[0-9a-f]{8}$/.test(name));
    expect(beside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      expect.stringContaining('"exchanges":1'),
    ]);
    rmSync(folder, { recursive: true });
  });

  it('leaves a file to another proxy that has it since the folder was moved, and records beside it', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'wallet-mock-'));
    const folder = join(parent, 'calls');
    mkdirSync(folder);
    const args = ['proxy', '--port', '0', '--upstream', upstream.url, '--record', join(folder, 'r')];
    const first = await start(args);
    await fetch(`${first.url}/v1/svc/currency/prices?t=1`, { headers });
    renameSync(folder, join(parent, 'moved'));
    mkdirSync(folder);
    const second = await start(args);
    for (let i = 0; i < 3; i++) await fetch(`${second.url}/v1/svc/currency/prices?t=1`, { headers });
    expect((await second.stop()).exitCode).toBe(0);
    const { exitCode } = await first.stop();
    expect(exitCode).toBe(1);
    expect(readFileSync(join(folder, 'r'), 'utf8')).toContain('"exchanges":3');
    const beside = readdirSync(folder).filter((name) => /^r\.[0-9a-f]{8}$/.test(name));
    expect(beside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      expect.stringContaining('"exchanges":1'),
    ]);
    rmSync(parent, { recursive: true });
  });

  it('ends with 0 and a table where all was as documented', async () => {
    const { url, stop } = await start(['proxy', '--port', '0', '--upstream', upstream.url]);
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers });
    await fetch(`${url}/v1/svc/currency/prices?t=1`, { headers: { ...headers, prefer: 'example=not_found' } });
    const { exitCode, printed } = await stop();
    expect(exitCode).toBe(0);
    expect(printed).toMatch(/^200 getCurrencyPrices {2}fits the document$/m);
    expect(printed).toMatch(/^Operation +Requests +Answers +Problems$/m);
    expect(printed).toMatch(/^getCurrencyPrices +2 +200, 404 +0$/m);
    expect(printed).toMatch(/^1 of 20 operations, 2 requests, 0 problems$/m);
  });

  it('ends with 1 where something broke the document, says what and where, and prints no credentials', async () => {
    const { url, stop } = await start(['proxy', '--port', '0', '--quiet', '--upstream', upstream.url]);
    await fetch(`${url}/v1/svc/currency/prices?t=SECRET&currency=SECRET`, { headers });
    const { exitCode, printed } = await stop();
    expect(exitCode).toBe(1);
    expect(printed).toContain(
      'getCurrencyPrices request (answered with 200): query.{} is not declared; accepted although wrong\n',
    );
    expect(printed).toMatch(/^1 of 20 operations, 1 request, 1 problem$/m);
    expect(printed).not.toContain('SECRET');
  });

  it('ends with 1 where nothing was answered', async () => {
    const { stop } = await start(['proxy', '--port', '0', '--upstream', upstream.url]);
    const { exitCode, printed } = await stop();
    expect(exitCode).toBe(1);
    expect(printed).toContain('no operation of the document got a whole answer, so nothing was checked');
  });
});
