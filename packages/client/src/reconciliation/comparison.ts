/** What compares one kind of entry, window by window. */
import type { Callback } from '../callbacks/callback.ts';
import type { Window } from './windows.ts';

/** Compares deposits, or withdrawals. */
export interface Comparison<D> {
  /** Reads what the books and the service have in a window, of which the callbacks were read; `next` is read then. */
  readonly load: (window: Window, callbacks: readonly Callback[], next: Window | undefined) => Promise<void>;
  /** Compares a window, once all within reach of it is in memory, and nothing else. */
  readonly compare: (window: Window) => AsyncIterable<D>;
  /** Forgets a window that is out of reach. */
  readonly forget: (window: Window) => void;
}
