/** What happens at the service: deposits, payouts, blocks, and blocks that are lost again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createWalletClient } from '@wallet-operations/client';
import { startSandbox, type WalletAccess } from '@wallet-operations/sandbox';
import { startFront, type Front } from './front.ts';
import { chanceOf, type Plan } from './plan.ts';

/** The service, and what happens at it. */
export interface World {
  readonly front: Front;
  readonly accesses: readonly WalletAccess[];
  /** Brings the next share of everything, and a block. */
  readonly step: () => Promise<void>;
  /** Adds blocks until all is final; resolves once the sandbox has told of everything. */
  readonly finish: () => Promise<void>;
  readonly counts: Readonly<Record<string, number>>;
  /** Ends it; its books are in its file then. */
  readonly close: () => Promise<void>;
}

const ADDRESSES = 20;
const PREFIX = 's_';
/** No deposit that is final is that near to the end of the chain: the fewest confirmations are three. */
const DEEPEST = 2;
const SURELY_FINAL = 12;

/** Starts it. `file` keeps its books. */
export async function startWorld(plan: Plan, file: string): Promise<World> {
  const sandbox = await startSandbox({
    data: file,
    seed: String(plan.seed),
    seeded: false,
    limits: { callsPerMinute: 1e9, blockInterval: 86_400 },
  });
  const { control } = sandbox;
  const front = await startFront(plan, sandbox.port);
  let queued = 0;
  sandbox.listen(({ kind }) => {
    if (kind === 'callback') queued++;
  });
  const kinds = [
    { kind: 'deposit-withdrawal', currency: 'ETH', prefix: PREFIX, balance: '1000000' },
    { kind: 'deposit', currency: 'LTC' },
    { kind: 'deposit', currency: 'EOS' },
  ] as const;
  const wallets = await Promise.all(
    kinds.map(async (each) => {
      const access = await control.createWallet({ ...each, callbackUrl: front.callbackUrl });
      const wallet = createWalletClient({ baseUrl: front.url, credentials: access }).wallet(access.walletId);
      const memos = Array.from({ length: ADDRESSES }, (_, i) => `Käufer ${String(i)}`);
      const hasMemos = each.currency === 'EOS';
      const { addresses } = await wallet.createDepositAddresses({ count: ADDRESSES, ...(hasMemos && { memos }) });
      return { access, wallet, places: addresses.map((to) => (hasMemos ? { memo: to } : { address: to })) };
    }),
  );
  const [paying] = wallets;
  let [steps, deposits, withdrawals, reorganised] = [0, 0, 0, 0];
  let latest: { readonly of: (typeof wallets)[number]; readonly txid: string; readonly vout: number } | undefined;

  async function deposit(number: number): Promise<void> {
    const chance = (what: string): number => chanceOf(plan, what, number);
    // Some are of one transaction: further outputs of it, most often.
    const sibling = chance('sibling') < 0.1 ? latest : undefined;
    const of = sibling?.of ?? wallets[Math.floor(chance('wallet') * wallets.length)];
    if (!of) throw new Error('There is no wallet.');
    const { txid, vout } = await control.deposit({
      walletId: of.access.walletId,
      amount: `0.${String(1 + (number % 9999)).padStart(4, '0')}`,
      ...of.places[Math.floor(chance('place') * ADDRESSES)],
      ...(sibling && { txid: sibling.txid, vout: sibling.vout + 1 }),
    });
    latest = { of, txid, vout };
  }

  const shareOf = (all: number): number => Math.ceil((all * steps) / plan.steps);
  return {
    front,
    accesses: wallets.map(({ access }) => access),
    async step() {
      steps++;
      while (deposits < shareOf(plan.deposits)) await deposit(deposits++);
      const requests = [];
      for (; withdrawals < shareOf(plan.withdrawals); withdrawals++)
        requests.push({
          order_id: `${PREFIX}${String(withdrawals)}`,
          address: `0xaa${withdrawals.toString(16).padStart(38, '0')}`,
          amount: `0.${String(1 + withdrawals).padStart(8, '0')}`,
        });
      if (requests.length > 0) await paying?.wallet.withdrawAssets({ requests });
      await control.mine();
      if (chanceOf(plan, 'reorganised', steps) >= plan.reorganised) return;
      await control.reorganise({ blocks: Math.min(steps, DEEPEST) });
      reorganised++;
      // What comes in the place of a block has another time: by that alone two of one height are told apart.
      await sleep(1000 - (sandbox.now() % 1000));
      await control.mine();
    },
    async finish() {
      await control.mine({ blocks: SURELY_FINAL });
      while (front.taken() < queued) await sleep(50);
    },
    get counts() {
      return { deposits, withdrawals, reorganised, told: queued };
    },
    async close() {
      front.close();
      await sandbox.close();
    },
  };
}
