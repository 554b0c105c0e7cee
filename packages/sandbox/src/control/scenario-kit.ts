/** What scenarios share: a wallet that fits, a deposit address, enough of what it pays with, blocks. */
import { memoRuleOf } from '../rules/memo.ts';
import type { Service } from '../service/service.ts';
import { balanceOf } from '../state/ledger.ts';
import { toDecimal } from '../state/amounts.ts';
import { unitsOf } from '../state/units.ts';
import { addressHolder, decimalsOf, type Wallet } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Caller } from './call.ts';
import type { Control } from './control.ts';
import { accessOf, type WalletAccess } from './create-wallet.ts';
import { exactId } from './wallet-id.ts';
import type { Trigger } from './trigger.ts';
import { checkCode } from './usable-code.ts';

/** What a scenario works with. */
export interface Kit {
  readonly context: Context;
  readonly control: Control;
  /** Calls the service as the owner of a wallet. */
  readonly call: Caller;
  readonly operationOf: Service['operationOf'];
  /** Orders of scenarios that are under way: each sees to its own funds. */
  readonly underWay: Set<string>;
  readonly wallet: WalletAccess;
  readonly input: Trigger;
  /** Decimal string in the main unit. */
  readonly amount: string;
  /** Blocks until a transaction of the wallet is final. */
  readonly confirmations: number;
  /** An address that is no wallet's. */
  readonly outside: string;
  /** Makes the names of this one unlike those before. */
  readonly number: string;
  /** Says what was done. */
  readonly did: (words: string) => void;
}

/** What one is made of that all have in common. */
export type KitParts = Pick<Kit, 'context' | 'control' | 'call' | 'operationOf' | 'underWay'>;

/** The wallet that is named, or the first that fits. @throws Error if there is none. */
export function walletFor(
  context: Context,
  { scenario, walletId }: Trigger,
  fits: (wallet: WalletAccess) => boolean,
): WalletAccess {
  if (walletId === undefined) {
    for (const wallet of context.wallets.all()) {
      const access = accessOf(context, wallet);
      if (fits(access)) return access;
    }
    throw new Error(`No wallet fits ${scenario}. Create one, then trigger it again.`);
  }
  const named = accessOf(context, context.wallets.get(exactId(walletId)));
  if (!fits(named))
    throw new Error(`Wallet ${String(walletId)}, a ${named.kind} wallet of ${named.asset}, does not fit ${scenario}.`);
  return named;
}

/** Makes it. */
export function createKit(
  parts: KitParts,
  access: WalletAccess,
  input: Trigger,
  { number, did }: Pick<Kit, 'number' | 'did'>,
): Kit {
  const { context } = parts;
  const wallet = context.wallets.get(access.walletId);
  return {
    ...parts,
    wallet: access,
    input,
    amount: input.amount ?? (decimalsOf(wallet) < 2 ? '1' : '0.01'),
    confirmations: wallet.currency.confirmations,
    outside: context.ids.address(wallet.currency, 'scenario', number),
    number,
    did,
  };
}

/** The wallet as it is now. */
export const walletOf = ({ context, wallet }: Kit): Wallet => context.wallets.get(wallet.walletId);

/** @throws Error for a text that is no address of the wallet's currency */
export function checkSpelling(kit: Kit, address: string): void {
  const { format, name } = walletOf(kit).currency;
  if (!format.accepts(address)) throw new Error(`${address === '' ? 'An empty text' : address} is no ${name} address.`);
}

/** A deposit address that was created. */
export interface Address {
  readonly address: string;
  readonly index: bigint;
  readonly memo: string;
}

/** The newest deposit address of the wallet; undefined if it has none yet. */
export const latestAddress = (kit: Kit): Address | undefined =>
  kit.context.store.get(
    'SELECT address, address_index AS "index", memo FROM addresses WHERE wallet_id = ? ORDER BY address_index DESC LIMIT 1',
    addressHolder(walletOf(kit)),
  );

/** @throws Error where the wallet has no deposit address, and the service would create none */
export function checkAddress(kit: Kit): void {
  if (latestAddress(kit)) return;
  const { context, operationOf } = kit;
  const holder = context.wallets.get(addressHolder(walletOf(kit)));
  checkCode(context, holder.walletId, operationOf('createDepositAddresses'));
  if ((holder.settings.addressLimit ?? context.limits.depositAddresses) < 1)
    throw new Error(
      `Wallet ${String(holder.walletId)} has no deposit address, and may have none. Raise its addressLimit with setWallet.`,
    );
}

/** The newest deposit address of the wallet; the first one is created here. */
export async function depositAddressOf(kit: Kit): Promise<Address> {
  const { context, call, did } = kit;
  const wallet = walletOf(kit);
  const holder = addressHolder(wallet);
  const found = latestAddress(kit);
  if (found) return found;
  const access = accessOf(context, context.wallets.get(holder));
  if (wallet.currency.hasContracts && wallet.kind !== 'delegated') await ensure(kit, holder, wallet.currency.fee * 4n); // of the contract that collects
  await call(access, 'POST', 'addresses', { count: 1, ...(memoRuleOf(wallet) ? { memos: ['1'] } : {}) });
  did('A deposit address was created.');
  const created = latestAddress(kit);
  if (!created) throw new Error('The deposit address was not created.');
  return created;
}

/** Sees to it that the wallet has the amount, and the payer of its fees has those. */
export async function fundFor(kit: Kit): Promise<void> {
  const wallet = walletOf(kit);
  const units = unitsOf(wallet, kit.amount);
  const payer = wallet.parentId ?? wallet.walletId;
  const fees = wallet.currency.fee * 2n;
  await ensure(kit, payer, payer === wallet.walletId ? units + fees : fees);
  if (payer !== wallet.walletId) await ensure(kit, wallet.walletId, units);
}

/** The wallet that pays the fees of the wallet. */
export const payerOf = (kit: Kit): Wallet => {
  const { parentId, walletId } = walletOf(kit);
  return kit.context.wallets.get(parentId ?? walletId);
};

/** Sees to it that the payer of the wallet's fees has the amount, as gas, besides them. */
export async function fundGasFor(kit: Kit): Promise<void> {
  const payer = payerOf(kit);
  await ensure(kit, payer.walletId, unitsOf(payer, kit.amount) + payer.currency.fee);
}

/** Sees to it that a wallet has so much. */
const ensure = (kit: Kit, walletId: bigint, units: bigint): Promise<void> =>
  giveTo(kit, walletId, '', units - balanceOf(kit.context.store, walletId).confirmed);

/** Gives a wallet what it lacks, on one of its addresses where it is delegated. */
export async function giveTo(
  { context, control, did }: Kit,
  walletId: bigint,
  address: string,
  missing: bigint,
): Promise<void> {
  if (missing <= 0n) return;
  const amount = toDecimal(missing, decimalsOf(context.wallets.get(walletId)));
  await control.fund({ walletId, amount, ...(address ? { address } : {}) });
  did(`Wallet ${String(walletId)} was given ${amount} that it lacked.`);
}
