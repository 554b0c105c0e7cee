/** Scenarios by name: what a caller of the service sees of each, in its operations and in the callbacks that arrive. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { isSafeToCredit } from '@wallet-operations/client/callbacks';
import type { NewWallet, ScenarioName, Trigger, Triggered } from '@wallet-operations/sandbox';
import { ADDRESS, createLab, ETH, USDT, type Lab, type LabWallet } from './lab.ts';
import { startReceiver } from './receiver.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const open: Lab[] = [];
afterEach(async () => {
  for (const lab of open) expect(await lab.control.audit()).toEqual({ problems: [] });
  await Promise.all(open.splice(0).map((lab) => lab.close()));
});

/** A callback as it arrived. */
interface Told {
  readonly type: number;
  readonly state: number;
  readonly processing_state: number;
  readonly order_id: string;
  readonly txid: string;
  readonly amount: string;
  readonly currency: string;
  readonly from_address: string;
  readonly to_address: string;
  readonly block_height: number;
}

interface Stage extends LabWallet {
  readonly lab: Lab;
  readonly happened: Triggered;
  /** What a real receiver got, in the order in which it came. */
  readonly told: readonly Told[];
  readonly balance: () => string;
}

async function staged(scenario: ScenarioName, wallet: NewWallet, more: Partial<Trigger> = {}): Promise<Stage> {
  const lab = await createLab();
  open.push(lab);
  const receiver = await startReceiver(() => Promise.resolve(new Response(null, { status: 200 })));
  onTestFinished(receiver.close);
  const made = await lab.createWallet({ ...wallet, callbackUrl: receiver.url });
  const happened = await lab.control.trigger({ scenario, walletId: made.walletId, ...more });
  expect([happened.scenario, happened.walletId]).toEqual([scenario, made.walletId]);
  expect(happened.did.length).toBeGreaterThan(0);
  return {
    ...made,
    lab,
    happened,
    told: receiver.deliveries.map(({ told }) => told as unknown as Told),
    balance: () =>
      lab.sandbox.overview().wallets.find(({ walletId }) => walletId === String(made.walletId))?.balance ?? '',
  };
}

const DEPOSIT: NewWallet = { kind: 'deposit', currency: 'ETH', balance: '1' };
const FEE = '0.000441';
/** What the wallets of these tests have left after what they spent; by hand, in the smallest unit. */
const left = (of: string, ...spent: string[]): string => {
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(18, '0'));
  };
  const rest = String(spent.reduce((sum, one) => sum - units(one), units(of))).padStart(19, '0');
  return `${rest.slice(0, -18)}.${rest.slice(-18)}`.replace(/\.?0+$/, '');
};

describe('a deposit', () => {
  it('is announced in a block, and credited once it is final', async () => {
    const { told, happened, wallet, balance } = await staged('deposit', DEPOSIT);
    expect(told.map(({ type, state, processing_state }) => [type, state, processing_state])).toEqual([
      [1, 3, 1],
      [1, 3, 2],
    ]);
    expect(told.every(({ txid }) => txid === happened.txid)).toBe(true);
    const { wallet_address } = await wallet.listDepositAddresses();
    expect(wallet_address.map(({ address }) => address)).toEqual([happened.address]);
    const { notification } = await wallet.getDepositCallback({ TX_ID: happened.txid ?? '', VOUT_INDEX: 0 });
    expect(notification.amount).toBe('10000000000000000');
    expect(balance()).toBe(left('1.01', '0.001323')); // the contract that collects
  });

  it('is announced in the pool already, where nobody may credit it', async () => {
    const { told } = await staged('deposit-detected', DEPOSIT);
    expect(
      told.map(({ state, processing_state, block_height }) => [state, processing_state, block_height > 0]),
    ).toEqual([
      [2, 0, false],
      [3, 1, true],
      [3, 2, true],
    ]);
    expect(told.map((callback) => isSafeToCredit(callback as unknown as Parameters<typeof isSafeToCredit>[0]))).toEqual(
      [false, false, true],
    );
  });

  it('is taken back with its block, comes in another, and is credited once', async () => {
    const { told, happened, balance } = await staged('deposit-reorganised', DEPOSIT);
    expect(told.map(({ processing_state }) => processing_state)).toEqual([1, 1, 2]);
    expect(new Set(told.map(({ txid }) => txid))).toEqual(new Set([happened.txid]));
    expect(balance()).toBe(left('1.01', '0.001323'));
  });

  it.each(['XRP', 'BTC'])('works on %s, too', async (currency) => {
    const { told } = await staged('deposit', { kind: 'deposit-withdrawal', currency });
    expect(told.at(-1)).toMatchObject({ type: 1, processing_state: 2, currency });
  });
});

