/** Wallet IDs have 64 bits: beyond 2^53 each is another, and comes back with all its digits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewWallet } from '@wallet-operations/sandbox';
import { ADDRESS, createLab, USDT, type Lab, type LabWallet } from './lab.ts';
import { rawRequest, type OperationId } from './raw.ts';

/** A double holds neither; the first is rounded to the second's neighbour. */
const FIRST = 2n ** 53n + 1n;
const LAST = 2n ** 63n - 1n;

let lab: Lab;
let wallets: Record<'sender' | 'neighbour' | 'receiver' | 'delegated' | 'vault' | 'tokens' | 'last', LabWallet>;
let readOnly: { apiCode: string; secret: string };

beforeAll(async () => {
  lab = await createLab();
  const make = (walletId: bigint, more: Partial<NewWallet>): Promise<LabWallet> =>
    lab.createWallet({ kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', walletId, ...more });
  wallets = {
    sender: await make(FIRST, { kind: 'deposit-withdrawal', balance: '100' }),
    neighbour: await make(FIRST - 1n, { prefix: 'n_', balance: '7' }),
    receiver: await make(FIRST + 2n, { kind: 'deposit', balance: '100' }),
    delegated: await make(FIRST + 4n, { kind: 'delegated', prefix: 'd_' }),
    vault: await make(FIRST + 6n, { kind: 'vault', balance: '100' }),
    tokens: await make(FIRST + 8n, {
      kind: 'deposit-withdrawal',
      parentId: FIRST,
      token: USDT,
      prefix: 't_',
      balance: '5',
    }),
    last: await make(LAST, { prefix: 'l_', balance: '100' }),
  };
  readOnly = await lab.control.createReadOnlyCode();
});
afterAll(async () => {
  expect((await lab.control.audit()).problems).toEqual([]);
  await lab.close();
});

/** Answers as they are, digits and all. */
async function textOf(operationId: OperationId, of: LabWallet | undefined, more: object = {}): Promise<string> {
  const access = of ?? readOnly;
  const send = await rawRequest(lab, { operationId, access, ...more });
  const [status, text] = await send('text');
  expect([status, text]).toEqual([200, expect.any(String)]);
  return text as string;
}

it('names every wallet in lists, and no neighbour', async () => {
  const ids = Object.values(wallets).map(({ walletId }) => walletId);
  for (const operationId of ['listWallets', 'listWalletBalances'] as const) {
    const text = await textOf(operationId, undefined);
    const told = [...text.matchAll(/"wallet_id":(\d+)/g)].map(([, id]) => BigInt(id ?? 0));
    expect(new Set(told)).toEqual(new Set(ids));
  }
});

it('is what withdrawals, their states, callbacks and histories are of', async () => {
  const { sender, neighbour, last, receiver, tokens } = wallets;
  const [created = ''] = (await receiver.wallet.createDepositAddresses({ count: 1 })).addresses;
  for (const [wallet, prefix] of [
    [sender, 'shop1_'],
    [neighbour, 'n_'],
    [last, 'l_'],
  ] as const)
    await textOf('withdrawAssets', wallet, {
      body: { requests: [{ order_id: `${prefix}1`, address: created, amount: '1' }] },
    });
  await textOf('withdrawAssets', tokens, { body: { requests: [{ order_id: 't_1', address: ADDRESS, amount: '1' }] } });
  await lab.control.mine({ blocks: 12 });
  for (const [wallet, prefix] of [
    [sender, 'shop1_'],
    [neighbour, 'n_'],
    [last, 'l_'],
    [tokens, 't_'],
  ] as const) {
    const segments = [`${prefix}1`];
    expect(await textOf('getWithdrawalState', wallet, { segments })).toContain(`${prefix}1`);
    expect(await textOf('listWithdrawalStates', wallet, { segments })).toContain('"state":4');
    expect((await textOf('listWithdrawalHistory', wallet)).match(/"txid"/g)).toHaveLength(1);
    const callbacks = await textOf('listCallbacks', wallet);
    expect(callbacks.match(/"wallet_id":\d+/g)).toEqual([`"wallet_id":${String(wallet.walletId)}`]);
    const serial = /"serial":(\d+)/.exec(callbacks)?.[1] ?? '';
    expect(await textOf('getCallbacksById', wallet, { body: `{"ids":[${serial}]}` })).toBe(callbacks);
  }
  const txid = /"txid":"(\w+)"/.exec(await textOf('getWithdrawalState', tokens, { segments: ['t_1'] }))?.[1] ?? '';
  expect(await textOf('getWithdrawalEventLogs', tokens, { query: [['txid', txid]] })).toContain(txid);

  const arrived = await textOf('listCallbacks', receiver);
  expect(new Set(arrived.match(/"wallet_id":\d+/g))).toEqual(new Set([`"wallet_id":${String(receiver.walletId)}`]));
  const deposit = /"txid":"(\w+)"/.exec(arrived)?.[1] ?? '';
  expect(await textOf('getDepositCallback', receiver, { segments: ['0', deposit] })).toContain(
    `"wallet_id":${String(receiver.walletId)}`,
  );
});

it('is what addresses, whitelists, balances, codes and prices are asked for', async () => {
  const { sender, neighbour, delegated, vault, tokens, last } = wallets;
  await textOf('createDepositAddresses', delegated, { body: { count: 2 } });
  expect(await textOf('listDepositAddresses', delegated)).toContain(`"wallet_id":${String(delegated.walletId)}`);
  const [address = ''] = (await delegated.wallet.listDepositAddresses()).wallet_address.map((one) => one.address);
  await lab.control.fund({ walletId: delegated.walletId, amount: '2', address });
  expect(await textOf('getDelegatedBalances', delegated, { body: { addresses: [address] } })).toContain('"2"');
  await textOf('addWhitelistEntries', sender, { body: { items: [{ address: ADDRESS }] } });
  await textOf('checkWhitelistEntry', sender, { body: { address: ADDRESS } });
  expect(await textOf('listWhitelistEntries', sender)).toContain('"total_count":1');
  expect(await textOf('listWhitelistEntries', neighbour)).toContain('"total_count":0');
  expect(await textOf('getVaultBalance', vault)).toContain('"balance":"100"');
  expect(await textOf('listVaultHistory', vault)).toContain('"transaction_count":0');
  expect(await textOf('listDepositAddresses', tokens)).toContain(`"wallet_id":${String(tokens.walletId)}`);
  for (const wallet of [sender, last]) {
    expect(await textOf('getApiCodeStatus', wallet)).toContain(wallet.apiCode);
    await textOf('getCurrencyPrices', wallet);
  }
});

it('is refused to who has the code of a neighbour', async () => {
  const { sender, neighbour } = wallets;
  const send = await rawRequest(lab, { operationId: 'getApiCodeStatus', access: sender, walletId: neighbour.walletId });
  expect(await send()).toEqual([403, { error: `Invalid API code for wallet ${String(neighbour.walletId)}` }]);
});

it('is taken by control exactly or not at all', async () => {
  const post = async (command: string, body: string): Promise<[number, string]> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${lab.sandbox.url}/_sandbox/${command}`, { method: 'POST', headers, body });
    return [response.status, await response.text()];
  };
  const balanceOf = (walletId: bigint): string | undefined =>
    lab.sandbox.overview().wallets.find((wallet) => wallet.walletId === String(walletId))?.balance;
  const before = [balanceOf(FIRST), balanceOf(FIRST - 1n)].map(Number);
  expect(await post('fund', `{"walletId":${String(FIRST)},"amount":"1"}`)).toEqual([200, '{}']);
  expect([balanceOf(FIRST), balanceOf(FIRST - 1n)].map(Number)).toEqual([(before[0] ?? 0) + 1, before[1]]);
  const [status, made] = await post(
    'createWallet',
    `{"kind":"deposit","currency":"BTC","walletId":${String(FIRST + 10n)}}`,
  );
  expect([status, /"walletId":(\d+)/.exec(made)?.[1]]).toEqual([200, String(FIRST + 10n)]);

  for (const walletId of [2 ** 53, 1.5, -1, -1n, 2n ** 63n])
    await expect(lab.control.createWallet({ kind: 'deposit', currency: 'BTC', walletId })).rejects.toThrow(
      /^createWallet\.walletId (has lost digits beyond 2\^53|must (be|match))/,
    );
  await expect(lab.control.createWallet({ kind: 'deposit', currency: 'BTC' })).rejects.toThrow('Give a walletId');
  await expect(lab.control.fund({ walletId: Number(FIRST), amount: '1' })).rejects.toThrow(
    'fund.walletId has lost digits',
  );
  await expect(
    lab.control.addVaultTransaction({ walletId: wallets.vault.walletId, amount: '1', outgoingAddress: ADDRESS }),
  ).rejects.toThrow('32 bits');
});
