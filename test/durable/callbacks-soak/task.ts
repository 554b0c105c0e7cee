/** What a receiver is told, and what it keeps for the books. */

/** A wallet of which it takes callbacks. */
export interface Access {
  readonly walletId: string;
  readonly apiCode: string;
  readonly secret: string;
}

/** What a receiver is told. */
export interface Task {
  /** Where its PostgreSQL is, or the folder of its PGlite. */
  readonly database: { readonly url: string } | { readonly folder: string };
  readonly baseUrl: string;
  readonly wallets: readonly Access[];
  /** Unix seconds before which nothing has happened. */
  readonly since: number;
  readonly seed: number;
}

/** What it is told while it listens: to catch up, and perhaps to kill itself while it handles so many. */
export interface Told {
  readonly dieAt?: number;
}

/** What a receiver says: that it listens; or that it has caught up. */
export type Said = { readonly port: number } | { readonly caughtUp: Readonly<Record<string, number>> };

/** The task of this process. */
export const taskGiven = (): Task => JSON.parse(process.argv[2] ?? '{}') as Task;

/** What the shop keeps: what it credits and takes back, entry by entry, and what became of its withdrawals. Nothing keeps it from doing so twice. */
export const TABLES = `
  CREATE TABLE credits (id bigint GENERATED ALWAYS AS IDENTITY, wallet numeric NOT NULL, txid text NOT NULL, vout integer NOT NULL,
    address text NOT NULL, memo text NOT NULL, amount numeric NOT NULL);
  CREATE TABLE followed (id bigint GENERATED ALWAYS AS IDENTITY, order_id text NOT NULL, txid text NOT NULL, amount numeric NOT NULL,
    processing integer NOT NULL);
  CREATE TABLE seen (txid text NOT NULL)`;

/** Books a credit; a negative one takes it back. */
export const CREDIT =
  'INSERT INTO credits (wallet, txid, vout, address, memo, amount) VALUES ($1::text::numeric, $2, $3, $4, $5, $6::text::numeric)';
/** Books what became of a withdrawal. */
export const FOLLOW =
  'INSERT INTO followed (order_id, txid, amount, processing) VALUES ($1, $2, $3::text::numeric, $4)';
