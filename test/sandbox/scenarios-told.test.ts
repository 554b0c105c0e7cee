/** What a scenario says is what happened; what it refuses has left nothing behind, or says what it has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { NewWallet, ScenarioName, Trigger, WalletSettings } from '@wallet-operations/sandbox';
import { overlayFile } from '../overlays/files.ts';
import { ADDRESS, createAuditedLab, createLab, ETH, ORDER, USDT, type Lab } from './lab.ts';
import { startReceiver } from './receiver.ts';

const PAYMENTS = ['withdrawal', 'withdrawal-failed', 'withdrawal-dropped', 'withdrawal-stuck', 'withdrawal-invalid'];

/** The error of a trigger that has to be refused, and whether it left anything. */
async function refusal({ control }: Lab, input: Trigger): Promise<{ message: string; isWhole: boolean }> {
  const before = await control.fingerprint();
  const { message } = await control.trigger(input).then(
    ({ did }) => new Error(`It happened: ${did.join(' ')}`),
    (error: unknown) => error as Error,
  );
  const after = await control.fingerprint();
  return { message, isWhole: before.fingerprint === after.fingerprint };
}

const told = async ({ control }: Lab, input: Trigger): Promise<string> => (await control.trigger(input)).did.join(' ');

/** Who approves withdrawals, with a status of his own. */
async function approver(status: number): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { connection: 'close' }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

it.each([...PAYMENTS, 'web-withdrawal'] as ScenarioName[])(
  '%s is refused where the whitelist is against it',
  async (scenario) => {
    const lab = await createAuditedLab();
    const { walletId } = await lab.createWallet({ ...ETH, whitelistOnly: true });
    const { message, isWhole } = await refusal(lab, { scenario, walletId, address: ADDRESS });
    expect(message).toBe(
      `The order would fail: the wallet is whitelistOnly, and ${ADDRESS} has no effective entry. Name an address that has one, add an entry and let its time come, or set whitelistOnly to false.`,
    );
    expect([isWhole, lab.sandbox.overview().orders]).toEqual([true, []]);
  },
);

it('goes to an address that the whitelist has by now', async () => {
  const lab = await createAuditedLab({ limits: { whitelistDelay: 60 } });
  const { walletId, wallet } = await lab.createWallet({ ...ETH, whitelistOnly: true });
  await wallet.addWhitelistEntries({ items: [{ address: ADDRESS }] });
  expect((await refusal(lab, { scenario: 'withdrawal', walletId, address: ADDRESS })).isWhole).toBe(true);
  await lab.control.advance({ seconds: 60 });
  expect(await told(lab, { scenario: 'withdrawal', walletId, address: ADDRESS })).toContain('it is final');
});

it.each(PAYMENTS as ScenarioName[])(
  '%s says that the approver declined, and what was done by then',
  async (scenario) => {
    const lab = await createAuditedLab();
    const approvalUrl = await approver(400);
    const { walletId } = await lab.createWallet({ ...ETH, approvalUrl });
    const { message } = await refusal(lab, { scenario, walletId, address: ADDRESS });
    const [order, ...others] = lab.sandbox.overview().orders;
    expect([order?.stage, others]).toEqual(['cancelled', []]); // one, and not twenty
    expect(message).toBe(
      `Order ${order?.orderId ?? ''} is cancelled: ${approvalUrl} answered 400, which declines it. Let it answer 200 with OK, or empty the approvalUrl with setWallet. Done by then: 0.01 ETH to ${ADDRESS} were taken as ${order?.orderId ?? ''}.`,
    );
  },
);

it.each([...PAYMENTS, 'web-withdrawal'] as ScenarioName[])(
  '%s is refused where an older order would get the money',
  async (scenario) => {
    const lab = await createAuditedLab();
    const { walletId, wallet } = await lab.createWallet({ ...ETH, balance: '10' });
    await wallet.withdrawAssets({ requests: [{ ...ORDER, order_id: 'shop1_old', amount: '12' }] });
    const { message, isWhole } = await refusal(lab, { scenario, walletId, amount: '15' });
    expect([message, isWhole]).toEqual([
      `Order shop1_old of wallet ${String(walletId)} waits for funds and is older: what wallet ${String(walletId)} is given would go to it. Fund it for both first.`,
      true,
    ]);
    // what it has is enough, or what it is given is not enough for the older one: nobody is in the way
    for (const amount of ['1', '11']) expect(await told(lab, { scenario, walletId, amount })).toContain('ETH to 0x');
    expect(lab.sandbox.overview().orders.at(-1)).toMatchObject({ orderId: 'shop1_old', stage: 'processing' });
  },
);

