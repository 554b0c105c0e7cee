/** Callbacks as they are kept: the very values that are delivered and read back. */
import type { components } from '@wallet-operations/openapi/types';
import { parseJson, stringifyJson } from '@wallet-operations/json';
import type { Context } from '../context.ts';

/** The record of the interface. */
export type Callback = components['schemas']['Callback'];

/** Beyond 2^53, where a number holds one integer in sixteen: whoever rounds takes sixteen callbacks for one. */
const FIRST_SERIAL = 90_000_000_000_000_001n;

/** Keeps a callback, due at once. Its serial is given here. */
export function queueCallback(context: Context, callback: Omit<Callback, 'serial'>, at: number): void {
  const { store, wallets } = context;
  const { last } = store.get<{ last: bigint | null }>('SELECT max(serial) AS last FROM callbacks') ?? { last: null };
  const serial = last === null ? FIRST_SERIAL : last + 1n;
  const { type, ...rest } = callback;
  const goesOut = wallets.get(callback.wallet_id).settings.callbackUrl !== '';
  store.run(
    'INSERT INTO callbacks VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, NULL)',
    serial,
    callback.wallet_id,
    type,
    callback.txid,
    callback.vout_index,
    Math.floor(at / 1000),
    stringifyJson({ type, serial, ...rest }),
    goesOut ? at : null,
  );
  context.tell(
    'callback',
    `${String(serial)} ${callback.order_id !== '' ? callback.order_id : `deposit ${callback.txid}`}`,
  );
  if (goesOut) context.wake();
}

/** The record that was, or will be, delivered. Serials and the like are bigints. */
export function recordOf({ body }: { readonly body: string }): Callback {
  const record = parseJson(body) as Record<string, unknown>;
  for (const name of ['serial', 'block_height', 'wallet_id']) record[name] = BigInt(record[name] as number);
  return record as Callback;
}
