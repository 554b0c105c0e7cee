/** A span of time in windows, and what of them is in memory. */

/** Part of the span, in Unix seconds: from `from` on, and before `to`. */
export interface Window {
  /** Counted from 0. */
  readonly place: number;
  readonly from: number;
  readonly to: number;
  /** Whether what it has is compared; otherwise it is only seen. */
  readonly isCompared: boolean;
}

/** What to divide, in seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly window: number;
  readonly slack: number;
}

/** The windows of a span, with those within its slack before and behind, in the order of time. */
export function* windowsOf(span: Span): Generator<Window, void, undefined> {
  const { from, to, window, slack } = span;
  const first = Math.max(0, from - slack);
  let place = 0;
  for (let left = Math.ceil((from - first) / window); left > 0; left--) {
    const end = from - (left - 1) * window;
    yield { place: place++, from: Math.max(first, end - window), to: end, isCompared: false };
  }
  for (let start = from; start < to; start += window)
    yield { place: place++, from: start, to: Math.min(start + window, to), isCompared: true };
  for (let start = to; start < to + slack; start += window)
    yield { place: place++, from: start, to: Math.min(start + window, to + slack), isCompared: false };
}

/** Something, and the window that had it. */
export interface Held<T> {
  readonly window: Window;
  readonly value: T;
}

/** What the windows in memory have, by name. When a window is compared, these are all within reach of it, and no others. */
export interface Holder<T> {
  readonly add: (window: Window, name: string, value: T) => void;
  /** All that is known under a name. */
  readonly near: (name: string) => readonly Held<T>[];
  /** The names of what a window has. */
  readonly namesIn: (window: Window) => Iterable<string>;
  /** Forgets what came in a window. */
  readonly forget: (window: Window) => void;
}

/** Makes an empty one. */
export function createHolder<T>(): Holder<T> {
  const held = new Map<string, Held<T>[]>();
  const names = new Map<number, Set<string>>();
  return {
    add(window, name, value) {
      const list = held.get(name);
      const one = { window, value };
      if (list) list.push(one);
      else held.set(name, [one]);
      const known = names.get(window.place);
      if (known) known.add(name);
      else names.set(window.place, new Set([name]));
    },
    near: (name) => held.get(name) ?? [],
    namesIn: (window) => names.get(window.place) ?? [],
    forget({ place }) {
      for (const name of names.get(place) ?? []) {
        const left = (held.get(name) ?? []).filter(({ window }) => window.place !== place);
        if (left.length > 0) held.set(name, left);
        else held.delete(name);
      }
      names.delete(place);
    },
  };
}

/** Those that a window has of some. */
export const inWindow = <T>(some: readonly Held<T>[], window: Window): T[] =>
  some.filter((one) => one.window.place === window.place).map(({ value }) => value);

/** Those that came before a window. */
export const before = <T>(some: readonly Held<T>[], window: Window): T[] =>
  some.filter((one) => one.window.place < window.place).map(({ value }) => value);

/**
 * Whether an entry is certainly compared with what is in this window, which is within reach: by this run, or by that whose span has the
 * entry. Of that run nothing is known but the slack, nor of the two times but their windows.
 */
export const isSure = (entry: Window, window: Window, slack: number): boolean =>
  entry.isCompared || Math.max(entry.to, window.to) - Math.min(entry.from, window.from) <= slack;
