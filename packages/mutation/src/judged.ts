/** What became of each mutant, and what that is worth. */
import type { Verdicts } from './judge.ts';
import type { Mutant } from './mutants.ts';

/** What became of a mutant. */
export interface Judged {
  readonly name: string;
  readonly kind: string;
  readonly mutant: Mutant;
  /** By suite; empty for a mutant that ended its worker. */
  readonly verdicts: Verdicts;
  /** How it ended its worker; undefined for a mutant that did not. */
  readonly ended: string | undefined;
  /** Whether it ended its worker by taking too long. */
  readonly isTimeout: boolean;
  /** Whether any suite noticed it. */
  readonly killed: boolean;
  /** Why it is declared equivalent; undefined if it is not. */
  readonly equivalent: string | undefined;
  /** Whether it survived, and the baseline knows. */
  readonly known: boolean;
}

/** Whether a suite noticed a mutant. */
export function isKilledBy({ verdicts }: Pick<Judged, 'verdicts'>, suite: string): boolean {
  const { finding, crash } = verdicts[suite] ?? {};
  return finding !== undefined || crash !== undefined;
}

/** Whether no suite found anything, and one broke: a test that breaks has observed less than one that finds. */
export function isByCrash({ killed, isTimeout, verdicts }: Judged): boolean {
  return killed && !isTimeout && Object.values(verdicts).every(({ finding }) => finding === undefined);
}

/** Per cent of the mutants that are killed; 100 for none at all. */
export function scoreOf(counted: readonly Pick<Judged, 'killed'>[]): number {
  return counted.length === 0 ? 100 : (100 * counted.filter(({ killed }) => killed).length) / counted.length;
}
