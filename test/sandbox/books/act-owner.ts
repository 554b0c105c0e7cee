/** What the owner of the wallets does: deposit addresses, sweeps, the vault and the whitelist. */
import { isRefusalOf } from '@wallet-operations/client';
import { CURRENCIES, OUTSIDE } from './accounts.ts';
import { unitsOf } from './prepare.ts';
import { at, feeOf, heldAt, move, payerOf, type VaultTransaction } from './books.ts';
import { sweep } from './chain.ts';
import { Difference, same } from './difference.ts';
import { pick, type StepOf } from './steps.ts';
import { toText } from './units.ts';
import { canPay, mayMove, moveVault } from './vault.ts';
import { latest, release, STATE, totalOf } from './withdrawals.ts';
import type { World } from './world.ts';

const DEPOSITING: readonly string[] = ['deposit', 'deposit-withdrawal', 'delegated'];

/** New deposit addresses, if they can be paid for. */
export async function createAddresses(world: World, step: StepOf<'create addresses'>): Promise<string | undefined> {
  const { books } = world;
  const account = pick(
    books.accounts.filter(({ kind, parent }) => DEPOSITING.includes(kind) && parent === undefined),
    step.of,
  );
  if (account === undefined) return undefined;
  const { name, currency, kind } = account;
  const { count } = step;
  const { memos: hasMemos } = CURRENCIES[currency];
  const memos = Array.from({ length: count }, () => String(1000 + ++books.count));
  const cost = kind === 'delegated' ? 0n : (books.tariff.addresses.get(currency) ?? 0n) * BigInt(count);
  const covered = heldAt(books, at(name)) >= cost;
  const said = await world
    .walletOf(name)
    .createDepositAddresses({ count, ...(hasMemos && { memos }) })
    .catch((error: unknown) => {
      if (!isRefusalOf(error, 'createDepositAddresses')) throw error;
      return undefined;
    });
  if ((said !== undefined) !== covered)
    throw new Difference(
      `${String(count)} addresses of ${name} were ${said ? 'created' : 'refused'}, at ${String(cost)}.`,
    );
  if (said === undefined) return `${name} cannot pay for ${String(count)} addresses`;
  move(books, at(name), -cost);
  const before = books.addresses.filter((one) => one.account === name).length;
  same(`The number of created addresses`, said.addresses.length, count);
  for (const [i, created] of said.addresses.entries()) {
    const entry = hasMemos ? { address: account.address, memo: created } : { address: created, memo: '' };
    if (books.addresses.some(({ address, memo }) => address === entry.address && memo === entry.memo))
      throw new Difference(`Address ${created} was created twice.`);
    books.addresses.push({ account: name, ...entry, index: before + i });
  }
  return `${name} creates ${said.addresses.join(' and ')}`;
}

/** Funds between addresses of one wallet. */
export async function sweepFunds({ sandbox, books }: World, step: StepOf<'sweep'>): Promise<string | undefined> {
  const account = pick(
    books.accounts.filter(
      ({ kind, currency }) => ['deposit', 'deposit-withdrawal'].includes(kind) && currency === 'ETH',
    ),
    step.of,
  );
  if (account === undefined || account.single !== undefined) return undefined;
  const payer = payerOf(books, account);
  const created = pick(
    books.addresses.filter((one) => one.account === payer.name),
    step.address,
  );
  const fee = feeOf(books, payer, 0);
  // Whether the fee is paid before what waits is not said.
  const waits = books.orders.some((order) => latest(order).state === STATE.processing);
  if (created === undefined || waits) return undefined;
  const { address } = created;
  const decimals = step.kind === 'collect' ? account.decimals : payer.decimals;
  const amount = 10n ** BigInt(decimals - 3);
  const sent = { kind: step.kind, address, amount: toText(amount, decimals) };
  const mover = step.kind === 'collect' ? account : payer;
  const may =
    heldAt(books, at(payer.name)) >= fee && heldAt(books, at(mover.name)) >= amount + (mover === payer ? fee : 0n);
  const txid = await sandbox.control.sweep({ walletId: account.walletId, ...sent }).then(
    (done) => done.txid,
    () => undefined,
  );
  if ((txid !== undefined) !== may)
    throw new Difference(`${account.name}: ${step.kind} ${sent.amount} is ${may ? 'refused' : 'done'}.`);
  if (txid === undefined) return `${account.name} cannot ${step.kind} ${sent.amount}`;
  sweep(books, { account: account.name, kind: step.kind, address, amount, fee, txid });
  return `${account.name}: ${step.kind} ${sent.amount} at ${address}`;
}

