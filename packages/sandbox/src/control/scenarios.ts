/** What happens to wallets, by name: each scenario is made of the commands of control and the operations that a caller has. */
import { isSafeInChain } from '../chain/grow.ts';
import { hasTokenIds } from '../rules/token-ids.ts';
import { unitsOf } from '../state/units.ts';
import type { WalletAccess } from './create-wallet.ts';
import { checkedToken } from './deposit.ts';
import { checkArrival, isArrived, isCredited, isTakenBack } from './scenario-deposits.ts';
import {
  checkAddress,
  checkSpelling,
  depositAddressOf,
  fundFor,
  fundGasFor,
  payerOf,
  walletOf,
  type Kit,
} from './scenario-kit.ts';
import { checkOrder, isAt, isHeld, isMined, isTaken, isTakenFromWeb, toldOfOrder } from './scenario-orders.ts';
import { give, priceOf } from './scenario-price.ts';
import { toldOf } from './told.ts';
import { checkVault } from './vault.ts';
import type { ScenarioName, Trigger, Triggered } from './trigger.ts';

/** What a scenario finds out. */
type Found = Omit<Triggered, 'scenario' | 'walletId' | 'did'>;

/** What may be said of it besides the wallet. */
type Option = keyof Omit<Trigger, 'scenario' | 'walletId'>;

/** What happens by a name. */
export interface Scenario {
  /** One line for lists. */
  readonly what: string;
  /** Whether a wallet is one that it is about. */
  readonly fits: (wallet: WalletAccess) => boolean;
  readonly takes: readonly Option[];
  /** Looks, before anything is done, for all that would be refused. */
  readonly check?: (kit: Kit) => void;
  readonly run: (kit: Kit) => Promise<Found>;
}

const pays = ({ kind }: WalletAccess): boolean => ['withdrawal', 'deposit-withdrawal', 'delegated'].includes(kind);
const receives = ({ kind }: WalletAccess): boolean => ['deposit', 'deposit-withdrawal', 'delegated'].includes(kind);
const collects = (wallet: WalletAccess): boolean => receives(wallet) && wallet.kind !== 'delegated';

const ARRIVAL = { takes: ['amount', 'tokenId'], check: checkArrival } as const;
const ORDER = {
  fits: pays,
  takes: ['amount', 'address', 'tokenId'],
  check(kit: Kit) {
    checkOrder(kit);
  },
} as const;
const FAILING = { ...ORDER, takes: [...ORDER.takes, 'callback'] } as const;

