/** The balance of the wallet that pays: whether it has the amount, and that it fell. Of a token nobody can tell whose balance the list shows. */
import { records } from '@wallet-operations/client';
import type { Calls } from './calls.ts';
import { Halt, type Effect } from './effect.ts';
import { isNamed, isOfWallet } from './named.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { seconds } from './words.ts';
import { DECIMALS, unitsOf, type Writing } from './writing.ts';

/** So many wallets are read of a list. */
const MOST = 10_000;

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

/**
 * Whether the balance of the list is that of what is paid. The interface says of a token wallet that it is the mapped wallet's, which may be
 * in the coin of the chain; and no other read of a wallet that pays shows a balance of its token.
 */
const isOfWhatIsPaid = ({ token }: Writing): boolean => token === undefined;

/** The balance of the wallet that pays; undefined where that of a token wallet is not shown, which proves nothing anyway. @throws WalletError, or Halt where it is not shown */
export async function balanceOf({ lists }: Calls, writing: Writing): Promise<Balance | undefined> {
  const all = await records(lists, 'listWalletBalances', {}).toArray({ limit: MOST });
  const [found, ...more] = all.filter((one: unknown) => isOfWallet(one, writing.wallet));
  const balance = found && !found.error ? balanceIn(found.balance) : undefined;
  if (!found || more.length > 0 || (!balance && isOfWhatIsPaid(writing)))
    throw new Halt(`The list of balances does not show that of the wallet that pays, by which a withdrawal is proved.`);
  if (!isNamed(found, writing))
    throw new Halt(`The list of balances has the wallet that pays in another currency or token than writing names.`);
  return balance;
}

/** Whether the wallet cannot pay the amount, for certain. */
export const isTooLittle = (writing: Writing, balance: Balance | undefined): boolean =>
  isOfWhatIsPaid(writing) && (balance?.units ?? 0n) < unitsOf(writing.amount);

/** The finding that a balance is of another type: digits of an amount may be lost in it. */
export const NO_TEXT: Effect = {
  what: 'type of the balance',
  verdict: 'differs',
  evidence: 'listWalletBalances has it as a number, and the document as a text',
};

const FALLEN = ['proved', 'listWalletBalances: it fell by the amount, or more'] as const;
const INEXACT = [
  'not seen',
  'it cannot be proved: as a number the balance has more digits than a number keeps',
] as const;
const OF_TOKEN = [
  'not seen',
  'it cannot be proved of a token: the interface does not say whether listWalletBalances has the token’s or the coin’s. So nobody looked either whether the wallet had the amount before it was sent',
] as const;

/** Reads whether it fell by the amount. */
export async function proveBalance(tools: Tools, before: Balance | undefined, write: number): Promise<Effect[]> {
  const { calls, writing, wait } = tools;
  const ofIt = ([verdict, evidence]: readonly [Effect['verdict'], string]): Effect => ({
    ...{ what: 'balance', verdict, evidence, write },
  });
  if (!before || !isOfWhatIsPaid(writing)) return [ofIt(OF_TOKEN)];
  const shown = { isText: before.isText };
  const read = await seen<readonly [Effect['verdict'], string]>(
    async () => {
      const after = await shownBalance(tools);
      if (!after) return { not: 'listWalletBalances does not show it' };
      shown.isText &&= after.isText;
      if (!before.isExact || !after.isExact) return { value: INEXACT };
      const isFallen = before.units - after.units >= unitsOf(writing.amount);
      return isFallen ? { value: FALLEN } : { not: 'it did not fall by the amount' };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  const own = ofIt('value' in read ? read.value : ['not seen', `not seen within ${seconds(wait)} (${read.not})`]);
  return shown.isText ? [own] : [own, NO_TEXT];
}

/** The same, once the withdrawal is on its way: what is not shown now may be later. */
async function shownBalance({ calls, writing }: Tools): Promise<Balance | undefined> {
  try {
    return await balanceOf(calls, writing);
  } catch (error) {
    if (error instanceof Halt) return undefined;
    throw error;
  }
}
