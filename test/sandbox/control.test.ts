/** Control: apart from the service, for those who may, and the same whether it is called or sent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startSandbox } from '@wallet-operations/sandbox';
import { ADDRESS, createLab, ETH, ORDER, START, type Lab } from './lab.ts';
import { startReceiver } from './receiver.ts';

const open: Lab[] = [];
afterEach(() => Promise.all(open.splice(0).map((lab) => lab.close())));
async function lab(options?: Parameters<typeof createLab>[0]): Promise<Lab> {
  const made = await createLab(options);
  open.push(made);
  return made;
}

const post = (url: string, command: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/_sandbox/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

it('takes commands over HTTP, and refuses what is wrong in them with words', async () => {
  const { sandbox } = await lab();
  const wallet = await post(sandbox.url, 'createWallet', JSON.stringify(ETH));
  expect(await wallet.json()).toMatchObject({ walletId: 635743, prefix: 'shop1_', asset: 'ETH' });
  for (const [command, body, said] of [
    ['createWallet', '{"kind":"piggy","currency":"ETH"}', '/kind must be equal to one of the allowed values'],
    ['createWallet', '{"kind":"vault","currency":"BTX"}', 'There is no currency BTX.'],
    ['mine', '{"blocks":0}', '/blocks'],
    ['mine', '{', 'The body is not JSON'],
    ['deposit', '{"walletId":1,"amount":"1"}', 'There is no wallet 1.'],
    ['deposit', '{"walletId":635743,"amount":"1","address":"0x1"}', '0x1 is no address of wallet 635743.'],
    ['explode', '{}', 'There is no command explode.'],
  ] as const) {
    const response = await post(sandbox.url, command, body);
    expect([command, response.status]).toEqual([command, command === 'explode' ? 404 : 400]);
    expect(((await response.json()) as { error: string }).error).toContain(said);
  }
});

it('can be locked by a token', async () => {
  const { sandbox } = await lab({ controlToken: 'let-me-in' });
  expect((await post(sandbox.url, 'mine', '{}')).status).toBe(401);
  expect((await post(sandbox.url, 'mine', '{}', { authorization: 'Bearer let-me-out' })).status).toBe(401);
  expect((await fetch(`${sandbox.url}/_sandbox/state`)).status).toBe(401);
  expect((await post(sandbox.url, 'mine', '{}', { authorization: 'Bearer let-me-in' })).status).toBe(200);
});

const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
it.runIf(elsewhere)('answers other machines only with a token', async () => {
  for (const [controlToken, status] of [
    [undefined, 403],
    ['let-me-in', 200],
  ] as const) {
    const { sandbox } = await lab({ host: '0.0.0.0', ...(controlToken === undefined ? {} : { controlToken }) });
    const url = `http://${elsewhere ?? ''}:${String(sandbox.port)}`;
    expect((await post(url, 'mine', '{}', { authorization: 'Bearer let-me-in' })).status).toBe(status);
  }
});

it('does not listen to pages of other sites', async () => {
  const { sandbox } = await lab();
  expect((await post(sandbox.url, 'mine', '{}', { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post(sandbox.url, 'mine', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(sandbox.url, 'mine', '{}', { origin: sandbox.url })).status).toBe(200);
});

it('refuses bodies that are too large without reading them', async () => {
  const { sandbox } = await lab();
  const body = 'x'.repeat(4 * 1024 * 1024 + 1);
  const response = await fetch(`${sandbox.url}/v1/svc/wallets/1/sender/transactions?t=1`, { method: 'POST', body });
  expect(response.status).toBe(413);
});

it('lets no callback reach a private address but loopback', async () => {
  const { control, createWallet, sandbox } = await lab();
  for (const callbackUrl of ['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[fd00::1]/']) {
    const { wallet, walletId } = await createWallet({ ...ETH, callbackUrl });
    await wallet.withdrawAssets({ requests: [ORDER] });
    await control.mine();
    const [callback] = sandbox.overview().callbacks.filter((each) => each.walletId === String(walletId));
    expect(callback?.attempts[0]?.result).toContain('is a private address');
  }
});

it('sends a callback again after 1, 3, 5, 15 and 45 minutes, and then gives it up', async () => {
  const { control, createWallet, sandbox } = await lab();
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status: 503 })));
  const { wallet } = await createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await control.mine();
  await control.advance({ hours: 24 });
  const [callback] = sandbox.overview().callbacks;
  expect(callback?.attempts.map(({ at }) => (at - START) / 60_000)).toEqual([0, 1, 4, 9, 24, 69]);
  expect(callback?.nextAt).toBeNull();
  expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
  await receiver.close();
});

it('goes back to a snapshot, and starts anew', async () => {
  const { control, createWallet, sandbox } = await lab();
  const { wallet } = await createWallet(ETH);
  const { snapshot } = await control.snapshot();
  const before = await control.fingerprint();
  await wallet.withdrawAssets({ requests: [ORDER] });
  await control.mine();
  expect(await control.fingerprint()).not.toEqual(before);
  await control.restore({ snapshot });
  expect(await control.fingerprint()).toEqual(before);
  await wallet.withdrawAssets({ requests: [ORDER] }); // the order is new again
  await control.reset();
  expect(sandbox.overview().wallets).toEqual([]);
  await expect(wallet.getApiCodeStatus()).rejects.toMatchObject({ reason: 'invalid_api_code' });
});

it('gives the same for the same seed, and keeps it in its file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const data = join(folder, 'state.db');
  const run = async (made: Lab): Promise<unknown> => {
    const { wallet } = await made.createWallet({ ...ETH, callbackUrl: 'http://127.0.0.1:1/' });
    await wallet.withdrawAssets({ requests: [ORDER] });
    await made.control.mine();
    return [await wallet.listCallbacks(), await made.control.fingerprint()];
  };
  const [a, b, other] = await Promise.all([lab(), lab({ data }), lab({ seed: 'other' })]);
  const result = await run(a);
  expect(await run(b)).toEqual(result);
  expect(await run(other)).not.toEqual(result);

  await expect(startSandbox({ data })).rejects.toThrow('locked'); // two on one file would pay twice
  await open.splice(1, 1)[0]?.close();
  const again = await lab({ data });
  const [access] = await again.control.wallets();
  const wallet = again.clientOf(access ?? { apiCode: '', secret: '' }).wallet(635743n);
  expect((await wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id })).address).toBe(ADDRESS);
  await open.pop()?.close();
  await rm(folder, { recursive: true });
});

it('pays out what waits for the answer of an approval only once it is there', async () => {
  const { createWallet } = await lab();
  const asked = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    request.resume();
    asked.resolve(undefined);
    void answered.promise.then(() => response.writeHead(400, { connection: 'close' }).end('no'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const { wallet } = await createWallet({ ...ETH, approvalUrl: `http://127.0.0.1:${String(port)}/` });
  const withdrawal = wallet.withdrawAssets({ requests: [ORDER] });
  await asked.promise;
  await expect(wallet.getWithdrawalState({ ORDER_ID: ORDER.order_id })).rejects.toMatchObject({ reason: 'not_found' });
  answered.resolve(undefined);
  await withdrawal;
  const { transactions } = await wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id });
  expect(transactions).toMatchObject([{ state: 8, txid: '' }]); // declined: assumed to be cancelled
  server.close();
});
