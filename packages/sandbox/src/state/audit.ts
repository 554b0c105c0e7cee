/** Whether the money adds up: balances are the sums of their entries, delegated wallets the sums of their addresses, and tokens no more than that. */
import type { Store } from './store.ts';

interface BalanceRow {
  readonly wallet_id: bigint;
  readonly address: string;
  readonly confirmed: string;
  readonly unconfirmed: string;
}

/** Sums by place: a wallet, or an address or a single token of it. */
type Sums = Map<string, bigint>;

const keyOf = (walletId: bigint, address: string): string => `${String(walletId)} ${address}`;

const walletIn = (key: string): string => key.slice(0, key.indexOf(' '));

/** The address, or the token ID. */
const nameIn = (key: string): string => key.slice(key.indexOf(' ') + 1);

const placeOf = (key: string): string => `wallet ${walletIn(key)}${nameIn(key) && ` address ${nameIn(key)}`}`;

function add(sums: Sums, key: string, amount: string): void {
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
}

/** What does not add up, in words. Each row is looked at once. */
export function problemsOf(store: Store): string[] {
  const booked: Sums = new Map();
  const waiting: Sums = new Map();
  const tokens: Sums = new Map();
  const tokensOfAddresses: Sums = new Map();
  for (const { wallet_id, address, amount } of store.all<{ wallet_id: bigint; address: string; amount: string }>(
    'SELECT wallet_id, address, amount FROM entries',
  )) {
    add(booked, keyOf(wallet_id, ''), amount);
    if (address !== '') add(booked, keyOf(wallet_id, address), amount);
  }
  for (const { wallet_id, amount } of store.all<{ wallet_id: bigint; amount: string }>(
    'SELECT wallet_id, amount FROM deposits WHERE state = 3',
  ))
    add(waiting, keyOf(wallet_id, ''), amount);
  for (const { wallet_id, address, token_id, amount } of store.all<{
    wallet_id: bigint;
    address: string;
    token_id: string;
    amount: string;
  }>('SELECT * FROM tokens')) {
    add(tokens, keyOf(wallet_id, address), amount);
    add(tokensOfAddresses, keyOf(wallet_id, token_id), address === '' ? `-${amount}` : amount);
  }
  const balances = store.all<BalanceRow>('SELECT * FROM balances ORDER BY wallet_id, address');
  const delegated = new Set(
    store
      .all<{ wallet_id: bigint }>("SELECT wallet_id FROM wallets WHERE kind = 'delegated'")
      .map((row) => row.wallet_id),
  );
  const known = new Set(balances.map(({ wallet_id, address }) => keyOf(wallet_id, address)));
  return [
    ...balances.flatMap(({ wallet_id, address, confirmed, unconfirmed }) => {
      const key = keyOf(wallet_id, address);
      const place = placeOf(key);
      const own = booked.get(key) ?? 0n;
      const pending = waiting.get(key) ?? 0n;
      const held = tokens.get(key) ?? 0n;
      return [
        ...(own === BigInt(confirmed) ? [] : [`${place} has ${confirmed}, its entries say ${String(own)}`]),
        ...(address !== '' || pending === BigInt(unconfirmed)
          ? []
          : [`${place} has ${unconfirmed} unconfirmed, its deposits say ${String(pending)}`]),
        ...(BigInt(confirmed) < 0n || BigInt(unconfirmed) < 0n ? [`${place} is overdrawn`] : []),
        ...(held > 0n && held > BigInt(confirmed)
          ? [`${place} has ${confirmed}, but ${String(held)} single tokens`]
          : []),
      ];
    }),
    ...[...booked].flatMap(([key, sum]) =>
      sum === 0n || known.has(key) ? [] : [`${placeOf(key)} has nothing, its entries say ${String(sum)}`],
    ),
    ...[...tokensOfAddresses].flatMap(([key, sum]) =>
      sum === 0n || !delegated.has(BigInt(walletIn(key)))
        ? []
        : [
            `token ${nameIn(key)} of wallet ${walletIn(key)} is ${String(sum)} more on its addresses than in the wallet`,
          ],
    ),
    ...store
      .all<{ token_id: string; wallets: string }>(TWICE)
      .map(({ token_id, wallets }) => `there is one of token ${token_id}, and wallets ${wallets} have it`),
  ];
}

/** ERC721 tokens that are in several wallets, or more than one of them. */
const TWICE = `SELECT token_id, group_concat(wallet_id, ' and ') AS wallets FROM tokens JOIN wallets USING (wallet_id)
  WHERE json_extract(token, '$.standard') = 'erc721' AND tokens.address = '' AND amount <> '0'
  GROUP BY currency, lower(json_extract(token, '$.contract')), token_id HAVING count(*) > 1 OR max(amount) <> '1'`;
