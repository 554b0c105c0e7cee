/** Keeps the heap small while something is made of which nearly all is gone at once. */
import { setFlagsFromString } from 'node:v8';

/** The engine's own growth, by flag: a young generation that doubles, and an old one that grows as it sees fit. */
const USUAL = ['--semi-space-growth-factor=2', '--heap-growing-percent=0'];

/** Growth that keeps a large document's mutants at half the memory, for a third more time while they are listed. */
const SMALL = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'];

/** Does something with a heap that grows slowly. Workers that start later have the usual one. */
export function withSmallHeap<T>(work: () => T): T {
  for (const flag of SMALL) setFlagsFromString(flag);
  try {
    return work();
  } finally {
    for (const flag of USUAL) setFlagsFromString(flag);
  }
}
