/** Asks a mutator for its changes: what somebody's own gives instead of them is told with its name. */
import { isNode, type Node } from './document.ts';
import type { Change, Mutator } from './mutator.ts';
import { placeOf } from './place.ts';
import type { Site } from './sites/site.ts';
import { UnusableError } from './usable.ts';

/**
 * Each change that a mutator can make at a site.
 *
 * @throws UnusableError for a mutator that throws, or gives anything else.
 */
export function* changesOf({ kind, changes }: Mutator, node: Node, site: Site): Generator<Change> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UnusableError(`The ${kind} mutator ${why}, asked about ${site.place}.`, { cause });
  };
  let made: readonly unknown[];
  try {
    const given: unknown = changes(node, site);
    if (typeof given !== 'object' || given === null || !(Symbol.iterator in given))
      return refuse('gives no list of changes: let it return an array, empty for none, or yield them');
    made = [...(given as Iterable<unknown>)];
  } catch (error) {
    if (error instanceof UnusableError) throw error;
    return refuse(`threw ${String(error)}${error instanceof Error ? placeOf(error) : ''}`, error);
  }
  for (const one of made) {
    if (!isNode(one) || typeof one.says !== 'string' || one.says.trim() === '')
      return refuse('gives what is no change: let it give those of change(says, node, fields), with says a text');
    yield one as unknown as Change;
  }
}
