/** Measures candidates in turn, and sets what was measured side by side. */
import type { Bench, Candidate, Claim, Comparison, Heading } from './suite.ts';

/** What the reader is told of a candidate besides its figures. */
export interface Entry {
  readonly own?: boolean;
  readonly claim?: Claim;
}

/** Ours, with a promised ratio to the first candidate if there is one. */
export const own = (limit?: number): Entry => ({
  own: true,
  ...(limit !== undefined && { claim: { of: 'ratio', limit } }),
});

/**
 * Measures each candidate once a round, so that whatever else the machine does hits all of them. The order turns about, for who
 * comes first may find the machine colder; a round that warms up comes before all and does not count,
 * but where the benchmark itself is only tried out: then it is the only one.
 */
export async function inTurn<Name extends string, T>(
  bench: Bench,
  what: string,
  steadyRounds: number,
  candidates: Readonly<Record<Name, () => T | Promise<T>>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(candidates) as Name[];
  const series = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  const rounds = bench.quick ? 0 : steadyRounds;
  for (let round = 0; round <= rounds; round++) {
    bench.progress(round === 0 ? `${what}: warming up` : `${what}: round ${String(round)} of ${String(rounds)}`);
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const measured = await candidates[name]();
      if (round > 0 || bench.quick) series[name].push(measured);
    }
  }
  return series;
}

/** Sets series side by side, of which each has one figure a round. */
export function compare<Name extends string>(
  heading: Heading,
  series: Readonly<Record<Name, readonly number[]>>,
  entries: Readonly<Partial<Record<NoInfer<Name>, Entry>>>,
): Comparison {
  const names = Object.keys(series) as Name[];
  const [first] = names;
  if (first === undefined) throw new Error(`${heading.title}: nothing was measured.`);
  const candidates = names.map((name): Candidate => {
    const ratios = series[name].map((value, round) => value / (series[first][round] ?? NaN));
    const { own = false, claim } = entries[name] ?? {};
    return {
      name,
      own,
      value: quantile(series[name], 0.5),
      ratio: quantile(ratios, 0.5),
      quartiles: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      ...(claim && { claim }),
    };
  });
  return { ...heading, candidates };
}

/** Below how much a part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
