/** The chain grows by blocks, and can lose the latest ones again. */
import type { Context } from '../context.ts';
import { confirmDeposit, includeDeposit, removeDeposit } from './deposits.ts';
import { STAGE } from '../state/stages.ts';
import type { Store } from '../state/store.ts';
import { setTip, tipOf } from '../state/tip.ts';
import { removeHistoryAbove } from './history.ts';
import { createBlock, type Block } from './block.ts';
import { STUCK } from './mishaps.ts';
import { fundWaiting } from './waiting.ts';
import { includeWithdrawal, setOrderState } from './withdrawals.ts';
import type { DepositRow, TransactionRow } from '../state/stored.ts';

/** So many transactions go into one block, that a full pool does not hold up every request. */
const CAPACITY = 1000;

/** Those that no block takes are stuck. */
const isFree = (table: 'transactions' | 'deposits'): string =>
  `state = ${String(STAGE.inPool)}${table === 'transactions' ? ` AND final_block <> ${String(STUCK)}` : ''}`;
/** Blocks that are made late hold nothing that came after them. */
const inPool = (table: 'transactions' | 'deposits'): string =>
  `SELECT * FROM ${table} WHERE ${isFree(table)} AND ${CAME[table]} <= ? ORDER BY id LIMIT ${String(CAPACITY)}`;
const CAME = { transactions: 'broadcast_at', deposits: 'came_at' };
const finalBy = (table: 'transactions' | 'deposits'): string =>
  `SELECT * FROM ${table} WHERE state = ${String(STAGE.inChain)} AND final_block <= ? ORDER BY final_block, id`;

/** Adds one block. Default: with all that waits for it, and the next one comes an interval later; with `isBeside` when it was due. */
export function mineBlock(
  context: Context,
  time: number,
  fill: (context: Context, block: Block) => void = takePool,
  isBeside = false,
): void {
  const { store, ids } = context;
  store.write(() => {
    const tip = tipOf(store, time);
    const height = tip.height + 1;
    const at = Math.max(time, timeOf(store, tip.height)); // one that is made late may follow one made beside
    const block = createBlock(height, ids.blockHash(BigInt(height), tip.forks), at);
    fill(context, block);
    setTip(store, { ...tip, height, time: isBeside ? tip.time : time });
    if (block.size() > 0) {
      store.run('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)', height, block.hash, at);
      context.tell('block', `${String(height)} with ${String(block.size())} transactions`);
    }
    confirmUpTo(context, height, at);
    fundWaiting(context, at);
  });
}

/** When a block came; 0 for one that holds nothing, which is not kept. */
const timeOf = (store: Store, height: number): number =>
  Number(store.get<{ time: bigint }>('SELECT time FROM blocks WHERE height = ?', height)?.time ?? 0);

/** Takes all that waits into a block. */
export function takePool(context: Context, block: Block): void {
  for (const tx of context.store.all<TransactionRow>(inPool('transactions'), block.time))
    includeWithdrawal(context, tx, block);
  for (const row of depositsInPool(context, block.time)) includeDeposit(context, row, block);
}

/** Those that the next block takes. All outputs of a transaction are in one block, or it were in two. */
function depositsInPool({ store }: Context, time: number): DepositRow[] {
  const rows = store.all<DepositRow>(inPool('deposits'), time);
  if (rows.length < CAPACITY) return rows;
  const txids = [...new Set(rows.map(({ txid }) => txid))];
  return txids.flatMap((txid) =>
    store.all<DepositRow>('SELECT * FROM deposits WHERE txid = ? AND state = ? ORDER BY id', txid, STAGE.inPool),
  );
}

/** Grows the chain by blocks that hold nothing and confirm nothing. */
export function skipBlocks(context: Context, count: number, time: number): void {
  const tip = tipOf(context.store, time);
  setTip(context.store, { ...tip, height: tip.height + count, time });
}

/** Whether a block would change anything. */
export function isIdle(context: Context): boolean {
  return (['transactions', 'deposits'] as const).every((table) =>
    [isFree(table), `state = ${String(STAGE.inChain)}`].every(
      (which) => !context.store.get(`SELECT 1 FROM ${table} WHERE ${which} LIMIT 1`),
    ),
  );
}

function confirmUpTo(context: Context, height: number, time: number): void {
  const { store } = context;
  for (const tx of store.all<TransactionRow>(finalBy('transactions'), height)) {
    store.run('UPDATE transactions SET state = ? WHERE id = ?', STAGE.confirmed, tx.id);
    setOrderState(context, tx.order_row, STAGE.confirmed);
  }
  for (const row of store.all<DepositRow>(finalBy('deposits'), height)) confirmDeposit(context, row, height, time);
}

/** Whether callers may credit a deposit as soon as a block has it. */
export const isSafeInChain = ({ decisions: { safe } }: Context): boolean =>
  safe.field === 'state' || safe.is === 'inChain';

/**
 * Takes the latest blocks back. What they held waits for a block again; logs of what they held are kept as removed.
 *
 * @throws RangeError for blocks that hold what was final already: exchanges live by that not happening.
 */
export function reorganise(context: Context, depth: number, now: number): void {
  const { store } = context;
  store.write(() => {
    const tip = tipOf(store, now);
    const height = tip.height - depth;
    const final = [
      ...store.all(
        'SELECT 1 FROM transactions WHERE state IN (?, ?) AND block > ? LIMIT 1',
        STAGE.confirmed,
        STAGE.transactionFailed,
        height,
      ),
      ...store.all(
        'SELECT 1 FROM deposits WHERE state IN (?, ?) AND block > ? LIMIT 1',
        STAGE.confirmed,
        isSafeInChain(context) ? STAGE.inChain : STAGE.confirmed,
        height,
      ),
      ...store.all("SELECT 1 FROM entries WHERE cause = 'collection' AND ref > ? LIMIT 1", height), // told as done
    ];
    if (final.length > 0)
      throw new RangeError(`The latest ${String(depth)} blocks hold what is confirmed or safe to credit already.`);
    removeHistoryAbove(context, height);
    for (const row of store.all<DepositRow>(
      'SELECT * FROM deposits WHERE state = ? AND block > ?',
      STAGE.inChain,
      height,
    ))
      removeDeposit(context, row);
    for (const tx of store.all<TransactionRow>(
      'SELECT * FROM transactions WHERE state = ? AND block > ?',
      STAGE.inChain,
      height,
    )) {
      store.run(
        'UPDATE transactions SET state = ?, block = 0, tindex = 0, chain_at = 0, final_block = 0 WHERE id = ?',
        STAGE.inPool,
        tx.id,
      );
      store.run('UPDATE inclusions SET removed = 1 WHERE tx = ?', tx.id);
      setOrderState(context, tx.order_row, STAGE.inPool);
    }
    store.run('DELETE FROM blocks WHERE height > ?', height);
    setTip(store, { ...tip, height, forks: tip.forks + 1 });
    context.tell('block', `reorganised by ${String(depth)} blocks`);
  });
}
