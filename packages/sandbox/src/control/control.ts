/** Control: everything that a test, or the owner of the wallets, may do to the sandbox, and no caller of the service. */
import type { CallbackFault } from '../callbacks/disturb.ts';
import type { Sweep } from '../chain/sweeps.ts';
import type { Fault } from '../service/faults.ts';
import type { ApiCode } from '../state/api-codes.ts';
import type { WalletSettings } from '../state/wallets.ts';
import type { NewWallet, WalletAccess } from './create-wallet.ts';
import type { NewControlDeposit } from './deposit.ts';
import type { Trigger, Triggered } from './trigger.ts';
import type { NewVaultTransaction, VaultStep } from './vault.ts';
import type { WalletId } from './wallet-id.ts';
import type { WebWithdrawal } from './web.ts';

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
   * Sends a callback again now, although it was acknowledged or given up, or is due later; while an attempt of it is under way, beside
   * that. It counts as one of its attempts; what was acknowledged once stays so. Asked for
   * again before it has gone out, it goes out once.
   *
   * @throws Error for a serial that no callback has, for a wallet whose callbacks go nowhere, and for one that is on its way 17 times
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
  /** The chain takes the transaction in the pool into a block of its own, now, where it fails, for good: the amount comes back, the fee does not. */
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
  /**
   * The service moves funds between addresses of its own, in a block that it adds, for good. Whether that much arrived at the address is not
   * looked at, only whether the wallet has it. @returns the transaction.
   *
   * @throws RangeError for more than the wallet has, or a fee that is not covered
   */
  readonly sweep: (sweep: Sweep & { readonly walletId: WalletId }) => Promise<{ readonly txid: string }>;
  /**
   * Lets something happen, by name: `wallet-sandbox trigger --help` lists what there is.
   *
   * @throws Error for what can be known to stand against it, before anything is done; and where a later step is refused, with what was done by then
   */
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
