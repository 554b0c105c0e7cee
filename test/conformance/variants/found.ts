/** What of a variant was found, and what else. */
import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../harness.ts';
import type { ExpectedFact, ExpectedPoint, Variant } from './variant.ts';

/** How a run did on a variant. */
export interface Score {
  /** What should have been found, and was not. */
  readonly missed: readonly string[];
  /** What was found, and is not there. */
  readonly false: readonly string[];
}

const isPoint = (one: ExpectedPoint | ExpectedFact): one is ExpectedPoint => 'point' in one;

/** A list of kinds is a set. */
const inOrder = (value: unknown): unknown => (Array.isArray(value) ? [...(value as unknown[])].sort() : value);

/** Holds a report against what is expected. */
export function scoreOf({ expected }: Pick<Variant, 'expected'>, { report }: Pick<Result, 'report'>): Score {
  const missed = expected.flatMap((one) => {
    if (!isPoint(one)) {
      const fits = report.facts.some(
        (fact) =>
          fact.verdict === 'differs' &&
          fact.operationId === one.operationId &&
          fact.kind === one.kind &&
          (one.about === undefined || `${fact.about} ${fact.evidence}`.includes(one.about)),
      );
      return fits ? [] : [`${one.operationId} ${one.kind} ${one.about ?? ''}`.trim()];
    }
    const found = report.points[one.point];
    const isValue = one.value === undefined || isDeepStrictEqual(inOrder(found?.value), inOrder(one.value));
    if (found?.verdict === one.verdict && isValue) return [];
    return [
      `${one.point} ${one.verdict} ${JSON.stringify(one.value)}, not ${String(found?.verdict)} ${JSON.stringify(found?.value)}: ${String(found?.evidence)}`,
    ];
  });
  const points = expected.filter(isPoint).map(({ point }) => point);
  const facts = expected.flatMap((one) => (isPoint(one) ? [] : [`${one.operationId} ${one.kind}`]));
  return {
    missed,
    false: [
      ...Object.entries(report.points)
        .filter(([id, { verdict }]) => verdict === 'contradicted' && !points.includes(id))
        .map(([id, { evidence }]) => `${id}: ${evidence}`),
      ...report.facts
        .filter(({ verdict, operationId, kind }) => verdict === 'differs' && !facts.includes(`${operationId} ${kind}`))
        .map(({ operationId, kind, about, evidence }) => `${operationId} ${kind} ${about}: ${evidence}`),
    ],
  };
}
