/** What the steps of a pack work with. */
import type { Calls } from './calls.ts';
import type { Ledger } from './ledger.ts';
import type { Writing } from './writing.ts';

/** The same for all of them. */
export interface Tools {
  readonly calls: Calls;
  readonly ledger: Ledger;
  readonly writing: Writing;
  /** Milliseconds that a read may take to show what was written. */
  readonly wait: number;
}
