/** A store that is right, in parts, so that each can be broken on purpose. */
import type { CallbackStore, Claim, Handled, Stale } from '@wallet-operations/client/callbacks';

/** What it has of a key. */
export interface Row {
  handled?: Handled | undefined;
  /** Whoever holds the claim. */
  owner?: object | undefined;
}

/** A store, whose parts are each to be replaced by one that is broken. */
export class PlainStore implements CallbackStore {
  rows = new Map<string, Row>();

  rowOf(key: string): Row {
    const row = this.rows.get(this.spelled(key)) ?? {};
    this.rows.set(this.spelled(key), row);
    return row;
  }

  spelled(key: string): string {
    return key;
  }

  isStale(handled: Handled, progress: bigint): boolean {
    return handled.progress >= progress;
  }

  isHeld: (row: Row, progress: bigint) => boolean = (row) => row.owner !== undefined;

  kept: (handled: Handled, claimed: bigint) => Handled = (handled) => handled;

  claim(key: string, progress: bigint): Claim | Stale | 'busy' | Promise<Claim | Stale | 'busy'> {
    const row = this.rowOf(key);
    if (row.handled && this.isStale(row.handled, progress)) return { stale: row.handled };
    if (this.isHeld(row, progress)) return 'busy';
    return this.given(row, progress);
  }

  given(row: Row, progress: bigint): Claim {
    const owner = {};
    row.owner = owner;
    return {
      before: row.handled,
      commit: (handled) => {
        if (row.owner !== owner) throw new Error('The claim has ended.');
        row.owner = undefined;
        row.handled = this.kept(handled, progress);
      },
      release: () => {
        if (row.owner === owner) row.owner = undefined;
      },
    };
  }

  expire(): void {
    for (const row of this.rows.values()) row.owner = undefined;
  }

  /** What another process, or one that is started again, opens. */
  again(): CallbackStore {
    return this;
  }
}
