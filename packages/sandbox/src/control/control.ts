/** Control: everything that a test, or the owner of the wallets, may do to the sandbox, and no caller of the service. */
import type { CallbackFault } from '../callbacks/disturb.ts';
import { redeliver } from '../callbacks/redeliver.ts';
import { mineBlock, reorganise } from '../chain/grow.ts';
import { fundWaiting, reviewWaiting } from '../chain/waiting.ts';
import type { Time } from '../time.ts';
import { dropTransaction, invalidate, sticks } from '../chain/mishaps.ts';
import { sweep, type Sweep } from '../chain/sweeps.ts';
import { failTransaction, resendTransaction } from '../chain/withdrawals.ts';
import { keyOf } from '../currencies/currencies.ts';
import { issueCode, type ApiCode } from '../state/api-codes.ts';
import { checkTime } from '../state/clock.ts';
import { problemsOf } from '../state/audit.ts';
import type { Wallet, WalletSettings } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Fault } from '../service/faults.ts';
import type { Service } from '../service/service.ts';
import { setScope } from '../state/scope.ts';
import { checked } from './checked.ts';
import { createSnapshots } from './snapshots.ts';
import { seed } from './seed.ts';
import { addVaultTransaction, moveVaultTransaction, type NewVaultTransaction, type VaultStep } from './vault.ts';
import { withdrawFromWeb, type WebWithdrawal } from './web.ts';
import type { Caller } from './call.ts';
import { createTrigger, type Trigger, type Triggered } from './scenarios.ts';
import { depositFromOutside, type NewControlDeposit } from './deposit.ts';
import { exactId, type WalletId } from './wallet-id.ts';
import { accessOf, createWallet, fund, type NewWallet, type WalletAccess } from './create-wallet.ts';
import type { CodeRow, OrderRow } from '../state/stored.ts';

/** Who an order is. */
export interface OrderName {
  readonly walletId: WalletId;
  readonly orderId: string;
}

/** An order that comes to no good end. */
export interface Failing extends OrderName {
  /** Whether a callback tells of it: the interface has none. Default: false. */
  readonly callback?: boolean;
}

