/** What a project says about its mutation run, in a module of its own that every worker loads. */
import type { Node } from './document.ts';
import type { Mutator } from './mutator.ts';

/** A document under test: a mutant, or the original. */
export interface Subject {
  /** Read it only: it shares its parts with the original. */
  readonly document: Node;
  /** The operations and webhooks that the change concerns; undefined if it may concern all, and for the original. */
  readonly owners: readonly string[] | undefined;
}

/**
 * A set of tests as one function: gives a sentence for each thing that it finds wrong with a document. One is enough to tell a
 * mutant, so a generator is asked for no more.
 */
export type Suite = (subject: Subject) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>;

/** Mutants that no test can tell from the original, and why. */
export interface Equivalent {
  /** The name of the mutant, or a pattern for the names of several. */
  readonly mutants: string | RegExp;
  /** Why the change cannot be observed. */
  readonly because: string;
}

/** A mutation run. */
export interface MutationConfig {
  /** The document, a bundle: every reference in it points into itself. */
  readonly document: Node;
  /** The tests, by the name under which the report counts them. A mutant is killed if any of them finds something. */
  readonly suites: Readonly<Record<string, Suite>>;
  /** Default: {@link standardMutators}. */
  readonly mutators?: readonly Mutator[];
  /** Declared equivalents. A declaration that matches no mutant, or one that is killed, fails the run. Default: none. */
  readonly equivalents?: readonly Equivalent[];
  /** Per cent of the mutants, without declared equivalents, that must be killed. Default: 100. */
  readonly threshold?: number;
  /** The same for the mutants of single kinds, such as `{ status: 100, 'example value': 60 }`. Default: none has one. */
  readonly thresholds?: Readonly<Record<string, number>>;
  /** Milliseconds for one mutant; what takes longer counts as killed, and is listed. Default: 60 000. */
  readonly timeout?: number;
}

/** Gives a configuration its type. Let the module export it by `default`. */
export function defineMutation(config: MutationConfig): MutationConfig {
  return config;
}
