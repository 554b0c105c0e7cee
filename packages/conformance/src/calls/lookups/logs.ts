/** Steps that look up the events of a transaction. */
import type { Caller, Interface } from '@wallet-operations/transcript';
import type { Known, Step } from '../asked.ts';
import { CALLBACKS, forEach, ofEach, stepMaker } from '../making.ts';
import { NOTHING } from '../nothing.ts';
import { recordsOf, textsOf } from '../seen.ts';

/** The transaction of a wallet whose events are looked up: the last one in the chain that callbacks show. */
export const loggedOf = (known: Known, caller: Caller): string[] => {
  const sent = recordsOf(known, CALLBACKS, caller).filter(
    ({ order_id, block_height }) => order_id !== '' && Number(block_height) > 0,
  );
  return textsOf(sent, 'txid').slice(-1);
};

/** All of them. */
export function logSteps(service: Interface): Step[] {
  const { kinds, step } = stepMaker(service);
  const logged = kinds('getWithdrawalEventLogs');
  return [
    step(
      'getWithdrawalEventLogs',
      'seen',
      'of transactions in the chain that callbacks show',
      forEach((known, caller) => loggedOf(known, caller).map((txid) => ({ caller, query: [['txid', txid]] })), logged),
      { most: ofEach(1, logged) },
    ),
    step(
      'getWithdrawalEventLogs',
      'unknown',
      'of a transaction that there is not',
      forEach((known, caller) => {
        const isAnswered = known.bodies('getWithdrawalEventLogs.seen', caller).length > 0; // the currency has logs
        return isAnswered ? [{ caller, query: [['txid', NOTHING]] }] : [];
      }),
      { row: 'txid_not_found', most: ofEach(1, logged) },
    ),
    step(
      'getWithdrawalEventLogs',
      'missing',
      'without a transaction',
      forEach((known, caller) => (known.bodies('getWithdrawalEventLogs.seen', caller).length > 0 ? [{ caller }] : [])),
      { row: 'missing_parameter', most: ofEach(1, logged) },
    ),
  ];
}
