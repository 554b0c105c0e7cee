/**
 * A sandbox whose time stands still, and clients of its wallets: what every test of the sandbox starts with. Between them stands the
 * validating proxy, so every test is one of all three: whatever it does, the proxy has nothing to complain about at its end.
 */
import {
  createWalletClient,
  systemClock,
  type Wallet,
  type WalletClient,
  type WalletClientOptions,
} from '@wallet-operations/client';
import { startProxy } from '@wallet-operations/mock';
import {
  startSandbox,
  type NewWallet,
  type Sandbox,
  type SandboxOptions,
  type WalletAccess,
} from '@wallet-operations/sandbox';
import { expect, onTestFinished } from 'vitest';

/** A wallet of the sandbox, and a client of it. */
export interface LabWallet extends WalletAccess {
  readonly client: WalletClient;
  readonly wallet: Wallet;
}

/** The sandbox of one test. */
export interface Lab {
  readonly sandbox: Sandbox;
  readonly control: Sandbox['control'];
  readonly createWallet: (wallet: NewWallet) => Promise<LabWallet>;
  readonly clientOf: (
    credentials: { apiCode: string; secret: string },
    more?: Partial<WalletClientOptions>,
  ) => WalletClient;
  readonly close: () => Promise<void>;
}

/** Midnight of nothing in particular. */
export const START = Date.parse('2026-11-20T08:30:00Z');

export const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
export const OTHER_ADDRESS = '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f';
export const USDT = {
  name: 'Tether USD',
  symbol: 'USDT',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  standard: 'erc20',
} as const;

/** Starts one, without wallets. Clients do not repeat calls: a test shall see the very first answer. */
export async function createLab(options: SandboxOptions = {}): Promise<Lab> {
  const sandbox = await startSandbox({ running: false, startAt: START, seeded: false, ...options });
  const { control } = sandbox;
  // answers that are lost on purpose are no problem
  const proxy = await startProxy({ upstream: sandbox.url, failOn: ['answer', 'undocumented', 'accepted'] });
  const clientOf: Lab['clientOf'] = (credentials, more) =>
    createWalletClient({
      baseUrl: proxy.url,
      credentials,
      attempts: 1,
      clock: { ...systemClock, now: sandbox.now },
      ...more,
    });
  return {
    sandbox,
    control,
    clientOf,
    async createWallet(input) {
      const access = await control.createWallet(input);
      const client = clientOf(access);
      return { ...access, client, wallet: client.wallet(access.walletId) };
    },
    async close() {
      await proxy.close();
      await sandbox.close();
      const problems = proxy.report().operations.flatMap((operation) => operation.problems);
      expect(problems.filter(({ fails }) => fails)).toEqual([]);
    },
  };
}

/** The same for one test: it closes by itself, and its books add up then. */
export async function createAuditedLab(options: SandboxOptions = {}): Promise<Lab> {
  const lab = await createLab(options);
  onTestFinished(async () => {
    expect((await lab.control.audit()).problems).toEqual([]);
    await lab.close();
  });
  return lab;
}

/** A withdrawal wallet of ETH that has enough. */
export const ETH: NewWallet = { kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', balance: '100' };

/** A withdrawal that every ETH wallet of these tests takes. */
export const ORDER = { order_id: 'shop1_1', address: ADDRESS, amount: '1.5' };
