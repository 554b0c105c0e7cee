/** How the demo looks: a table of 80 columns that a terminal shows over itself, a line where there is none, and the summary. */
import { stripVTControlCharacters, styleText } from 'node:util';
import type { Verdict } from './books.ts';
import type { Sight } from './world.ts';

/** What is so of an order in each state, in the turn in which orders come into them. */
const STATES = {
  queued: 'written down, and not sent yet',
  sending: 'an attempt is under way; the database knew it first',
  unknown: 'may have been taken: looked up, or sent once more',
  accepted: 'the service has it',
  in_pool: 'its transaction waits for a block',
  in_chain: 'in a block, and not confirmed yet',
  confirmed: 'paid, and the chain has confirmed it',
  failed: 'the chain did not take it: a person decides',
  refused: 'certainly not paid: a person refunds, or retries',
  conflict: 'its ID holds another withdrawal: a person decides',
} as const;
type Shown = keyof typeof STATES;

const WIDTH = 80;
/** Problems that are told in full. */
const TOLD = 10;

const bold = (text: string): string => styleText('bold', text);
const dim = (text: string): string => styleText('dim', text);

/** Minutes and seconds. */
const clockOf = (seconds: number): string =>
  [seconds / 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
const shareOf = (part: number, whole: number): string => `${String(Math.round((100 * part) / Math.max(1, whole)))} %`;
const countOf = ({ numbers, confirmed }: Sight, state: Shown): number =>
  state === 'confirmed' ? confirmed : numbers.states[state].count;
const ageOf = ({ numbers }: Sight, state: Shown): number | undefined =>
  state === 'confirmed' ? undefined : numbers.states[state].oldest;

/** The table: 22 lines, as a terminal of 24 has room for. */
export function tableOf(sight: Sight, seconds: number, hint: string): string[] {
  const { asked, calls, unanswered, faults, deploys, bookings } = sight;
  const title = 'Durable withdrawals: PGlite in memory, a sandbox with faults';
  const states = Object.entries(STATES).map(([name, what]) => {
    const [count, age] = [countOf(sight, name as Shown), ageOf(sight, name as Shown)];
    const numbers = `${name.padEnd(10)}${String(count).padStart(6)}${(age === undefined ? '' : `${age.toFixed(0)} s`).padStart(8)}`;
    return `${count === 0 ? dim(numbers) : numbers}  ${dim(what)}`;
  });
  const hits = [...faults].map(([kind, count]) => `${kind} ${String(count)}`);
  return [
    `${bold(title)}${clockOf(seconds).padStart(WIDTH - title.length)}`,
    dim(hint),
    '',
    bold('state     orders  oldest'),
    ...states,
    '',
    `asked for ${String(asked)}   calls ${String(calls)}, ${shareOf(unanswered, calls)} without an answer   deploys ${String(deploys)}`,
    ...inTwoLines(`faults    ${hits.join(', ') || 'none yet'}`),
    '',
    bold('last booked'),
    ...bookings.map(({ order_id, state }) => `${order_id} ${state}`),
  ].map(cut);
}

/** One line, for a log. */
export function lineOf(sight: Sight, seconds: number): string {
  const states = Object.keys(STATES)
    .map((name) => [name, countOf(sight, name as Shown)] as const)
    .flatMap(([name, count]) => (count > 0 ? [`${name} ${String(count)}`] : []));
  const { asked, calls, unanswered } = sight;
  return `${clockOf(seconds)}  asked for ${String(asked)}: ${states.join(', ')}; calls ${String(calls)}, ${shareOf(unanswered, calls)} without an answer`;
}

/** What became of all. */
export function summaryOf({ asked, paid, refused, open, problems }: Verdict, sight: Sight): string {
  const { calls, unanswered, deploys } = sight;
  return [
    `Payouts asked for     ${String(asked)}`,
    `The service has       ${String(paid)}`,
    `Certainly refused     ${String(refused)}`,
    `Not settled yet       ${String(open)}${open > 0 ? ', under their own IDs: whoever works next goes on with them' : ''}`,
    `Calls of the service  ${String(calls)}, ${String(unanswered)} without an answer; deploys ${String(deploys)}`,
    problems.length === 0
      ? 'The books agree: nothing paid twice, nothing lost, each outcome booked once.'
      : `The books do not agree:\n${problems
          .slice(0, TOLD)
          .map((problem) => `  ${problem}`)
          .join('\n')}`,
  ].join('\n');
}

/** Paints lines over those that it painted before, as far as the terminal has room. */
export function painter(output: NodeJS.WriteStream): (lines: readonly string[]) => void {
  let painted = 0;
  return (lines) => {
    const shown = lines.slice(0, Math.max(1, output.rows - 1));
    output.write(
      `${painted > 0 ? `\x1b[${String(painted)}A` : ''}\r${shown.map((line) => `${line}\x1b[K\n`).join('')}\x1b[J`,
    );
    painted = shown.length;
  };
}

function inTwoLines(text: string): string[] {
  const at = text.length > WIDTH ? text.lastIndexOf(' ', WIDTH) : text.length;
  return [text.slice(0, at), `         ${text.slice(at)}`];
}

/** No line may break. What has colours is short already. */
function cut(line: string): string {
  const text = stripVTControlCharacters(line);
  return text.length <= WIDTH ? line : dim(`${text.slice(0, WIDTH - 1)}…`);
}
