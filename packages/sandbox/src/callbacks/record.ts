/** Callbacks as they are kept: the very values that are delivered and read back. */
import type { components } from '@wallet-operations/openapi/types';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { Context } from '../context.ts';
import type { Decisions } from '../document/points.ts';
import type { CallbackRow } from '../state/stored.ts';
import { goesOut } from './destination.ts';

/** The record of the interface. */
export type Callback = components['schemas']['Callback'];

/** Beyond 2^53, where a number holds one integer in sixteen: whoever rounds takes sixteen callbacks for one. */
const FIRST_SERIAL = 90_000_000_000_000_001n;

/** Keeps a callback, due at once. Its serial is given here. */
export function queueCallback(context: Context, callback: Omit<Callback, 'serial'>, at: number): void {
  const { store } = context;
  const { last } = store.get<{ last: bigint | null }>('SELECT max(serial) AS last FROM callbacks') ?? { last: null };
  const serial = last === null ? FIRST_SERIAL : last + 1n;
  const { type, ...rest } = callback;
  const isDue = goesOut(context, callback.wallet_id);
  store.run(
    'INSERT INTO callbacks VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, NULL)',
    serial,
    callback.wallet_id,
    type,
    callback.txid,
    callback.vout_index,
    Math.floor(at / 1000),
    stringifyJson({ type, serial, ...rest }),
    isDue ? at : null,
  );
  context.tell(
    'callback',
    `${String(serial)} ${callback.order_id !== '' ? callback.order_id : `deposit ${callback.txid}`}`,
  );
  if (isDue) context.wake();
}

/** The record that was, or will be, delivered. Serials and the like are bigints. */
export function recordOf({ body }: { readonly body: string }): Callback {
  const record = parseJson(body) as Record<string, unknown>;
  for (const name of ['serial', 'block_height', 'wallet_id']) record[name] = BigInt(record[name] as number);
  return record as Callback;
}

/** What a callback tells of. */
export type Told = keyof Decisions['callbackType'];

/** Of a type as the service numbers it. */
export const tellsOf = ({ callbackType }: Decisions, type: number): Told =>
  (['deposit', 'collect', 'airdrop'] as const).find((name) => callbackType[name] === type) ?? 'withdrawal';

/** A callback as it is kept. @throws Error for a serial that none has. */
export function callbackOf({ store }: Context, serial: bigint): CallbackRow {
  const isKept = serial >= 0n && serial < 2n ** 63n; // SQLite has no larger integers
  const row = isKept ? store.get<CallbackRow>('SELECT * FROM callbacks WHERE serial = ?', serial) : undefined;
  if (!row) throw new Error(`There is no callback ${String(serial)}.`);
  return row;
}