/** All of them. */
export const SCENARIOS = {
  deposit: {
    what: 'a deposit is seen in a block, announced, and credited once it is final',
    fits: receives,
    ...ARRIVAL,
    async run(kit) {
      const deposit = await isArrived(kit);
      await isCredited(kit, deposit, kit.confirmations - 1, 'It is final, and credited');
      return deposit;
    },
  },
  'deposit-detected': {
    what: 'a deposit is announced in the pool already, which credits nothing, then as any other',
    fits: receives,
    ...ARRIVAL,
    async run(kit) {
      const deposit = await isArrived(kit, true);
      await isCredited(kit, deposit, kit.confirmations - 1, 'It is final, and credited');
      return deposit;
    },
  },
  'deposit-reorganised': {
    what: 'the block with a deposit is taken back, and the deposit comes again in another',
    fits: (wallet) => receives(wallet) && !['XRP', 'XLM', 'BNB'].includes(wallet.currency),
    ...ARRIVAL,
    check(kit) {
      if (isSafeInChain(kit.context))
        throw new Error('A deposit may be credited here as soon as a block has it, and no such block is taken back.');
      checkArrival(kit);
    },
    async run(kit) {
      const deposit = await isArrived(kit);
      await isTakenBack(kit, deposit);
      await kit.control.advance({ seconds: 1 });
      await isCredited(kit, deposit, kit.confirmations, 'Another block took it, and it is final and credited');
      return deposit;
    },
  },
  withdrawal: {
    what: 'a withdrawal moves from the pool into the chain, and is final',
    ...ORDER,
    async run(kit) {
      const order = await isTaken(kit);
      await isMined(kit, order, kit.confirmations, 'A block took it, and it is final', true);
      return order;
    },
  },
  'withdrawal-failed': {
    what: 'the chain takes a withdrawal, and it fails there: history 2, the amount comes back',
    ...FAILING,
    async run(kit) {
      const order = await isHeld(kit);
      const { callback = false } = kit.input;
      await kit.control.failOrder({ ...order, walletId: kit.wallet.walletId, callback });
      const told = callback ? `; ${toldOfOrder(kit, order)}` : '';
      kit.did(`It failed in the chain: the amount is back, the fee is spent${told}.`);
      return order;
    },
  },
  'withdrawal-invalid': {
    what: 'a withdrawal succeeds, and the service finds it invalid: history 3',
    ...ORDER,
    async run(kit) {
      const order = await isTaken(kit);
      await isMined(kit, order, 1, 'A block took it');
      await kit.control.invalidateOrder({ ...order, walletId: kit.wallet.walletId });
      kit.did('The service found it invalid.');
      return order;
    },
  },
  'withdrawal-dropped': {
    what: 'the chain lets go of a withdrawal: it is dropped, amount and fee come back',
    ...FAILING,
    async run(kit) {
      const order = await isHeld(kit);
      const { callback = false } = kit.input;
      await kit.control.dropOrder({ ...order, walletId: kit.wallet.walletId, callback });
      const told = callback ? `; ${toldOfOrder(kit, order)}` : '';
      kit.did(`The chain let go of it: amount and fee are back${told}.`);
      return order;
    },
  },
  'withdrawal-stuck': {
    what: 'a withdrawal is stuck in the pool, and goes through once it is sent again',
    ...ORDER,
    async run(kit) {
      const order = await isHeld(kit);
      await kit.control.mine({ blocks: 3 });
      isAt(kit, order, 'inPool');
      kit.did('It was stuck: three blocks came without it.');
      await kit.control.resendOrder({ ...order, walletId: kit.wallet.walletId });
      kit.did('Another transaction took its place.');
      await isMined(kit, order, 1, 'A block took that');
      return order;
    },
  },
  collect: {
    what: 'what arrived at a deposit address is collected into the wallet: a callback that credits nothing',
    fits: collects,
    takes: ['amount'],
    check(kit) {
      unitsOf(walletOf(kit), kit.amount);
      checkAddress(kit);
    },
    run: (kit) => isSwept(kit, 'collect'),
  },
  airdrop: {
    what: 'a deposit address gets gas, for a token to be collected: a callback that credits nothing',
    fits: collects,
    takes: ['amount'],
    check(kit) {
      unitsOf(payerOf(kit), kit.amount);
      checkAddress(kit);
    },
    run: (kit) => isSwept(kit, 'airdrop'),
  },
  'web-withdrawal': {
    what: "a withdrawal from the web UI: in the history with source '', without order_id and callback",
    ...ORDER,
    fits: (wallet) => pays(wallet) && wallet.kind !== 'delegated',
    check(kit) {
      checkOrder(kit, true);
    },
    async run(kit) {
      const order = await isTakenFromWeb(kit);
      await kit.control.mine({ blocks: 1 });
      isAt(kit, order, 'inChain', 'confirmed');
      kit.did('A block took it.');
      return order;
    },
  },
  'vault-approval': {
    what: 'a vault transaction waits, goes to the next level, is approved, paid and done: 0, 4, 2, 6',
    fits: ({ kind }) => kind === 'vault',
    takes: ['amount', 'address', 'tokenId'],
    check(kit) {
      const wallet = walletOf(kit);
      checkVault(wallet);
      const { lackingTokens } = priceOf(kit, '');
      const { tokenId } = kit.input;
      if (tokenId === undefined && hasTokenIds(wallet))
        throw new Error(`Wallet ${String(wallet.walletId)} holds single tokens: name the one to pay with tokenId.`);
      if (tokenId !== undefined && (lackingTokens > 0n || !hasTokenIds(wallet)))
        checkedToken(kit.context, wallet, tokenId, lackingTokens);
      checkSpelling(kit, kit.input.address ?? kit.outside);
    },
    async run(kit) {
      const { walletId } = kit.wallet;
      await give(kit, priceOf(kit, ''));
      const { txno } = await kit.control.addVaultTransaction({
        walletId,
        amount: kit.amount,
        outgoingAddress: kit.input.address ?? kit.outside,
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
    takes: [],
    async run(kit) {
      const code = await kit.control.createReadOnlyCode({ walletIds: [kit.wallet.walletId] });
      kit.did(`The code ${code.apiCode} sees wallet ${String(kit.wallet.walletId)} alone.`);
      return { ...code };
    },
  },
} as const satisfies Readonly<Record<ScenarioName, Scenario>>;

async function isSwept(kit: Kit, kind: 'collect' | 'airdrop'): Promise<Found> {
  const { control, wallet, amount, context } = kit;
  const { address, memo } = await depositAddressOf(kit);
  await (kind === 'collect' ? fundFor(kit) : fundGasFor(kit));
  const { txid } = await control.sweep({ walletId: wallet.walletId, kind, address, memo, amount });
  const told = toldOf(context, wallet.walletId, txid, kind);
  kit.did(
    `${kind === 'collect' ? `${amount} were collected from ${address}` : `${address} got ${amount} for gas`}; ${told}.`,
  );
  return { txid, address, memo };
}
