/** Work that waits for its turn: one piece after the other, and the event loop goes round in between. */
import { setImmediate as aTurn } from 'node:timers/promises';

/** What is done with each piece. Neither may throw. */
export interface Work<T> {
  readonly bytesOf: (piece: T) => number;
  readonly carryOut: (piece: T) => void;
  /** For a piece that there is no room or no time for. */
  readonly skip: (piece: T) => void;
}

/** Pieces that wait. */
export interface Queue<T> {
  readonly add: (piece: T) => void;
  /** Carries out all that waits, at once. */
  readonly drain: () => void;
  /** Resolves when nothing waits any more; what still does at that time, as `performance.now()` has it, is skipped. */
  readonly end: (until: number) => Promise<void>;
}

/** More than this does not wait: exchanges come faster than they can be checked, and would fill the memory. */
const MAX_WAITING = 64 * 1024 * 1024;

/** Bytes that a piece may have besides its own, in headers for one. */
const OVERHEAD = 16 * 1024;

/** Milliseconds that are worked on small pieces before the event loop goes on. */
const SLICE = 20;

/** Makes an empty queue. */
export function createQueue<T>({ bytesOf, carryOut, skip }: Work<T>): Queue<T> {
  const waiting: T[] = [];
  let bytes = 0;
  let isPlanned = false;

  const carryOutUntil = (time: number): void => {
    do {
      const piece = waiting.shift();
      if (piece === undefined) return;
      bytes -= bytesOf(piece) + OVERHEAD;
      carryOut(piece);
    } while (performance.now() < time);
  };
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      carryOutUntil(performance.now() + SLICE);
      plan();
    });
  };

  return {
    add(piece) {
      const size = bytesOf(piece) + OVERHEAD;
      if (bytes + size > MAX_WAITING) {
        skip(piece);
        return;
      }
      waiting.push(piece);
      bytes += size;
      plan();
    },
    drain() {
      carryOutUntil(Infinity);
    },
    async end(until) {
      while (waiting.length > 0 && performance.now() < until) await aTurn();
      bytes = 0;
      for (const piece of waiting.splice(0)) skip(piece);
    },
  };
}
