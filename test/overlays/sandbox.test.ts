// The sandbox does as an operator answers, over HTTP: each answer beside the sandbox that has none, in one process.
import { createHash } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { ADDRESS, createLab, ETH, ORDER, START, type Lab } from '../sandbox/lab.ts';
import { rawRequest, type RawRequest } from '../sandbox/raw.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { cases, type Case } from './cases.ts';
import { caseOf, overlayFile } from './files.ts';

type Answer = Pick<Case, 'id' | 'answer' | 'value'>;
type Body = Record<string, unknown>;

const plain = await createLab();
afterAll(plain.close);

/** The sandbox with an answer. */
async function labOf(answer: string | Answer): Promise<Lab> {
  const lab = await createLab({ overlay: overlayFile(typeof answer === 'string' ? caseOf(answer) : answer) });
  onTestFinished(lab.close);
  return lab;
}

const call = async (lab: Lab, request: RawRequest): Promise<[status: number, body: Body]> =>
  (await (
    await rawRequest(lab, request)
  )()) as [number, Body];

/** What a withdrawal and a deposit lead to: the bodies that the wallet's owner is sent, and their headers. */
async function story(lab: Lab): Promise<{ bodies: Body[]; headers: Headers[]; texts: string[]; secret: string }> {
  const texts: string[] = [];
  const headers: Headers[] = [];
  const receiver = await startReceiver(async (request) => {
    headers.push(request.headers);
    texts.push(await request.text());
    return new Response(null, { status: 200 });
  });
  onTestFinished(receiver.close);
  const access = await lab.createWallet({ ...ETH, kind: 'deposit-withdrawal', callbackUrl: receiver.url });
  const [, created] = await call(lab, { operationId: 'createDepositAddresses', access, body: { count: 1 } });
  const [address = ''] = created.addresses as string[];
  await call(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
  await lab.control.mine();
  await lab.control.deposit({ walletId: access.walletId, amount: '1', address });
  await lab.control.mine({ blocks: 12 });
  return { bodies: texts.map((text) => JSON.parse(text) as Body), headers, texts, secret: access.secret };
}

/** A withdrawal whose callback is never acknowledged. Tells how often it was sent, by some minutes later. */
async function attemptsIn(lab: Lab): Promise<(minutes: number) => Promise<number>> {
  let attempts = 0;
  const receiver = await startReceiver(() => {
    attempts++;
    return Promise.resolve(new Response(null, { status: 500 }));
  });
  onTestFinished(receiver.close);
  const access = await lab.createWallet({ ...ETH, callbackUrl: receiver.url });
  await call(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
  return async (minutes) => {
    await lab.control.advance({ minutes });
    return attempts;
  };
}

const STATES = { operationId: 'listWithdrawalStates', segments: [ORDER.order_id] } as const;
const ADDRESSES = { operationId: 'createDepositAddresses' } as const;

/** What each answer must lead to, by its point. */
const BEHAVIOUR: Readonly<Record<string, () => Promise<void>>> = {
  async 'processing-state'() {
    const { bodies } = await story(await labOf('processing-state'));
    expect(bodies.map((body) => body.processing_state)).toEqual([6, 6, 7]);
    expect((await story(plain)).bodies.map((body) => body.processing_state)).toEqual([1, 1, 2]);
  },
  async 'safe-to-credit'() {
    const lab = await labOf('safe-to-credit');
    const { walletId, address } = await lab.createWallet(ETH);
    await lab.control.deposit({ walletId, amount: '1', address });
    await lab.control.mine();
    await expect(lab.control.reorganise({ blocks: 1 })).rejects.toThrow(/safe to credit already/);
  },
  async 'callback-type'() {
    const lab = await labOf('callback-type');
    const { bodies } = await story(lab);
    expect(bodies.map(({ type }) => type)).toEqual([20, 10, 10]);
    const [access] = await lab.control.wallets();
    if (!access) throw new Error('There is no wallet.');
    const query = [['from_time', '0'] as const, ['to_time', String(START)] as const];
    const listed = await call(lab, { operationId: 'listCallbacks', access, query: [...query, ['type', '10']] });
    expect((listed[1].notifications as Body[]).map(({ type }) => type)).toEqual([10, 10]);
    expect((await call(lab, { operationId: 'listCallbacks', access, query: [...query, ['type', '1']] }))[0]).toBe(400);
  },
  async 'callback-state'() {
    const lab = await labOf('callback-state');
    const access = await lab.createWallet({ ...ETH, balance: '0' });
    await call(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
    expect((await call(lab, { ...STATES, access }))[1]).toMatchObject({ transactions: [{ state: 9 }] });
    await lab.control.fund({ walletId: access.walletId, amount: '5' });
    await lab.control.mine({ blocks: 12 });
    expect((await call(lab, { ...STATES, access }))[1]).toMatchObject({ transactions: [{ state: 4 }] });
  },
  async 'withdrawal-state'() {
    const lab = await labOf('withdrawal-state');
    const access = await lab.createWallet(ETH);
    await call(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
    await lab.control.mine({ blocks: 12 });
    expect((await call(lab, { ...STATES, access }))[1]).toMatchObject({ transactions: [{ state: 40 }] });
  },
  async 'wallet-type'() {
    const lab = await labOf('wallet-type');
    const access = { ...(await lab.control.createReadOnlyCode()) };
    for (const kind of ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated'] as const)
      await lab.control.createWallet({ kind, currency: 'ETH' });
    const [, { wallets }] = await call(lab, { operationId: 'listWallets', access });
    expect((wallets as Body[]).map(({ type }) => type)).toEqual([1, 2, 3, 4, 5]);
    const query = [['type', '4']] as const;
    expect((await call(lab, { operationId: 'listWalletBalances', access, query }))[1]).toMatchObject({
      total: 1,
      wallet_balances: [{ type: 4 }],
    });
  },
  async 'currency-numbers'() {
    const lab = await labOf('currency-numbers');
    const access = { ...(await lab.control.createReadOnlyCode()) };
    await lab.control.createWallet(ETH);
    expect((await call(lab, { operationId: 'listWallets', access }))[1]).toMatchObject({ wallets: [{ currency: 4 }] });
  },
  async 'callback-signature'() {
    const { headers, texts, secret } = await story(await labOf('callback-signature'));
    const hex = createHash('sha256')
      .update(`${texts[0] ?? ''}${secret}`)
      .digest('hex');
    expect(headers[0]?.get('x-callback-signature')).toBe(hex);
    expect(headers[0]?.get('x-checksum')).toBeNull();
  },
  async 'request-time'() {
    const lab = await labOf('request-time');
    const access = await lab.createWallet(ETH);
    const status = async (t: number): Promise<number> =>
      (await call(lab, { operationId: 'getApiCodeStatus', access, t }))[0];
    expect(await Promise.all([START, START - 60_000, START + 60_000].map(status))).toEqual([200, 200, 200]);
    expect(await Promise.all([START - 60_001, START + 60_001, START / 1000].map(status))).toEqual([403, 403, 403]);
  },
  async checksum() {
    const lab = await labOf('checksum');
    const access = await lab.createWallet(ETH);
    const request = { operationId: 'getApiCodeStatus', access } as const;
    expect(await call(lab, request)).toMatchObject([403, { error: 'Forbidden. Checksum unmatch' }]);
    expect(lab.sandbox.overview().refusals[0]?.text).toContain('query.nonce is missing');
    expect((await call(lab, { ...request, query: [['nonce', 'once']] }))[0]).toBe(200);
  },
  async 'wallet-balance-envelope'() {
    const lab = await labOf('wallet-balance-envelope');
    const access = { ...(await lab.control.createReadOnlyCode()) };
    const [, body] = await call(lab, { operationId: 'listWalletBalances', access });
    expect(body).toEqual({ total_count: 0, wallets: [] });
  },
  async 'price-envelope'() {
    const lab = await labOf('price-envelope');
    const access = await lab.createWallet(ETH);
    const [, body] = await call(lab, { operationId: 'getCurrencyPrices', access });
    expect(Object.keys(body)[0]).toBe('prices_by_currency');
  },
  async 'batch-limit'() {
    const lab = await labOf('batch-limit');
    const access = await lab.createWallet(ETH);
    const batch = (count: number): Promise<[number, Body]> =>
      call(lab, {
        operationId: 'withdrawAssets',
        access,
        body: {
          requests: Array.from({ length: count }, (_, i) => ({
            ...ORDER,
            order_id: `shop1_${String(i)}`,
            amount: '0.1',
          })),
        },
      });
    expect(await batch(51)).toMatchObject([400, { message: 'maximum request limit exceeded' }]);
    expect((await batch(50))[0]).toBe(200);
  },
  async 'address-limit'() {
    const lab = await labOf('address-limit');
    const access = await lab.createWallet({ ...ETH, kind: 'deposit' });
    expect((await call(lab, { ...ADDRESSES, access, body: { count: 3 } }))[0]).toBe(200);
    expect((await call(lab, { ...ADDRESSES, access, body: { count: 1 } }))[0]).toBe(403);
  },
  async 'throttling-count'() {
    const lab = await labOf('throttling-count');
    const access = await lab.createWallet(ETH);
    const request = { operationId: 'getApiCodeStatus', access } as const;
    for (let i = 0; i < 12; i++) expect((await call(lab, request))[0]).toBe(200);
    expect((await call(lab, request))[1]).toEqual({ error: 'Forbidden. Call too frequently (12 calls/minute)' });
  },
  async 'batch-refusal'() {
    const lab = await labOf('batch-refusal');
    const access = await lab.createWallet(ETH);
    const requests = [ORDER, { ...ORDER, order_id: 'other_1' }, { ...ORDER, order_id: 'shop1_2' }];
    const send = { operationId: 'withdrawAssets', access, body: { requests } } as const;
    expect(await call(lab, send)).toMatchObject([400, { message: 'order_id must start with shop1_' }]);
    for (const order_id of ['shop1_1', 'shop1_2'])
      expect((await call(lab, { ...STATES, access, segments: [order_id] }))[0]).toBe(200);

    const other = await plain.createWallet(ETH);
    expect((await call(plain, { ...send, access: other }))[0]).toBe(400);
    expect((await call(plain, { ...STATES, access: other }))[0]).toBe(404);
  },
  async 'callback-retry'() {
    const lab = await labOf('callback-retry');
    const after = await attemptsIn(lab);
    expect([await after(1), await after(2), await after(9), await after(2), await after(100)]).toEqual([1, 2, 2, 3, 3]);
  },
  async 'api-code-lifetime'() {
    const lab = await labOf('api-code-lifetime');
    const access = await lab.createWallet(ETH);
    const [, { valid }] = await call(lab, { operationId: 'getApiCodeStatus', access });
    expect(valid).toMatchObject({ exp: START / 1000 + 7 * 24 * 3600 });
    await lab.control.advance({ hours: 7 * 24 });
    expect((await call(lab, { operationId: 'getApiCodeStatus', access }))[0]).toBe(403);
  },
  async 'approval-declined'() {
    const lab = await labOf('approval-declined');
    const receiver = await startReceiver(() => Promise.resolve(new Response('no', { status: 400 })));
    onTestFinished(receiver.close);
    const access = await lab.createWallet({ ...ETH, approvalUrl: receiver.url });
    await call(lab, { operationId: 'withdrawAssets', access, body: { requests: [ORDER] } });
    expect((await call(lab, { ...STATES, access }))[1]).toMatchObject({ transactions: [{ state: 5 }] });
  },
  async 'vault-count'() {
    const lab = await labOf('vault-count');
    const access = await lab.createWallet({ kind: 'vault', currency: 'ETH' });
    for (const amount of ['1', '2', '3'])
      await lab.control.addVaultTransaction({ walletId: access.walletId, amount, outgoingAddress: ADDRESS });
    const query = [['request_number', '2']] as const;
    expect((await call(lab, { operationId: 'listVaultHistory', access, query }))[1]).toMatchObject({
      transaction_count: 2,
      transaction_item: [{ amount: '3' }, { amount: '2' }],
    });
  },
  async 'deposit-kinds'() {
    const lab = await labOf('deposit-kinds');
    const access = await lab.createWallet({ ...ETH, kind: 'deposit' });
    const withdrawing = await lab.createWallet(ETH);
    expect((await call(lab, { ...ADDRESSES, access, body: { count: 1 } }))[0]).toBe(404);
    expect((await call(lab, { ...ADDRESSES, access: withdrawing, body: { count: 1 } }))[0]).toBe(200);
  },
};

test.each(cases.filter(({ value }) => value !== undefined))('$id', async ({ id }) => {
  const behaves = BEHAVIOUR[id];
  if (!behaves) throw new Error(`Nobody says how the sandbox behaves when ${id} is answered.`);
  await behaves();
});

test('parts of a minute are waited in whole milliseconds', async () => {
  const lab = await labOf({ id: 'callback-retry', answer: 'After 20 seconds.', value: [0.333333, 0.0000001, 2] });
  const after = await attemptsIn(lab);
  expect(await after(10)).toBe(4);
});

test('what it cannot follow is refused with its line', async () => {
  const answer = { id: 'safe-to-credit', answer: 'In the pool.', value: { field: 'processing_state', is: 'inPool' } };
  await expect(labOf(answer)).rejects.toThrow(
    /overlay\.json:1:\d+ The sandbox tells of no deposit whose processing_state is inPool\. It can follow state inChain,/,
  );
});
