/** The chain grows by blocks, and can lose the latest ones again. */
import { STATE } from '../assumed.ts';
import type { World } from '../world.ts';
import { confirmDeposit, includeDeposit, removeDeposit, type DepositRow } from './deposits.ts';
import { setTip, tipOf } from './height.ts';
import { removeHistoryAbove } from './history.ts';
import {
  includeWithdrawal,
  payAndBroadcast,
  setOrderState,
  type OrderDetails,
  type OrderRow,
  type TransactionRow,
} from './withdrawals.ts';

/** So many transactions go into one block, that a full pool does not hold up every request. */
const CAPACITY = 1000;

const inPool = (table: 'transactions' | 'deposits'): string =>
  `SELECT * FROM ${table} WHERE state = 2 ORDER BY id LIMIT ${String(CAPACITY)}`;
const finalBy = (table: 'transactions' | 'deposits'): string =>
  `SELECT * FROM ${table} WHERE state = 3 AND final_block <= ? ORDER BY final_block, id`;

/** Adds one block, with all that waits for it. */
export function mineBlock(world: World, time: number): void {
  const { store, ids } = world;
  store.write(() => {
    const tip = tipOf(store, time);
    const height = tip.height + 1;
    const block = { height, hash: ids.blockHash(BigInt(height), tip.forks), time, tindex: 0 };
    for (const tx of store.all<TransactionRow>(inPool('transactions'))) includeWithdrawal(world, tx, block);
    for (const row of store.all<DepositRow>(inPool('deposits'))) includeDeposit(world, row, block);
    setTip(store, { ...tip, height, time });
    if (block.tindex > 0) {
      store.run('INSERT OR REPLACE INTO blocks VALUES (?, ?, ?)', height, block.hash, time);
      world.tell('block', `${String(height)} with ${String(block.tindex)} transactions`);
    }
    confirmUpTo(world, height, time);
    fundWaiting(world, time);
  });
}

/** Grows the chain by blocks that hold nothing and confirm nothing. */
export function skipBlocks(world: World, count: number, time: number): void {
  const tip = tipOf(world.store, time);
  setTip(world.store, { ...tip, height: tip.height + count, time });
}

/** Whether a block would change anything. */
export function isIdle(world: World): boolean {
  return [2, 3].every((state) =>
    ['transactions', 'deposits'].every(
      (table) => !world.store.get(`SELECT 1 FROM ${table} WHERE state = ${String(state)} LIMIT 1`),
    ),
  );
}

function confirmUpTo(world: World, height: number, time: number): void {
  const { store } = world;
  for (const tx of store.all<TransactionRow>(finalBy('transactions'), height)) {
    store.run('UPDATE transactions SET state = ? WHERE id = ?', STATE.confirmed, tx.id);
    setOrderState(world, tx.order_row, STATE.confirmed);
  }
  for (const row of store.all<DepositRow>(finalBy('deposits'), height)) confirmDeposit(world, row, height, time);
}

/** Broadcasts the orders that waited for funds, the oldest first. */
export function fundWaiting(world: World, time: number): void {
  for (const order of world.store.all<OrderRow>('SELECT * FROM orders WHERE state = 1 ORDER BY id')) {
    const state = payAndBroadcast(world, order, JSON.parse(order.details) as OrderDetails, time);
    if (BigInt(state) !== order.state) setOrderState(world, order.id, state);
  }
}

/**
 * Takes the latest blocks back. What they held waits for a block again; logs of what they held are kept as removed.
 *
 * @throws RangeError for blocks that hold what was final already: exchanges live by that not happening.
 */
export function reorganise(world: World, depth: number, now: number): void {
  const { store } = world;
  store.write(() => {
    const tip = tipOf(store, now);
    const height = tip.height - depth;
    const final = [
      ...store.all('SELECT 1 FROM transactions WHERE state = ? AND block > ? LIMIT 1', STATE.confirmed, height),
      ...store.all('SELECT 1 FROM deposits WHERE state = ? AND block > ? LIMIT 1', STATE.confirmed, height),
    ];
    if (final.length > 0) throw new RangeError(`The latest ${String(depth)} blocks hold what is confirmed already.`);
    removeHistoryAbove(world, height);
    for (const row of store.all<DepositRow>(
      'SELECT * FROM deposits WHERE state = ? AND block > ?',
      STATE.inChain,
      height,
    ))
      removeDeposit(world, row);
    for (const tx of store.all<TransactionRow>(
      'SELECT * FROM transactions WHERE state = ? AND block > ?',
      STATE.inChain,
      height,
    )) {
      store.run(
        'UPDATE transactions SET state = ?, block = 0, tindex = 0, chain_at = 0, final_block = 0 WHERE id = ?',
        STATE.inPool,
        tx.id,
      );
      store.run('UPDATE inclusions SET removed = 1 WHERE tx = ?', tx.id);
      setOrderState(world, tx.order_row, STATE.inPool);
    }
    store.run('DELETE FROM blocks WHERE height > ?', height);
    setTip(store, { ...tip, height, forks: tip.forks + 1 });
    world.tell('block', `reorganised by ${String(depth)} blocks`);
  });
}
