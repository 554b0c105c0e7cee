/** The writing pack: what is open in the ledger first, by reads alone; then each thing once, and nothing behind what is unclear. */
import { isDeepStrictEqual } from 'node:util';
import { toMainUnit } from '@wallet-operations/client';
import { foundLate, settleWithdrawal } from './became.ts';
import { Halt, isEnd, type Effect } from './effect.ts';
import { LedgerError } from './ledger-error.ts';
import { isOpen, isUnsent, type Entry, type Intent } from './ledger-line.ts';
import { READS } from './listed-read.ts';
import { list, listedOf, lookAgain, NAMES, settleListed, withheld } from './listed.ts';
import { hasRoomFor } from './once.ts';
import { shownAs } from './refusal.ts';
import type { Tools } from './tools.ts';
import { withdraw } from './withdrawal.ts';
import { UNSENT } from './words.ts';
import { DECIMALS, unitName } from './writing.ts';

/** What came of a pack. */
export interface Written {
  readonly effects: readonly Effect[];
  /** Why it ended before its end; undefined if it did not. */
  readonly stopped: string | undefined;
  /** What was thrown where the pack itself broke, or its ledger was taken from it. */
  readonly fault?: unknown;
}

/** Whether the cap leaves room for one more withdrawal, or a read may tell more of what an earlier run left. */
export const hasWork = (tools: Pick<Tools, 'writing' | 'ledger'>): boolean =>
  hasRoomFor(tools, tools.writing.amount) || !tools.ledger.entries.every(isProvedEntry);

const isProvedEntry = (entry: Entry): boolean => !isOpen(entry) && entry.outcomes.includes('proved');

const isWithdrawalOpen = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.intent.operationId === 'withdrawAssets' && isOpen(entry));

/** Writes. `admit` looks first whether anything may be written, and throws a Halt if not. */
export async function writePack(tools: Tools, admit: () => Promise<void>): Promise<Written> {
  const { ledger, calls } = tools;
  const effects: Effect[] = [];
  const before = [...ledger.entries];
  /** With what the ledger has since, or has open, of which no step came to tell. */
  const told = (): Effect[] => [
    ...effects,
    ...ledger.entries
      .filter((entry) => !effects.some(({ write }) => write === entry.write))
      .flatMap((entry) => {
        const isEarlier = entry === before[entry.write - 1];
        return isEarlier && !isOpen(entry) ? [] : [brokenOff(entry, isEarlier)];
      }),
  ];
  const state = { isOver: false };
  /** Takes a step, unless something before it ended the pack. */
  const take = async (step: () => Promise<Effect | readonly Effect[]>): Promise<void> => {
    if (state.isOver) return;
    const came = [await step()].flat();
    effects.push(...came);
    state.isOver = came.some(isEnd);
  };
  /** Whatever a run ends with, its ledger has to be there for the next. */
  const ending = (stopped?: string, fault?: unknown): Written => {
    let why = fault;
    try {
      ledger.look();
    } catch (error) {
      if (!(why instanceof LedgerError)) why = error;
    }
    if (why instanceof LedgerError)
      return { effects: told(), stopped: `${why.message} ${why.remedy} ${countedIn(tools, before)}`, fault: why };
    return { effects: told(), stopped, ...(why !== undefined && { fault: why }) };
  };
  try {
    await admit();
    const ended = ledger.entries.filter((entry) => !isOpen(entry) && !isProvedEntry(entry));
    let isTaken = isWithdrawalOpen(ledger.entries);
    const isFull = !hasRoomFor(tools, tools.writing.amount);
    for (const entry of ledger.entries.filter(isOpen)) await take(() => settle(tools, entry));
    for (const entry of ended) {
      const { intent } = entry;
      if (intent.operationId !== 'withdrawAssets') continue;
      await take(async () => {
        const late = await foundLate(tools, entry, intent.order);
        isTaken ||= late !== undefined && late.verdict !== 'closed by hand'; // of which its user knew
        return late ?? [];
      });
    }
    for (const intent of listedOf(tools)) {
      // refused or not: who refuses may have made it all the same
      const made = ledger.entries.findLast((entry) => isDeepStrictEqual(entry.intent, intent) && !isUnsent(entry));
      if (!made) await take(async () => (isFull ? withheld(intent) : list(tools, intent)));
      else if (!effects.some(({ write }) => write === made.write) && !made.outcomes.includes('proved'))
        await take(() => lookAgain(tools, made, intent));
    }
    if (!isTaken) await take(() => withdraw(tools));
    return ending();
  } catch (error) {
    const isUnwritten = ledger.entries.length === before.length;
    if (calls.signal?.aborted === true && !(error instanceof LedgerError)) return ending('It was interrupted.');
    if (error instanceof Halt) return ending(`${error.message}${isUnwritten ? ' Nothing was written.' : ''}`);
    return ending('A fault of the pack itself ended it.', error);
  }
}

/** What its user has to know who may have lost a ledger: the orders that this run sent or asked for, and what all of them come to. */
function countedIn({ ledger, writing }: Tools, before: readonly Entry[]): string {
  const unit = unitName(writing);
  const orders = ledger.entries.flatMap((entry) => {
    const { write, intent } = entry;
    const isOther = isUnsent(entry) || (entry === before[write - 1] && !isOpen(entry));
    return intent.operationId === 'withdrawAssets' && !isOther
      ? [`${intent.order.order_id} of ${intent.order.amount} ${unit}`]
      : [];
  });
  const sent = orders.length === 0 ? 'This run sent no order.' : `Orders that were sent: ${orders.join(', ')}.`;
  const spent = ledger.counted();
  return spent === 0n
    ? sent
    : `${sent} If the ledger is lost, take the ${toMainUnit(spent, DECIMALS)} ${unit} that it counts off at_most before you begin one.`;
}

/** What a run has of a write to which no step of it came, or of which one broke off: what its ledger says. */
function brokenOff(entry: Entry, isEarlier: boolean): Effect {
  const { intent, write, outcomes } = entry;
  const what = intent.operationId === 'withdrawAssets' ? 'withdrawal' : NAMES[intent.operationId];
  if (outcomes.includes('proved')) return { what, ...shownAs(entry, readOf(intent), 'a read showed it'), write };
  if (isUnsent(entry)) return { what, verdict: 'not sent', evidence: UNSENT('the run ended before'), write };
  const [last] = outcomes.slice(-1);
  if (last === 'refused') return { what, verdict: 'refused', evidence: 'a read does not have it', write };
  if (last === 'not submitted') return { what, verdict: 'not taken', evidence: 'a read does not have it', write };
  const sent = outcomes.includes('accepted') ? 'it was accepted' : 'it has a line in the ledger';
  const evidence = isEarlier
    ? `it is open since an earlier run, and this one ended before it asked what became of it`
    : `${sent}, and the run ended before a read told`;
  return { what, verdict: 'unclear', evidence, write };
}

const readOf = ({ operationId }: Intent): string =>
  operationId === 'withdrawAssets' ? 'getWithdrawalState' : READS[operationId];

function settle(tools: Tools, entry: Entry): Promise<Effect> {
  const { intent } = entry;
  return intent.operationId === 'withdrawAssets'
    ? settleWithdrawal(tools, entry, intent.order)
    : settleListed(tools, entry, intent);
}
