/** One record that two answers tell of: in which fields they differ, and what is said of it. */
import { differences, type Body } from './evidence.ts';
import type { Fact } from './fact.ts';

/** What is there of a callback once it has moved on. */
const ONCE_MOVED = new Set(['tindex', 'broadcast_at', 'fees', 'from_address', 'addon']);

/** A fact of what an answer says of what was asked. */
export const valueOf = (operationId: string, about: string, verdict: Fact['verdict'], evidence: string): Fact => ({
  ...{ operationId, kind: 'value', about, verdict, evidence },
});

/**
 * The fields in which a record differs from each of those that it should be one of; none where it is one of them.
 *
 * @param passed - fields that may be others where one of the two moved on
 */
export function unlike(record: Body, candidates: readonly Body[], passed: ReadonlySet<string> = new Set()): string[] {
  const all = candidates.map((one) => {
    const names = differences(record, one);
    const isMoved = names.some((name) => passed.has(name));
    return names.filter((name) => !passed.has(name) && !(isMoved && ONCE_MOVED.has(name)));
  });
  return all.sort((a, b) => a.length - b.length)[0] ?? [];
}

/** A difference for each field that is another, or an agreement. */
export function told(operationId: string, unlikes: readonly (readonly string[])[], what: string): Fact[] {
  const names = [...new Set(unlikes.flat())];
  if (unlikes.length === 0) return [];
  if (names.length === 0) return [valueOf(operationId, 'the same record', 'agrees', `it is ${what}`)];
  return names.map((name) => valueOf(operationId, name, 'differs', `${name} is another than in ${what}`));
}
