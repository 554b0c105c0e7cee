/** Services that have blocks of a chain in two ways: each has one height and one time, the higher the later. */
import type { World } from '../world.ts';
import { variant, type Change, type Passing } from './behind.ts';
import { all, callbacks, each, walletIdOf, withCallbacks, type Fields } from './changes.ts';
import { value, type Variant } from './variant.ts';

const [HISTORY, CALLBACKS, STATE, STATES] = [
  'listWithdrawalHistory',
  'listCallbacks',
  'getWithdrawalState',
  'listWithdrawalStates',
];

/** Changes the blocks of a wallet, whichever answer tells of them. */
function blocksOf(place: number, change: (height: number, record: Fields) => number): Change {
  const changed = (record: Fields, request: Passing, { wallets }: World): void => {
    if (walletIdOf(request) !== wallets[place]?.walletId) return;
    for (const name of ['block_height', 'in_chain_block'])
      if (Number(record[name]) > 0) record[name] = change(Number(record[name]), record);
  };
  return all(
    callbacks(changed),
    each(HISTORY, 'transactions', changed),
    each(STATE, '', changed),
    each(STATES, 'transactions', changed),
    each('getWithdrawalEventLogs', 'logs', (record, request, { wallets }) => {
      if (walletIdOf(request) === wallets[place]?.walletId)
        record.block_number = change(Number(record.block_number), record);
    }),
  );
}

const HOUR = 3600;

export const variants: readonly Variant[] = [
  variant(
    'all that a wallet paid is in one block, hours apart',
    all(
      blocksOf(0, () => 23_000_000),
      callbacks((record, request, { wallets }) => {
        if (walletIdOf(request) !== wallets[0]?.walletId) return;
        for (const name of ['broadcast_at', 'chain_at'])
          if (Number(record[name]) > 0) record[name] = Number(record[name]) + (Number(record.serial) % 17) * HOUR;
      }),
    ),
    value(CALLBACKS, 'chain_at'),
  ),
  variant(
    'blocks of one wallet are the lower the later they are, hours apart',
    all(
      blocksOf(0, (height) => 50_000_000 - height),
      callbacks((record) => {
        if (Number(record.chain_at) > 0)
          record.chain_at = Number(record.chain_at) - 17 * HOUR + (Number(record.serial) % 100) * HOUR;
      }),
    ),
    value(HISTORY, 'block_height'),
    value(CALLBACKS, 'block_height'),
  ),
  variant(
    'two orders of one transaction are in two blocks',
    withCallbacks(({ order_id, block_height }) =>
      order_id !== '' && Number(block_height) > 0
        ? { order_id: `${String(order_id)}b`, block_height: Number(block_height) + 3 }
        : undefined,
    ),
    value(CALLBACKS, 'block_height'),
    ...[STATE, STATES].map((operationId) => ({ operationId, kind: 'status', about: `${operationId}.seen` }) as const),
  ),
  variant(
    'withdrawals were broadcast hours behind their block, by another callback of each',
    withCallbacks(({ order_id, chain_at }) =>
      order_id !== '' && Number(chain_at) > 0
        ? {
            ...{ state: 2, processing_state: 0, block_height: 0, chain_at: 0, confirm_blocks: 0 },
            broadcast_at: Number(chain_at) + 20 * HOUR,
          }
        : undefined,
    ),
    value(CALLBACKS, 'broadcast_at'),
  ),
];
