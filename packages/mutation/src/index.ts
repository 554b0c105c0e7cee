/** Mutation testing of OpenAPI documents, as a library. */
export { defineMutation, type Equivalent, type MutationConfig, type Subject, type Suite } from './config.ts';
export type { Node, Pointer } from './document.ts';
export type { Verdict, Verdicts } from './judge.ts';
export { change, otherThan, said, set, type Change, type Mutator } from './mutator.ts';
export { mutantsOf, standardMutators, type Mutant } from './mutants.ts';
export { markdownOf, summaryOf, textOf } from './report.ts';
export {
  BaselineError,
  isKilledBy,
  runMutation,
  type Judged,
  type Progress,
  type Result,
  type RunOptions,
} from './run.ts';
export type { Site, SiteSort } from './sites.ts';
