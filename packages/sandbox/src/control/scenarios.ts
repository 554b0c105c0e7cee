/** What happens to wallets, by name: each scenario is made of the commands of control and the operations that a caller has. */
import type { Control } from './control.ts';
import type { WalletAccess } from './create-wallet.ts';
import type { Caller } from './call.ts';
import type { Context } from '../context.ts';
import type { ScenarioName, Triggered } from './trigger.ts';
import {
  createKit,
  depositAddressOf,
  fundFor,
  fundGasFor,
  readyToWithdraw,
  walletFor,
  type Kit,
} from './scenario-kit.ts';

/** What a scenario finds out. */
type Found = Omit<Triggered, 'scenario' | 'walletId' | 'did'>;

interface Scenario {
  /** One line for lists. */
  readonly what: string;
  /** Whether a wallet is one that it is about. */
  readonly fits: (wallet: WalletAccess) => boolean;
  readonly run: (kit: Kit) => Promise<Found>;
}

const pays = ({ kind }: WalletAccess): boolean => ['withdrawal', 'deposit-withdrawal', 'delegated'].includes(kind);
const receives = ({ kind }: WalletAccess): boolean => ['deposit', 'deposit-withdrawal', 'delegated'].includes(kind);
const collects = (wallet: WalletAccess): boolean => receives(wallet) && wallet.kind !== 'delegated';

/** All of them. */
export const SCENARIOS = {
  deposit: {
    what: 'a deposit is seen in a block, announced, and credited once it is final',
    fits: receives,
    async run(kit) {
      const deposit = await arrives(kit);
      await kit.mine(kit.confirmations - 1, 'It is final, and credited.');
      return deposit;
    },
  },
  'deposit-detected': {
    what: 'a deposit is announced in the pool already, which credits nothing, then as any other',
    fits: receives,
    async run(kit) {
      const deposit = await arrives(kit, true);
      await kit.mine(kit.confirmations - 1, 'It is final, and credited.');
      return deposit;
    },
  },
  'deposit-reorganised': {
    what: 'the block with a deposit is taken back, and the deposit comes again in another',
    fits: (wallet) => receives(wallet) && !['XRP', 'XLM', 'BNB'].includes(wallet.currency),
    async run(kit) {
      const deposit = await arrives(kit);
      await kit.control.reorganise({ blocks: 1 });
      kit.did('The chain took that block back: the deposit waits again.');
      await kit.control.advance({ seconds: 1 });
      await kit.mine(kit.confirmations, 'Another block took it, and it is final.');
      return deposit;
    },
  },
  withdrawal: {
    what: 'a withdrawal moves from the pool into the chain, and is final',
    fits: pays,
    async run(kit) {
      const order = await isTaken(kit);
      await kit.mine(kit.confirmations, 'A block took it, its callback went out, and it is final.');
      return order;
    },
  },
  'withdrawal-failed': {
    what: 'the chain takes a withdrawal, and it fails there: history 2, the amount comes back',
    fits: pays,
    async run(kit) {
      const order = await isHeld(kit);
      await kit.control.failOrder({ ...order, walletId: kit.wallet.walletId, callback: kit.input.callback ?? false });
      kit.did('It failed in the chain: the amount is back, the fee is spent.');
      return order;
    },
  },
  'withdrawal-invalid': {
    what: 'a withdrawal succeeds, and the service finds it invalid: history 3',
    fits: pays,
    async run(kit) {
      const order = await isTaken(kit);
      await kit.mine(1, 'A block took it, and its callback went out.');
      await kit.control.invalidateOrder({ ...order, walletId: kit.wallet.walletId });
      kit.did('The service found it invalid.');
      return order;
    },
  },
  'withdrawal-dropped': {
    what: 'the chain lets go of a withdrawal: it is dropped, amount and fee come back',
    fits: pays,
    async run(kit) {
      const order = await isHeld(kit);
      await kit.control.dropOrder({ ...order, walletId: kit.wallet.walletId, callback: kit.input.callback ?? false });
      kit.did('The chain let go of it: amount and fee are back.');
      return order;
    },
  },
  'withdrawal-stuck': {
    what: 'a withdrawal is stuck in the pool, and goes through once it is sent again',
    fits: pays,
    async run(kit) {
      const order = await isHeld(kit);
      const name = { ...order, walletId: kit.wallet.walletId };
      await kit.mine(3, 'It was stuck: three blocks came without it.');
      await kit.control.resendOrder(name);
      kit.did('Another transaction took its place.');
      await kit.mine(1, 'A block took that, and its callback went out.');
      return order;
    },
  },
  collect: {
    what: 'what arrived at a deposit address is collected into the wallet: a callback that credits nothing',
    fits: collects,
    run: (kit) => isSwept(kit, 'collect'),
  },
  airdrop: {
    what: 'a deposit address gets gas, for a token to be collected: a callback that credits nothing',
    fits: collects,
    run: (kit) => isSwept(kit, 'airdrop'),
  },
  'web-withdrawal': {
    what: "a withdrawal from the web UI: in the history with source '', without order_id and callback",
    fits: (wallet) => pays(wallet) && wallet.kind !== 'delegated',
    async run(kit) {
      const { amount, address, cover } = await readyToWithdraw(kit);
      const { orderId } = await kit.control.withdrawFromWeb({
        walletId: kit.wallet.walletId,
        amount,
        address,
        ...(kit.input.tokenId === undefined ? {} : { tokenId: kit.input.tokenId }),
      });
      kit.did(`${amount} ${kit.wallet.asset} left by the web UI.`);
      await cover();
      await kit.mine(1, 'A block took it.');
      return { orderId, address };
    },
  },
  'vault-approval': {
    what: 'a vault transaction waits, goes to the next level, is approved, paid and done: 0, 4, 2, 6',
    fits: ({ kind }) => kind === 'vault',
    async run(kit) {
      const { walletId } = kit.wallet;
      await fundFor(kit);
      const { txno } = await kit.control.addVaultTransaction({
        walletId,
        amount: kit.amount,
        outgoingAddress: kit.outside,
        ...(kit.input.tokenId === undefined ? {} : { tokenId: kit.input.tokenId }),
      });
      kit.did(`Vault transaction ${String(txno)} waits for approval.`);
      for (const [state, words] of [
        [4, 'The first approver passed it on to the next level.'],
        [2, 'The second approver approved it: it is paid.'],
        [6, 'Its batch is done.'],
      ] as const) {
        await kit.control.advance({ seconds: 1 });
        await kit.control.moveVaultTransaction({ walletId, txno, state });
        kit.did(words);
      }
      return { txno };
    },
  },
  'read-only-some': {
    what: 'a read-only code that sees one wallet, and no other',
    fits: () => true,
    async run(kit) {
      const code = await kit.control.createReadOnlyCode({ walletIds: [kit.wallet.walletId] });
      kit.did(`The code ${code.apiCode} sees wallet ${String(kit.wallet.walletId)} alone.`);
      return { ...code };
    },
  },
} as const satisfies Readonly<Record<ScenarioName, Scenario>>;

