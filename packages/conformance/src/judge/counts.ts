/** Totals of what a query chooses of a list. */
import { totalOf, type List } from '../calls/list.ts';
import type { Success } from './evidence.ts';
import type { Fact } from './fact.ts';
import type { Whole } from './whole.ts';

/** The list whose total the interface does not explain. */
export const VAULT = 'listVaultHistory';

/** Whether a total counts what the query chooses and nothing else, where its page has room for more than came, and is not cut. */
export function countsOf(
  { name, operation, parameters }: List,
  whole: Whole,
  { exchange, body, records }: Success,
): Fact[] {
  const about = totalOf(operation);
  const { [about]: total } = body;
  const size = parameters.find(({ maximum }) => maximum !== undefined);
  const room = Number(exchange.request.query[size?.name ?? ''] ?? size?.default ?? 0);
  if (typeof total !== 'number' || whole.isCut || records.length >= room) return [];
  const isRight = total === records.length;
  return [
    {
      ...{ operationId: name, kind: 'value', about, verdict: isRight ? 'agrees' : 'differs' },
      evidence: isRight
        ? 'that of what a span or a filter chooses'
        : `${String(total)} beside ${String(records.length)} that a span or a filter chooses, on a page that has room for more`,
      ...(name === VAULT && { points: ['vault-count'] }),
    },
  ];
}
