/** A fact of an operation, and what a run found of it. */

/** What facts are about. */
export const FACT_KINDS = [
  'status',
  'error row',
  'field',
  'type',
  'bound',
  'default',
  'value',
  'order of checks',
] as const;

/** One of them. */
export type FactKind = (typeof FACT_KINDS)[number];

/** What was found; never mixed with another. */
export type FactVerdict = 'agrees' | 'differs' | 'not observable' | 'not asked';

/** One fact. */
export interface Fact {
  readonly operationId: string;
  readonly kind: FactKind;
  /** Which of that kind: a field, a row, a parameter. */
  readonly about: string;
  readonly verdict: FactVerdict;
  /** What shows it, or why nothing does. */
  readonly evidence: string;
  /** A place of the interface that is silent: its points, by their IDs. */
  readonly points?: readonly string[];
  /** A point that made it, which has to be confirmed: else it is no difference. */
  readonly madeBy?: string;
  /** Something speaks against it that is too little for a difference: what another check finds is too little for `agrees`. */
  readonly isDoubtful?: true;
}

/** A fact of what a value tells: it is right, or it is not. */
export const valueFact = (
  operationId: string,
  about: string,
  isRight: boolean,
  right: string,
  wrong: string,
): Fact => ({
  ...{ operationId, kind: 'value', about, verdict: isRight ? 'agrees' : 'differs', evidence: isRight ? right : wrong },
});

/** A fact against which something speaks that is too little for a difference: it agrees no more. */
export const doubted = (fact: Fact, evidence: string): Fact =>
  fact.verdict === 'agrees' ? { ...fact, verdict: 'not observable', evidence, isDoubtful: true } : fact;

/** What another answer tells otherwise: this one alone does not show which is wrong. */
export const doubtOf = (operationId: string, about: string, said: string): Fact =>
  doubted(valueFact(operationId, about, true, '', ''), `not as another answer has it: ${said}`);

/** Facts that are made by what a point answers: where that is not confirmed, none of them is a difference. */
export const madeBy = (point: string, facts: readonly Fact[]): Fact[] =>
  facts.map((fact) => ({ ...fact, madeBy: point }));

/** Whether most of some are so: of one alone the chain may have taken a block back, with no callback that tells of it. */
export const areMost = (so: readonly boolean[]): boolean => 2 * so.filter(Boolean).length > so.length;

/** The same of what is told of many: wrong of most it is a difference, and of fewer nobody can tell. */
export function mostFact(
  operationId: string,
  about: string,
  wrong: readonly boolean[],
  right: string,
  said: string,
): Fact {
  const fact = valueFact(operationId, about, !areMost(wrong), right, said);
  return wrong.includes(true) ? doubted(fact, `${said}, of fewer than most`) : fact;
}

/** The same, of several alone. */
export const mostFacts = (...told: Parameters<typeof mostFact>): Fact[] =>
  told[2].length < 2 ? [] : [mostFact(...told)];

/** The same of one or several: what is wrong of one alone is too little for a difference, and what is right of one too little for an agreement. */
export function severalFacts(...told: Parameters<typeof mostFact>): Fact[] {
  const [operationId, about, wrong, , said] = told;
  return wrong.length === 1 && wrong.includes(true) ? [doubtOf(operationId, about, said)] : mostFacts(...told);
}

/** Of several findings of one fact that a difference is among, the difference counts; and a doubt counts more than what agrees. */
const RANK: readonly FactVerdict[] = ['differs', 'agrees', 'not observable', 'not asked'];

const rankOf = ({ verdict, isDoubtful }: Fact): number => (isDoubtful ? 0.5 : RANK.indexOf(verdict));

/** One fact for each operation, kind and name. */
export function merged(facts: readonly Fact[]): Fact[] {
  const groups = Map.groupBy(facts, ({ operationId, kind, about }) => [operationId, kind, about].join('\n'));
  return [...groups.values()].flatMap((group) => [...group].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, 1));
}
