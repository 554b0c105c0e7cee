/** The books and the sandbox side by side: what has changed after each step, and all of it at the end. */
import { compareBalances, compareDelegated, compareVault } from './compare-balances.ts';
import { compareCallbacks, compareDeliveries, compareFound } from './compare-callbacks.ts';
import { compareHistory, compareOrder, readWebHashes } from './compare-orders.ts';
import { compareAddresses, compareWhitelist } from './compare-lists.ts';
import { compareHistoryPages, compareKinds, compareLogs } from './compare-pages.ts';
import { accountOf, type Order } from './books.ts';
import { same } from './difference.ts';
import type { World } from './world.ts';

const WITHDRAWING: readonly string[] = ['withdrawal', 'deposit-withdrawal', 'delegated'];
const DEPOSITING: readonly string[] = ['deposit', 'deposit-withdrawal', 'delegated'];

/** What was seen of an order when it was compared last. */
export type Seen = Map<string, string>;

/** @throws Difference for the first one */
export async function compare(world: World, seen: Seen, all: boolean): Promise<void> {
  const { books } = world;
  same('The time', world.sandbox.now(), books.now);
  await compareBalances(world);
  const chance = new Set(books.orders.filter((_, i) => (i + seen.size) % 8 === 0)); // of what should be as it was
  for (const order of books.orders) {
    if (order.web) continue;
    const sight = order.transactions.map(({ state, block }) => `${String(state)} ${String(block?.height)}`).join();
    if (!all && !chance.has(order) && seen.get(order.orderId) === sight) continue;
    await compareOrder(world, accountOf(books, order.account), order);
    seen.set(order.orderId, sight);
  }
  const changed = books.accounts.filter((account) => {
    const sight = sightOf(world, account.name);
    const isNew = seen.get(account.name) !== sight;
    seen.set(account.name, sight);
    return all || isNew;
  });
  await readWebHashes(world);
  for (const account of changed) if (account.kind === 'vault') await compareVault(world, account); // and read whose transactions arrive
  for (const account of changed) if (WITHDRAWING.includes(account.kind)) await compareHistory(world, account);
  for (const account of changed) if (account.kind !== 'vault') await compareCallbacks(world, account);
  for (const account of changed) if (account.kind === 'delegated') await compareDelegated(world, account);
  compareDeliveries(world);
  if (!all) return;
  for (const account of books.accounts) {
    if (account.kind !== 'vault') await compareFound(world, account);
    if (DEPOSITING.includes(account.kind)) await compareAddresses(world, account);
    await compareKinds(world, account);
    if (!WITHDRAWING.includes(account.kind)) continue;
    await compareWhitelist(world, account);
    await compareHistoryPages(world, account);
    await compareLogs(world, account);
  }
  same('What does not add up', (await world.sandbox.control.audit()).problems.join(), '');
}

/** Changes whenever the history, callbacks or holdings of a wallet may. */
function sightOf({ books }: World, name: string): string {
  const place = ({ transactions }: Order): string => transactions.map(({ block }) => block?.height ?? 0).join('.');
  const { parent } = accountOf(books, name);
  return [
    ...books.orders.filter(({ account }) => account === name).map((order) => `${place(order)}${String(order.invalid)}`),
    ...books.deposits
      .filter(({ account }) => account === name)
      .map(({ transaction, final }) => `${String(transaction.block?.height)}${String(final)}`),
    books.told.filter(({ account }) => account === name).length,
    ...Array.from(books.held, ([held, units]) =>
      held.startsWith(`${name}|`) || held.startsWith(`${String(parent)}|`) ? units : '',
    ),
    ...books.vault.map(({ state }) => state),
  ].join();
}
