/** The latest blocks that hold anything, and what waits for the next one. */
import { toDecimal } from '../state/amounts.ts';
import { STAGE, stageName, type StageName } from '../state/stages.ts';
import { tipOf } from '../state/tip.ts';
import { assetOf, decimalsOf } from '../state/wallets.ts';
import type { Context } from '../context.ts';
import { NO_BOUND, pagedOf, type Asked, type Paged } from './paged.ts';

/** A transaction in a block, or one that waits for a block. */
export interface BlockContent {
  readonly kind: 'withdrawal' | 'deposit';
  readonly txid: string;
  readonly tindex: number;
  readonly walletId: string;
  readonly amount: string;
  readonly asset: string;
  readonly address: string;
  readonly stage: StageName;
  /** The service's own ID of the order; undefined for a deposit. */
  readonly order: string | undefined;
  /** The order's ID; empty for a deposit. */
  readonly orderId: string;
}

/** A block in a list. */
export interface BlockLine {
  readonly height: string;
  readonly hash: string;
  /** Milliseconds. */
  readonly time: number;
  /** Blocks from it to the tip, both included. */
  readonly confirmations: number;
  /** How much it holds. */
  readonly count: number;
}

/** What a block holds, or the next one will. */
export interface BlockContents {
  readonly contents: readonly BlockContent[];
  /** How much is not among them. */
  readonly more: number;
}

/** A block with what it holds. */
export type BlockDetail = BlockLine & BlockContents;

/** Blocks in pages. */
export interface BlocksView extends Paged<BlockLine> {
  readonly tip: { readonly height: number; readonly time: number };
  /** What waits for the next block. */
  readonly waiting: BlockContents;
}

interface BlockRow {
  readonly height: bigint;
  readonly hash: string;
  readonly time: bigint;
}

interface ContentRow {
  readonly kind: 'withdrawal' | 'deposit';
  readonly txid: string;
  readonly tindex: bigint;
  readonly wallet_id: bigint;
  readonly amount: string;
  readonly address: string;
  readonly state: bigint;
  readonly order_row: bigint | null;
  readonly order_id: string;
}

/** So much of a block is shown. */
const CONTENTS = 50;

/** Of both tables what has a place. A condition of an index has to stand in the query word for word. */
const contents = (where: string): string =>
  `SELECT 'withdrawal' AS kind, t.txid, t.tindex, t.wallet_id, o.amount, o.address, t.state, t.order_row, o.order_id
     FROM transactions t JOIN orders o ON o.id = t.order_row WHERE t.${where}
   UNION ALL SELECT 'deposit', txid, tindex, wallet_id, amount, address, state, NULL, '' FROM deposits d WHERE d.${where}`;

const IN_BLOCK = contents('block = ?1');
const IN_POOL = contents(`state = ${String(STAGE.inPool)}`);

/** Of a span of blocks at once: neither table has an index of them. */
const COUNTS = `SELECT block, sum(n) AS n FROM (
    SELECT block, count(*) AS n FROM transactions WHERE block BETWEEN ?1 AND ?2 GROUP BY block
    UNION ALL SELECT block, count(*) AS n FROM deposits WHERE block BETWEEN ?1 AND ?2 GROUP BY block) GROUP BY block`;

/** The blocks below `before` that hold anything; with `search`, the one of that height or hash. */
export function listBlocks(context: Context, asked: Asked): BlocksView {
  const { store, clock } = context;
  const { search, before = NO_BOUND, limit } = asked;
  const tip = tipOf(store, clock.now());
  const rows = store.all<BlockRow>(
    "SELECT * FROM blocks WHERE height < ?1 AND (?2 = '' OR hash = ?2 OR CAST(height AS TEXT) = ?2) ORDER BY height DESC LIMIT ?3",
    before,
    search.toLowerCase(),
    limit + 1,
  );
  const lines = linesOf(context, rows);
  return {
    tip: { height: tip.height, time: tip.time },
    waiting: shownOf(context, IN_POOL),
    ...pagedOf(
      rows,
      asked,
      ({ height }) => height,
      (row) => lines(row),
    ),
  };
}

/** A block with what it holds; undefined for one that holds nothing, or that there is not. */
export function blockDetail(context: Context, height: bigint): BlockDetail | undefined {
  const row = context.store.get<BlockRow>('SELECT * FROM blocks WHERE height = ?', height);
  return row && { ...linesOf(context, [row])(row), ...shownOf(context, IN_BLOCK, height) };
}

function linesOf({ store, clock }: Context, rows: readonly BlockRow[]): (row: BlockRow) => BlockLine {
  const tip = tipOf(store, clock.now());
  const [newest, oldest] = [rows[0]?.height ?? 0n, rows.at(-1)?.height ?? 0n];
  const counts = new Map(
    store.all<{ block: bigint; n: bigint }>(COUNTS, oldest, newest).map(({ block, n }) => [block, Number(n)]),
  );
  return ({ height, hash, time }) => ({
    height: String(height),
    hash,
    time: Number(time),
    confirmations: tip.height - Number(height) + 1,
    count: counts.get(height) ?? 0,
  });
}

function shownOf({ store, wallets }: Context, sql: string, ...values: bigint[]): BlockContents {
  const { n } = store.get<{ n: bigint }>(`SELECT count(*) AS n FROM (${sql})`, ...values) ?? { n: 0n };
  const rows = store.all<ContentRow>(`${sql} ORDER BY tindex LIMIT ${String(CONTENTS)}`, ...values);
  return {
    more: Number(n) - rows.length,
    contents: rows.map((row) => {
      const wallet = wallets.get(row.wallet_id);
      return {
        kind: row.kind,
        txid: row.txid,
        tindex: Number(row.tindex),
        walletId: String(row.wallet_id),
        amount: toDecimal(row.amount, decimalsOf(wallet)),
        asset: assetOf(wallet),
        address: row.address,
        stage: stageName(row.state),
        order: row.order_row === null ? undefined : String(row.order_row),
        orderId: row.order_id,
      };
    }),
  };
}
