/** Thresholds of single kinds, and which thresholds a run can be judged by at all. */
import { scoreOf, type Judged } from './judged.ts';

/** What must be reached, as a configuration says it. */
export interface Goal {
  readonly threshold: number;
  /** By kind. */
  readonly thresholds: Readonly<Record<string, number>>;
}

/** What a share can be judged by: what survives in it survives in the whole, but its score is not that of the whole. */
export function goalOfShare({ threshold, thresholds }: Goal): Partial<Goal> {
  const kinds = Object.entries(thresholds).filter(([, least]) => least === 100);
  return { ...(threshold === 100 && { threshold }), thresholds: Object.fromEntries(kinds) };
}

/** Kinds that are below their own threshold, or that the document has no mutant of. */
export function belowOf(
  thresholds: Readonly<Record<string, number>>,
  counted: readonly Pick<Judged, 'kind' | 'killed'>[],
  all: readonly { readonly kind: string }[],
): readonly string[] {
  return Object.entries(thresholds).flatMap(([kind, least]) => {
    if (all.every((one) => one.kind !== kind))
      return [`${kind} has a threshold, and the document has no mutant of that kind: take the threshold out`];
    const score = scoreOf(counted.filter((one) => one.kind === kind));
    return score >= least
      ? []
      : [`${kind} has ${String(Math.floor(score * 100) / 100)} %, and at least ${String(least)} % is asked`];
  });
}
