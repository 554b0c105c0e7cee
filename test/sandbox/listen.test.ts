/** `wallet-sandbox listen --forward-to`: callbacks reach a receiver on the developer's machine as they are, and his answers count. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import type { SandboxOptions, WalletAccess } from '@wallet-operations/sandbox';
import { freePort } from '../free-port.ts';
import { ADDRESS, createLab, ETH, ORDER, START, type Lab } from './lab.ts';
import { startProcess, type SandboxProcess } from './process.ts';
import { rawRequest } from './raw.ts';
import { startReceiver, type Receiver } from './receiver.ts';

const run = promisify(execFile);
const CLI = fileURLToPath(new URL('../../packages/sandbox/src/cli.ts', import.meta.url));

async function open(options?: SandboxOptions): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(lab.close);
  return lab;
}

async function receive(status = 200): Promise<Receiver> {
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status })));
  onTestFinished(receiver.close);
  return receiver;
}

interface Listening {
  /** The next line that it prints. */
  readonly line: () => Promise<string>;
  /** Sends SIGINT, and gives the exit code. */
  readonly interrupt: () => Promise<number | null>;
}

/** Starts it, up to the lines that say from where to where. */
async function listenTo(url: string, forwardTo: string, ...options: string[]): Promise<Listening> {
  const child = spawn(process.execPath, [CLI, 'listen', '--url', url, '--forward-to', forwardTo, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value } = await lines.next();
    return value as string;
  };
  expect([await line(), await line()]).toEqual([`Listening   ${url}`, `Forwarding  ${forwardTo}`]);
  return {
    line,
    async interrupt() {
      child.kill('SIGINT');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

it('forwards the same bytes, headers and signature, and brings the answer back', async () => {
  const lab = await open();
  const receiver = await receive();
  const { walletId, wallet, prefix } = await lab.createWallet(ETH); // without a callback address
  const { line, interrupt } = await listenTo(lab.sandbox.url, receiver.url);
  const orderId = `${prefix}${'x'.repeat(200)}`;
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: orderId }] });
  await lab.control.mine(); // resolves once it is answered
  const [delivery] = receiver.deliveries;
  const details = lab.sandbox.callback(String(delivery?.told.serial));
  expect(details).toMatchObject({ deliveredAt: START, nextAt: null, attempts: [{ result: '200', url: 'listener' }] });
  expect(delivery?.body.toString('utf8')).toBe(details.attempts[0]?.body);
  for (const [name, value] of Object.entries(details.attempts[0]?.headers ?? {}))
    expect(delivery?.headers[name.toLowerCase()]).toBe(value);
  const printed = await line();
  expect(printed).toMatch(/^\d\d:\d\d:\d\d \d{17} \d+ shop1_x+… → 200$/);
  expect(printed).toContain(` ${details.serial} ${String(walletId)} `);
  expect(printed.length).toBeLessThanOrEqual(80);
  expect(await interrupt()).toBe(0);
  // nobody listens any more
  await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}2` }] });
  await lab.control.mine();
  expect(lab.sandbox.callbacks()[0]).toMatchObject({ orderId: `${prefix}2`, attempts: [], nextAt: null });
});

it('takes what would go to the address of a wallet, of one wallet alone if asked to', async () => {
  const lab = await open();
  const [own, forwarded] = [await receive(), await receive()];
  const [one, other] = [
    await lab.createWallet({ ...ETH, callbackUrl: own.url }),
    await lab.createWallet({ ...ETH, prefix: 'shop2_', callbackUrl: own.url }),
  ];
  await listenTo(lab.sandbox.url, forwarded.url, '--wallet', String(one.walletId));
  for (const { wallet, prefix } of [one, other])
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: `${prefix}1` }] });
  await lab.control.mine();
  const ordersAt = ({ deliveries }: Receiver): string[] => deliveries.map(({ told }) => told.order_id);
  expect([ordersAt(forwarded), ordersAt(own)]).toEqual([['shop1_1'], ['shop2_1']]);
});

it('says that a receiver is down, and forwards again when it is due', async () => {
  const lab = await open();
  const port = await freePort();
  const { wallet } = await lab.createWallet(ETH);
  const { line } = await listenTo(lab.sandbox.url, `http://127.0.0.1:${String(port)}/`);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await lab.control.mine();
  const printed = await line();
  expect([printed.length <= 80, printed]).toEqual([true, expect.stringMatching(/ shop1_1 → nobody listens there$/)]);
  expect(lab.sandbox.callbacks()).toMatchObject([{ deliveredAt: null, nextAt: START + 60_000 }]);
  const up = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(port, '127.0.0.1');
  await once(up, 'listening');
  onTestFinished(() => {
    up.close();
    up.closeAllConnections();
  });
  await lab.control.advance({ minutes: 1 });
  expect(await line()).toMatch(/ shop1_1 → 200$/);
  expect(lab.sandbox.callbacks()).toMatchObject([{ deliveredAt: START + 60_000, nextAt: null }]);
});

