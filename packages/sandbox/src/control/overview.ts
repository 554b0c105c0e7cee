/** The state at a glance, for the live page: wallets, the latest orders, the latest callbacks with their attempts. */
import { tipOf } from '../chain/height.ts';
import { toDecimal } from '../state/amounts.ts';
import { balanceOf } from '../state/ledger.ts';
import { assetOf, decimalsOf } from '../state/wallets.ts';
import type { World } from '../world.ts';

/** How many orders and callbacks are shown. */
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
    readonly state: number;
    readonly createTime: number;
  }[];
  readonly callbacks: readonly {
    readonly serial: string;
    readonly walletId: string;
    readonly type: number;
    readonly txid: string;
    readonly time: number;
    readonly deliveredAt: number | null;
    readonly nextAt: number | null;
    readonly attempts: readonly { readonly at: number; readonly result: string }[];
  }[];
}

interface LatestOrder {
  readonly order_id: string;
  readonly wallet_id: bigint;
  readonly amount: string;
  readonly address: string;
  readonly state: bigint;
  readonly create_time: bigint;
}

interface LatestCallback {
  readonly serial: bigint;
  readonly wallet_id: bigint;
  readonly type: bigint;
  readonly txid: string;
  readonly time: bigint;
  readonly next_at: bigint | null;
  readonly delivered_at: bigint | null;
}

/** Collects it. */
export function overviewOf({ store, clock, wallets }: World): Overview {
  const now = clock.now();
  return {
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
    orders: store.all<LatestOrder>('SELECT * FROM orders ORDER BY id DESC LIMIT ?', LATEST).map((row) => {
      const wallet = wallets.get(row.wallet_id);
      return {
        orderId: row.order_id,
        walletId: String(row.wallet_id),
        amount: `${toDecimal(row.amount, decimalsOf(wallet))} ${assetOf(wallet)}`,
        address: row.address,
        state: Number(row.state),
        createTime: Number(row.create_time),
      };
    }),
    callbacks: store.all<LatestCallback>('SELECT * FROM callbacks ORDER BY serial DESC LIMIT ?', LATEST).map((row) => ({
      serial: String(row.serial),
      walletId: String(row.wallet_id),
      type: Number(row.type),
      txid: row.txid,
      time: Number(row.time) * 1000,
      deliveredAt: row.delivered_at === null ? null : Number(row.delivered_at),
      nextAt: row.next_at === null ? null : Number(row.next_at),
      attempts: store
        .all<{ at: bigint; result: string }>('SELECT at, result FROM attempts WHERE serial = ? ORDER BY id', row.serial)
        .map(({ at, result }) => ({ at: Number(at), result })),
    })),
  };
}