async function arrives(kit: Kit, announced = false): Promise<{ txid: string; address: string; memo: string }> {
  const { control, wallet, amount } = kit;
  const { address, memo } = await depositAddressOf(kit);
  const { tokenId } = kit.input;
  const { txid } = await control.deposit({
    walletId: wallet.walletId,
    amount,
    address,
    memo,
    announced,
    ...(tokenId === undefined ? {} : { tokenId }),
  });
  kit.did(`${amount} ${wallet.asset} are under way to ${address}${announced ? ', and announced' : ''}.`);
  await kit.mine(1, 'A block took them.');
  return { txid, address, memo };
}

/** How often a withdrawal is made anew if a block was faster than what should happen to it. */
const ATTEMPTS = 20;

/** A withdrawal that waits in the pool, whatever blocks come meanwhile. */
async function isHeld(kit: Kit): Promise<{ orderId: string }> {
  for (let attempt = 1; ; attempt++) {
    const order = await isTaken(kit, attempt === 1 ? '' : `-${String(attempt)}`);
    try {
      await kit.control.holdOrder({ ...order, walletId: kit.wallet.walletId });
      return order;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      kit.did('A block took it too early: once more.');
    }
  }
}

async function isTaken(kit: Kit, again = ''): Promise<{ orderId: string }> {
  const { wallet } = kit;
  const { amount, address, sender, cover } = await readyToWithdraw(kit);
  const orderId = `${wallet.prefix}${kit.input.scenario}-${kit.number}${again}`;
  const { tokenId } = kit.input;
  await kit.call(wallet, 'POST', 'sender/transactions', {
    requests: [
      { order_id: orderId, address, amount, ...sender, ...(tokenId === undefined ? {} : { token_id: tokenId }) },
    ],
  });
  kit.did(`${amount} ${wallet.asset} to ${address} were taken as ${orderId}.`);
  await cover();
  return { orderId };
}

async function isSwept(kit: Kit, kind: 'collect' | 'airdrop'): Promise<Found> {
  const { control, wallet, amount } = kit;
  const { address, memo } = await depositAddressOf(kit);
  await (kind === 'collect' ? fundFor(kit) : fundGasFor(kit));
  const { txid } = await control.sweep({ walletId: wallet.walletId, kind, address, memo, amount });
  kit.did(kind === 'collect' ? `${amount} were collected from ${address}.` : `${address} got ${amount} for gas.`);
  return { txid, address, memo };
}

/** Makes what lets them happen, several at once if need be. */
export function createTrigger(context: Context, control: Control, call: Caller): Control['trigger'] {
  const underWay = new Set<bigint>();
  const free = (): bigint => {
    const { n } = context.store.get<{ n: bigint }>('SELECT coalesce(max(id), 0) + 1 AS n FROM orders') ?? { n: 1n };
    let number = n;
    while (underWay.has(number)) number++;
    return number;
  };
  return async (input) => {
    const scenario: Scenario = SCENARIOS[input.scenario];
    const steps: string[] = [];
    const wallet = await walletFor(control, input, scenario.fits);
    const number = free();
    underWay.add(number);
    try {
      const did = (words: string): number => steps.push(words);
      const found = await scenario.run(
        createKit(context, control, call, wallet, input, { number: String(number), did }),
      );
      return { scenario: input.scenario, walletId: wallet.walletId, did: steps, ...found };
    } finally {
      underWay.delete(number);
    }
  };
}
