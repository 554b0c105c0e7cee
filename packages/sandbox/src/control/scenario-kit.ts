/** What scenarios share: a wallet that fits, enough of what it pays with, an address, blocks. */
import { memoRuleOf } from '../rules/memo.ts';
import { balanceOf } from '../state/ledger.ts';
import { toDecimal } from '../state/amounts.ts';
import { unitsOf } from '../state/units.ts';
import { decimalsOf } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import type { Caller } from './call.ts';
import type { Control } from './control.ts';
import type { WalletAccess } from './create-wallet.ts';
import { exactId } from './wallet-id.ts';
import type { Trigger } from './trigger.ts';

/** What a scenario works with. */
export interface Kit {
  readonly context: Context;
  readonly control: Control;
  /** Calls the service as the owner of a wallet. */
  readonly call: Caller;
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
  /** Adds blocks, and says what came of it. */
  readonly mine: (blocks: number, words: string) => Promise<void>;
}

/** The wallet that is named, or the first that fits. @throws Error if there is none. */
export async function walletFor(
  control: Control,
  { scenario, walletId }: Trigger,
  fits: (wallet: WalletAccess) => boolean,
): Promise<WalletAccess> {
  const wallets = await control.wallets();
  if (walletId === undefined) {
    const found = wallets.find(fits);
    if (!found) throw new Error(`No wallet fits ${scenario}. Create one, then trigger it again.`);
    return found;
  }
  const named = wallets.find((wallet) => wallet.walletId === exactId(walletId));
  if (!named) throw new Error(`There is no wallet ${String(walletId)}.`);
  if (!fits(named))
    throw new Error(`Wallet ${String(walletId)}, a ${named.kind} wallet of ${named.asset}, does not fit ${scenario}.`);
  return named;
}

/** Makes it. */
export function createKit(
  context: Context,
  control: Control,
  call: Caller,
  access: WalletAccess,
  input: Trigger,
  { number, did }: Pick<Kit, 'number' | 'did'>,
): Kit {
  const wallet = context.wallets.get(access.walletId);
  const { confirmations } = wallet.currency;
  return {
    context,
    control,
    call,
    wallet: access,
    input,
    amount: input.amount ?? (decimalsOf(wallet) < 2 ? '1' : '0.01'),
    confirmations,
    outside: context.ids.address(wallet.currency, 'scenario', number),
    number,
    did,
    async mine(blocks, words) {
      if (blocks > 0) await control.mine({ blocks });
      did(words);
    },
  };
}

/** A created deposit address of the wallet, the newest; the first one is created here. */
export async function depositAddressOf(kit: Kit): Promise<{ address: string; index: bigint; memo: string }> {
  const { context, control, call, did } = kit;
  const wallet = context.wallets.get(kit.wallet.walletId);
  const holder = wallet.parentId ?? wallet.walletId;
  const latest = (): { address: string; index: bigint; memo: string } | undefined =>
    context.store.get(
      'SELECT address, address_index AS "index", memo FROM addresses WHERE wallet_id = ? ORDER BY address_index DESC LIMIT 1',
      holder,
    );
  const found = latest();
  if (found) return found;
  const access = (await control.wallets()).find(({ walletId }) => walletId === holder);
  if (!access) throw new Error(`There is no wallet ${String(holder)}.`);
  if (wallet.currency.hasContracts && wallet.kind !== 'delegated')
    await ensure(kit, holder, '', wallet.currency.fee * 4n); // of the contract that collects
  await call(access, 'POST', 'addresses', { count: 1, ...(memoRuleOf(wallet) ? { memos: ['1'] } : {}) });
  did('A deposit address was created.');
  const created = latest();
  if (!created) throw new Error('The deposit address was not created.');
  return created;
}

/** What a withdrawal is made of. It is covered by `cover` once it is taken: what is refused leaves nothing behind. */
export async function readyToWithdraw(kit: Kit): Promise<{
  amount: string;
  address: string;
  sender: { from_address?: string; from_address_index?: bigint };
  cover: () => Promise<void>;
}> {
  const { amount, input, wallet } = kit;
  const from = wallet.kind === 'delegated' ? await depositAddressOf(kit) : undefined;
  return {
    amount,
    address: input.address ?? kit.outside,
    sender: from ? { from_address: from.address, from_address_index: from.index } : {},
    cover: () => fundFor(kit, from?.address),
  };
}

/** Sees to it that the wallet has the amount, and the payer of its fees has those. */
export async function fundFor(kit: Kit, address = ''): Promise<void> {
  const { context, amount, input, control } = kit;
  const wallet = context.wallets.get(kit.wallet.walletId);
  const units = unitsOf(wallet, amount);
  const payer = wallet.parentId ?? wallet.walletId;
  const fees = wallet.currency.fee * 2n;
  await ensure(kit, payer, address, payer === wallet.walletId ? units + fees : fees);
  if (input.tokenId) {
    await control.fund({ walletId: wallet.walletId, amount, tokenId: input.tokenId, ...(address ? { address } : {}) });
    kit.did(`Wallet ${String(wallet.walletId)} was given ${amount} of token ${input.tokenId}.`);
  } else if (payer !== wallet.walletId) await ensure(kit, wallet.walletId, address, units);
}

/** Sees to it that the payer of the wallet's fees has the amount, as gas, besides them. */
export async function fundGasFor(kit: Kit): Promise<void> {
  const { parentId, walletId, currency } = kit.context.wallets.get(kit.wallet.walletId);
  const payer = kit.context.wallets.get(parentId ?? walletId);
  await ensure(kit, payer.walletId, '', unitsOf(payer, kit.amount) + currency.fee);
}

async function ensure({ context, control, did }: Kit, walletId: bigint, address: string, units: bigint): Promise<void> {
  const missing = units - balanceOf(context.store, walletId, address).confirmed;
  if (missing <= 0n) return;
  const amount = toDecimal(missing, decimalsOf(context.wallets.get(walletId)));
  await control.fund({ walletId, amount, ...(address ? { address } : {}) });
  did(`Wallet ${String(walletId)} was given ${amount} that it lacked.`);
}