it('ends at once while a receiver hangs, and what it had is due again', async () => {
  const lab = await open({ limits: { deliveryTimeout: 60_000 } });
  const hanging = createServer().listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  onTestFinished(() => {
    hanging.close();
    hanging.closeAllConnections();
  });
  const asked = once(hanging, 'request');
  const { wallet } = await lab.createWallet(ETH);
  const url = `http://127.0.0.1:${String((hanging.address() as AddressInfo).port)}/`;
  const { interrupt } = await listenTo(lab.sandbox.url, url);
  await wallet.withdrawAssets({ requests: [ORDER] });
  const mined = lab.control.mine();
  await asked;
  expect(await interrupt()).toBe(0);
  await mined;
  expect(lab.sandbox.callbacks()).toMatchObject([
    { nextAt: START + 60_000, attempts: [{ result: 'who listened has gone' }] },
  ]);
});

it('goes on when the sandbox is killed and comes back, with what came meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const port = String(await freePort());
  const begin = (): Promise<SandboxProcess> =>
    startProcess('--stopped', '--empty', '--data', join(folder, 'state.db'), '--port', port);
  const receiver = await receive();
  let sandbox = await begin();
  onTestFinished(() => sandbox.kill());
  const made = (await sandbox.control('createWallet', ETH)) as Omit<WalletAccess, 'walletId'> & { walletId: number };
  const access = { ...made, walletId: BigInt(made.walletId) };
  const withdraw = async (orderId: string): Promise<void> => {
    const { now } = (await (await fetch(`${sandbox.url}/_sandbox/state`)).json()) as { now: number };
    const lab = { sandbox: { url: sandbox.url, now: () => now } } as unknown as Lab;
    const body = { requests: [{ order_id: orderId, address: ADDRESS, amount: '1' }] };
    const send = await rawRequest(lab, {
      operationId: 'withdrawAssets',
      access,
      body,
    });
    expect((await send())[0]).toBe(200);
    await sandbox.control('mine');
  };
  const { line } = await listenTo(sandbox.url, receiver.url);
  await withdraw('shop1_1');
  expect(await line()).toMatch(/ shop1_1 → 200$/);
  await sandbox.kill();
  expect(await line()).toBe(`No sandbox at ${sandbox.url}; trying again.`);
  sandbox = await begin();
  await withdraw('shop1_2'); // before or after it is back
  const lines = [await line(), await line()].toSorted();
  expect(lines).toEqual([expect.stringMatching(/ shop1_2 → 200$/), 'The sandbox is back.']);
  expect(receiver.deliveries.map(({ told }) => told.order_id)).toEqual(['shop1_1', 'shop1_2']);
});

it('ends where another listens for the same, who gets the callbacks from then on', async () => {
  const { sandbox, control, createWallet } = await open();
  const { walletId } = await createWallet({ kind: 'deposit', currency: 'XRP' });
  const [first, second] = [await receive(), await receive()];
  const older = spawn(process.execPath, [CLI, 'listen', '--url', sandbox.url, '--forward-to', first.url]);
  const ended = once(older, 'exit');
  let said = '';
  older.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(older.stdout, 'data');
  await listenTo(sandbox.url, second.url);
  expect((await ended)[0]).toBe(1);
  expect(said).toContain(`Somebody else listens to ${sandbox.url} for the same callbacks now`);
  await control.trigger({ scenario: 'deposit', walletId });
  expect([first.deliveries.length, second.deliveries.length]).toEqual([0, 1]);
});

it('says what is wrong with its options, and what the sandbox refuses', async () => {
  const { sandbox } = await open({ controlToken: 'let-me-in' });
  const to = ['--forward-to', 'http://127.0.0.1:1/'];
  const at = ['--url', sandbox.url];
  for (const [options, said] of [
    [[], 'listen needs --forward-to URL.'],
    [
      ['--forward-to', 'localhost:3000'],
      '--forward-to takes a URL that begins with http:// or https://, not localhost:3000',
    ],
    [['--forward', 'x'], "Unknown option '--forward'"],
    [[...to, '--wallet', 'x'], '--wallet takes a wallet ID, not x'],
    [[...to, ...at], 'Control asks for its token'],
    [[...to, ...at, '--token', '日本'], '--token has characters that no header carries. Give visible ASCII'],
    [[...to, ...at, '--token', 'let-me-in', '--wallet', '7'], 'There is no wallet 7.'],
  ] as const) {
    const failed = await run(process.execPath, [CLI, 'listen', ...options]).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(said) as string });
  }
});

it('is told of by both helps, and its own fits into a terminal', async () => {
  const [whole, own] = await Promise.all(
    [['--help'], ['listen', '--help']].map((args) => run(process.execPath, [CLI, ...args])),
  );
  for (const help of [whole, own]) expect(help?.stdout).toContain('listen --forward-to URL');
  expect(own?.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
