/** A span of time in windows, and what of them is in memory. */

/** Part of the span, in Unix seconds. */
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

/** What the windows in memory have, by name. */
export interface Holder<T> {
  readonly add: (window: Window, name: string, value: T) => void;
  /** All that is known under a name, in the order of time. */
  readonly near: (name: string) => readonly Held<T>[];
  /** All that is known. */
  readonly all: () => readonly Held<T>[];
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
    all: () => [...held.values()].flat(),
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

/** Whether the first of some is in this window: what several windows have is looked at once. */
export const isFirstIn = (window: Window, some: readonly Held<unknown>[]): boolean =>
  some[0]?.window.place === window.place;
