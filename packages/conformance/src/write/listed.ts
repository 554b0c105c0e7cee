/** The two writes that cost nothing and stay: a deposit address, by its memo, and a whitelist entry. Each is looked for before, and made once. */
import { isRefusalOf, likenessOf, records, ServiceError, WalletError } from '@wallet-operations/client';
import { isNode } from '@wallet-operations/validator';
import { Halt, type Effect } from './effect.ts';
import type { Calls } from './calls.ts';
import type { Entry, Intent, WhitelistItem } from './ledger-line.ts';
import { sendOnce } from './once.ts';
import { seen } from './seen.ts';
import type { Tools } from './tools.ts';
import { seconds, UNLIKELY, UNSENT, UNTAKEN } from './words.ts';

type Listed = Exclude<Intent, { readonly operationId: 'withdrawAssets' }>;

/** Deposit addresses that are looked through at most. */
const MOST = 20_000;

/** What is said of each. */
export const NAMES = { createDepositAddresses: 'deposit address', addWhitelistEntries: 'whitelist entry' } as const;
const READS = { createDepositAddresses: 'listDepositAddresses', addWhitelistEntries: 'checkWhitelistEntry' } as const;

/** What of these is asked for. */
export function listedOf({ writing }: Pick<Tools, 'writing'>): Listed[] {
  const { wallet, address, memo, depositAddress } = writing;
  return [
    ...(depositAddress ? [{ operationId: 'createDepositAddresses' as const, ...depositAddress }] : []),
    ...(writing.whitelistEntry
      ? [
          {
            operationId: 'addWhitelistEntries' as const,
            wallet,
            entry: { address, ...(memo !== undefined && { memo }) },
          },
        ]
      : []),
  ];
}

/** Makes one, where it is not there yet. */
export async function list(tools: Tools, intent: Listed): Promise<Effect> {
  const { calls, ledger } = tools;
  const read = READS[intent.operationId];
  const there = await isThereOrWhyNot(tools, intent);
  if (there === true) return effect(intent, 'there already', `${read} has it: nothing was sent`);
  if (there !== false) return effect(intent, 'not sent', `${read} did not tell whether it is there (${there})`);
  const {
    write,
    answer: error,
    unsent,
  } = await sendOnce(tools, {
    intent,
    body: bodyOf(intent),
    send: () => send(calls, intent).then(nothing, failureOf),
    errorOf: (failure) => failure,
  });
  if (unsent !== undefined) return effect(intent, 'not sent', UNSENT(unsent), write);
  if (error instanceof ServiceError && error.effect === 'none') {
    const after = await isThereToTheEnd(tools, intent);
    const isRefused = error.stage !== 'authentication';
    const row = error.reason;
    ledger.note(write, after !== false ? 'unknown' : isRefused ? 'refused' : 'not submitted', { row });
    if (after !== false) return effect(intent, 'unclear', UNLIKELY(row), write);
    return isRefused
      ? effect(intent, 'refused', `by the row ${row}; ${read} does not have it`, write)
      : effect(intent, 'not taken', UNTAKEN(row, read), write);
  }
  ledger.note(write, error ? 'unknown' : 'accepted');
  return prove(tools, { write, intent, isAccepted: !error });
}

/**
 * Looks once more for what an earlier run sent, and no read has shown: it was refused, or closed by hand. It is not sent again, and a run
 * that lacks it is not one that has all.
 */
export async function lookAgain(tools: Tools, { write, outcomes, row }: Entry, intent: Listed): Promise<Effect> {
  const read = READS[intent.operationId];
  const there = await isThereOrWhyNot(tools, intent);
  if (there === true) return effect(intent, 'there already', `${read} has it: nothing was sent`, write);
  const verdict = outcomes.includes('closed by hand')
    ? 'closed by hand'
    : outcomes.at(-1) === 'not submitted'
      ? 'not taken'
      : 'refused';
  const by = row === undefined ? '' : ` (${row})`;
  const why = there === false ? 'does not have it' : `did not tell whether it is there (${there})`;
  return effect(intent, verdict, `${EARLIER[verdict]}${by}, and ${read} ${why}: it is not sent again`, write);
}

