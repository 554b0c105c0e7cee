/** Where the simulated chain is. All currencies share it. */
import type { Store } from './store.ts';
import { readMeta, writeMeta } from './meta.ts';

/** The tip of the chain. */
export interface Tip {
  readonly height: number;
  /** When the block at the tip came, or would have come. */
  readonly time: number;
  /** How often the chain was reorganised: it goes into the hashes of blocks. */
  readonly forks: number;
}

const GENESIS = 23_839_000;

/** The tip; `now` is when the first block is counted from. */
export const tipOf = (store: Store, now: number): Tip =>
  readMeta<Tip>(store, 'tip') ?? { height: GENESIS, time: now, forks: 0 };

/** Moves the tip. */
export function setTip(store: Store, tip: Tip): void {
  writeMeta(store, 'tip', tip);
}