describe('a withdrawal', () => {
  const states = async ({ wallet, happened }: Stage): Promise<number[]> =>
    (await wallet.listWithdrawalStates({ ORDER_ID: happened.orderId ?? '' })).transactions.map(({ state }) => state);
  const history = async ({ wallet }: Stage): Promise<unknown> =>
    (await wallet.listWithdrawalHistory()).transactions.map(({ state, source, amount, fee, out }) => ({
      state,
      source,
      amount,
      fee,
      out,
    }));
  const entry = { source: 'withdraw-api', amount: '0.01', fee: FEE, out: true };

  it('goes through', async () => {
    const stage = await staged('withdrawal', ETH);
    expect([await states(stage), await history(stage)]).toEqual([[4], [{ ...entry, state: 1 }]]);
    expect(stage.told).toMatchObject([{ type: 2, state: 3, order_id: stage.happened.orderId }]);
    expect(stage.balance()).toBe(left('100', '0.01', FEE));
  });

  it('fails in the chain: history 2, the amount is back and the fee is not', async () => {
    const stage = await staged('withdrawal-failed', ETH);
    expect([await states(stage), await history(stage)]).toEqual([[11], [{ ...entry, state: 2 }]]);
    expect(stage.told).toEqual([]);
    expect(stage.balance()).toBe(left('100', FEE));
    const { transactions } = await stage.wallet.listWithdrawalStates({ ORDER_ID: stage.happened.orderId ?? '' });
    expect(transactions[0]?.in_chain_block).toBe(
      (await stage.wallet.listWithdrawalHistory()).transactions[0]?.block_height,
    );
  });

  it('that failed is final: no reorganisation takes its block', async () => {
    const { lab, wallet } = await staged('withdrawal-failed', ETH);
    await expect(lab.control.reorganise({ blocks: 1 })).rejects.toThrow('confirmed or safe');
    await lab.control.mine();
    await lab.control.reorganise({ blocks: 1 });
    expect((await wallet.listWithdrawalHistory()).total_count).toBe(1);
  });

  it('is found invalid: history 3, and nothing comes back', async () => {
    const stage = await staged('withdrawal-invalid', ETH);
    expect([await states(stage), await history(stage)]).toEqual([[3], [{ ...entry, state: 3 }]]);
    expect(stage.told).toMatchObject([{ type: 2, state: 3 }]);
    expect(stage.balance()).toBe(left('100', '0.01', FEE));
    await stage.lab.control.reorganise({ blocks: 1 });
    await stage.lab.control.mine();
    expect(await history(stage)).toEqual([{ ...entry, state: 3 }]);
  });

  it('is dropped: state 10, amount and fee are back', async () => {
    const stage = await staged('withdrawal-dropped', ETH);
    expect([await states(stage), await history(stage)]).toEqual([[10], []]);
    expect(stage.balance()).toBe('100');
    await stage.lab.control.advance({ minutes: 5 });
    expect([await states(stage), stage.told]).toEqual([[10], []]);
  });

  it.each([
    ['withdrawal-failed', 11],
    ['withdrawal-dropped', 10],
  ] as const)('%s is told by a callback to those who ask for one', async (scenario, state) => {
    const { told, happened } = await staged(scenario, ETH, { callback: true });
    expect(told).toMatchObject([{ type: 2, state, order_id: happened.orderId }]);
  });

  it('is stuck, is sent again, and is paid once', async () => {
    const stage = await staged('withdrawal-stuck', ETH);
    expect([await states(stage), await history(stage)]).toEqual([[6, 3], [{ ...entry, state: 1 }]]);
    expect(stage.told).toMatchObject([{ type: 2, state: 3 }]);
    expect(stage.balance()).toBe(left('100', '0.01', FEE));
  });

  it('that is stuck holds nobody up, for days', async () => {
    const { wallet, lab } = await staged('withdrawal', ETH);
    const order = { address: ADDRESS, amount: '1' };
    const { walletId } = (await lab.control.wallets())[0] ?? { walletId: 0n };
    await wallet.withdrawAssets({ requests: [{ ...order, order_id: 'shop1_stuck' }] });
    await lab.control.holdOrder({ walletId, orderId: 'shop1_stuck' });
    await wallet.withdrawAssets({ requests: [{ ...order, order_id: 'shop1_free' }] });
    await lab.control.advance({ hours: 48 });
    const states = async (ORDER_ID: string): Promise<unknown> =>
      (await wallet.listWithdrawalStates({ ORDER_ID })).transactions.map(({ state }) => state);
    expect([await states('shop1_stuck'), await states('shop1_free')]).toEqual([[2], [4]]);
  });

  it('works on delegated and mapped wallets', async () => {
    const delegated = await staged('withdrawal', { kind: 'delegated', currency: 'ETH', prefix: 'd_' });
    expect(await states(delegated)).toEqual([4]);
    const parent = await staged('withdrawal', ETH);
    const token = await parent.lab.createWallet({
      ...ETH,
      prefix: 't_',
      parentId: parent.walletId,
      token: USDT,
      balance: '0',
    });
    const { orderId } = await parent.lab.control.trigger({ scenario: 'withdrawal-dropped', walletId: token.walletId });
    const { transactions } = await token.wallet.listWithdrawalStates({ ORDER_ID: orderId ?? '' });
    expect(transactions).toMatchObject([{ state: 10 }]);
    expect(parent.balance()).toBe(left('100', '0.01', FEE)); // the fee of the token's came back to its parent
  });

  it('from the web UI has no source, no order_id and no callback', async () => {
    const stage = await staged('web-withdrawal', ETH);
    expect(await history(stage)).toEqual([{ ...entry, source: '', state: 1 }]);
    expect(stage.told).toEqual([]);
    expect((await stage.wallet.listCallbacks()).notifications).toEqual([]);
    expect(stage.balance()).toBe(left('100', '0.01', FEE));
    await expect(stage.wallet.getWithdrawalState({ ORDER_ID: stage.happened.orderId ?? '' })).rejects.toThrow();
    await stage.lab.control.trigger({ scenario: 'web-withdrawal' });
    expect(await history(stage)).toHaveLength(2);
  });
});

