/** Lists of windows that follow each other, so that each thing is in one of them, and none in neither. */
import type { Window } from './windows.ts';

/** A list of the service by time. Whether the ends belong to a span is not shown. */
export interface Listing<T> {
  readonly read: (from: number, to: number) => Promise<readonly T[]>;
  /** The same for one thing in two lists, even if it has changed in between. */
  readonly nameOf: (thing: T) => string;
  /** Whether two things never have one name. */
  readonly isUnique: boolean;
  /** The times that it bears, in Unix seconds, the best first. */
  readonly timesOf: (thing: T) => readonly number[];
}

/** Reads a window; `next` is that which is read then. */
export type WindowReader<T> = (window: Window, next: Window | undefined) => Promise<readonly T[]>;

/**
 * Asks for one second more on each side, so that nothing is lost whichever ends belong to a span. What two lists have is of the window that its
 * own time says; if it has none within a second of the border, of the later one.
 */
export function createReader<T>(listing: Listing<T>): WindowReader<T> {
  const { read, nameOf, isUnique, timesOf } = listing;
  const widely = (window: Window): Promise<readonly T[]> => read(Math.max(0, window.from - 1), window.to + 1);
  let ahead: { readonly window: Window; readonly found: readonly T[] } | undefined;

  const isEarlier = (thing: T, border: number): boolean | undefined => {
    const time = timesOf(thing).find((time) => time >= border - 1 && time <= border + 1);
    return time === undefined ? undefined : time < border;
  };

  async function part(
    earlier: readonly T[],
    later: readonly T[],
    border: number,
  ): Promise<[readonly T[], readonly T[]]> {
    const names = Map.groupBy(later, nameOf);
    const both = Map.groupBy(
      earlier.filter((thing) => names.has(nameOf(thing))),
      nameOf,
    );
    if (both.size === 0) return [earlier, later];

    let onBorder: Map<string, T[]> | undefined;
    const drop = { earlier: new Set<T>(), later: new Set<T>() };
    for (const [name, firsts] of both) {
      const seconds = names.get(name) ?? [];
      const [first] = seconds;
      const side = first && isEarlier(first, border);
      let count = Math.min(firsts.length, seconds.length);
      if (!isUnique && side === undefined) {
        // They may be equal and yet two: those on the border are what a list of the border has.
        onBorder ??= Map.groupBy(await read(Math.max(0, border - 1), border + 1), nameOf);
        count = Math.min(count, onBorder.get(name)?.length ?? 0);
      }
      for (const thing of (side ? seconds : firsts).slice(0, count)) drop[side ? 'later' : 'earlier'].add(thing);
    }
    return [earlier.filter((thing) => !drop.earlier.has(thing)), later.filter((thing) => !drop.later.has(thing))];
  }

  return async (window, next) => {
    const found = ahead?.window === window ? ahead.found : await widely(window);
    if (!next) return found;
    const [earlier, later] = await part(found, await widely(next), window.to);
    ahead = { window: next, found: later };
    return earlier;
  };
}
