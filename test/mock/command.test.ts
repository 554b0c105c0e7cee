/** The command as a user types it: what it prints, what it refuses, how it stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startMock, type Mock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('takes its port from the environment, prints no requests with --quiet, and generates with --dynamic', async () => {
    const { url, stop } = await start(['--quiet', '--dynamic', '--seed', 'a'], { MOCK_PORT: '0' });
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

  it.each<[string[], RegExp]>([
    [['--prot', '1'], /^Unknown option '--prot'/],
    [['--port'], /^Option '--port <value>' argument missing/],
    [['--port', 'http'], /^--port, or MOCK_PORT, takes a number from 0 \(any free one\) to 65535, not http$/m],
    [['--port', '65536'], /not 65536$/m],
    [['--host', '203.0.113.1', '--port', '0'], /^Cannot listen: .*203\.0\.113\.1.*--host/],
    [['--product', 'a/b'], /^--product takes letters/],
    [['--seed', 'a'], /^--seed does something only with --dynamic/],
    [['prox'], /^Unexpected argument 'prox'/],
    [['proxy'], /^A proxy needs an upstream: give --upstream URL$/m],
    [['proxy', '--upstream', 'wallet.example'], /^The upstream must be an http or https address/],
  ])('%j is refused with what is wrong and what to do', async (args, message) => {
    const { exitCode, out, error } = await run(...args);
    expect([exitCode, out]).toEqual([1, '']);
    expect(error).toMatch(message);
    expect(error).not.toContain('    at ');
  });

  it('says what to do about a port that is taken', async () => {
    const mock = await startMock();
    const { exitCode, error } = await run('--port', String(mock.port));
    await mock.close();
    expect(exitCode).toBe(1);
    expect(error).toMatch(/^Cannot listen: address already in use 127\.0\.0\.1:\d+\. .*--port N/);
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
    expect(printed).toMatch(/^getCurrencyPrices request: query\.currency is not declared$/m);
    expect(printed).toMatch(/^1 of 20 operations, 1 request, 1 problem$/m);
    expect(printed).not.toContain('SECRET');
  });

  it('ends with 1 where nothing was answered', async () => {
    const { stop } = await start(['proxy', '--port', '0', '--upstream', upstream.url]);
    const { exitCode, printed } = await stop();
    expect(exitCode).toBe(1);
    expect(printed).toContain('nothing was answered, so nothing was checked');
  });
});