describe.each([
  ['collect', 3],
  ['airdrop', 4],
] as const)('%s', (scenario, type) => {
  it('tells of itself, credits nothing and costs the fee', async () => {
    const { told, happened, address, balance, wallet } = await staged(scenario, DEPOSIT);
    const [from, to] = scenario === 'collect' ? [happened.address, address] : [address, happened.address];
    expect(told).toMatchObject([
      { type, order_id: '', txid: happened.txid, from_address: from, to_address: to, amount: '10000000000000000' },
    ]);
    expect(told.map((callback) => isSafeToCredit(callback as unknown as Parameters<typeof isSafeToCredit>[0]))).toEqual(
      [false],
    );
    expect(balance()).toBe(left('1', '0.001323', FEE));
    expect((await wallet.listCallbacks({ type })).notifications).toHaveLength(1);
    expect((await wallet.listCallbacks({ type: 1 })).notifications).toEqual([]);
    await expect(wallet.getDepositCallback({ TX_ID: happened.txid ?? '', VOUT_INDEX: 0 })).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});

describe('a vault transaction', () => {
  const VAULT: NewWallet = { kind: 'vault', currency: 'ETH', balance: '10' };

  it('goes from level to level, is paid when it is approved, and is done', async () => {
    const { wallet, happened, balance } = await staged('vault-approval', VAULT, { amount: '2' });
    const { transaction_item } = await wallet.listVaultHistory();
    expect(transaction_item).toMatchObject([
      {
        state: 6,
        txno: happened.txno,
        amount: '2',
        real_amount: '2',
        approval_item: [
          { level: 1, state: 4 },
          { level: 2, state: 2 },
        ],
      },
    ]);
    const [paid] = transaction_item;
    expect(paid?.approval_item.map(({ approval_time }) => approval_time - paid.create_time)).toEqual([1, 2]);
    expect(balance()).toBe(left('10', '2', FEE));
  });

  it('takes every way that there is between its states, and no other', async () => {
    const { lab, wallet, walletId, balance } = await staged('vault-approval', VAULT, { amount: '1' });
    const after = balance();
    for (const [way, spent] of [
      [[1], []],
      [[5], []],
      [[4, 1], []],
      [[4, 4, 5], []],
      [[2, 3], [FEE]],
    ] as const) {
      const before = balance();
      const { txno } = await lab.control.addVaultTransaction({ walletId, amount: '1', outgoingAddress: ADDRESS });
      for (const state of way) await lab.control.moveVaultTransaction({ walletId, txno, state });
      const last = way.at(-1);
      await expect(lab.control.moveVaultTransaction({ walletId, txno, state: 2 })).rejects.toThrow(
        `of state ${String(last)} goes on to none, not to 2`,
      );
      expect(balance()).toBe(left(before, ...spent));
      const { transaction_item } = await wallet.listVaultHistory({ state: last ?? -1 });
      expect(transaction_item.map((item) => item.txno)).toContain(txno);
    }
    expect(balance()).toBe(left(after, FEE));
  });

  it('that is not covered is not approved', async () => {
    const { lab, walletId, balance } = await staged('vault-approval', VAULT);
    const before = balance();
    const { txno } = await lab.control.addVaultTransaction({ walletId, amount: '1000', outgoingAddress: ADDRESS });
    await expect(lab.control.moveVaultTransaction({ walletId, txno, state: 2 })).rejects.toThrow('not enough');
    expect(balance()).toBe(before);
  });
});

it('a read-only code sees some wallets only', async () => {
  const { lab, happened, walletId } = await staged('read-only-some', ETH);
  await lab.createWallet({ ...DEPOSIT });
  const code = { apiCode: happened.apiCode ?? '', secret: happened.secret ?? '' };
  const some = lab.clientOf(code);
  expect((await some.listWallets()).wallets.map(({ wallet_id }) => wallet_id)).toEqual([walletId]);
  expect(await some.listWalletBalances()).toMatchObject({ total: 1, wallet_balances: [{ wallet_id: walletId }] });
  const all = lab.clientOf(await lab.control.createReadOnlyCode());
  expect(await all.listWallets()).toMatchObject({ total: 2 });
  await expect(lab.control.createReadOnlyCode({ walletIds: [1] })).rejects.toThrow('There is no wallet 1.');
});

it('uses up no fault, needs no funds, and happens as often as it is asked for', async () => {
  const { lab, wallet } = await staged('withdrawal', { ...ETH, balance: '0' });
  await lab.control.injectFault({ kind: 'lost-answer', operationId: 'withdrawAssets' });
  for (let i = 0; i < 3; i++) await lab.control.trigger({ scenario: 'withdrawal-failed' });
  const order = { order_id: 'shop1_lost', address: ADDRESS, amount: '1' };
  await expect(wallet.withdrawAssets({ requests: [order] })).rejects.toThrow('no answer');
});

it('happens beside others, and beside blocks that come by themselves', async () => {
  const lab = await createLab({ running: true, limits: { blockInterval: 0.05 } });
  open.push(lab);
  const { walletId, wallet } = await lab.createWallet({ ...ETH, kind: 'deposit-withdrawal' });
  const names = ['withdrawal-failed', 'withdrawal-dropped', 'withdrawal-stuck', 'deposit', 'collect'] as const;
  const happened = await Promise.all(
    [...names, ...names].map((scenario) => lab.control.trigger({ scenario, walletId })),
  );
  const statesOf = async (name: ScenarioName): Promise<unknown[]> =>
    Promise.all(
      happened
        .filter(({ scenario }) => scenario === name)
        .map(
          async ({ orderId = '' }) => (await wallet.listWithdrawalStates({ ORDER_ID: orderId })).transactions[0]?.state,
        ),
    );
  expect(await statesOf('withdrawal-failed')).toEqual([11, 11]);
  expect(await statesOf('withdrawal-dropped')).toEqual([10, 10]);
  expect(await statesOf('withdrawal-stuck')).toEqual([6, 6]);
});

it('says what is wrong', async () => {
  const { lab, walletId } = await staged('withdrawal', ETH);
  for (const [input, said] of [
    [{ scenario: 'deposit' }, 'No wallet fits deposit. Create one'],
    [{ scenario: 'deposit', walletId }, 'a withdrawal wallet of ETH, does not fit deposit'],
    [{ scenario: 'withdrawal', walletId: 1 }, 'There is no wallet 1.'],
    [{ scenario: 'withdrawal', amount: '0.0000000000000000001' }, '0.0000000000000000001 is no amount with at most 18'],
    [{ scenario: 'withdrawal', address: 'nowhere' }, 'nowhere is no ETH address'],
    [{ scenario: 'explode' as 'deposit' }, 'scenario must be equal to one of the allowed values: deposit,'],
  ] as const)
    await expect(lab.control.trigger(input)).rejects.toThrow(said);
});

it('leaves nothing behind where it is refused', async () => {
  const { lab, walletId } = await staged('withdrawal', { ...ETH, balance: '0.001' });
  const before = await lab.control.fingerprint();
  for (const more of [{ address: 'x' }, { address: ADDRESS, amount: '0.0000000000000000001' }, { tokenId: '7' }])
    await expect(lab.control.trigger({ scenario: 'withdrawal', walletId, amount: '5000', ...more })).rejects.toThrow();
  expect(await lab.control.fingerprint()).toEqual(before);
});

describe('on the command line', () => {
  const trigger = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    run(process.execPath, [join(ROOT, 'packages/sandbox/src/cli.ts'), 'trigger', ...args]).then(
      (output) => ({ code: 0, ...output }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );

  it('lets it happen, and says what it did', async () => {
    const lab = await createLab({ controlToken: 'let-me-in' });
    open.push(lab);
    const { walletId, wallet } = await lab.createWallet(ETH);
    const where = ['--url', `${lab.sandbox.url}/`, '--token', 'let-me-in', '--wallet', String(walletId)];
    const { code, stdout } = await trigger('withdrawal-dropped', ...where, '--amount', '2.5');
    const orderId = /^orderId (.+)$/m.exec(stdout)?.[1] ?? '';
    expect([code, stdout]).toEqual([0, expect.stringMatching(/2\.5 ETH to 0x.* were taken as shop1_/) as string]);
    expect(await wallet.listWithdrawalStates({ ORDER_ID: orderId })).toMatchObject({ transactions: [{ state: 10 }] });
    const asJson = await trigger('withdrawal', ...where, '--json');
    expect(JSON.parse(asJson.stdout)).toMatchObject({ scenario: 'withdrawal', walletId: Number(walletId) });
  });

  it('lists what there is, and says what is wrong', async () => {
    const { code, stdout } = await trigger('--help');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^ {2}vault-approval +a vault transaction waits/m) as string,
    ]);
    for (const [args, said] of [
      [['explode'], 'There is no scenario explode.'],
      [[], 'trigger takes one name.'],
      [['deposit', '--url', 'http://127.0.0.1:1'], 'There is no sandbox at http://127.0.0.1:1.'],
      [['deposit', '--wallet', 'x'], '--wallet takes a wallet ID, not x'],
      [['deposit', '--token', '日本'], '--token has characters that no header carries. Give visible ASCII'],
      [['deposit', '--token', ''], '--token is empty.'],
    ] as const) {
      const failed = await trigger(...args);
      expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, '', expect.stringContaining(said) as string]);
    }
  });
});
