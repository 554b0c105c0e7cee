/** The state as a whole: the tables, the time, and what looks random. */
import type { Decisions } from '../document/points.ts';
import { createClock, type Clock } from './clock.ts';
import { createIds, type Ids } from './ids.ts';
import { readMeta, writeMeta } from './meta.ts';
import { latestOf } from './latest.ts';
import { openStore, type Store } from './store.ts';
import { setTip, tipOf } from './tip.ts';
import { createWallets, type Wallets } from './wallets.ts';

/** What is kept, and how it is reached. */
export interface State {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly wallets: Wallets;
  /** What the service does where its interface is silent. */
  readonly decisions: Decisions;
}

/** Where it is kept, and how it begins if there is none yet. */
export interface StateOptions {
  readonly data: string | undefined;
  readonly seed: string | undefined;
  readonly running: boolean;
  readonly startAt: number | undefined;
  readonly decisions: Decisions;
}

/** Opens it, or begins it. @throws Error for a file that is no state. */
export function openState({ data, seed, running, startAt, decisions }: StateOptions): State {
  const store = openStore(data);
  const clock = createClock(store, { running, at: startAt, latest: latestOf(store) });
  const name = readMeta<string>(store, 'seed') ?? seed ?? 'sandbox';
  writeMeta(store, 'seed', name);
  setTip(store, tipOf(store, clock.now()));
  return { store, clock, ids: createIds(name), wallets: createWallets(store), decisions };
}