it('tells what became of the callback: acknowledged, not acknowledged, put off, or nowhere to go', async () => {
  const lab = await createAuditedLab({ seeded: true });
  const receiver = await startReceiver(
    () => Promise.resolve(new Response()),
    () => 503,
  );
  onTestFinished(receiver.close);
  for (const [callbackUrl, said] of [
    ['', 'its callback goes nowhere: wallet ID has no callbackUrl, and nobody listens.'],
    ['inbox', 'its callback went out and was acknowledged.'],
    [receiver.url, 'its callback was not acknowledged (503), and comes again.'],
  ] as const)
    for (const [scenario, ...sentences] of [
      ['withdrawal', `A block took it, and it is final; ${said}`],
      ['withdrawal-invalid', `A block took it; ${said}`],
      ['withdrawal-stuck', `A block took that; ${said}`],
      ['deposit', `A block took them; ${said}`, `It is final, and credited; ${said}`],
      ['deposit-reorganised', `A block took them; ${said}`, `it is final and credited; ${said}`],
      ['deposit-detected', `; ${said} A block took them; ${said}`],
      ['collect', `; ${said}`],
      ['airdrop', `; ${said}`],
    ] as const) {
      const walletId = scenario.startsWith('withdrawal') ? 635743 : 635770;
      await lab.control.setWallet({ walletId, callbackUrl });
      const text = await told(lab, { scenario, walletId });
      for (const sentence of sentences) expect(text).toContain(sentence.replaceAll('ID', String(walletId)));
    }
  await lab.control.setWallet({ walletId: 635743, callbackUrl: 'inbox' });
  await lab.control.disturbCallbacks({ kind: 'delay', seconds: 90 });
  expect(await told(lab, { scenario: 'withdrawal' })).toMatch(/; its callback is put off until 20.*Z\.$/);
  const failed = { scenario: 'withdrawal-failed' } as const;
  expect(await told(lab, failed)).toMatch(/the fee is spent\.$/);
  expect(await told(lab, { ...failed, callback: true })).toMatch(/; its callback went out and was acknowledged\.$/);
});

it.each<[string, NewWallet, Partial<WalletSettings>, Trigger, string]>([
  [
    'a token ID of a wallet without tokens',
    { kind: 'deposit', currency: 'ETH', balance: '1' },
    {},
    { scenario: 'deposit', tokenId: '7' },
    'has no token IDs: leave tokenId out.',
  ],
  [
    'too many decimals',
    { kind: 'deposit', currency: 'XRP' },
    {},
    { scenario: 'deposit', amount: '0.0000001' },
    'is no amount with at most 6 decimals',
  ],
  [
    'too many decimals, to be collected',
    { kind: 'deposit', currency: 'ETH' },
    {},
    { scenario: 'collect', amount: '0.0000000000000000001' },
    'is no amount with at most 18 decimals',
  ],
  [
    'no deposit address allowed',
    { kind: 'deposit', currency: 'ETH' },
    { addressLimit: 0 },
    { scenario: 'deposit' },
    'has no deposit address, and may have none. Raise its addressLimit',
  ],
  [
    'a delegated wallet without a policy',
    { kind: 'delegated', currency: 'ETH' },
    { hasPolicy: false },
    { scenario: 'withdrawal' },
    'has no policy, so its withdrawals are refused.',
  ],
  [
    'a delegated wallet with an acl',
    { kind: 'delegated', currency: 'ETH' },
    { acl: ['10.0.0.1'] },
    { scenario: 'withdrawal' },
    'has an acl without 127.0.0.1',
  ],
  [
    'a delegated wallet, and no address',
    { kind: 'delegated', currency: 'ETH' },
    {},
    { scenario: 'withdrawal', address: 'x' },
    'x is no ETH address.',
  ],
  ['an empty address', ETH, {}, { scenario: 'withdrawal', address: '' }, 'An empty text is no ETH address.'],
  [
    'a vault, and no address',
    { kind: 'vault', currency: 'ETH' },
    {},
    { scenario: 'vault-approval', address: 'x' },
    'x is no ETH address.',
  ],
  [
    'what does nothing',
    { kind: 'deposit', currency: 'ETH' },
    {},
    { scenario: 'deposit', address: ADDRESS },
    'deposit takes no address. It takes amount, tokenId. Leave it out.',
  ],
  [
    'what does nothing at all',
    ETH,
    {},
    { scenario: 'read-only-some', amount: '1' },
    'read-only-some takes no amount. Leave it out.',
  ],
])('refuses %s before anything is done', async (_, wallet, settings, input, said) => {
  const lab = await createAuditedLab();
  const { walletId } = await lab.createWallet({ ...wallet, ...settings });
  const { message, isWhole } = await refusal(lab, { ...input, walletId });
  expect([message, isWhole]).toEqual([expect.stringContaining(said) as string, true]);
});

it('refuses a code without permission, or of more than 90 days ago, before anything is done', async () => {
  const lab = await createAuditedLab();
  const { walletId, apiCode } = await lab.createWallet({ kind: 'delegated', currency: 'ETH' });
  await lab.control.setPermission({ apiCode, permitted: false });
  const input = { scenario: 'withdrawal', walletId } as const;
  expect(await refusal(lab, input)).toMatchObject({
    isWhole: true,
    message: expect.stringContaining('setPermission') as string,
  });
  await lab.control.setPermission({ apiCode, permitted: true });
  await lab.control.advance({ hours: 91 * 24 });
  expect(await refusal(lab, input)).toEqual({
    isWhole: true,
    message: `The API code of wallet ${String(walletId)} expired on 2027-02-18. Call the service once with its next code: that activates it.`,
  });
});

