/** The writing pack: what is open in the ledger first, by reads alone; then each thing once, and nothing behind what is unclear. */
import { isDeepStrictEqual } from 'node:util';
import { Halt, isEnd, type Effect } from './effect.ts';
import { isOpen, spentIn, type Entry } from './ledger-line.ts';
import { list, listedOf, lookAgain, NAMES, settleListed } from './listed.ts';
import type { Tools } from './tools.ts';
import { settleWithdrawal, withdraw } from './withdrawal.ts';
import { unitsOf } from './writing.ts';

/** What came of a pack. */
export interface Written {
  readonly effects: readonly Effect[];
  /** Why it ended before its end; undefined if it did not. */
  readonly stopped: string | undefined;
  /** What was thrown where the pack itself broke. */
  readonly fault?: unknown;
}

/** Whether the cap leaves room for one more withdrawal. One that is open takes its place. */
export const isWithinCap = ({ writing, ledger }: Pick<Tools, 'writing' | 'ledger'>): boolean =>
  isWithdrawalOpen(ledger.entries) || spentIn(ledger.entries) + unitsOf(writing.amount) <= unitsOf(writing.atMost);

const isWithdrawalOpen = (entries: readonly Entry[]): boolean =>
  entries.some((entry) => entry.intent.operationId === 'withdrawAssets' && isOpen(entry));

/** Writes. `admit` looks first whether anything may be written, and throws a Halt if not. */
export async function writePack(tools: Tools, admit: () => Promise<void>): Promise<Written> {
  const { ledger, calls } = tools;
  const effects: Effect[] = [];
  const before = [...ledger.entries];
  /** With what the ledger has since, of which no step came to tell. */
  const told = (): Effect[] => [
    ...effects,
    ...ledger.entries
      .filter((entry) => entry !== before[entry.write - 1] && !effects.some(({ write }) => write === entry.write))
      .map(brokenOff),
  ];
  /** Takes a step, unless something before it ended the pack. */
  const take = async (step: () => Promise<Effect | readonly Effect[]>): Promise<void> => {
    if (!effects.some(isEnd)) effects.push(...[await step()].flat());
  };
  try {
    await admit().catch((error: unknown) => {
      throw error instanceof Halt ? new Halt(`${error.message} Nothing was written.`) : error;
    });
    const isTaken = isWithdrawalOpen(ledger.entries);
    for (const entry of ledger.entries.filter(isOpen)) await take(() => settle(tools, entry));
    for (const intent of listedOf(tools)) {
      // refused or not: who refuses may have made it all the same
      const made = ledger.entries.findLast((entry) => isDeepStrictEqual(entry.intent, intent));
      if (!made) await take(() => list(tools, intent));
      else if (!effects.some(({ write }) => write === made.write) && !made.outcomes.includes('proved'))
        await take(() => lookAgain(tools, made, intent));
    }
    if (!isTaken && isWithinCap(tools)) await take(() => withdraw(tools));
    return { effects, stopped: undefined };
  } catch (error) {
    if (error instanceof Halt) return { effects: told(), stopped: error.message };
    if (calls.signal?.aborted === true) return { effects: told(), stopped: 'It was interrupted.' };
    return { effects: told(), stopped: 'A fault of the pack itself ended it.', fault: error };
  }
}

/** What a run that broke off has of a write: what its ledger says. */
function brokenOff({ intent: { operationId }, write, outcomes }: Entry): Effect {
  const what = operationId === 'withdrawAssets' ? 'withdrawal' : NAMES[operationId];
  return outcomes.includes('proved')
    ? { what, verdict: 'proved', evidence: 'a read showed it, by the ledger', write }
    : {
        what,
        verdict: 'unclear',
        evidence: 'it has a line in the ledger, and the run ended before a read told',
        write,
      };
}

function settle(tools: Tools, entry: Entry): Promise<Effect> {
  const { intent } = entry;
  return intent.operationId === 'withdrawAssets'
    ? settleWithdrawal(tools, entry, intent.order)
    : settleListed(tools, entry, intent);
}
