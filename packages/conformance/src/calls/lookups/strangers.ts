/** Steps that look something up by a wallet of a kind that may not ask for it. */
import type { Interface } from '@wallet-operations/transcript';
import type { Step } from '../asked.ts';
import { forFirst, stepMaker } from '../making.ts';
import { OF_NOTHING } from '../nothing.ts';

/** All of them. */
export function strangerSteps(service: Interface): Step[] {
  const { kinds, point, step } = stepMaker(service);
  return [
    ...['getWithdrawalState', 'getWithdrawalEventLogs', 'checkWhitelistEntry', 'getDepositCallback'].flatMap(
      (operationId) =>
        ['vault', 'deposit', 'withdrawal', 'deposit-withdrawal', 'delegated']
          .filter((kind) => !kinds(operationId).includes(kind))
          .map((kind) =>
            step(
              operationId,
              `kind.${kind}`,
              `of a ${kind} wallet, which may not ask`,
              forFirst((_, caller) => [{ caller, ...OF_NOTHING[operationId] }], [kind]),
              { row: 'not_found', ...point(operationId) },
            ),
          ),
    ),
  ];
}
