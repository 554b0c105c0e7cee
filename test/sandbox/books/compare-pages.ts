/** Lists read in other ways than at once: page by page, by times and by kinds, and what a transaction has logged. */
import { isRefusalOf, stringifyJson } from '@wallet-operations/client';
import type { Account } from './accounts.ts';
import { Difference, same, sameLines } from './difference.ts';
import { latest, STATE } from './withdrawals.ts';
import type { World } from './world.ts';

const PAGE = 3;

/** @throws Difference unless pages, and spans of time, have each record once */
export async function compareHistoryPages({ books, walletOf }: World, { name }: Account): Promise<void> {
  const wallet = walletOf(name);
  const all = await wallet.listWithdrawalHistory({ from_time: 0, request_number: 500 });
  const whole = all.transactions.map((one) => stringifyJson(one));
  const paged: string[] = [];
  for (let start_index = 0; start_index < whole.length; start_index += PAGE) {
    const page = await wallet.listWithdrawalHistory({ from_time: 0, start_index, request_number: PAGE });
    same(`The count on a page of the history of ${name}`, page.total_count, all.total_count);
    paged.push(...page.transactions.map((one) => stringifyJson(one)));
  }
  same(`The history of ${name} in pages`, paged.join('\n'), whole.join('\n'));
  const times = all.transactions
    .map(({ block_time }) => Date.parse(block_time) / 1000)
    .sort((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  if (middle === undefined) return;
  const spans: string[] = [];
  for (const span of [
    { from_time: 0, to_time: middle - 1 },
    { from_time: middle, to_time: middle },
    { from_time: middle + 1, to_time: Math.max(middle + 1, Math.floor(books.now / 1000)) },
  ]) {
    const { transactions, total_count } = await wallet.listWithdrawalHistory({ ...span, request_number: 500 });
    same(`The count of a span of the history of ${name}`, total_count, transactions.length);
    spans.push(...transactions.map((one) => stringifyJson(one)));
  }
  sameLines(`The history of ${name} by spans`, spans, whole);
}

/** @throws Difference unless each callback is of one type, and each vault transaction in one state */
export async function compareKinds({ walletOf }: World, { name, kind }: Account): Promise<void> {
  const wallet = walletOf(name);
  const found: string[] = [];
  if (kind === 'vault') {
    const { transaction_item } = await wallet.listVaultHistory({ from_time: 0 });
    for (const state of [0, 1, 2, 3, 4, 5, 6] as const) {
      const { transaction_item: some } = await wallet.listVaultHistory({ from_time: 0, state });
      found.push(...some.filter((one) => one.state === state).map((one) => stringifyJson(one)));
    }
    sameLines(
      `The vault history of ${name} by states`,
      found,
      transaction_item.map((one) => stringifyJson(one)),
    );
    return;
  }
  const { notifications } = await wallet.listCallbacks({ from_time: 0 });
  for (const type of [1, 2, 3, 4]) {
    const { notifications: some } = await wallet.listCallbacks({ from_time: 0, type });
    found.push(...some.filter((one) => one.type === type).map((one) => stringifyJson(one)));
  }
  sameLines(
    `The callbacks of ${name} by types`,
    found,
    notifications.map((one) => stringifyJson(one)),
  );
}

/** @throws Difference unless logs are those of the block that has the transaction, and of no other */
export async function compareLogs({ books, walletOf }: World, account: Account): Promise<void> {
  if (account.currency !== 'ETH') return;
  const orders = books.orders.filter((order) => order.account === account.name && latest(order).txid !== '');
  for (const order of orders.slice(-3)) {
    const { txid, block, state, undone } = latest(order);
    const logs = await walletOf(account.name)
      .getWithdrawalEventLogs({ txid })
      .then(
        (answer) => answer.logs,
        (error: unknown) => {
          if (isRefusalOf(error, 'getWithdrawalEventLogs')) return undefined;
          throw error;
        },
      );
    // Of what a reorganisation took back logs may be given, as removed, or refused.
    if ((logs !== undefined) !== (block !== undefined) && !(logs && undone))
      throw new Difference(`Logs of ${order.orderId} are ${logs ? 'given' : 'refused'} in state ${String(state)}.`);
    const removed = logs?.filter((log) => log.removed) ?? [];
    if (removed.length > 0 && !undone)
      throw new Difference(`A log of ${order.orderId} is removed, and its block is not.`);
    const kept = logs?.filter((log) => !log.removed) ?? [];
    for (const log of [...kept, ...removed]) {
      same(`The transaction of a log of ${order.orderId}`, log.tx_hash, txid);
      if (account.contract !== '') same(`The contract of a log of ${order.orderId}`, log.address, account.contract);
    }
    for (const log of kept) same(`The block of a log of ${order.orderId}`, log.block_number, block?.height);
    if (state === STATE.transactionFailed && (!logs || kept.length > 0))
      throw new Difference(`${order.orderId} failed, and has logged ${String(logs && kept.length)} events.`);
    const moved = account.contract !== '' && block !== undefined && state !== STATE.transactionFailed;
    if (moved && kept.length === 0) throw new Difference(`${order.orderId} moved tokens, and logged nothing.`);
  }
}
