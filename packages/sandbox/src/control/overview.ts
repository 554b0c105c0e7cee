/** The state at a glance, for the live page: wallets, the latest orders, callbacks with their attempts, and refusals. */
import { tellsOf, type Told } from '../callbacks/record.ts';
import { tipOf } from '../state/tip.ts';
import { toDecimal } from '../state/amounts.ts';
import { balanceOf } from '../state/ledger.ts';
import type { CallbackRow, OrderRow } from '../state/stored.ts';
import { stageName, type StageName } from '../state/stages.ts';
import { assetOf, decimalsOf } from '../state/wallets.ts';
import type { Context } from '../context.ts';

/** How many orders and callbacks are shown unless more are asked for, and how many refusals are kept. */
const LATEST = 25;

/** What the page shows. */
export interface Overview {
  readonly now: number;
  readonly isRunning: boolean;
  readonly height: number;
  readonly wallets: readonly {
    readonly walletId: string;
    readonly name: string;
    readonly kind: string;
    readonly asset: string;
    readonly balance: string;
    readonly unconfirmed: string;
  }[];
  readonly orders: readonly {
    readonly orderId: string;
    readonly walletId: string;
    readonly amount: string;
    readonly address: string;
    /** As the service numbers it. */
    readonly state: number;
    readonly stage: StageName;
    readonly createTime: number;
  }[];
  readonly callbacks: readonly {
    readonly serial: string;
    readonly walletId: string;
    readonly type: number;
    readonly tells: Told;
    readonly txid: string;
    readonly time: number;
    readonly deliveredAt: number | null;
    readonly nextAt: number | null;
    readonly attempts: readonly { readonly at: number; readonly result: string }[];
  }[];
  /** Requests that were refused since the start, with the reason: for a wrong checksum what should have been signed. */
  readonly refusals: readonly { readonly at: number; readonly text: string }[];
}

/** Makes what collects it. */
export function createOverview(context: Context): (latest?: number) => Overview {
  const refusals: { at: number; text: string }[] = [];
  context.listen(({ kind, at, text }) => {
    if (kind === 'request' && refusals.unshift({ at, text }) > LATEST) refusals.pop();
  });
  return (latest = LATEST) => overviewOf(context, refusals, latest);
}

function overviewOf(
  { store, clock, wallets, decisions }: Context,
  refusals: Overview['refusals'],
  latest: number,
): Overview {
  const now = clock.now();
  return {
    refusals: [...refusals],
    now,
    isRunning: clock.isRunning(),
    height: tipOf(store, now).height,
    wallets: wallets.all().map((wallet) => {
      const { confirmed, unconfirmed } = balanceOf(store, wallet.walletId);
      return {
        walletId: String(wallet.walletId),
        name: wallet.name,
        kind: wallet.kind,
        asset: assetOf(wallet),
        balance: toDecimal(confirmed, decimalsOf(wallet)),
        unconfirmed: toDecimal(unconfirmed, decimalsOf(wallet)),
      };
    }),
    orders: store.all<OrderRow>('SELECT * FROM orders ORDER BY id DESC LIMIT ?', latest).map((row) => {
      const wallet = wallets.get(row.wallet_id);
      return {
        orderId: row.order_id,
        walletId: String(row.wallet_id),
        amount: `${toDecimal(row.amount, decimalsOf(wallet))} ${assetOf(wallet)}`,
        address: row.address,
        state: decisions.states[stageName(row.state)],
        stage: stageName(row.state),
        createTime: Number(row.create_time),
      };
    }),
    callbacks: store.all<CallbackRow>('SELECT * FROM callbacks ORDER BY serial DESC LIMIT ?', latest).map((row) => ({
      serial: String(row.serial),
      walletId: String(row.wallet_id),
      type: Number(row.type),
      tells: tellsOf(decisions, Number(row.type)),
      txid: row.txid,
      time: Number(row.time) * 1000,
      deliveredAt: row.delivered_at === null ? null : Number(row.delivered_at),
      nextAt: row.next_at === null ? null : Number(row.next_at),
      attempts: store
        .all<{ at: bigint; result: string }>(
          'SELECT at, result FROM attempts WHERE serial = ? ORDER BY number',
          row.serial,
        )
        .map(({ at, result }) => ({ at: Number(at), result })),
    })),
  };
}
