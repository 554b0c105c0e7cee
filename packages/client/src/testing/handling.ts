/** A check of the whole: callbacks of a deposit through a handler, from its detection to its being taken back. */
import { CallbackState, CallbackType, ProcessingState } from '@wallet-operations/openapi/points';
import type { Callback } from '../callbacks/callback.ts';
import { createCallbackHandler } from '../callbacks/handler.ts';
import { wrong, type Check } from './stand.ts';

export const HANDLING: readonly Check[] = [
  {
    name: 'has a deposit detected, credited and taken back, each once',
    async run({ open, key }) {
      const store = await open();
      const events: string[] = [];
      const note = (_: unknown, { event }: { readonly event: string }): void => void events.push(event);
      const { deliver } = createCallbackHandler({
        verify: () => false,
        store,
        onDetected: note,
        onCredited: note,
        onReversed: note,
        onFailed: note,
        onWithdrawal: note,
        onError: () => undefined,
      });
      const { inChain, transactionFailed } = CallbackState;
      for (const [processing_state, state] of [
        [ProcessingState.inChain, inChain],
        [ProcessingState.inChain, inChain],
        [ProcessingState.done, inChain],
        [ProcessingState.inChain, inChain],
        [ProcessingState.done, inChain],
        [ProcessingState.done, transactionFailed],
        [ProcessingState.done, inChain],
      ] as const)
        await deliver({ ...deposit(key), processing_state, state });
      const said = events.join(', ');
      if (said !== 'detected, credited, reversed')
        wrong(`a deposit that is detected, credited and taken back: the handler was told of ${said || 'nothing'}`);
    },
  },
];

const deposit = (txid: string): Callback => ({
  type: CallbackType.deposit,
  serial: 1n,
  order_id: '',
  currency: 'ETH',
  txid,
  block_height: 1n,
  tindex: 0,
  vout_index: 0,
  amount: '1',
  fees: '0',
  memo: '',
  broadcast_at: 0,
  chain_at: 1,
  from_address: '',
  to_address: 'an address',
  wallet_id: 1n,
  state: 0,
  confirm_blocks: 0,
  processing_state: 0,
  addon: {},
});
