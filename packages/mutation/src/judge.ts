/** Asks every suite about one document. */
import { isOfWriting } from './frozen.ts';
import { placeOf, thrownBy } from './place.ts';
import type { MutationConfig, Subject } from './config.ts';

/** What one suite made of a mutant. */
export interface Verdict {
  /** The first finding; undefined if the suite noticed nothing. */
  readonly finding?: string;
  /** The suite threw, and this is what. It counts as noticed, but a test that breaks observes less than one that finds. */
  readonly crash?: string;
}

/** By suite. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** A suite gave what is neither a finding nor none: a mistake of its own, of which nothing follows for the document. */
export class SuiteError extends Error {
  override readonly name = 'SuiteError';
}

/**
 * Asks each suite for one finding.
 *
 * @throws SuiteError for a suite that does not give findings.
 */
export async function judge({ suites }: MutationConfig, subject: Subject): Promise<Verdicts> {
  const verdicts: Record<string, Verdict> = {};
  for (const [name, suite] of Object.entries(suites)) verdicts[name] = await first(name, () => suite(subject));
  return verdicts;
}

async function first(name: string, ask: () => unknown): Promise<Verdict> {
  try {
    const answer = await ask();
    if (!isIterable(answer))
      throw new SuiteError(
        `The suite ${name} returned ${what(answer)}: let it return an array of findings, empty for none, or yield them.`,
      );
    for await (const finding of answer) {
      if (typeof finding === 'string') return { finding };
      throw new SuiteError(`The suite ${name} gave ${what(finding)} as a finding: a finding is a sentence.`);
    }
    return {};
  } catch (error) {
    if (isOurs(error)) throw error;
    if (isOfWriting(error))
      throw new SuiteError(
        `The suite ${name} writes to the document, or to what else is frozen: ${error.message}${placeOf(error)}\nAll mutants share it, and each would have the change: let the suite copy it first, by structuredClone for example.`,
      );
    return { crash: thrownBy(error) };
  }
}

/** A proxy may throw even at this question. */
function isOurs(error: unknown): error is SuiteError {
  try {
    return error instanceof SuiteError;
  } catch {
    return false;
  }
}

function isIterable(value: unknown): value is Iterable<unknown> | AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

function what(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)}`;
  return value instanceof Error ? `an error (${value.message})` : `a value of type ${typeof value}`;
}
