/** What became of withdrawals that have a line in the ledger: by reads alone, nothing is sent. */
import type { Effect } from './effect.ts';
import { isClosed, isUnsent, type Entry, type Order, type Shown } from './ledger-line.ts';
import { lookUp, lookUpToTheEnd, type Found } from './lookup.ts';
import { shownAs } from './refusal.ts';
import type { Tools } from './tools.ts';
import { seconds, UNTOLD } from './words.ts';

const READ = 'getWithdrawalState';

/** What a read shows under its order_id that is not the order. */
const SHOWN: Readonly<Record<Shown, string>> = {
  conflict: `${READ} has another withdrawal under its order_id`,
  'not comparable': `${READ} has something under its order_id that cannot be compared with it`,
};

/** What is said of a withdrawal. */
export const ofWithdrawal = (verdict: Effect['verdict'], evidence: string, write?: number): Effect => ({
  ...{ what: 'withdrawal', verdict, evidence },
  ...(write !== undefined && { write }),
});

/** A withdrawal that was sent. */
interface Sent {
  readonly write: number;
  readonly order: Order;
  readonly isAccepted: boolean;
  /** Whether a read has shown it by now: whoever sent it looked it up where no answer told. */
  readonly isShown?: boolean;
  /** Why no answer to it tells, where this run sent it. */
  readonly why?: string | undefined;
}

/** Reads what became of a withdrawal, until it is there. */
export async function proveWithdrawal(tools: Tools, { write, order, isAccepted, isShown, why }: Sent): Promise<Effect> {
  if (isShown === true) return proved(tools, write);
  const found = await lookUpToTheEnd(tools, order);
  if (found.is === 'there') return proved(tools, write);
  if (found.is === 'conflict') return shown(tools, write, found);
  if (found.is === 'not comparable') noteShown(tools, write, found);
  const late = `not seen within ${seconds(tools.wait)} (${READ}: ${found.why})`;
  return isAccepted
    ? ofWithdrawal('not seen', `accepted, and ${late}`, write)
    : ofWithdrawal('unclear', `${UNTOLD(why)}, and it was ${late}`, write);
}

/** What of an open entry became. */
export const settleWithdrawal = (tools: Tools, { write, outcomes }: Entry, order: Order): Promise<Effect> =>
  proveWithdrawal(tools, { write, order, isAccepted: outcomes.includes('accepted') });

/**
 * Looks once more for a withdrawal of which an earlier run saw to its end that there is none, or which its user closed: who refuses may
 * pay all the same, and show it late. Only where the service says that there is none, another may be sent.
 *
 * @returns undefined if the service says that there is none
 */
export async function foundLate(tools: Tools, entry: Entry, order: Order): Promise<Effect | undefined> {
  const { write } = entry;
  const found = await lookUp(tools, order);
  if (found.is === 'there') return proved(tools, write);
  if (found.is === 'absent') return undefined;
  if (found.is === 'untold')
    return ofWithdrawal(
      'unclear',
      `${leftAs(entry)}, and ${READ} did not tell whether it is there (${found.why})`,
      write,
    );
  // its user has decided, and knew of that very record: or nothing would ever end it
  if (isClosed(entry) && entry.outcomes.includes(found.is) && entry.shown === found.shown)
    return ofWithdrawal('closed by hand', `${SHOWN[found.is]}, as it had before it was closed by hand`, write);
  return shown(tools, write, found);
}

/** How it was left that is looked for once more. */
const leftAs = (entry: Entry): string =>
  isClosed(entry)
    ? 'it was closed by hand'
    : isUnsent(entry)
      ? 'its request never left, in an earlier run'
      : 'an earlier run was told that there was none';

/** What a read shows is proved; and it differs, too, where the service said before that there is none. */
export function proved({ ledger }: Tools, write: number): Effect {
  const entry = ledger.entries[write - 1];
  ledger.note(write, 'proved');
  const closed = entry?.outcomes.includes('closed by hand') === true ? ', although it was closed by hand' : '';
  const { verdict, evidence } = shownAs(entry, READ, `${READ} has it, with this address, amount and memo${closed}`);
  return ofWithdrawal(verdict, evidence, write);
}

/** What a read shows that is not the order, as far as anybody can tell: it is open from then on. */
function shown(tools: Tools, write: number, found: Under): Effect {
  noteShown(tools, write, found);
  return ofWithdrawal('unclear', SHOWN[found.is], write);
}

function noteShown({ ledger }: Tools, write: number, { is, shown }: Under): void {
  const entry = ledger.entries[write - 1];
  if (entry?.outcomes.at(-1) !== is || entry.shown !== shown) ledger.note(write, is, { shown });
}

/** What a read has under an order_id. */
type Under = Extract<Found, { readonly shown: string }>;
