/** The state at a glance, for the live page: wallets, the latest orders, callbacks with their attempts, and refusals. */
import { tipOf } from '../state/tip.ts';
import type { Context } from '../context.ts';
import { listCallbacks, type CallbackEntry } from './callbacks.ts';
import { howMany } from './how-many.ts';
import { listOrders, type OrderLine } from './orders-view.ts';
import { walletLine, type WalletLine } from './wallets-view.ts';

/** How many refusals are kept. */
const LATEST = 25;

/** What the page shows. */
export interface Overview {
  readonly now: number;
  readonly isRunning: boolean;
  readonly height: number;
  readonly wallets: readonly WalletLine[];
  /** The amount of each has its asset beside it. */
  readonly orders: readonly OrderLine[];
  readonly callbacks: readonly CallbackEntry[];
  /** Requests that were refused since the start, with the reason: for a wrong checksum what should have been signed. */
  readonly refusals: readonly { readonly at: number; readonly text: string }[];
}

/** Makes what collects it. */
export function createOverview(context: Context): (latest?: number) => Overview {
  const refusals: { at: number; text: string }[] = [];
  context.listen(({ kind, at, text }) => {
    if (kind === 'request' && refusals.unshift({ at, text }) > LATEST) refusals.pop();
  });
  return (latest) => overviewOf(context, refusals, howMany(latest));
}

function overviewOf(context: Context, refusals: Overview['refusals'], latest: number): Overview {
  const { store, clock, wallets } = context;
  const now = clock.now();
  const orders = listOrders(context, { search: '', before: undefined, limit: latest }).items;
  return {
    refusals: [...refusals],
    now,
    isRunning: clock.isRunning(),
    height: tipOf(store, now).height,
    wallets: wallets.all().map((wallet) => walletLine(context, wallet)),
    orders: orders.map((order) => ({ ...order, amount: `${order.amount} ${order.asset}` })),
    callbacks: listCallbacks(context, { latest }),
  };
}