/** What can be done to a sandbox. While time stands still, each resolves once the callbacks that it causes are answered; who receives one may call them, too. */
export interface Control {
  /** Every wallet, with the API codes that it has now. */
  readonly wallets: () => Promise<WalletAccess[]>;
  /** The read-only API codes. */
  readonly readOnlyCodes: () => Promise<ApiCode[]>;
  readonly createWallet: (wallet: NewWallet) => Promise<WalletAccess>;
  /** A read-only API code; it sees all wallets, or those that are named. */
  readonly createReadOnlyCode: (scope?: { readonly walletIds?: readonly WalletId[] }) => Promise<ApiCode>;
  /** Changes what the web control panel of the service would let its owner set. */
  readonly setWallet: (change: Partial<WalletSettings> & { readonly walletId: WalletId }) => Promise<void>;
  /** Gives an API code its permission, or takes it away. */
  readonly setPermission: (change: { readonly apiCode: string; readonly permitted: boolean }) => Promise<void>;
  /** A confirmed amount at once, as if it had always been there. */
  readonly fund: (funds: {
    readonly walletId: WalletId;
    readonly amount: string;
    readonly address?: string;
    readonly tokenId?: string;
  }) => Promise<void>;
  /** A deposit, which waits for the next block. @returns its transaction and output. */
  readonly deposit: (deposit: NewControlDeposit) => Promise<{ readonly txid: string; readonly vout: number }>;
  /** Moves time on, to the millisecond, with the blocks and callbacks that this brings. Rejects if the state is restored or reset meanwhile. */
  readonly advance: (by: {
    readonly seconds?: number;
    readonly minutes?: number;
    readonly hours?: number;
  }) => Promise<void>;
  readonly stopClock: () => Promise<void>;
  readonly runClock: () => Promise<void>;
  /** Adds blocks now. Default: one. */
  readonly mine: (options?: { readonly blocks?: number }) => Promise<void>;
  /** Takes the latest blocks back; what they held waits for the next one. */
  readonly reorganise: (options: { readonly blocks: number }) => Promise<void>;
  /** Lets requests to come suffer a fault. @throws TypeError for an operation, or a kind, that there is not, with the names of those that there are */
  readonly injectFault: (fault: Fault) => Promise<void>;
  readonly clearFaults: () => Promise<void>;
  /**
   * Sends a callback again now, although it was acknowledged or given up, or is due later. It counts as one of its attempts; what was
   * acknowledged once stays so.
   *
   * @throws Error for a serial that no callback has, and for a wallet whose callbacks go nowhere
   */
  readonly redeliver: (callback: { readonly serial: bigint | string }) => Promise<void>;
  /** Disturbs deliveries of callbacks to come, of one wallet or of all. @throws TypeError for what is no such fault */
  readonly disturbCallbacks: (fault: CallbackFault) => Promise<void>;
  /** Forgets the faults of callbacks that have not hit yet. What was put off already comes at its time. */
  readonly clearCallbackFaults: () => Promise<void>;
  /** Causes against an address; none takes it off the blacklist. */
  readonly blacklist: (entry: { readonly address: string; readonly causes: readonly string[] }) => Promise<void>;
  /** Makes an address one that needs a memo or destination tag. */
  readonly requireMemo: (entry: { readonly address: string }) => Promise<void>;
  /** Makes an address a contract that mapped wallets may call. */
  readonly declareContract: (entry: { readonly address: string }) => Promise<void>;
  readonly removeWhitelistEntry: (entry: { readonly walletId: WalletId; readonly address: string }) => Promise<void>;
  /** The chain takes the transaction in the pool into its latest block, where it fails, for good: the amount comes back, the fee does not. */
  readonly failOrder: (order: Failing) => Promise<void>;
  /** The chain lets go of the transaction in the pool: amount and fee come back. */
  readonly dropOrder: (order: Failing) => Promise<void>;
  /** The transaction in the pool is stuck: no block takes it, until `resendOrder` replaces it. */
  readonly holdOrder: (order: OrderName) => Promise<void>;
  /** The service takes the withdrawal for invalid: the history says so. No money moves. */
  readonly invalidateOrder: (order: OrderName) => Promise<void>;
  /** The transaction in the pool is replaced by another. */
  readonly resendOrder: (order: OrderName) => Promise<void>;
  /** @returns its number. */
  readonly addVaultTransaction: (transaction: NewVaultTransaction) => Promise<{ readonly txno: number }>;
  /** The next step of one: an approver's, or the service's. */
  readonly moveVaultTransaction: (step: VaultStep) => Promise<void>;
  /** A withdrawal from the web UI. @returns what other commands call it; the service has no order_id for it. */
  readonly withdrawFromWeb: (withdrawal: WebWithdrawal) => Promise<{ readonly orderId: string }>;
  /** The service moves funds between addresses of its own, in a block that it adds. @returns the transaction. */
  readonly sweep: (sweep: Sweep & { readonly walletId: WalletId }) => Promise<{ readonly txid: string }>;
  /** Lets something happen, by name: `wallet-sandbox trigger --help` lists what there is. */
  readonly trigger: (scenario: Trigger) => Promise<Triggered>;
  /** A hash of the whole state but the time, by which a test sees that nothing changed. */
  readonly fingerprint: () => Promise<{ readonly fingerprint: string }>;
  /** What does not add up in the ledger: nothing, ever. */
  readonly audit: () => Promise<{ readonly problems: readonly string[] }>;
  /** Keeps the whole state, its time as well, until the sandbox ends. @returns its name. */
  readonly snapshot: () => Promise<{ readonly snapshot: string }>;
  /** Brings all of it back, the clock included; callbacks and approvals that are under way are dropped. */
  readonly restore: (which: { readonly snapshot: string }) => Promise<void>;
  /** Empties the sandbox, and seeds it again if it was. */
  readonly reset: () => Promise<void>;
}

