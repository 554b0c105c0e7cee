/** What a pack reads before it writes anything: that the codes are the activated ones, and the wallets what the user says. */
import { records, WalletError, type Output } from '@wallet-operations/client';
import type { PointedDocument } from '@wallet-operations/answers';
import { isNode } from '@wallet-operations/validator';
import type { Calls } from './calls.ts';
import { Halt } from './effect.ts';
import { DECIMALS, unitsOf, type Writing } from './writing.ts';

/** So many wallets are read of a list. */
const MOST = 10_000;

/** Currencies whose addresses have memos, by the document: there an address is made by a memo, costs nothing, and is found by it. */
export function currenciesWithMemos({ components }: PointedDocument): readonly string[] {
  const schemas = (components as { schemas: Record<string, { properties?: { memo?: Record<string, object> } }> })
    .schemas;
  return Object.keys(schemas.WithdrawalRequest?.properties?.memo?.['x-memo-rules'] ?? {});
}

/**
 * Looks. Nothing is written as long as any of it is otherwise.
 *
 * @throws Halt that says what
 */
export async function admit(
  { reads, lists }: Calls,
  codes: ReadonlyMap<string, string>,
  writing: Writing,
  document: PointedDocument,
): Promise<void> {
  const nameOf = (walletId: string): string =>
    walletId === writing.wallet ? 'the wallet that pays' : 'the wallet of the deposit address';
  for (const [walletId, apiCode] of codes) {
    // a service of which nobody knows yet whether it does as the document says may leave out anything
    const said: Partial<Output<'getApiCodeStatus'>>[] = [
      await asked(`the state of the API codes of ${nameOf(walletId)}`, () => reads(walletId).getApiCodeStatus()),
    ];
    const { valid, inactivated } = said[0] ?? {};
    if (valid?.api_code !== apiCode || inactivated?.api_code === apiCode)
      throw new Halt(`The service names another code as the activated one of ${nameOf(walletId)}.`);
  }
  const { wallets }: Partial<Output<'listWallets'>> = await asked('the list of wallets', () => lists.listWallets());
  if (!Array.isArray(wallets)) throw new Halt('The list of wallets is none.');
  const found = (walletId: string) => {
    const [wallet, ...more] = wallets.filter((one: unknown) => isNode(one) && String(one.wallet_id) === walletId);
    if (!wallet) throw new Halt(`The read-only code does not see ${nameOf(walletId)}.`);
    if (more.length > 0) throw new Halt(`The list of wallets has ${nameOf(walletId)} more than once.`);
    return wallet;
  };
  const { currency_name, token_symbol = '' } = found(writing.wallet);
  if (currency_name !== writing.currency || token_symbol !== (writing.token ?? ''))
    throw new Halt(
      `The wallet that pays is not of the currency${writing.token === undefined ? '' : ' and token'} that writing names.`,
    );
  const { depositAddress } = writing;
  if (depositAddress && !currenciesWithMemos(document).includes(found(depositAddress.wallet).currency_name))
    throw new Halt(
      `The wallet of the deposit address has no memos, so that a new address of it may cost a fee that nothing bounds.`,
    );
}

/** A balance as it was shown. */
export interface Balance {
  /** In units of amounts. */
  readonly units: bigint;
  /** Whether it is a text, as the document has it. */
  readonly isText: boolean;
  /** Whether all of its digits are there: a number of JSON loses those behind the fifteenth. */
  readonly isExact: boolean;
}

/** Reads one; undefined for what is none. */
function balanceIn(shown: unknown): Balance | undefined {
  if (typeof shown === 'string')
    return /^\d+(\.\d{1,30})?$/.test(shown) ? { units: unitsOf(shown), isText: true, isExact: true } : undefined;
  if (typeof shown === 'bigint' && shown >= 0n) return { units: unitsOf(String(shown)), isText: false, isExact: true };
  if (typeof shown !== 'number' || !(shown >= 0 && shown < Infinity)) return undefined;
  const digits = String(shown);
  if (!digits.includes('e') && Number(shown.toPrecision(15)) === shown)
    return { units: unitsOf(digits), isText: false, isExact: true };
  const nearest = Number.isInteger(shown) ? String(BigInt(shown)) : shown.toFixed(DECIMALS);
  return { units: unitsOf(nearest), isText: false, isExact: false };
}

/** The balance of the wallet that pays. @throws WalletError, or Halt where it is not shown */
export async function balanceOf({ lists }: Calls, { wallet, currency, token = '' }: Writing): Promise<Balance> {
  const all = await records(lists, 'listWalletBalances', {}).toArray({ limit: MOST });
  const [found, ...more] = all.filter((one: unknown) => isNode(one) && String(one.wallet_id) === wallet);
  const balance = found && !found.error && more.length === 0 ? balanceIn(found.balance) : undefined;
  if (!found || !balance)
    throw new Halt(`The list of balances does not show that of the wallet that pays, by which a withdrawal is proved.`);
  // a service of which nobody knows yet whether it does as the document says may leave the symbol out
  const { currency_name, token_symbol = '' }: Partial<typeof found> = found;
  if (currency_name !== currency || token_symbol !== token)
    throw new Halt(`The list of balances has the wallet that pays in another currency or token than writing names.`);
  return balance;
}

/** An answer, or a sentence why there is none. */
export async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    const hint =
      error.reason === 'checksum_unmatch' ? ' wallet-conform run finds the scheme: give its name with --scheme.' : '';
    throw new Halt(`The service did not give ${what} (${error.reason}).${hint}`, { cause: error });
  }
}
