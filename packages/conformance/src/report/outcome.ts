/** How a run went, for every report. */
import { FACT_KINDS, type Fact, type FactVerdict } from '../judge/fact.ts';
import { closedIn, isClockOff } from '../judge/untimely.ts';
import { comparedIn, type Verdicts } from '../verdict/judge.ts';
import type { PointVerdict } from '../points/conclusion.ts';
import type { Transcript } from '@wallet-operations/transcript';
import { SLOW, THROTTLED, UNTIMELY } from '../calls/again.ts';
import type { Balance } from '../verdict/accepted.ts';

/** Verdicts of facts and of points, in the order in which they are told. */
export const FACT_VERDICTS: readonly FactVerdict[] = ['agrees', 'differs', 'not observable', 'not asked'];
export const POINT_VERDICTS: readonly PointVerdict[] = ['confirmed', 'contradicted', 'not observable', 'not asked'];

/** A run, judged. */
export interface Outcome {
  readonly verdicts: Verdicts;
  readonly balance: Balance;
  /** Why the run failed, in words; empty for one that did not. */
  readonly failures: readonly string[];
}

/** Judges how it went: what differs and nobody accepted, what compared nothing, and what broke off fails. */
export function outcomeOf(verdicts: Verdicts, balance: Balance): Outcome {
  const { stopped } = verdicts.transcript;
  const compared = comparedIn(verdicts);
  const count = balance.open.length;
  return {
    verdicts,
    balance,
    failures: [
      ...(stopped === undefined ? [] : [reasonOf(stopped, verdicts)]),
      ...(compared === 0 ? ['nothing was compared, so nothing is known'] : []),
      ...hiddenByClock(verdicts.transcript),
      ...(count > 0
        ? [`${String(count)} ${count === 1 ? 'difference that nobody' : 'differences that nobody'} accepted`]
        : []),
      ...balance.problems,
    ],
  };
}

/** Operations of which a clock hid everything: a run that would pass over them says more than it knows. */
function hiddenByClock(transcript: Transcript): string[] {
  const hidden = transcript.stopped === undefined && isClockOff(transcript) ? closedIn(transcript) : [];
  return hidden.length === 0
    ? []
    : [
        `nothing was compared of ${hidden.join(', ')}: each t was refused, and a clock is off. Set it right, and run again`,
      ];
}

/** Why it stopped; where nobody was let in, the point says what of. */
const reasonOf = (stopped: keyof typeof STOPS, { points }: Verdicts): string =>
  stopped === 'not admitted' ? `${STOPS[stopped]}: ${points.get('checksum')?.evidence ?? ''}` : STOPS[stopped];

const STOPS = {
  'not admitted': 'no way to sign was admitted, so nothing else was asked',
  'not the activated code':
    'the service names another code as the activated one of a wallet: the run ended at once. Give the activated codes. Or its answer names none: then look at what it answers',
  'code refused':
    'the service refuses an API code that it took before: the run ended at once. Look into the web control panel, and give the activated codes',
  throttled: 'the service was called too often, and still after a wait: the run ended early',
  'told to wait long':
    'the service says that it is called too often, and wants a wait of more than ten minutes: the run ended early. Run it later, or with a smaller --share',
  replayed:
    'the service took call after call for one that it had seen, whatever its t: the run ended early. Does another program use these codes now? If none does, its own calls were too many for the seconds that they took: give a smaller --share',
  clock:
    "the service refuses a t that is made as those which it took: the run ended early, and nothing is told of its window. Was this machine's clock set, or the service's, or is one of its several off? See that they are right, and run it again",
  'no answer': 'the service did not answer several times in a row: the run ended early',
  fault: 'a fault of the run itself ended it early',
  interrupted: 'the run was interrupted',
} as const;

/** What is said of one that has not failed. */
export const passedInWords = ({ balance }: Pick<Outcome, 'balance'>): string =>
  `All that was compared is as the document says${balance.accepted.length > 0 ? ', but for what is accepted' : ''}.`;

/**
 * How many calls there were; how many without an answer that was whole, or failed: what they asked for rests on others, or was not asked; and of
 * how many the `t` was refused, though it was made as those that were taken.
 */
export const callsIn = ({ transcript: { exchanges }, untimely }: Pick<Verdicts, 'transcript' | 'untimely'>) => ({
  calls: exchanges.length,
  untimely,
  // who was told to come later, or too late, had one, which is nothing of the interface, and so not written down
  unanswered: exchanges.filter(
    ({ answer, step }) => answer === undefined && step !== THROTTLED && step !== SLOW && step !== UNTIMELY,
  ).length,
});

/** The same in words. */
export function callsInWords(verdicts: Verdicts): string {
  const { calls, unanswered, untimely } = callsIn(verdicts);
  const { transcript } = verdicts;
  const without = unanswered === 0 ? '' : `, ${String(unanswered)} of them without an answer, or failed`;
  const refused =
    untimely === 0
      ? ''
      : `, ${String(untimely)} refused for a t like those that were taken${isClockOff(transcript) ? ': a clock is off' : ''}`;
  const { length } = transcript.wallets;
  return `${String(calls)} calls of ${String(length)} ${length === 1 ? 'wallet' : 'wallets'}${without}${refused}`;
}

/** How many there are of each verdict. */
export const countsOf = <Verdict extends string>(verdicts: readonly Verdict[], order: readonly Verdict[]): string =>
  order.map((verdict) => `${verdict} ${String(verdicts.filter((one) => one === verdict).length)}`).join(', ');

/** Facts by operation and kind. */
export const byOperation = (facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> =>
  Map.groupBy(facts, ({ operationId }) => operationId);

/** The verdicts of a kind in a few characters: how many agree, differ, are not observable, were not asked. */
export function cellOf(facts: readonly Fact[], kind: Fact['kind']): string {
  const own = facts.filter((fact) => fact.kind === kind);
  return own.length === 0
    ? ''
    : FACT_VERDICTS.map((verdict) => String(own.filter((fact) => fact.verdict === verdict).length)).join('/');
}

export { FACT_KINDS };