/** Makes it. `isSeeded` tells what a reset leads to, and `call` calls the service for scenarios. */
export function createControl(
  context: Context,
  service: Service,
  time: Time,
  { isSeeded, call }: { readonly isSeeded: boolean; readonly call: Caller },
): Control {
  const { store, clock, wallets } = context;
  const { faults, forget } = service;
  const { deliveries } = time;
  const snapshots = createSnapshots(context, () => {
    forget();
    deliveries.forget();
  });
  const walletOf = ({ walletId }: { walletId: WalletId }): Wallet => wallets.get(exactId(walletId));
  const orderOf = ({ walletId, orderId }: OrderName): OrderRow => {
    const row = store.get<OrderRow>(
      'SELECT * FROM orders WHERE wallet_id = ? AND order_id = ?',
      exactId(walletId),
      orderId,
    );
    if (!row) throw new Error(`Wallet ${String(walletId)} has no order ${orderId}.`);
    return row;
  };
  /** Does it whole or not at all, orders that waited for the funds that it frees included, and waits until it is kept and told. */
  const doing =
    <Input extends unknown[], Output>(change: (...input: Input) => Output): ((...input: Input) => Promise<Output>) =>
    async (...input) => {
      const mark = deliveries.mark();
      const result = store.write(() => {
        const done = change(...input);
        fundWaiting(context, clock.now());
        return done;
      });
      await store.committed();
      if (!clock.isRunning()) await time.settle(mark);
      context.wake();
      return result;
    };

  const control: Control = {
    wallets: doing(() => wallets.all().map((wallet) => accessOf(context, wallet))),
    readOnlyCodes: doing(() =>
      store
        .all<CodeRow>('SELECT * FROM api_codes WHERE wallet_id IS NULL')
        .map(({ api_code, secret }) => ({ apiCode: api_code, secret })),
    ),
    createWallet: doing((wallet) => createWallet(context, wallet)),
    createReadOnlyCode: doing(({ walletIds } = {}) => {
      const code = issueCode(context, null, 'active');
      if (walletIds) setScope(context, code.apiCode, walletIds.map(exactId));
      return code;
    }),
    setWallet: doing(({ walletId, ...settings }) => {
      wallets.update(exactId(walletId), settings);
      if (settings.whitelistOnly) reviewWaiting(context, exactId(walletId), clock.now());
    }),
    setPermission: doing(({ apiCode, permitted }) => {
      if (store.run('UPDATE api_codes SET permitted = ? WHERE api_code = ?', permitted ? 1 : 0, apiCode) === 0)
        throw new Error('There is no such API code.');
    }),
    fund: doing((funds) => {
      fund(context, walletOf(funds), funds);
    }),
    deposit: doing((deposit) => depositFromOutside(context, walletOf(deposit), deposit)),
    async advance({ seconds = 0, minutes = 0, hours = 0 }) {
      const by = Math.round((seconds + 60 * minutes + 3600 * hours) * 1000);
      if (!(by >= 0)) throw new RangeError('Time only moves forward.');
      checkTime(clock.now() + by);
      await time.advanceTo(clock.now() + by);
      context.tell('clock', `moved on to ${new Date(clock.now()).toISOString()}`);
    },
    stopClock: doing(() => {
      clock.stop();
    }),
    runClock: doing(() => {
      clock.run();
    }),
    mine: doing(({ blocks = 1 } = {}) => {
      for (let i = 0; i < blocks; i++) mineBlock(context, clock.now());
    }),
    reorganise: doing(({ blocks }) => {
      reorganise(context, blocks, clock.now());
    }),
    injectFault: checked(
      'injectFault',
      doing((fault) => {
        faults.inject(fault);
      }),
    ),
    clearFaults: doing(() => {
      faults.clear();
    }),
    redeliver: checked(
      'redeliver',
      doing(({ serial }) => {
        redeliver(context, BigInt(serial), clock.now());
      }),
    ),
    disturbCallbacks: checked(
      'disturbCallbacks',
      doing((fault) => {
        if (fault.walletId !== undefined) wallets.get(exactId(fault.walletId));
        deliveries.faults.inject(fault);
      }),
    ),
    clearCallbackFaults: doing(() => {
      deliveries.faults.clear();
    }),
    blacklist: doing(({ address, causes }) => {
      if (causes.length > 0)
        store.run('INSERT OR REPLACE INTO blacklist VALUES (?, ?)', keyOf(address), JSON.stringify(causes));
      else store.run('DELETE FROM blacklist WHERE address = ?', keyOf(address));
    }),
    requireMemo: doing(({ address }) => {
      store.run('INSERT OR IGNORE INTO memo_addresses VALUES (?)', keyOf(address));
    }),
    declareContract: doing(({ address }) => {
      store.run('INSERT OR IGNORE INTO contracts VALUES (?)', keyOf(address));
    }),
    removeWhitelistEntry: doing((entry) => {
      const { walletId, currency } = walletOf(entry);
      store.run(
        'UPDATE whitelist SET state = 2, update_time = ? WHERE wallet_id = ? AND address_key = ? AND state = 1',
        clock.now(),
        walletId,
        keyOf(entry.address, currency),
      );
      reviewWaiting(context, walletId, clock.now());
    }),
    failOrder: doing((order) => {
      failTransaction(context, orderOf(order), order.callback ?? false);
    }),
    dropOrder: doing((order) => {
      dropTransaction(context, orderOf(order), order.callback ?? false);
    }),
    holdOrder: doing((order) => {
      sticks(context, orderOf(order));
    }),
    invalidateOrder: doing((order) => {
      invalidate(context, orderOf(order));
    }),
    resendOrder: doing((order) => {
      resendTransaction(context, orderOf(order), clock.now());
    }),
    addVaultTransaction: doing((transaction) => addVaultTransaction(context, walletOf(transaction), transaction)),
    moveVaultTransaction: doing((step) => {
      moveVaultTransaction(context, walletOf(step), step);
    }),
    withdrawFromWeb: doing((withdrawal) => withdrawFromWeb(context, service, walletOf(withdrawal), withdrawal)),
    sweep: doing((input) => {
      let txid = '';
      mineBlock(context, clock.now(), (block) => {
        txid = sweep(context, walletOf(input), input, block);
      });
      return { txid };
    }),
    trigger: (input) => trigger(input),
    fingerprint: doing(() => ({ fingerprint: snapshots.fingerprint() })),
    audit: doing(() => ({ problems: problemsOf(store) })),
    snapshot: doing(() => ({ snapshot: snapshots.take() })),
    restore: doing(({ snapshot }) => {
      snapshots.restore(snapshot);
    }),
    reset: doing(() => {
      snapshots.clear();
      if (isSeeded) seed(context);
      context.tell('reset', 'everything starts anew');
    }),
  };
  const trigger = createTrigger(context, control, call);
  return control;
}
