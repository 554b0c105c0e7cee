/** Mutation testing of OpenAPI documents, as a library. */
export { defineMutation, type Equivalent, type MutationConfig, type Subject, type Suite } from './config.ts';
export type { Node, Pointer } from './document.ts';
export { jsonReportOf } from './json-report.ts';
export type { Verdict, Verdicts } from './judge.ts';
export { isByCrash, isKilledBy, type Judged } from './judged.ts';
export { change, mistyped, otherThan, said, set, type Change, type Mutator } from './mutator.ts';
export { mutantsOf, standardMutators, surveyOf, type Mutant, type Survey } from './mutants.ts';
export { estimateOf, markdownOf, summaryOf, textOf } from './report.ts';
export {
  BaselineError,
  estimateMutation,
  runMutation,
  type Estimate,
  type Progress,
  type Result,
  type RunOptions,
} from './run.ts';
export type { Selection } from './selection.ts';
export type { Site, SiteSort } from './sites/site.ts';
export type { Source } from './source.ts';
export type { Goal } from './thresholds.ts';
export type { Counted } from './unchanged.ts';
export { UnusableError } from './usable.ts';
