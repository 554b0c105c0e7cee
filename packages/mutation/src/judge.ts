/** Asks every suite about one document. */
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

/** Asks each suite for one finding. */
export async function judge({ suites }: MutationConfig, subject: Subject): Promise<Verdicts> {
  const verdicts: Record<string, Verdict> = {};
  for (const [name, suite] of Object.entries(suites)) verdicts[name] = await first(() => suite(subject));
  return verdicts;
}

async function first(ask: () => ReturnType<MutationConfig['suites'][string]>): Promise<Verdict> {
  try {
    for await (const finding of await ask()) return { finding };
    return {};
  } catch (error) {
    return { crash: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