/** How an earlier run left what it sent. */
const EARLIER = {
  'closed by hand': 'sent by an earlier run, and closed by hand',
  'not taken': 'in an earlier run the service took no request to judge it',
  refused: 'in an earlier run the service refused it',
} as const;

/** What of an open entry became, by reads alone. */
export const settleListed = (tools: Tools, { write, outcomes }: Entry, intent: Listed): Promise<Effect> =>
  prove(tools, { write, intent, isAccepted: outcomes.includes('accepted') });

async function prove(
  tools: Tools,
  { write, intent, isAccepted }: { readonly write: number; readonly intent: Listed; readonly isAccepted: boolean },
): Promise<Effect> {
  const { calls, ledger, wait } = tools;
  const read = await seen(
    async () =>
      (await isThere(tools, intent)) ? { value: true } : { not: `${READS[intent.operationId]} does not have it` },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  if ('not' in read)
    return effect(
      intent,
      isAccepted ? 'not seen' : 'unclear',
      `${isAccepted ? 'accepted, and' : 'no answer tells, and it was'} not seen within ${seconds(wait)} (${read.not})`,
      write,
    );
  ledger.note(write, 'proved');
  return effect(intent, 'proved', `${READS[intent.operationId]} has it`, write);
}

async function isThere({ calls }: Tools, intent: Listed): Promise<boolean> {
  const reads = calls.reads(intent.wallet);
  if (intent.operationId === 'createDepositAddresses') {
    const all = await records(reads, 'listDepositAddresses', {}).toArray({ limit: MOST + 1 });
    if (all.length > MOST)
      throw new Halt(
        `The wallet of the deposit address has more than ${String(MOST)} deposit addresses, too many to look for one.`,
      );
    return all.some((one: unknown) => isNode(one) && one.memo === intent.memo);
  }
  const { entry } = intent;
  try {
    const found = await reads.checkWhitelistEntry(entry);
    const isEntry = isNode(found) && found.state === 1 && typeof (found.address as unknown) === 'string';
    return isEntry && likenessOf({ ...entry, amount: '0' }, { ...found, amount: '0' }) === 'same';
  } catch (error) {
    if (isRefusalOf(error, 'checkWhitelistEntry') && error.reason === 'whitelist_entry_not_found') return false;
    throw error;
  }
}

const addressBody = (memo: string) => ({ count: 1, memos: [memo] });
const entryBody = (entry: WhitelistItem) => ({ items: [entry] });

/** The body of the call that makes it. */
export const bodyOf = (intent: Listed): object =>
  intent.operationId === 'createDepositAddresses' ? addressBody(intent.memo) : entryBody(intent.entry);

/** The call that makes it. */
function send({ now, signal }: Calls, intent: Listed): Promise<unknown> {
  const wallet = now(intent.wallet);
  return intent.operationId === 'createDepositAddresses'
    ? wallet.createDepositAddresses(addressBody(intent.memo), { signal })
    : wallet.addWhitelistEntries(entryBody(intent.entry), { signal });
}

const nothing = (): undefined => undefined;

/** @throws whatever is no failure of a call */
function failureOf(error: unknown): WalletError {
  if (error instanceof WalletError) return error;
  throw error as Error;
}

/** The same, until it is there or the wait is over: the first read may come before it shows. */
async function isThereToTheEnd(tools: Tools, intent: Listed): Promise<boolean | string> {
  const { wait, calls } = tools;
  let last: boolean | string = 'nothing was asked';
  await seen(
    async () => {
      last = await isThereOrWhyNot(tools, intent);
      return last === true ? { value: last } : { not: 'it is not there' };
    },
    { wait, clock: calls.clock, signal: calls.signal },
  );
  return last;
}

const isThereOrWhyNot = (tools: Tools, intent: Listed): Promise<boolean | string> =>
  isThere(tools, intent).catch((error: unknown) => failureOf(error).reason);

const effect = ({ operationId }: Listed, verdict: Effect['verdict'], evidence: string, write?: number): Effect => ({
  ...{ what: NAMES[operationId], verdict, evidence },
  ...(write !== undefined && { write }),
});
