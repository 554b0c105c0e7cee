/** What happens to a service that does as the document says, and is easily taken for something else: nothing of it differs. */
import {
  sortedSha256,
  startSandbox,
  type NewWallet,
  type Sandbox,
  type WalletAccess,
} from '@wallet-operations/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { conform, differencesIn, type Result } from './harness.ts';
import { runningOf } from './variants/behind.ts';
import type { KnownWallet } from './world.ts';

const START = Date.parse('2026-11-20T08:30:00Z');

/** A run against a sandbox of one wallet with a story. */
async function after(
  wallet: NewWallet & Pick<KnownWallet, 'kind'>,
  story: (sandbox: Sandbox, wallet: WalletAccess) => Promise<unknown>,
): Promise<Result> {
  const sandbox = await startSandbox({ running: false, seeded: false, startAt: START });
  onTestFinished(() => sandbox.close());
  const made = await sandbox.control.createWallet(wallet);
  await story(sandbox, made);
  const readOnly = await sandbox.control.createReadOnlyCode();
  return conform(runningOf({ sandbox, readOnly, wallets: [{ ...made, kind: wallet.kind }] }));
}

test('a deposit that is packed and final within the same second', async () => {
  const result = await after({ kind: 'deposit', currency: 'ETH' }, async ({ control }, { walletId }) => {
    await control.trigger({ scenario: 'deposit', walletId });
    await control.advance({ hours: 1 });
  });
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points).toMatchObject({
    'callback-times': { verdict: 'not observable' },
    'processing-state': { verdict: 'confirmed' },
  });
});

test('a withdrawal whose block is taken back, and comes again with the height and the time that it had', async () => {
  const wallet = { kind: 'withdrawal', currency: 'ETH', prefix: 'shop1_', balance: '10' } as const;
  const result = await after(wallet, async (sandbox, { walletId, apiCode, secret }) => {
    const path = `/v1/svc/wallets/${String(walletId)}/sender/transactions`;
    const query = `t=${String(Math.floor(sandbox.now() / 1000))}`;
    const order = { order_id: 'shop1_1', address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', amount: '0.5' };
    const body = JSON.stringify({ requests: [order] });
    await fetch(`${sandbox.url}${path}?${query}`, {
      method: 'POST',
      headers: {
        'X-API-CODE': apiCode,
        'X-CHECKSUM': sortedSha256({ method: 'POST', path, query, body, secret }),
        'Content-Type': 'application/json',
      },
      body,
    });
    await sandbox.control.mine({ blocks: 1 });
    await sandbox.control.reorganise({ blocks: 1 });
    await sandbox.control.mine({ blocks: 1 });
    await sandbox.control.advance({ seconds: 1 }); // from now on there are others
  });
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points['callback-state']?.verdict).toBe('confirmed'); // its callbacks are there
});

test('several deposits, each final within the second in which it was packed', async () => {
  const result = await after({ kind: 'deposit', currency: 'ETH' }, async ({ control }, { walletId }) => {
    for (let i = 0; i < 5; i++) {
      await control.trigger({ scenario: 'deposit', walletId });
      await control.advance({ minutes: 10 });
    }
  });
  expect(differencesIn(result)).toEqual([]);
});

test('such a deposit beside one that took its time', async () => {
  const result = await after({ kind: 'deposit', currency: 'ETH' }, async ({ control }, { walletId }) => {
    const { address = '' } = await control.trigger({ scenario: 'deposit', walletId });
    await control.advance({ hours: 1 });
    await control.deposit({ walletId, address, amount: '2.5' });
    await control.advance({ hours: 1 });
  });
  expect(differencesIn(result)).toEqual([]);
  expect(result.report.points['callback-times']?.verdict).toBe('confirmed');
});

test.each(['withdrawal', 'deposit-withdrawal', 'delegated'] as const)(
  'a callback that tells of an order of a %s wallet that the chain let go of',
  async (kind) => {
    const wallet = { kind, currency: 'ETH', prefix: 'shop1_' } as const;
    const result = await after(wallet, ({ control }, { walletId }) =>
      control.trigger({ scenario: 'withdrawal-dropped', walletId, callback: true }),
    );
    expect(differencesIn(result)).toEqual([]);
    expect(result.report.points['callback-state']).toMatchObject({
      verdict: 'confirmed',
      evidence: expect.stringContaining('dropped 10') as string,
    });
  },
);
