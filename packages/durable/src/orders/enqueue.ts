/** Takes orders in: each is written once, under its own order_id, in the transaction of whoever enqueues it. */
import { checkedOrders, InvalidCallError, likenessOf, type WithdrawalRequest } from '@wallet-operations/client';
import { stringifyJson } from '@wallet-operations/json';
import type { Transaction } from '../database/database.ts';
import { canBeKept } from '../database/text.ts';
import { OrderConflictError } from '../errors/order-conflict.ts';
import { TransactionError } from '../errors/transaction.ts';
import type { Names } from '../schema/names.ts';
import { requestOf, type OrderState } from './order.ts';

/** What became of one order that was handed over. */
export interface Enqueued {
  readonly order_id: string;
  /** Whether it was written now; otherwise the same order had been before. */
  readonly isNew: boolean;
  /** How far it has come. */
  readonly state: OrderState;
}

/** An order as it was written: its key, and whether that was just now. */
export interface Written extends Enqueued {
  readonly id: string;
}

/** Bytes: an index keeps no long text, and the service takes none. */
const LONGEST = 1000;

/** An order, as it is written. */
export interface Request {
  readonly order_id: string;
  /** Its text. */
  readonly request: string;
}

/**
 * Orders as they are now.
 *
 * @throws InvalidCallError for what can never be sent
 */
export const requestsOf = (orders: readonly WithdrawalRequest[]): Request[] =>
  checkedOrders(orders).map((order) => {
    const { order_id } = order;
    if (order_id === '' || !canBeKept(order_id) || Buffer.byteLength(order_id) > LONGEST)
      throw new InvalidCallError(`an order_id is empty, has a NUL, or more than ${String(LONGEST)} bytes`, {
        operationId: 'withdrawAssets',
        attempts: 0,
        effect: 'none',
        retryable: false,
      });
    return { order_id, request: canonical(order) };
  });

/** How to write them. */
export interface Writing {
  readonly priority: number;
  readonly isExposed: boolean;
  /** The installation that was opened, as {@link installationOf} names it. */
  readonly installation: string;
}

/** A name for these very tables: when they were made, to a millionth of a second. */
const INSTALLATION = ({ migrations }: Names): string =>
  `(SELECT to_char(at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') FROM ${migrations} WHERE version = 1)`;

/** The name of the tables in a database: others, in another database, have another. */
export async function installationOf({ query }: Transaction, names: Names): Promise<string> {
  const { rows } = await query(`SELECT ${INSTALLATION(names)} AS installation`);
  return (rows[0] as { installation: string }).installation;
}

/**
 * Writes them. Columns have names of one word: libraries are told to rewrite others.
 *
 * @returns one for each order, in the order of `requests`
 * @throws OrderConflictError for an order_id that holds another order;
 * TransactionError for a transaction that is none, or not of this database
 */
