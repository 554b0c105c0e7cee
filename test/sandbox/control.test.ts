/** Control: apart from the service, for those who may, and the same whether it is called or sent. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '@wallet-operations/sandbox';
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

/** The status of what a browser would ask: fetch sets these headers by itself. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve) => {
    get(url, { headers }, (response) => {
      resolve(response.statusCode);
      response.destroy();
    });
  });

it('takes commands over HTTP, and refuses what is wrong in them with words', async () => {
  const { sandbox } = await lab();
  const wallet = await post(sandbox.url, 'createWallet', JSON.stringify(ETH));
  expect(await wallet.json()).toMatchObject({ walletId: 635743, prefix: 'shop1_', asset: 'ETH' });
  for (const [command, body, said] of [
    ['createWallet', '{"kind":"piggy","currency":"ETH"}', 'body.kind must be equal to one of the allowed values'],
    ['createWallet', '{"kind":"vault","currency":"BTX"}', 'There is no currency BTX.'],
    ['mine', '{"blocks":0}', 'body.blocks'],
    ['injectFault', '{"kind":"lost-answer","operationId":"withdrawAsset"}', 'body.operationId must be equal to one of'],
    ['setWallet', '{"walletId":635743,"acl":["300.1.1.1/99"]}', 'body.acl.0 must match format "ipv4"'],
    ['mine', '{', 'body Expected property name'],
    ['deposit', '{"walletId":1,"amount":"1"}', 'There is no wallet 1.'],
    ['deposit', '{"walletId":635743,"amount":"1","address":"0x1"}', '0x1 is no address of wallet 635743.'],
    ['explode', '{}', 'There is no command explode.'],
  ] as const) {
    const response = await post(sandbox.url, command, body);
    expect([command, response.status]).toEqual([command, command === 'explode' ? 404 : 400]);
    expect(((await response.json()) as { error: string }).error).toContain(said);
  }
});

it('refuses a fault of an operation that there is not in the library, too, and names those that there are', async () => {
  const { control, sandbox } = await lab();
  const fault = { kind: 'lost-answer', operationId: 'nope' } as unknown as Parameters<typeof control.injectFault>[0];
  const said = /operationId must be equal to one of the allowed values: .*\bwithdrawAssets\b/;
  await expect(control.injectFault(fault)).rejects.toThrow(said);
  const response = await post(sandbox.url, 'injectFault', JSON.stringify(fault));
  expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(said)]);
  const kind = { kind: 'lost' } as unknown as typeof fault;
  await expect(control.injectFault(kind)).rejects.toThrow('lost-request, lost-answer');
});

it('can be locked by a token', async () => {
  const { sandbox } = await lab({ controlToken: 'let-me-in' });
  expect((await post(sandbox.url, 'mine', '{}')).status).toBe(401);
  expect((await post(sandbox.url, 'mine', '{}', { authorization: 'Bearer let-me-out' })).status).toBe(401);
  expect((await fetch(`${sandbox.url}/_sandbox/state`)).status).toBe(401);
  expect((await post(sandbox.url, 'mine', '{}', { authorization: 'Bearer let-me-in' })).status).toBe(200);
});

it.each([
  ['controlToken', 'The option controlToken is empty'],
  ['data', 'The option data is empty'],
  ['seed', 'The option seed is empty'],
  ['product', 'The option product is empty'],
])('does not start with an empty %s', async (name, said) => {
  await expect(startSandbox({ [name]: '' })).rejects.toThrow(said);
  await expect(startSandbox({ data: ':memory:' })).rejects.toThrow('keeps nothing');
});

it.each(['日本', 'é', ' at its begin', 'at its end ', 'a\tb', 'a\nb'])(
  'does not start with the token %j, which no client could send',
  async (controlToken) => {
    await expect(startSandbox({ controlToken })).rejects.toThrow(
      'The option controlToken has characters that no header carries. Give visible ASCII characters, with spaces only between them.',
    );
  },
);

it('logs no token of control, however it was asked for, and no secret', async () => {
  const urls: string[] = [];
  const { sandbox } = await lab({ controlToken: 'let-me-in', log: ({ url }) => urls.push(url) });
  for (const path of ['/_sandbox/?token=', '/_sandbox?token=', '//_sandbox/state?a=1&token=', '/v1?t=1&Secret='])
    await fetch(`${sandbox.url}${path}let-me-in&b=2`);
  expect(urls).toEqual([
    '/_sandbox/',
    '/_sandbox',
    '/_sandbox/', // where that leads
    '//_sandbox/state?a=1&token=***&b=2',
    '/v1?t=1&Secret=***&b=2',
  ]);
});

it('shows no secret in log and refusals wherever a request has it, and of a large request its beginning and its end', async () => {
  const lines: string[] = [];
  const { sandbox, createWallet } = await lab({
    controlToken: 'let-me-in',
    log: ({ url, because }) => lines.push(`${url} ${because}`),
  });
  const { walletId, apiCode, secret } = await createWallet(ETH);
  const headers = { 'x-api-code': apiCode, 'x-checksum': 'wrong', 'content-type': 'application/json' };
  const t = `t=${String(Math.floor(START / 1000))}`;
  const path = `${sandbox.url}/v1/svc/wallets/${String(walletId)}/sender/transactions`;
  const send = (query: string, body: string): Promise<Response> =>
    fetch(`${path}?${t}${query}`, { method: 'POST', headers, body });
  await send(`&secret=${secret}`, '{}');
  await send(`&s%65cret=${secret}&x=${secret}y&to%6ben=let-me-in`, `{"secret":"${secret}"}`);
  for (const gone of ['/_sandbox;token=let-me-in', '/_sandbox/let-me-in']) await fetch(`${sandbox.url}${gone}`);
  await send('', `{"requests":"${'\u0001'.repeat(1_000_000)}"}`);
  for (let x = 3_440; x < 3_520; x += 4) await send('', `{"requests":"${'x'.repeat(x)}${secret}${'y'.repeat(1_000)}"}`);
  for (let y = 440; y < 520; y += 4) await send('', `{"requests":"${'x'.repeat(9_000)}${secret}${'y'.repeat(y)}"}`);
  expect(lines).toHaveLength(45);
  const shown = `${lines.join('\n')}${JSON.stringify(sandbox.overview().refusals)}`;
  expect(shown).toContain('secret=***');
  expect(shown).not.toContain(secret.slice(0, 12));
  expect(shown).not.toContain('let-me-in');
  expect(shown.length).toBeLessThan(400_000);
  expect(shown).toMatch(/… \d+ more characters …/);
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

it('tells its owner why a request does not fit the document', async () => {
  const because: string[] = [];
  const { createWallet, sandbox } = await lab({ log: (entry) => because.push(entry.because) });
  const { wallet } = await createWallet(ETH);
  const orders = [{ manual_fee: 0 }, { block_average_fee: 0 }].map((fee, i) => ({
    ...ORDER,
    order_id: `shop1_${String(i)}`,
    ...fee,
  }));
  await expect(wallet.withdrawAssets({ requests: orders })).rejects.toThrow();
  await expect(wallet.listWithdrawalHistory({ request_number: 501 })).rejects.toThrow();
  const reasons = [
    'withdrawAssets: invalid_manual_fee: body.requests.0.manual_fee must be >= 1, and 1 more',
    'listWithdrawalHistory: invalid_time: query.request_number must be <= 500',
  ];
  expect(because).toEqual(reasons);
  expect(sandbox.overview().refusals.map(({ text }) => text.slice('400 '.length))).toEqual(reasons.toReversed());
});

it('refuses bodies that are too large as malformed, without reading them', async () => {
  const { sandbox } = await lab();
  const body = 'x'.repeat(4 * 1024 * 1024 + 1);
  const headers = { 'x-api-code': 'any', 'x-checksum': 'any', 'content-type': 'application/json' };
  const url = `${sandbox.url}/v1/svc/wallets/1/sender/transactions?t=1`;
  const response = await fetch(url, { method: 'POST', headers, body });
  expect([response.status, await response.json()]).toEqual([400, { error_code: 112, error: 'Invalid parameter' }]);
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

it('sends a callback again 1, 3, 5, 15 and 45 minutes after the attempt before, and then gives it up', async () => {
  const { control, createWallet, sandbox } = await lab();
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status: 503 })));
  const { wallet } = await createWallet({ ...ETH, callbackUrl: receiver.url });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await control.mine();
  await control.advance({ hours: 24 });
  const [callback] = sandbox.overview().callbacks;
  expect(callback?.attempts.map(({ at }) => (at - START) / 60_000)).toEqual([0, 1, 4, 9, 24, 69]);
  expect(callback?.nextAt).toBeNull();
  const { deliveries } = receiver;
  expect(new Set(deliveries.map(({ body }) => body.toString('utf8'))).size).toBe(6); // each is spelled in its own way
  for (const { told } of deliveries) expect(told).toEqual(deliveries[0]?.told);
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

it('records what became of a callback to a name that does not resolve, and refuses what such a name should approve', async () => {
  const { control, createWallet, sandbox } = await lab();
  const nowhere = 'http://nowhere.invalid/';
  const { wallet, walletId } = await createWallet({ ...ETH, callbackUrl: nowhere });
  await wallet.withdrawAssets({ requests: [ORDER] });
  await control.mine();
  expect(sandbox.overview().callbacks[0]?.attempts[0]?.result).toContain('nowhere.invalid');
  await control.setWallet({ walletId, approvalUrl: nowhere });
  await expect(wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_2' }] })).rejects.toThrow(
    /nowhere\.invalid/,
  );
});

it.each([0.0004, 0.5, 1.0005, 1e-9, 1 / 3])('moves time by %f seconds, and works on as before', async (seconds) => {
  const { control, createWallet, sandbox } = await lab();
  const { wallet } = await createWallet(ETH);
  await control.advance({ seconds });
  expect(Number.isInteger(sandbox.now())).toBe(true);
  await wallet.withdrawAssets({ requests: [ORDER] });
  await control.advance({ seconds: 12 });
  expect(await wallet.listWithdrawalStates({ ORDER_ID: ORDER.order_id })).toMatchObject({
    transactions: [{ state: 3 }],
  });
});

it.each([-1, Infinity, NaN, 1e15])('does not move time by %d seconds', async (seconds) => {
  const { control } = await lab();
  await expect(control.advance({ seconds })).rejects.toThrow('advance.seconds must be');
});

describe('the library refuses what HTTP refuses, and changes nothing', () => {
  it.each<[keyof Sandbox['control'], object, string]>([
    ['mine', { blocks: Infinity }, 'mine.blocks must be <= 10000'],
    ['mine', { blocks: 1e9 }, 'mine.blocks must be <= 10000'],
    ['mine', { blocks: -1 }, 'mine.blocks must be >= 1'],
    ['mine', { blocks: '2' }, 'mine.blocks must be integer'],
    ['reorganise', { blocks: undefined }, 'blocks'],
    ['reorganise', { blocks: NaN }, 'reorganise.blocks must be integer'],
    ['reorganise', { blocks: -3 }, 'reorganise.blocks must be >= 1'],
    ['advance', { second: 5 }, 'second'],
    ['withdrawFromWeb', { walletId: 635743, amount: '-5', address: ADDRESS }, 'withdrawFromWeb.amount must match'],
    ['fund', { walletId: 635743, amount: '-5' }, 'fund.amount must match'],
    ['fund', { walletId: 2 ** 53, amount: '5' }, 'fund.walletId has lost digits beyond 2^53. Give a bigint'],
    ['setWallet', { walletId: 635743n, acl: null }, 'setWallet.acl must be array'],
    ['setWallet', { walletId: 635743n, acl: '10.127.0.0.1' }, 'setWallet.acl must be array'],
    ['setWallet', { walletId: 635743n, callbackURL: 'inbox' }, 'callbackURL'],
    ['setWallet', { walletId: 635743n, callbackUrl: 'localhost:3000/cb' }, 'setWallet.callbackUrl must match'],
    ['setPermission', { apiCode: 'x', permited: true }, 'permi'],
    [
      'createWallet',
      { kind: 'foo', currency: 'ETH' },
      'createWallet.kind must be equal to one of the allowed values: vault, ',
    ],
    [
      'addVaultTransaction',
      { walletId: 635780, amount: '1', outgoingAddress: ADDRESS, state: 99 },
      'state must be <= 6',
    ],
    ['createReadOnlyCode', { walletIds: [2 ** 60] }, 'createReadOnlyCode.walletIds[0] has lost digits'],
    ['trigger', { scenario: 'explode' }, 'trigger.scenario must be equal to one of the allowed values: deposit, '],
  ])('%s %o', async (command, input, said) => {
    const { sandbox, control } = await lab({ seeded: true });
    await control.mine({ blocks: 5 });
    const before = await control.fingerprint();
    const run = control[command] as (given: object) => Promise<unknown>;
    await expect(run(input)).rejects.toThrow(TypeError);
    await expect(run(input)).rejects.toThrow(said);
    expect(await control.fingerprint()).toEqual(before);
    expect((await fetch(sandbox.url)).status).toBe(404);
  });

  it('takes undefined for what is left out', async () => {
    const { control, sandbox } = await lab({ seeded: true });
    await control.setWallet({ walletId: 635743, callbackUrl: 'inbox' });
    await control.setWallet({ walletId: 635743, callbackUrl: undefined, acl: undefined } as object as {
      walletId: number;
    });
    await control.trigger({ scenario: 'withdrawal', walletId: 635743 });
    expect(sandbox.inbox()).not.toEqual([]);
  });

  it('says that it is closed once it is', async () => {
    const { control, close } = await startSandbox();
    await close();
    await expect(control.wallets()).rejects.toThrow('The sandbox is closed.');
  });
});

it('is not framed, scripted or listened to by pages of other sites, and may be linked to', async () => {
  const { sandbox } = await lab();
  const asked = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    statusOf(`${sandbox.url}/_sandbox/${path}`, headers);
  for (const site of ['cross-site', 'same-site']) {
    expect(await asked('', { 'sec-fetch-site': site, 'sec-fetch-dest': 'iframe' })).toBe(403);
    expect(await asked('requests', { 'sec-fetch-site': site, 'sec-fetch-dest': 'empty' })).toBe(403);
    expect(await asked('', { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' })).toBe(200);
  }
  for (const [site, dest] of [
    ['cross-site', 'iframe'],
    ['cross-site', 'document'],
    ['same-origin', 'iframe'],
    ['none', 'document'],
  ] as const)
    expect(await asked('listen?wallet=&since=', { 'sec-fetch-site': site, 'sec-fetch-dest': dest })).toBe(403);
});

it.each([{ blockInterval: 0 }, { blockInterval: NaN }, { callsPerMinute: -1 }])(
  'does not start with %j',
  async (limits) => {
    await expect(createLab({ limits })).rejects.toThrow(/The limit \w+ is .*Give a number/);
  },
);

describe('a refusal', () => {
  it('is on the page with its reason, for a wrong checksum with what should have been signed and no secret', async () => {
    const { sandbox, createWallet, clientOf } = await lab();
    const { apiCode, secret, walletId } = await createWallet(ETH);
    const wallet = clientOf({ apiCode, secret: `${secret}x` }).wallet(walletId);
    await expect(wallet.withdrawAssets({ requests: [ORDER] })).rejects.toThrow();
    const [refusal] = sandbox.overview().refusals;
    const body = JSON.stringify({ requests: [ORDER] });
    const seconds = String(Math.floor(sandbox.now() / 1000));
    expect(refusal?.text).toContain('403 withdrawAssets: checksum_unmatch: ');
    expect(refusal?.text).toContain(`t=${seconds}&${body}`.split('&').toSorted().join('&'));
    expect(refusal?.text).toMatch(/&secret=\*\*\*$/);
    expect(refusal?.text).not.toContain(secret);
  });

  it('of a malformed request says what is malformed', async () => {
    const { sandbox, createWallet } = await lab();
    const { wallet } = await createWallet(ETH);
    const requests = [{ ...ORDER, address: '0x12' }];
    await expect(wallet.withdrawAssets({ requests })).rejects.toThrow();
    expect(sandbox.overview().refusals[0]?.text).toMatch(/^400 withdrawAssets: .*0x12 is no ETH address$/);
  });
});

it('shows the latest 25 orders, or as many as are asked for', async () => {
  const { createWallet, sandbox } = await lab();
  const { wallet } = await createWallet(ETH);
  const requests = Array.from({ length: 30 }, (_, i) => ({ ...ORDER, order_id: `shop1_${String(i)}`, amount: '0.01' }));
  await wallet.withdrawAssets({ requests });
  expect(sandbox.overview().orders).toHaveLength(25);
  expect(sandbox.overview(100).orders.map(({ orderId }) => orderId)).toEqual(
    requests.map(({ order_id }) => order_id).toReversed(),
  );
});
