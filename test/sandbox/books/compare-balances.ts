/** What every wallet holds, compared: the list of balances, delegated addresses one by one, and vaults. */
import { CURRENCIES, type Account } from './accounts.ts';
import { at, feeOf, heldAt, holdings, payerOf, type Books } from './books.ts';
import { isoOf, same, sameLines } from './difference.ts';
import { toUnits } from './units.ts';
import { totalOf } from './withdrawals.ts';
import type { World } from './world.ts';

/** What has arrived in a block and is not final yet. */
const unconfirmedOf = (books: Books, account: Account): bigint =>
  books.deposits
    .filter((deposit) => deposit.account === account.name && deposit.transaction.block && !deposit.final)
    .reduce((sum, { amount }) => sum + amount, 0n);

const idsOf = (books: Books, account: string, holder?: string): string[] =>
  Array.from(new Set(holdings(books, account, holder).map(([, tokenId]) => tokenId)));

/** @throws Difference */
export async function compareBalances({ books, readOnly }: World): Promise<void> {
  const { wallet_balances, total } = await readOnly().listWalletBalances({ request_number: 100 });
  same('The number of wallets', total, books.accounts.length);
  for (const account of books.accounts) {
    const { name, decimals, contract, single } = account;
    const record = wallet_balances.find(({ wallet_id }) => wallet_id === account.walletId);
    same(`The name of the wallet of ${name}`, record?.wallet_name, name);
    const unconfirmed = unconfirmedOf(books, account);
    const amounts = [
      ['Balance', record?.balance, totalOf(books, name)],
      ['Unconfirmed balance', record?.unconfirm_balance, unconfirmed],
      ...(contract === ''
        ? []
        : [['Unconfirmed token balance', record?.unconfirm_token_balance, unconfirmed] as const]),
    ] as const;
    for (const [what, said, booked] of amounts) same(`${what} of ${name}`, toUnits(said ?? '', decimals), booked);
    if (single !== undefined)
      sameLines(
        `The list of tokens of ${name}`,
        (record?.token_id_balances ?? []).map(({ token_id }) => token_id),
        idsOf(books, name),
      );
  }
}

/** @throws Difference */
export async function compareDelegated(world: World, account: Account): Promise<void> {
  const { books } = world;
  const payer = payerOf(books, account);
  const addresses = books.addresses.filter((one) => one.account === payer.name).map(({ address }) => address);
  for (let i = 0; i < addresses.length; i += 10) {
    const asked = addresses.slice(i, i + 10);
    const { balances } = await world.walletOf(account.name).getDelegatedBalances({ addresses: asked });
    for (const address of asked) {
      const said = balances[address];
      const what = `of ${address} of ${account.name}`;
      const coins = heldAt(books, at(payer.name, address));
      same(`Balance ${what}`, toUnits(said?.balance ?? '', CURRENCIES[account.currency].decimals), coins);
      if (account.contract !== '')
        same(
          `Token balance ${what}`,
          toUnits(said?.token_balance ?? '', account.decimals),
          totalOf(books, account.name, address),
        );
    }
  }
}

/** @throws Difference */
export async function compareVault(world: World, account: Account): Promise<void> {
  const { books } = world;
  const wallet = world.walletOf(account.name);
  const payer = payerOf(books, account);
  const said = await wallet.getVaultBalance();
  const coin = CURRENCIES[account.currency].decimals;
  same(`Vault balance of ${account.name}`, toUnits(said.balance, coin), heldAt(books, at(payer.name)));
  same(
    `Unconfirmed vault balance of ${account.name}`,
    toUnits(said.unconfirm_balance, coin),
    unconfirmedOf(books, payer),
  );
  if (account.contract !== '') {
    same(
      `Vault token balance of ${account.name}`,
      toUnits(said.token_balance, account.decimals),
      totalOf(books, account.name),
    );
    same(
      `Unconfirmed vault token balance of ${account.name}`,
      toUnits(said.unconfirm_token_balance, account.decimals),
      unconfirmedOf(books, account),
    );
  }
  const { transaction_item, transaction_count } = await wallet.listVaultHistory({ from_time: 0 });
  const booked = books.vault.filter((one) => one.account === account.name);
  same(`Number of vault transactions of ${account.name}`, transaction_count, booked.length);
  const fee = feeOf(books, account, 0);
  sameLines(
    `Vault history of ${account.name}`,
    transaction_item.map((one) => {
      const paid = one.txid === '' ? 'unpaid' : `paid with ${String(toUnits(one.chain_fee, coin))}`;
      const amount = String(toUnits(one.amount, account.decimals));
      return `${String(one.txno)}: ${amount} to ${one.outgoing_address}, state ${String(one.state)}, ${paid}, ${isoOf(one.create_time * 1000)}`;
    }),
    booked.map((one) => {
      const paid = one.paid ? `paid with ${String(fee)}` : 'unpaid';
      return `${String(one.txno)}: ${String(one.amount)} to ${one.to}, state ${String(one.state)}, ${paid}, ${isoOf(one.at)}`;
    }),
  );
  for (const { brings, txno } of booked)
    if (brings) brings.transaction.txid = transaction_item.find((one) => one.txno === txno)?.txid ?? '';
}
