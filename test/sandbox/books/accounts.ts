/** The wallets that a random program has: of each kind, some of them mapped, so that money may take every way between them. */
import type { NewWallet } from '@wallet-operations/sandbox';

/** What is known of a wallet before it is made. */
export interface AccountPlan {
  readonly name: string;
  readonly kind: NewWallet['kind'];
  readonly currency: 'ETH' | 'BTC' | 'XRP';
  /** What it holds from the start, in the main unit. */
  readonly balance?: string;
  /** Name of the wallet that it is mapped to. */
  readonly parent?: string;
  readonly token?: NonNullable<NewWallet['token']>;
  /** It pays listed addresses alone. */
  readonly whitelistOnly?: boolean;
}

/** A wallet as the books know it. */
export interface Account {
  readonly name: string;
  readonly walletId: bigint;
  readonly kind: NewWallet['kind'];
  readonly currency: AccountPlan['currency'];
  /** Name of what it holds. */
  readonly asset: string;
  readonly decimals: number;
  /** Contract of its token; empty for a coin. */
  readonly contract: string;
  /** It holds tokens with IDs: of each one, or any number. */
  readonly single?: 'erc721' | 'erc1155';
  readonly parent?: string;
  readonly address: string;
  readonly prefix: string;
  readonly whitelistOnly: boolean;
}

/** What the README tells of each currency: blocks until a deposit is final; and decimals, as everybody has them. */
export const CURRENCIES = {
  ETH: { decimals: 18, finality: 12, memos: false },
  BTC: { decimals: 8, finality: 2, memos: false },
  XRP: { decimals: 6, finality: 1, memos: true },
} as const;

/** Addresses that are no wallet's. */
export const OUTSIDE = {
  ETH: ['0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62', '0xAF0DfAcE54EF64c958E6713fE821a23Ae7Ddc48f'],
  BTC: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
  XRP: ['rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'],
} as const;

const USDT = {
  name: 'Tether USD',
  symbol: 'USDT',
  contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  decimals: 6,
  standard: 'erc20',
} as const;
const ART = {
  name: 'Art',
  symbol: 'ART',
  contract: '0x35987a0f9AE77012a5146a982966661b75CdeAa4',
  decimals: 0,
  standard: 'erc721',
} as const;
const ITEMS = {
  ...ART,
  name: 'Items',
  symbol: 'ITEM',
  contract: '0x39E40EC25DAEC5cC3A0E8d8f3c2dBb5F7fB2B3E7',
  standard: 'erc1155',
} as const;

const ETHER: readonly AccountPlan[] = [
  { name: 'payouts', kind: 'withdrawal', currency: 'ETH', balance: '10' },
  { name: 'desk', kind: 'deposit-withdrawal', currency: 'ETH', balance: '5' },
];

/** Groups of wallets: a program has the wallets of one of them, so that what it does meets. */
export const GROUPS: Readonly<Record<string, readonly AccountPlan[]>> = {
  coins: [
    ...ETHER,
    { name: 'intake', kind: 'deposit', currency: 'ETH', balance: '1' },
    { name: 'safe', kind: 'vault', currency: 'ETH', balance: '7' },
    { name: 'listed', kind: 'withdrawal', currency: 'ETH', balance: '3', whitelistOnly: true },
  ],
  tokens: [
    ...ETHER,
    { name: 'payoutsusdt', kind: 'withdrawal', currency: 'ETH', balance: '100', parent: 'payouts', token: USDT },
    { name: 'deskusdt', kind: 'deposit-withdrawal', currency: 'ETH', balance: '50', parent: 'desk', token: USDT },
    { name: 'safe', kind: 'vault', currency: 'ETH', balance: '1' },
    { name: 'safeusdt', kind: 'vault', currency: 'ETH', balance: '70', parent: 'safe', token: USDT },
  ],
  singles: [
    ...ETHER,
    { name: 'payoutsart', kind: 'withdrawal', currency: 'ETH', parent: 'payouts', token: ART },
    { name: 'deskart', kind: 'deposit-withdrawal', currency: 'ETH', parent: 'desk', token: ART },
    { name: 'payoutsitems', kind: 'withdrawal', currency: 'ETH', parent: 'payouts', token: ITEMS },
    { name: 'deskitems', kind: 'deposit-withdrawal', currency: 'ETH', parent: 'desk', token: ITEMS },
  ],
  branches: [
    { name: 'desk', kind: 'deposit-withdrawal', currency: 'ETH', balance: '5' },
    { name: 'branch', kind: 'delegated', currency: 'ETH' },
    { name: 'branchusdt', kind: 'delegated', currency: 'ETH', parent: 'branch', token: USDT },
    { name: 'deskusdt', kind: 'deposit-withdrawal', currency: 'ETH', balance: '50', parent: 'desk', token: USDT },
  ],
  chains: [
    { name: 'cash', kind: 'deposit-withdrawal', currency: 'BTC', balance: '3' },
    { name: 'cashout', kind: 'withdrawal', currency: 'BTC', balance: '1' },
    { name: 'tags', kind: 'deposit-withdrawal', currency: 'XRP', balance: '100' },
    { name: 'payouts', kind: 'withdrawal', currency: 'ETH', balance: '10' },
  ],
};
