/** What a pack reads before it writes anything: that the codes are the activated ones, and the wallets what the user says. */
import { WalletError, type Output } from '@wallet-operations/client';
import type { PointedDocument } from '@wallet-operations/answers';
import { adviceOn } from '../send/untrusted.ts';
import type { Calls } from './calls.ts';
import { Halt } from './effect.ts';
import { isNamed, isOfToken, isOfWallet } from './named.ts';
import { engineWordOf, whyOf } from './words.ts';
import type { Writing } from './writing.ts';

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
    const [wallet, ...more] = wallets.filter((one: unknown) => isOfWallet(one, walletId));
    if (!wallet) throw new Halt(`The read-only code does not see ${nameOf(walletId)}.`);
    if (more.length > 0) throw new Halt(`The list of wallets has ${nameOf(walletId)} more than once.`);
    return wallet;
  };
  const payer = found(writing.wallet);
  if (!isNamed(payer, writing))
    throw new Halt(
      writing.token === undefined && isOfToken(payer)
        ? 'The wallet that pays is one of a token by the list of wallets, and writing names none: it would pay the token.'
        : `The wallet that pays is not of the currency${writing.token === undefined ? '' : ' and token'} that writing names.`,
    );
  const { depositAddress } = writing;
  if (depositAddress && !currenciesWithMemos(document).includes(found(depositAddress.wallet).currency_name))
    throw new Halt(
      `The wallet of the deposit address has no memos, so that a new address of it may cost a fee that nothing bounds.`,
    );
}

/** An answer, or a sentence why there is none. */
export async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof WalletError)) throw error;
    throw new Halt(`The service did not give ${what} (${whyOf(error)}).${hintOn(error)}`, { cause: error });
  }
}

/** What to look at where the user can do something about it, as a sentence behind another. */
function hintOn(error: WalletError): string {
  const advice = HINTS[error.reason] ?? adviceOn(engineWordOf(error) ?? '');
  return advice === undefined ? '' : ` ${advice}`;
}

const HINTS: Readonly<Record<string, string | undefined>> = {
  checksum_unmatch: 'wallet-conform run finds the scheme: give its name with --scheme.',
  invalid_timestamp: 'Look at the clock of this machine.',
};
