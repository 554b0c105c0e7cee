// Who gives what: a change of what callers send is another matter than the same change of what they get.
import type { Bundle } from '../lib/bundle.ts';
import { met, type Side } from './met.ts';

/** Which sides a place is on, by the pointer to it or to a keyword of it; a shared schema may be on both. */
export type Sides = (pointer: readonly string[]) => ReadonlySet<Side>;

export function sidesOf(document: Bundle): Sides {
  const sides = new Map<string, Set<Side>>();
  for (const { side, places } of met(document)) {
    for (const { pointer } of places) sides.set(told(pointer), (sides.get(told(pointer)) ?? new Set()).add(side));
  }
  return (pointer) => sides.get(told(pointer)) ?? sides.get(told(pointer.slice(0, -1))) ?? new Set();
}

const told = (pointer: readonly string[]): string => JSON.stringify(pointer);
