/** What a worker thread is told, and what it says. */
import type { Verdicts } from './judge.ts';
import type { Recipe } from './mutants.ts';

/** What it is told: how a mutant is made, to judge the document as it is, to finish what suites have started, or that there is no more. */
export type Told = Recipe | 'original' | 'rest' | 'end';

/** What it says: that it is ready, and for which suites; that there is nothing to judge by; or what became of a mutant. */
export type Said =
  | { readonly ready: readonly string[] }
  | { readonly unusable: string }
  | { readonly verdicts: Verdicts }
  /** A suite does not give findings. */
  | { readonly wrong: string }
  /** Nothing is left of what suites have started. */
  | 'resting'
  | 'drained';

/** The key of what it says: a suite, or what that imports, may take the thread for one of its own, and post to its parent as well. */
export const OURS = 'spec-mutation';
