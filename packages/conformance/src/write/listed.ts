/** The two writes that cost nothing and stay: a deposit address, by its memo, and a whitelist entry. Each is looked for before, and made once. */
import { ServiceError, type WalletError } from '@wallet-operations/client';
import { isNode } from '@wallet-operations/validator';
import type { Effect } from './effect.ts';
import type { Calls } from './calls.ts';
import type { Entry, WhitelistItem } from './ledger-line.ts';
import { isEntry, READS, readListed, readListedToTheEnd, type Listed } from './listed-read.ts';
import { isWritten } from './named.ts';
import { sendOnce } from './once.ts';
import { NO_RESULT, refusalIn, shownAs, UNLIKELY } from './refusal.ts';
import type { Tools } from './tools.ts';
import { failureOf, seconds, UNSENT, UNTAKEN, UNTOLD, whyOf } from './words.ts';

/** What is said of each. */
export const NAMES = { createDepositAddresses: 'deposit address', addWhitelistEntries: 'whitelist entry' } as const;

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

/** One that is not made, since at_most leaves no room for the withdrawal that it goes with. */
export const withheld = (intent: Listed): Effect =>
  effect(intent, 'not sent', 'at_most leaves no room for another withdrawal, so nothing is sent');

/** Makes one, where it is not there yet. */
export async function list(tools: Tools, intent: Listed): Promise<Effect> {
  const { calls, ledger } = tools;
  const before = await readListed(tools, intent);
  if (before.is === 'there') return effect(intent, 'there already', `${before.says}: nothing was sent`);
  if (before.is !== 'absent') return effect(intent, 'not sent', before.says);
  const { write, answer, unsent } = await sendOnce(tools, {
    intent,
    body: bodyOf(intent),
    send: () => send(calls, intent).then((given) => isIn(given, intent), failureOf),
    errorOf,
  });
  if (unsent !== undefined) return effect(intent, 'not sent', UNSENT(unsent), write);
  const error = errorOf(answer);
  if (error instanceof ServiceError && error.effect === 'none') {
    const after = await readListedToTheEnd(tools, intent);
    const [row, read] = [error.reason, READS[intent.operationId]];
    if (after.is !== 'absent') {
      ledger.note(write, 'unknown', { row: refusalIn(error) });
      return after.is === 'there'
        ? proved(tools, write, intent, after.says)
        : effect(intent, 'unclear', UNLIKELY(row, read), write);
    }
    const isRefused = error.stage !== 'authentication';
    ledger.note(write, isRefused ? 'refused' : 'not submitted', { row });
    return isRefused
      ? effect(intent, 'refused', `by the row ${row}; ${after.says}`, write)
      : effect(intent, 'not taken', UNTAKEN(row, read), write);
  }
  const row = answer === false ? NO_RESULT : refusalIn(error);
  ledger.note(write, answer === true ? 'accepted' : 'unknown', { row });
  return prove(tools, { write, intent, isAccepted: answer === true, why: row ?? (error && whyOf(error)) });
}

/**
 * Looks once more for what an earlier run sent, and no read has shown: it was refused, turned away, or closed by hand. It is not sent again,
 * and a run that lacks it is not one that has all.
 */
export async function lookAgain(tools: Tools, { write, outcomes, row }: Entry, intent: Listed): Promise<Effect> {
  const now = await readListed(tools, intent);
  if (now.is === 'there') return proved(tools, write, intent, now.says);
  const left = outcomes.includes('closed by hand')
    ? 'closed by hand'
    : outcomes.at(-1) === 'not submitted'
      ? 'not taken'
      : 'refused';
  const by = row === undefined ? '' : ` (${row})`;
  const verdict = now.is === 'untold' ? 'unclear' : left;
  const until = verdict === 'not taken' ? ', and nothing is written behind it as long as it is asked for' : '';
  return effect(intent, verdict, `${EARLIER[left]}${by}, and ${now.says}: it is not sent again${until}`, write);
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

/** One that was sent. */
interface Sent {
  readonly write: number;
  readonly intent: Listed;
  readonly isAccepted: boolean;
  /** Why no answer to it tells, where this run sent it. */
  readonly why?: string | undefined;
}

async function prove(tools: Tools, { write, intent, isAccepted, why }: Sent): Promise<Effect> {
  const found = await readListedToTheEnd(tools, intent);
  if (found.is === 'there') return proved(tools, write, intent, found.says);
  return effect(
    intent,
    isAccepted ? 'not seen' : 'unclear',
    `${isAccepted ? 'accepted, and' : `${UNTOLD(why)}, and it was`} not seen within ${seconds(tools.wait)} (${found.says})`,
    write,
  );
}

/** What a read shows is proved; and it differs, too, where the service said before that there is none. */
function proved({ ledger }: Tools, write: number, intent: Listed, says: string): Effect {
  const entry = ledger.entries[write - 1];
  ledger.note(write, 'proved');
  const { verdict, evidence } = shownAs(entry, READS[intent.operationId], says);
  return effect(intent, verdict, evidence, write);
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

/** Whether an answer has what was made: of a wallet with memos the addresses are these. */
function isIn(answer: unknown, intent: Listed): boolean {
  if (!isNode(answer)) return false;
  const { addresses, added_items: items } = answer;
  if (intent.operationId === 'createDepositAddresses')
    return Array.isArray(addresses) && addresses.some((one) => isWritten(one, intent.memo));
  const isIt = (one: unknown): boolean => isNode(one) && isEntry(one, intent.entry) && isWritten(one.user_id ?? '', '');
  return Array.isArray(items) && items.some(isIt);
}

/** What went wrong with a call; undefined where it was answered. */
const errorOf = (answer: boolean | WalletError): WalletError | undefined =>
  typeof answer === 'boolean' ? undefined : answer;

const effect = ({ operationId }: Listed, verdict: Effect['verdict'], evidence: string, write?: number): Effect => ({
  ...{ what: NAMES[operationId], verdict, evidence },
  ...(write !== undefined && { write }),
});
