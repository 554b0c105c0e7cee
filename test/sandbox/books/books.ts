/** What the books hold: plain data, so that a snapshot of them is a copy. */
import { CURRENCIES, type Account } from './accounts.ts';

/** A block as far as anybody outside sees it. */
export interface Block {
  readonly height: number;
  /** Milliseconds. */
  readonly at: number;
  /** The service moved funds of its own in it. */
  sweeps?: true;
}

/** A transaction on the chain, or on its way. What the sandbox chose freely is read once, and held to from then on. */
export interface Transaction {
  /** Empty until it is read. */
  txid: string;
  fee: bigint | undefined;
  /** Sender; undefined until it is read. */
  from: string | undefined;
  block: Block | undefined;
}

/** A transaction of an order, with its state as the all-states query numbers it. */
export interface OrderTransaction extends Transaction {
  state: number;
  /** A block that held it was taken back. */
  undone?: true;
}

/** A withdrawal. */
export interface Order {
  readonly account: string;
  readonly orderId: string;
  /** Made in the web UI: the service has no order_id for it. */
  readonly web: boolean;
  readonly to: string;
  readonly memo: string;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Delegated address that pays, or empty. */
  readonly holder: string;
  /** Token asked for, or empty. */
  readonly tokenId: string;
  readonly at: number;
  readonly transactions: OrderTransaction[];
  /** Single tokens that it took: ID and number. */
  taken: (readonly [string, bigint])[];
  held: boolean;
  invalid: boolean;
}

/** Funds on their way to a wallet, or arrived. */
export interface Deposit {
  readonly account: string;
  readonly address: string;
  readonly memo: string;
  readonly amount: bigint;
  readonly tokenId: string;
  readonly vout: number;
  readonly transaction: Transaction;
  /** The order that brings it; none if it comes from outside. */
  readonly order?: Order;
  final: boolean;
}

/** A callback that has to be. */
export interface Told {
  readonly account: string;
  readonly type: number;
  readonly orderId: string;
  readonly asset: string;
  readonly transaction: Transaction;
  readonly height: number;
  /** Unix seconds, or 0. */
  readonly chainAt: number;
  readonly vout: number;
  readonly amount: bigint;
  readonly memo: string;
  readonly to: string;
  readonly state: number;
  readonly processing: number;
  readonly confirms: number;
  attempts: number;
  /** How often the receiver got it. */
  received: number;
  /** When it comes next, if it does. */
  next: number | undefined;
  /** Undefined until it is read. */
  serial: bigint | undefined;
}

/** A vault transaction. */
export interface VaultTransaction {
  readonly account: string;
  readonly txno: number;
  readonly amount: bigint;
  readonly to: string;
  readonly at: number;
  state: number;
  paid: boolean;
  txid: string;
  /** What it brings to a wallet of the sandbox. */
  brings?: Deposit;
}

/** A deposit address, or the memo of one. */
export interface DepositAddress {
  readonly account: string;
  readonly address: string;
  readonly memo: string;
  readonly index: number;
}

/** An entry of a whitelist. */
export interface Listed {
  readonly account: string;
  readonly address: string;
  readonly at: number;
  removed: boolean;
}

/** What the sandbox may choose: read in a wallet of the same kind, before the books begin. */
export interface Tariff {
  /** Fee of a withdrawal by its asset and `manual_fee`, which is 0 where there is none. */
  readonly fees: ReadonlyMap<string, bigint>;
  /** What a deposit address costs in each currency. */
  readonly addresses: ReadonlyMap<string, bigint>;
  /** Height of the first block. */
  readonly height: number;
}

/** All of it. */
export interface Books {
  now: number;
  nextBlockAt: number;
  readonly accounts: Account[];
  readonly tariff: Tariff;
  readonly blocks: Block[];
  /** Confirmed units by wallet, delegated address and token ID. */
  readonly held: Map<string, bigint>;
  /** The oldest first. */
  readonly orders: Order[];
  readonly deposits: Deposit[];
  readonly told: Told[];
  readonly vault: VaultTransaction[];
  readonly addresses: DepositAddress[];
  readonly listed: Listed[];
  /** Whether the receiver of callbacks takes them. */
  receiverUp: boolean;
  /** What becomes of every attempt to deliver a callback. */
  disturbed: '' | 'drop' | 'duplicate';
  /** Counts orders, and tokens that there are one of, so that none comes twice. */
  count: number;
}

/** Where something is held. */
export const at = (account: string, holder = '', tokenId = ''): string => `${account}|${holder}|${tokenId}`;

/** The wallet of a name. */
export function accountOf(books: Books, name: string): Account {
  const account = books.accounts.find((one) => one.name === name);
  if (account === undefined) throw new Error(`The books have no wallet ${name}.`);
  return account;
}

/** The wallet that pays the fees of another: its parent, or itself. */
export const payerOf = (books: Books, account: Account): Account =>
  account.parent === undefined ? account : accountOf(books, account.parent);

/** The fee of a withdrawal. */
export function feeOf(books: Books, account: Account, manualFee: number): bigint {
  const fee = books.tariff.fees.get(`${account.asset} ${String(manualFee)}`);
  if (fee === undefined) throw new Error(`No fee was read for ${account.asset} with ${String(manualFee)}.`);
  return fee;
}

/** What is held at a place. */
export const heldAt = (books: Books, place: string): bigint => books.held.get(place) ?? 0n;

/** Adds to a place, or takes from it. */
export function move(books: Books, place: string, units: bigint): void {
  books.held.set(place, heldAt(books, place) + units);
}

/** Everything that one wallet holds, as `[holder, token ID, units]`, in the order of token IDs. */
export function holdings(books: Books, account: string, holder?: string): [string, string, bigint][] {
  return Array.from(books.held, ([place, units]): [string, string, string, bigint] => {
    const [name = '', of = '', tokenId = ''] = place.split('|');
    return [name, of, tokenId, units];
  })
    .filter(([name, of, , units]) => name === account && units !== 0n && (holder === undefined || of === holder))
    .map(([, of, tokenId, units]): [string, string, bigint] => [of, tokenId, units])
    .sort(([, one], [, other]) => (one < other ? -1 : 1));
}

/** Blocks that lie on each other since a transaction came into one, its own included. */
export function depthOf(books: Books, { block }: Transaction): number {
  return block === undefined ? 0 : books.blocks.length - books.blocks.indexOf(block);
}

/** Blocks until what a wallet gets is final. */
export const finalityOf = (account: Account): number => CURRENCIES[account.currency].finality;