it('takes no block back where callers have credited its deposits already, and brings none', async () => {
  const value = { field: 'state', is: 'inChain' };
  const overlay = overlayFile({ id: 'safe-to-credit', answer: 'Once it is in the chain.', value });
  const lab = await createLab({ overlay });
  onTestFinished(lab.close);
  await lab.createWallet({ kind: 'deposit', currency: 'BTC' });
  expect(await refusal(lab, { scenario: 'deposit-reorganised' })).toEqual({
    message: 'A deposit may be credited here as soon as a block has it, and no such block is taken back.',
    isWhole: true,
  });
});

it('says what was done where a later step is refused', async () => {
  const lab = await createAuditedLab();
  const { walletId } = await lab.createWallet({
    kind: 'delegated',
    currency: 'ETH',
    approvalUrl: 'http://127.0.0.1:1/',
  });
  const { message } = await refusal(lab, { scenario: 'withdrawal', walletId });
  expect(message).toMatch(/authentication_callback_unreachable.* Done by then: A deposit address was created\.$/);
});

it('pays single tokens that are there already, and gives those that are not', async () => {
  const lab = await createAuditedLab({ seeded: true });
  const input = { scenario: 'withdrawal', walletId: 635745, tokenId: '7' } as const;
  expect(await told(lab, input)).toContain('was given 1 of token 7.');
  await lab.control.fund({ walletId: 635745, amount: '2', tokenId: '7' });
  expect(await told(lab, input)).not.toContain('was given');
});

it('happens as often as it is asked for at once, although nothing is there', async () => {
  const lab = await createAuditedLab();
  const { walletId } = await lab.createWallet({ ...ETH, balance: '0', callbackUrl: 'inbox' });
  const all = await Promise.all(Array.from({ length: 8 }, () => told(lab, { scenario: 'withdrawal', walletId })));
  expect(all.every((text) => text.includes('it is final'))).toBe(true);
});

it('leaves nothing where it says so, with any scenario, wallet and input', async () => {
  const lab = await createLab({ seeded: true });
  onTestFinished(lab.close);
  const { control } = lab;
  const wallets = await control.wallets();
  const { scenarios } = (await (await fetch(`${lab.sandbox.url}/_sandbox/summary`)).json()) as {
    scenarios: { name: ScenarioName }[];
  };
  const { snapshot } = await control.snapshot();
  const left: unknown[] = [];
  for (const { walletId } of wallets)
    for (const { name: scenario } of scenarios)
      for (const [options, settings] of [
        [{ amount: '0' }, {}],
        [{ amount: '9'.repeat(40) }, {}],
        [{ tokenId: 'abc' }, {}],
        [{ address: 'nonsense' }, {}],
        [{}, { whitelistOnly: true, acl: ['9.9.9.9'] }],
        [{}, { hasPolicy: false, addressLimit: 0 }],
      ] as const) {
        await control.setWallet({ walletId, ...settings });
        const { message, isWhole } = await refusal(lab, { scenario, walletId, ...options });
        if (!isWhole && !/^It happened|Done by then/.test(message)) left.push([walletId, scenario, options, message]);
        await control.restore({ snapshot });
      }
  expect(left).toEqual([]);
  expect((await control.audit()).problems).toEqual([]);
});

it('gives what is lacking once: an ERC20 wallet whose parent cannot pay the fee is left with nothing', async () => {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_', balance: '0' });
  const { walletId } = await lab.createWallet({ ...ETH, parentId: parent.walletId, token: USDT, balance: '30' });
  const words = await told(lab, { scenario: 'withdrawal', walletId, amount: '45' });
  expect(words).toContain(`Wallet ${String(walletId)} was given 15 that it lacked.`);
  const held = lab.sandbox.overview().wallets.find((each) => each.walletId === String(walletId));
  expect(held?.balance).toBe('0');
});

it.each(['erc721', 'erc1155'] as const)('gives a single token once: %s', async (standard) => {
  const lab = await createAuditedLab();
  const parent = await lab.createWallet({ ...ETH, prefix: 'p_' });
  const token = { ...USDT, decimals: 0, standard } as const;
  const { walletId } = await lab.createWallet({ ...ETH, parentId: parent.walletId, token, balance: '0' });
  const amount = standard === 'erc721' ? '1' : '3';
  await lab.control.trigger({ scenario: 'withdrawal-dropped', walletId, amount, tokenId: '7' });
  const held = lab.sandbox.overview().wallets.find((each) => each.walletId === String(walletId));
  expect(held?.balance).toBe(amount); // it came back
  if (standard === 'erc1155') return;
  const { message, isWhole } = await refusal(lab, { scenario: 'withdrawal', walletId, amount: '3', tokenId: '8' });
  expect([message, isWhole]).toEqual([
    'There is one of token 8, as of each ERC721 token: the amount has to be 1.',
    true,
  ]);
});