export async function write(
  { query }: Transaction,
  names: Names,
  wallet: bigint,
  requests: readonly Request[],
  { priority, isExposed, installation }: Writing,
): Promise<Written[]> {
  if (requests.length === 0) return [];
  const state = isExposed ? 'unknown' : 'queued';
  const { transaction, known } = await read().catch(explain);
  refuseOthers(known); // before anything is written, for a caller who catches it and commits
  const { rows } = await query(
    `INSERT INTO ${names.orders} (order_id, wallet_id, request, priority, exposed, state)
     SELECT x.order_id, $2::text::numeric, x.request, $3::text::integer, $4::text::boolean, $5
     FROM json_to_recordset($1::text::json) AS x (order_id text, request text)
     WHERE txid_current()::text = $6::text -- otherwise each statement would be committed by itself
     ON CONFLICT (order_id) DO NOTHING
     RETURNING id::text, order_id AS name`,
    [
      JSON.stringify(requests.filter(({ order_id }) => !known.has(order_id))),
      String(wallet),
      String(priority),
      String(isExposed),
      state,
      transaction,
    ],
  );
  const written = new Map((rows as { id: string; name: string }[]).map(({ id, name }) => [name, id]));
  const ours = new Set(written.values());
  await query(
    `INSERT INTO ${names.history} (order_key, attempt, state)
     SELECT id, 0, state FROM ${names.orders} WHERE id IN (SELECT x::bigint FROM json_array_elements_text($1::text::json) AS x)`,
    [JSON.stringify([...written.values()])],
  );
  // Another transaction may have written some in between.
  const late = written.size + known.size < requests.length ? await again() : known;
  refuseOthers(late);
  const exposed = isExposed ? await expose([...late.values()].map(({ id }) => id).filter((id) => !ours.has(id))) : NONE;
  return requests.map(({ order_id }) => {
    const id = written.get(order_id);
    if (id !== undefined) return { id, order_id, isNew: true, state };
    const before = late.get(order_id);
    if (!before)
      throw new Error(`${order_id} was written by another transaction, which this one cannot see: try again.`);
    return { id: before.id, order_id, isNew: false, state: exposed.get(before.id) ?? before.state };
  });

  /** That something else may have sent them is heard for orders that are here, too: no refusal of a first attempt counts then. */
  async function expose(ids: readonly string[]): Promise<ReadonlyMap<string, OrderState>> {
    const { rows } = await query(
      `WITH exposed AS (
         UPDATE ${names.orders}
         SET exposed = true, shown = false, sent_at = clock_timestamp(),
           attempt = attempt + CASE WHEN state = 'refused' THEN 0 ELSE 1 END,
           state = CASE WHEN state = 'refused' THEN state ELSE 'unknown' END
         WHERE id IN (SELECT x::bigint FROM json_array_elements_text($1::text::json) AS x)
           AND (state IN ('queued', 'refused') AND NOT exposed OR state = 'sending' AND attempt = 1)
         RETURNING id, attempt, state
       ), noted AS (
         INSERT INTO ${names.history} (order_key, attempt, state) SELECT id, attempt, state FROM exposed
       )
       SELECT id::text, state FROM exposed`,
      [JSON.stringify(ids)],
    );
    return new Map((rows as { id: string; state: OrderState }[]).map(({ id, state }) => [id, state]));
  }

  async function read(): Promise<{ transaction: string; known: Map<string, Known> }> {
    const { rows: found } = await query(
      `SELECT here.*, known.* FROM (SELECT txid_current()::text AS transaction, ${INSTALLATION(names)} AS installation) AS here
       LEFT JOIN (
         SELECT id::text, order_id AS name, wallet_id::text AS wallet, request, state FROM ${names.orders}
         WHERE order_id IN (SELECT json_array_elements_text($1::text::json))
       ) AS known ON true`,
      [JSON.stringify(requests.map(({ order_id }) => order_id))],
    );
    const [here] = found as { transaction: string; installation: string | null }[];
    if (here?.installation !== installation) throw new TransactionError('elsewhere');
    const known = (found as (Known | { id: null })[]).filter((row): row is Known => row.id !== null);
    return { transaction: here.transaction, known: new Map(known.map((row) => [row.name, row])) };
  }

  async function again(): Promise<Map<string, Known>> {
    const now = await read();
    if (now.transaction !== transaction) throw new TransactionError('not_one');
    return now.known;
  }

  function refuseOthers(found: ReadonlyMap<string, Known>): void {
    for (const { order_id, request } of requests) {
      const before = found.get(order_id);
      const fields = before ? differences(before, request, wallet) : [];
      if (fields.length > 0) throw new OrderConflictError(order_id, fields);
    }
  }
}

const NONE: ReadonlyMap<string, OrderState> = new Map();

interface Known {
  readonly id: string;
  readonly name: string;
  readonly wallet: string;
  readonly request: string;
  readonly state: OrderState;
}

/** One text for one order, in whatever order its fields stand. */
const canonical = (order: WithdrawalRequest): string =>
  stringifyJson(Object.fromEntries(Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1))));

/** What makes it another order: what is spelled in another way alone does not. */
function differences(before: Known, request: string, wallet: bigint): string[] {
  const elsewhere = before.wallet === String(wallet) ? [] : ['wallet'];
  if (before.request === request) return elsewhere;
  const [old, given] = [requestOf(before), requestOf({ request })];
  const textOf = (order: WithdrawalRequest, field: string): string =>
    stringifyJson({ is: new Map(Object.entries(order)).get(field) });
  const fields = [...new Set([...Object.keys(old), ...Object.keys(given)])].filter(
    (field) => textOf(old, field) !== textOf(given, field),
  );
  const isSpelling = fields.every((field) => SPELLED.includes(field)) && likenessOf(given, old) === 'same';
  return isSpelling ? elsewhere : [...elsewhere, ...fields];
}

/** What may be spelled in several ways: 1.5 and 1.50 are one amount. */
const SPELLED = ['address', 'amount', 'memo'];

/** What a first statement that fails says of its transaction. */
function explain(error: unknown): never {
  const reasons = { '25P02': 'aborted', '42P01': 'elsewhere' } as const; // in_failed_sql_transaction, undefined_table
  const code = codeOf(error);
  if (code === '25P02' || code === '42P01') throw new TransactionError(reasons[code], { cause: error });
  throw error;
}

/** PostgreSQL's own code of an error, wherever a library has put it. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { code, meta, cause } = error as { code?: unknown; meta?: { code?: unknown }; cause?: unknown };
  return codeOf(cause) ?? meta?.code ?? code;
}
