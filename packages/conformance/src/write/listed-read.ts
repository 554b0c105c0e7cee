/** Reads whether a deposit address or a whitelist entry is there: that it is not only where the service says so. */
import { isRefusalOf, likenessOf, records } from '@wallet-operations/client';
import { isNode, type Node } from '@wallet-operations/validator';
import { Halt } from './effect.ts';
import type { Intent, WhitelistItem } from './ledger-line.ts';
import { isWritten, textOf } from './named.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { failureOf, whyOf } from './words.ts';

/** What a pack makes besides withdrawals. */
export type Listed = Exclude<Intent, { readonly operationId: 'withdrawAssets' }>;

/** What shows each. */
export const READS = {
  createDepositAddresses: 'listDepositAddresses',
  addWhitelistEntries: 'checkWhitelistEntry',
} as const;

/** Deposit addresses that are looked through at most. */
const MOST = 20_000;

/** What a read tells, and the same in words. `other`: it shows another in its place. */
export interface Read {
  readonly is: 'there' | 'absent' | 'other' | 'untold';
  readonly says: string;
}

/** Reads once. @throws Halt for a list that is too long to look through */
export async function readListed(tools: Tools, intent: Listed): Promise<Read> {
  const read = READS[intent.operationId];
  const by = (is: Read['is'], says: string): Read => ({ is, says: `${read} ${says}` });
  try {
    const found =
      intent.operationId === 'createDepositAddresses'
        ? await hasAddress(tools, intent)
        : await entryOf(tools, intent.wallet, intent.entry);
    if (found === false) return by('absent', 'does not have it');
    return found === true ? by('there', 'has it') : by(...found);
  } catch (error) {
    return by('untold', `did not tell whether it is there (${whyOf(failureOf(error))})`);
  }
}

/** The same, until it is there or the wait is over: the first read may come before it shows. */
export async function readListedToTheEnd(tools: Tools, intent: Listed): Promise<Read> {
  const { wait, calls } = tools;
  let last: Read = { is: 'untold', says: 'nothing was asked' };
  await seen(
    async () => {
      last = await readListed(tools, intent);
      return last.is === 'there' ? { value: last } : { not: last.says };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  return last;
}

async function hasAddress(
  { calls }: Tools,
  { wallet, memo }: { wallet: string; memo: string },
): Promise<boolean | readonly [Read['is'], string]> {
  const reads = calls.reads(wallet);
  const others: unknown[] = [];
  let most = 0; // addresses that it tells of
  const ofWallet = {
    async listDepositAddresses(...given: Parameters<typeof reads.listDepositAddresses>) {
      const page = await reads.listDepositAddresses(...given);
      const { wallet_id: of, wallet_count: count } = page as {
        readonly wallet_id?: unknown;
        readonly wallet_count?: unknown;
      };
      most = Math.max(most, Number(count) || 0);
      if (of !== undefined && of !== null && !isWritten(of, wallet)) others.push(of);
      return page;
    },
  };
  const all = await records(ofWallet, 'listDepositAddresses', {}).toArray({ limit: MOST + 1 });
  if (others.length > 0) return ['untold', 'answers with the addresses of another wallet'];
  if (all.length > MOST)
    throw new Halt(
      `The wallet of the deposit address has more than ${String(MOST)} deposit addresses, too many to look for one.`,
    );
  const own = all.filter((one: unknown) => isNode(one) && isWritten(one.memo, memo)) as readonly Node[];
  if (own.some(({ address }) => typeof address === 'string' && address.trim() !== '')) return true;
  if (own.length > 0) return ['other', 'has its memo, and no address with it'];
  return all.length < most ? ['untold', `tells of ${String(most)} addresses, and has ${String(all.length)}`] : false;
}

/** Whether an entry has the address and the memo of the one that is asked for. */
export function isEntry({ address, memo: told }: Node, asked: WhitelistItem): boolean {
  const memo = textOf(told ?? '');
  if (typeof address !== 'string' || memo === undefined) return false;
  return likenessOf({ ...asked, amount: '0' }, { address, memo, amount: '0' }) === 'same';
}

/** What says that there is no entry: the interface has a row of whitelists, and one of all lookups. */
const NO_ENTRY: readonly string[] = ['whitelist_entry_not_found', 'not_found'];

/** Whether the whitelist has it, which is sent without a user: that of a user is another one, as far as anybody knows, or may be replaced by it. */
async function entryOf(
  { calls }: Tools,
  wallet: string,
  entry: WhitelistItem,
): Promise<boolean | readonly [Read['is'], string]> {
  try {
    const found: unknown = await calls.reads(wallet).checkWhitelistEntry(entry);
    if (!isNode(found) || typeof found.address !== 'string' || typeof found.state !== 'number')
      return ['untold', 'answers with no entry, and with no refusal'];
    if (found.state !== 1) return false;
    if (!isEntry(found, entry)) return false;
    if ((found.user_id ?? '') !== '') return ['other', 'has one of a user_id, and does not tell of one without'];
    return found.effective === false ? ['there', 'has it, and it has not taken effect yet'] : true;
  } catch (error) {
    if (isRefusalOf(error, 'checkWhitelistEntry') && NO_ENTRY.includes(error.reason)) return false;
    throw error;
  }
}
