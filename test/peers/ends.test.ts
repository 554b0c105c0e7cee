/** Each process ends when it is told to, with its report and its exit code, and lives until then. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalletClient } from '@wallet-operations/client';
import { afterAll, expect, it } from 'vitest';
import { ORDER } from '../sandbox/lab.ts';
import { serve, type Served } from '../package/mock-project.ts';
import { send } from './exchange.ts';

const ROOT = join(import.meta.dirname, '..', '..', 'packages');
const TIME = { timeout: 60_000 };
/** 5 seconds are the deadline, the rest is a busy machine. */
const IN_TIME = 10_000;

const leftovers: (() => unknown)[] = [];
afterAll(() => Promise.all(leftovers.map((end) => end())));

interface Ended {
  readonly exitCode: number | null;
  readonly printed: string;
}

function start(
  name: 'mock' | 'sandbox',
  ...args: string[]
): Promise<Served> & { readonly child: ReturnType<typeof spawn> } {
  const child = spawn(process.execPath, [join(ROOT, name, 'src', 'cli.ts'), ...args, '--port', '0']);
  leftovers.push(() => child.kill('SIGKILL'));
  return Object.assign(serve(child), { child });
}

async function stopped({ stop }: Served): Promise<Ended> {
  const began = performance.now();
  const ended = await stop();
  expect(performance.now() - began).toBeLessThan(IN_TIME);
  return ended;
}

const portOf = (url: string): number => Number(new URL(url).port);
const leaveOpen = (url: string, ...sends: string[]): Promise<Socket> =>
  send(portOf(url), { name: '', sends, then: 'leave open' });

/** A service that takes connections, and says nothing. */
async function silence(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  leftovers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const GET = 'GET /v1/svc/currency/prices?t=1 HTTP/1.1\r\nHost: a\r\nX-API-CODE: SECRET\r\nX-CHECKSUM: SECRET\r\n';
const HALF_A_BODY = `POST /v1/svc/wallets/1/addresses?t=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"co`;

it.concurrent.each([
  ['mock', 'half a header', GET],
  ['mock', 'half a body', HALF_A_BODY],
  ['sandbox', 'half a header', GET],
  ['sandbox', 'half a body', HALF_A_BODY],
] as const)('the %s ends with 0 although somebody has sent %s', TIME, async (name, _, sent) => {
  const served = await start(name);
  await leaveOpen(served.url, sent);
  expect(await stopped(served)).toMatchObject({ exitCode: 0 });
});

it.concurrent.each([
  ['silence', 4_000],
  ['slow; delay=600000', IN_TIME],
  ['truncate', 4_000],
] as const)('the mock ends with 0 although somebody meets the fault %s', TIME, async (fault, time) => {
  const served = await start('mock', '--fault', fault);
  await leaveOpen(served.url, `${GET}\r\n`);
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200); // by now the other has arrived as well
  const began = performance.now();
  const { exitCode, printed } = await stopped(served);
  expect(performance.now() - began).toBeLessThan(time);
  expect(exitCode).toBe(0);
  expect(printed).toContain(`getCurrencyPrices  fault=${fault.split(';')[0] ?? ''}: the request fits the document`);
});

it.concurrent('the proxy ends with its report although its upstream is silent', TIME, async () => {
  const served = await start('mock', 'proxy', '--upstream', await silence());
  await leaveOpen(served.url, `${GET}\r\n`);
  const { exitCode, printed } = await stopped(served);
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/^getCurrencyPrices +1 +none +1$/m);
  expect(printed).toMatch(/^no operation of the document got a whole answer, so nothing was checked$/m);
  expect(printed).not.toContain('SECRET');
});

it.concurrent('the proxy ends with its report although somebody has sent half a body', TIME, async () => {
  const served = await start('mock', 'proxy', '--upstream', await silence());
  await leaveOpen(served.url, HALF_A_BODY);
  const { exitCode, printed } = await stopped(served);
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/^createDepositAddresses .*none/m);
});

it.concurrent('the proxy ends with its report at once when it is told twice', TIME, async () => {
  const started = start('mock', 'proxy', '--upstream', await silence());
  const served = await started;
  await leaveOpen(served.url, `${GET}\r\n`);
  const began = performance.now();
  started.child.kill('SIGINT');
  const { exitCode, printed } = await stopped(served);
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(exitCode).toBe(1);
  expect(printed.match(/^Operation/gm)).toHaveLength(1);
});

it.concurrent('a process ends although something is under way that nobody can end', TIME, async () => {
  // as a name is that is being looked up: the operating system takes as long as it likes
  const script = `
    import { onSignal } from '@wallet-operations/serving';
    setInterval(() => undefined, 1000);
    onSignal(async () => undefined, () => { process.exitCode = 7; });
    console.log('at http://127.0.0.1:1');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname });
  leftovers.push(() => child.kill('SIGKILL'));
  expect(await stopped(await serve(child))).toMatchObject({ exitCode: 7 });
});

it.concurrent('the sandbox lives although nobody reads its output', TIME, async () => {
  const started = start('sandbox');
  const served = await started;
  started.child.stdout?.destroy();
  for (let i = 0; i < 3; i++) expect((await fetch(`${served.url}/v1/svc/wallets/1/vault/balance`)).status).toBe(403);
  expect(await stopped(served)).toMatchObject({ exitCode: 0 });
});

it(
  'the sandbox lives, now and on the same file again, with callbacks to a name that does not resolve',
  TIME,
  async ({ expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-sandbox-'));
    leftovers.push(() => {
      rmSync(folder, { recursive: true });
    });
    const options = ['--data', join(folder, 'state'), '--quiet', '--block', '1'];
    const control = async (url: string, command: string, input: object = {}): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/_sandbox/${command}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      });
      expect(response.status).toBe(200);
      return response.json();
    };
    const state = async (url: string): Promise<string> => (await fetch(`${url}/_sandbox/state`)).text();

    const first = await start('sandbox', ...options);
    const nowhere = 'http://nowhere.invalid/';
    await control(first.url, 'setWallet', { walletId: 635743, callbackUrl: nowhere });
    const [access] = (await control(first.url, 'wallets')) as [{ apiCode: string; secret: string }];
    const wallet = createWalletClient({ baseUrl: first.url, credentials: access, attempts: 1 }).wallet(635743);
    await wallet.withdrawAssets({ requests: [ORDER] });
    await control(first.url, 'setWallet', { walletId: 635743, approvalUrl: nowhere });
    const another = wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] });
    await expect(another).rejects.toThrow('nowhere.invalid');
    await control(first.url, 'advance', { seconds: 1 });
    await expect.poll(() => state(first.url)).toMatch(/"attempts":\[\{[^\]]*nowhere\.invalid/);
    expect(await stopped(first)).toMatchObject({ exitCode: 0 });

    const second = await start('sandbox', ...options);
    await control(second.url, 'advance', { hours: 2 });
    await expect.poll(() => state(second.url)).toMatch(/"attempts":\[(\{[^}]*nowhere\.invalid[^}]*\},?){6}\]/); // then it is given up
    expect(await stopped(second)).toMatchObject({ exitCode: 0 });
  },
);
