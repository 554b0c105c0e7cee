/** Operations that refuse each `t` which is made as those that were taken: what else they were asked tells nothing. */
import type { Alterations, Exchange, Interface, Transcript } from '@wallet-operations/transcript';
import { UNTIMELY } from '../calls/again.ts';
import { TRY } from '../calls/access.ts';
import { rowsIn } from './errors.ts';
import type { Fact } from './fact.ts';

/** So many refusals are an operation's way: before the last one, others were taken. */
const FEWEST = 4;

/** What such operations hide. */
export interface Untimely {
  /** One for each. */
  readonly facts: readonly Fact[];
  /** The transcript without what they refused so. */
  readonly transcript: Transcript;
  /** Why the rest of them was not compared. */
  readonly why: ReadonlyMap<string, string>;
  /** How many calls were refused so, of whatever operation. */
  readonly count: number;
}

/** Whether a clock is off: then which call meets it is chance. */
export const isClockOff = ({ stopped, exchanges }: Pick<Transcript, 'stopped' | 'exchanges'>): boolean =>
  stopped === 'clock' || exchanges.some(({ step, request }) => step === UNTIMELY && request.altered.late !== undefined);

/** Whether the `t` of a call was refused that was made as those that were taken. */
const isRefused = ({ step, request }: Exchange): boolean => step === UNTIMELY && request.altered.late === undefined;

/** The ways in which every call may be signed: none of them is wrong with one. */
const WAYS: readonly string[] = ['scheme', 'nonce', 'unit'] satisfies (keyof Alterations)[];

/** Whether it is the answer to a call with which nothing is wrong: of any other, that may be looked at before its `t`. */
const isUnaltered = ({ step, request, answer }: Exchange): boolean =>
  step !== UNTIMELY && answer !== undefined && Object.keys(request.altered).every((name) => WAYS.includes(name));

/** The operations that took no `t`, and refused some. */
export function closedIn({ exchanges }: Pick<Transcript, 'exchanges'>): string[] {
  const all = [...Map.groupBy(exchanges, ({ operationId }) => operationId)];
  return all.flatMap(([operationId, own]) => (own.some(isRefused) && !own.some(isUnaltered) ? [operationId] : []));
}

/** Looks for them: each is one difference, unless a clock is off. */
export function untimelyIn(service: Interface, transcript: Transcript): Untimely {
  const { exchanges } = transcript;
  /** Where no clock is off, a run leaves these where they were asked. */
  const isRight = (exchange: Exchange): boolean =>
    isUnaltered(exchange) &&
    exchange.step !== TRY &&
    rowsIn({ service }, exchange, 'message').includes('invalid_timestamp');
  const right = new Set(exchanges.filter(isRight));
  const rest = { ...transcript, exchanges: exchanges.filter((exchange) => !right.has(exchange)) };
  const refusals = exchanges.filter((exchange) => isRefused(exchange) || right.has(exchange));
  const byOperation = Map.groupBy(refusals, ({ operationId }) => operationId);
  const isOff = isClockOff(transcript);
  const all = new Set([...[...right].map(({ operationId }) => operationId), ...closedIn(rest)]);
  const told = [...all].map((operationId): Fact => {
    const count = byOperation.get(operationId)?.length ?? 0;
    return {
      ...{ operationId, kind: 'status', about: '200' },
      verdict: isOff || count < FEWEST ? 'not observable' : 'differs',
      evidence: `200 was due, and came to no call: ${String(count)} were refused by invalid_timestamp, with a t like those that ${isOff ? 'were taken: a clock is off' : 'others take'}`,
    };
  });
  return {
    facts: told,
    transcript: rest,
    why: new Map(told.map(({ operationId, evidence }) => [operationId, evidence])),
    count: refusals.length,
  };
}
