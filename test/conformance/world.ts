/** A sandbox in which much has happened: whatever reads can show of the interface is there to be read. Its time stands still. */
import { randomUUID } from 'node:crypto';
import {
  sortedSha256,
  startSandbox,
  type NewWallet,
  type Sandbox,
  type SandboxOptions,
  type WalletAccess,
} from '@wallet-operations/sandbox';

/** An API code with its secret. */
export interface Credentials {
  readonly apiCode: string;
  readonly secret: string;
}

/** A wallet as its owner knows it. */
export interface KnownWallet extends Credentials {
  readonly walletId: bigint;
  readonly kind: 'vault' | 'deposit' | 'withdrawal' | 'deposit-withdrawal' | 'delegated';
}

/** A service that is up, and what its user knows of it. */
export interface World {
  readonly sandbox: Sandbox;
  readonly wallets: readonly KnownWallet[];
  readonly readOnly: Credentials;
}

/** Nothing in particular; not the present, so that nobody reads the machine's clock instead. */
const START = Date.parse('2026-11-20T08:30:00Z');

export const USDT = {
  name: 'Tether USD',
  symbol: 'USDT',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  standard: 'erc20',
} as const;

const OUTSIDE = ['0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f'] as const;

const WITHDRAWAL: NewWallet = { kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', balance: '1000' };

/** Starts one. What an answer of an operator leaves nobody to be asked for is left out of its story. */
export async function createWorld(options: SandboxOptions = {}): Promise<World> {
  const sandbox = await startSandbox({ running: false, seeded: false, startAt: START, ...options });
  const { control } = sandbox;
  const withdrawal = await control.createWallet(WITHDRAWAL);
  const both = await control.createWallet({
    kind: 'deposit-withdrawal',
    currency: 'XRP',
    prefix: 'shop2_',
    balance: '50000',
  });
  const delegated = await control.createWallet({ kind: 'delegated', currency: 'ETH', prefix: 'shop3_' });
  const deposit = await control.createWallet({ kind: 'deposit', currency: 'ETH', balance: '10' });
  const vault = await control.createWallet({ kind: 'vault', currency: 'ETH', balance: '5000' });
  const token = await control.createWallet({
    ...WITHDRAWAL,
    prefix: 'shop4_',
    parentId: withdrawal.walletId,
    token: USDT,
    balance: '250000',
  });
  const readOnly = await control.createReadOnlyCode();

  const { decisions } = sandbox;
  const call = async ({ walletId, apiCode, secret }: WalletAccess, path: string, body: object): Promise<unknown> => {
    const t = Math.floor((sandbox.now() / 1000) * decisions.perSecond);
    const query = `${decisions.nonce ?? 'n'}=${randomUUID()}&t=${String(t)}`;
    const target = `/v1/${options.product ?? 'svc'}/wallets/${String(walletId)}/${path}`;
    const text = JSON.stringify(body);
    const checksum = (options.checksum ?? sortedSha256)({ method: 'POST', path: target, query, body: text, secret });
    const answer = await fetch(`${sandbox.url}${target}?${query}`, {
      method: 'POST',
      headers: { 'X-API-CODE': apiCode, 'X-CHECKSUM': checksum, 'Content-Type': 'application/json' },
      body: text,
    });
    return answer.ok ? answer.json() : undefined; // an answer of an operator may leave nobody who may be asked
  };
  const addressesOf = async (wallet: WalletAccess, count: number, memos?: readonly string[]): Promise<string[]> => {
    const made = (await call(wallet, 'addresses', { count, ...(memos && { memos }) })) as
      { addresses?: string[] } | undefined;
    return made?.addresses ?? [];
  };
  /** Minutes that pass, with their blocks. */
  const later = (minutes: number): Promise<void> => control.advance({ minutes });

  // Withdrawals: enough for a second page, each some time after the one before, and all that can become of one.
  for (let i = 1; i <= 14; i++) {
    const request = { order_id: `shop1_${String(i)}`, address: OUTSIDE[i % 2], amount: `${String(i)}.25` };
    await call(withdrawal, 'sender/transactions', { requests: [request] });
    await later(1);
  }
  await call(token, 'sender/transactions', {
    requests: [{ order_id: 'shop4_1', address: OUTSIDE[0], amount: '12.5' }],
  });
  await call(both, 'sender/transactions', {
    requests: [{ order_id: 'shop2_1', address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', amount: '7.5', memo: '71' }],
  });
  await later(1);
  for (const scenario of ['withdrawal-failed', 'withdrawal-invalid', 'withdrawal-dropped', 'web-withdrawal'] as const)
    await control.trigger({ scenario, walletId: withdrawal.walletId });
  await control.trigger({ scenario: 'withdrawal-stuck', walletId: withdrawal.walletId });
  await later(1);

  // Deposits, and what is collected of them.
  const own = await addressesOf(deposit, 4);
  await addressesOf(deposit, 1000);
  await addressesOf(both, 2, ['101', '102']);
  const delegates = await addressesOf(delegated, 12);
  await later(1);
  for (const [i, address] of own.entries()) {
    await control.deposit({ walletId: deposit.walletId, address, amount: `${String(i + 1)}.5` });
    await later(1);
  }
  if (both.kind === 'deposit-withdrawal' && delegates.length > 0) {
    await control.deposit({ walletId: both.walletId, address: both.address, memo: '101', amount: '40' });
    for (const address of delegates.slice(0, 2))
      await control.deposit({ walletId: delegated.walletId, address, amount: '3' });
    await later(3);
    const request = { order_id: 'shop3_1', address: OUTSIDE[0], amount: '0.5', from_address: delegates[0] };
    await call(delegated, 'sender/transactions', { requests: [{ ...request, from_address_index: 0 }] });
    await later(1);
  }
  if (own.length > 0)
    for (const scenario of ['collect', 'airdrop', 'deposit-detected'] as const)
      await control.trigger({ scenario, walletId: deposit.walletId });

  // Whitelists: effective entries, one that was removed, one that is added again, one that still waits.
  const add = (wallet: WalletAccess, items: readonly object[]) => call(wallet, 'sender/whitelist', { items });
  const entries = OUTSIDE.map((address, i) => ({ address, user_id: `user${String(i)}` }));
  const isListed = (await add(withdrawal, entries)) !== undefined;
  await add(both, [{ address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', memo: '71' }, { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji' }]);
  await add(delegated, [{ address: OUTSIDE[0] }]);
  await control.advance({ hours: 25 });
  if (isListed) {
    await control.removeWhitelistEntry({ walletId: withdrawal.walletId, address: OUTSIDE[1] });
    await add(withdrawal, [{ address: withdrawal.address }]);
  }

  // The vault: each state once, and two that wait.
  const steps = [[], [1], [2], [2, 3], [4], [5], [2, 6], []] as const;
  for (const [i, states] of steps.entries()) {
    const { txno } = await control.addVaultTransaction({
      walletId: vault.walletId,
      amount: `${String(i + 1)}.5`,
      outgoingAddress: OUTSIDE[0],
    });
    for (const state of states) await control.moveVaultTransaction({ walletId: vault.walletId, txno, state });
    await later(1);
  }

  // What is under way: one in the pool, one that waits for funds.
  for (const [order_id, amount] of [
    ['shop1_pool', '0.75'],
    ['shop1_waits', '900000'],
  ])
    await call(withdrawal, 'sender/transactions', { requests: [{ order_id, address: OUTSIDE[0], amount }] });
  const known = ({ walletId, kind, apiCode, secret }: WalletAccess): KnownWallet => ({
    walletId,
    kind,
    apiCode,
    secret,
  });
  return { sandbox, readOnly, wallets: [withdrawal, both, delegated, deposit, vault, token].map(known) };
}
