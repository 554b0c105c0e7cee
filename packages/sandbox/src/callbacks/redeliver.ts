/** Sends a callback again because its owner wants it, whatever became of it before. */
import type { Context } from '../context.ts';
import type { Deliveries } from './deliver.ts';
import { callbackOf } from './record.ts';
import { goesOut } from './destination.ts';

/**
 * Makes it due, or begins an attempt beside the one that is under way: the receiver of that may be who asks, and answers it later.
 *
 * @throws Error for a serial that no callback has, for a wallet whose callbacks go nowhere, and where too many attempts are under way
 */
export async function redeliver(
  context: Context,
  deliveries: Pick<Deliveries, 'again'>,
  serial: bigint,
  now: number,
): Promise<void> {
  const { store } = context;
  const row = callbackOf(context, serial);
  if (!goesOut(context, row.wallet_id))
    throw new Error(
      `Callbacks of wallet ${String(row.wallet_id)} go nowhere: set its callbackUrl first, to inbox for the sandbox's own.`,
    );
  if (deliveries.again(row, now)) return;
  store.write(() => store.run('UPDATE callbacks SET next_at = ? WHERE serial = ?', now, row.serial));
  await store.committed();
}