/** A vault transaction, approved or not. */
export async function vaultAsks({ sandbox, books }: World, step: StepOf<'ask the vault'>): Promise<string | undefined> {
  const account = pick(
    books.accounts.filter(({ kind }) => kind === 'vault'),
    step.of,
  );
  if (account === undefined) return undefined;
  const { name, walletId, decimals } = account;
  const fee = payerOf(books, account) === account ? feeOf(books, account, 0) : 0n;
  const units = unitsOf(step.much, totalOf(books, name) - fee, decimals);
  const wallets = books.accounts.filter(
    (one) => one.currency === account.currency && one.contract === account.contract,
  );
  const to = pick([...OUTSIDE[account.currency], ...wallets.map(({ address }) => address)], step.to) ?? '';
  const amount = toText(units, decimals);
  const state = step.approved ? 2 : 0;
  const may = !step.approved || canPay(books, name, units);
  const made = await sandbox.control
    .addVaultTransaction({ walletId, amount, outgoingAddress: to, state })
    .catch(() => undefined);
  const what = `a vault transaction of ${name} of ${amount}, ${step.approved ? 'approved' : 'not approved'}`;
  if ((made !== undefined) !== may) throw new Difference(`Such is ${made ? 'taken' : 'refused'}: ${what}.`);
  if (made === undefined) return `${what}, is refused`;
  const transaction: VaultTransaction = {
    ...{ account: name, txno: made.txno, amount: units, to, at: books.now, state: 0, paid: false, txid: '' },
  };
  books.vault.push(transaction);
  if (step.approved) moveVault(books, transaction, 2);
  return `${what}: ${String(made.txno)}`;
}

/** The next step of one, if it is one. */
export async function vaultMoves(
  { sandbox, books }: World,
  step: StepOf<'move in the vault'>,
): Promise<string | undefined> {
  const transaction = pick(books.vault, step.which);
  if (transaction === undefined) return undefined;
  const { account, txno } = transaction;
  const walletId = books.accounts.find(({ name }) => name === account)?.walletId ?? 0n;
  const state = step.state as Parameters<typeof sandbox.control.moveVaultTransaction>[0]['state'];
  const may = mayMove(books, transaction, state);
  const did = await sandbox.control.moveVaultTransaction({ walletId, txno, state }).then(
    () => true,
    () => false,
  );
  const what = `vault transaction ${String(txno)} of ${account} from ${String(transaction.state)} to ${String(state)}`;
  if (did !== may) throw new Difference(`A step is ${did ? 'taken' : 'refused'}: ${what}.`);
  if (did) moveVault(books, transaction, state);
  if (did) release(books);
  return did ? what : `${what} is refused`;
}

/** An entry of the whitelist, which takes effect a day later. */
export async function listAddress(world: World, step: StepOf<'list' | 'unlist'>): Promise<string | undefined> {
  const { books } = world;
  const account = books.accounts.find(({ whitelistOnly }) => whitelistOnly);
  const address = account && pick(OUTSIDE[account.currency], step.address);
  if (account === undefined || address === undefined) return undefined;
  // What adding it again does is not said.
  if (books.listed.some((entry) => entry.address === address && !entry.removed)) return undefined;
  await world.walletOf(account.name).addWhitelistEntries({ items: [{ address }] });
  books.listed.push({ account: account.name, address, at: books.now, removed: false });
  return `${address} is put on the whitelist of ${account.name}`;
}

/** An entry is removed; what waits for its address fails. */
export async function unlistAddress(
  { sandbox, books }: World,
  step: StepOf<'list' | 'unlist'>,
): Promise<string | undefined> {
  const entry = pick(
    books.listed.filter(({ removed }) => !removed),
    step.address,
  );
  if (entry === undefined) return undefined;
  const walletId = books.accounts.find(({ name }) => name === entry.account)?.walletId ?? 0n;
  await sandbox.control.removeWhitelistEntry({ walletId, address: entry.address });
  entry.removed = true;
  release(books);
  return `${entry.address} is taken off the whitelist of ${entry.account}`;
}
