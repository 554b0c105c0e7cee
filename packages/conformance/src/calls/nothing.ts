/** What operations are asked of that there is not, and what of a request to them is malformed. */
import type { Operation } from '@wallet-operations/validator';
import type { Asked } from './asked.ts';

/** What nobody is called, and no transaction or entry. */
export const NOTHING = 'conformance-none';

type What = Omit<Asked, 'caller'>;

/** For the operations that need more than a wallet. */
export const OF_NOTHING: Readonly<Record<string, What>> = {
  getWithdrawalState: { path: { ORDER_ID: NOTHING } },
  listWithdrawalStates: { path: { ORDER_ID: NOTHING } },
  getWithdrawalEventLogs: { query: [['txid', NOTHING]] },
  checkWhitelistEntry: { body: { address: NOTHING } },
  getDepositCallback: { path: { TX_ID: NOTHING, VOUT_INDEX: '0' } },
  getCallbacksById: { body: { ids: [1] } },
  getDelegatedBalances: { body: { addresses: [NOTHING] } },
};

/** A malformed request of an operation; undefined for one that nothing can be wrong with. */
export function brokenOf({ operationId, bodySchema, parameters }: Operation): What | undefined {
  if (bodySchema !== undefined) return { body: {} };
  if (operationId === 'getDepositCallback') return { path: { TX_ID: NOTHING, VOUT_INDEX: 'x' } };
  if (parameters.some((parameter) => parameter.name === 'ORDER_ID')) return { path: { ORDER_ID: 'x'.repeat(256) } };
  if (operationId === 'getWithdrawalEventLogs') return {};
  const numbers = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'convert');
  return numbers.length === 0 ? undefined : { query: numbers.map(({ name }) => [String(name), 'x']) };
}
