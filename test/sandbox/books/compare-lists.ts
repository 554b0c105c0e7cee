/** Deposit addresses and whitelists, compared. */
import type { Account } from './accounts.ts';
import { payerOf } from './books.ts';
import { isoOf, same, sameLines } from './difference.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;

/** @throws Difference */
export async function compareAddresses({ books, walletOf }: World, account: Account): Promise<void> {
  const payer = payerOf(books, account).name;
  const booked = books.addresses.filter((one) => one.account === payer);
  const { wallet_address, wallet_count } = await walletOf(account.name).listDepositAddresses();
  same(`The number of addresses of ${account.name}`, wallet_count, booked.length);
  const isDelegated = account.kind === 'delegated';
  sameLines(
    `The list of addresses of ${account.name}`,
    wallet_address.map((one) => `${one.address} "${one.memo}" ${isDelegated ? String(one.address_index) : ''}`),
    booked.map(({ address, memo, index }) => `${address} "${memo}" ${isDelegated ? String(index) : ''}`),
  );
}

/** @throws Difference */
export async function compareWhitelist({ books, walletOf }: World, account: Account): Promise<void> {
  const booked = books.listed.filter((one) => one.account === account.name);
  const { items, total_count } = await walletOf(account.name).listWhitelistEntries({ from_time: 0 });
  same(`The number of entries of ${account.name}`, total_count, booked.length);
  sameLines(
    `The whitelist of ${account.name}`,
    items.map(
      ({ address, create_time, effective, effective_time, state }) =>
        `${address} of ${create_time}, from ${effective_time}, ${String(effective)}, ${String(state)}`,
    ),
    booked.map(({ address, at, removed }) => {
      const effective = !removed && at + DAY <= books.now;
      return `${address} of ${isoOf(at)}, from ${isoOf(at + DAY)}, ${String(effective)}, ${removed ? '2' : '1'}`;
    }),
  );
}
