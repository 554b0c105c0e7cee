/** Figures as a reader wants them: with as many digits as mean something. */
import { isKept, type Candidate, type Comparison } from '../suite.ts';

export const ratioText = (ratio: number): string => ratio.toFixed(ratio >= 9.95 ? 0 : ratio >= 0.0995 ? 2 : 3);

/** A ratio with its quartiles, where these say something more. */
export function ratioOf({ ratio, quartiles: [low, high] }: Candidate): string {
  const [middle, from, to] = [ratio, low, high].map(ratioText);
  return from === to ? `${middle ?? ''}×` : `${middle ?? ''}× (${from ?? ''} to ${to ?? ''})`;
}

/** A value with its unit. */
export function quantity({ unit }: Pick<Comparison, 'unit'>, value: number): string {
  const digits =
    value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toPrecision(value >= 10 ? 3 : 2);
  return `${digits} ${unit}`.trimEnd();
}

/** What is promised, and whether it is kept. */
export function claimOf(comparison: Comparison, candidate: Candidate): string {
  const { claim } = candidate;
  if (!claim) return '';
  const limit = claim.of === 'ratio' ? `${String(claim.limit)}×` : `${String(claim.limit)} ${comparison.unit}`;
  return `${comparison.better === 'less' ? '≤' : '≥'} ${limit} ${isKept(comparison, candidate) ? '✓' : '✗'}`;
}

/** The figure that a promise is about. */
export const claimedOf = (comparison: Comparison, { claim, ratio, value }: Candidate): string =>
  claim?.of === 'value' ? quantity(comparison, value) : `${ratioText(ratio)}×`;
