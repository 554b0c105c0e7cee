/** What an answer has that its request did not ask for. */
import { mayBeSent } from '../document/reading.ts';
import { isNode } from '@wallet-operations/validator';
import type { Evidence } from './evidence.ts';
import { valueFact as value, type Fact } from './fact.ts';
import { spelled, valuesAt } from './records.ts';

/** Keys of a map that the lists of a request tell, by `x-from-request`. A text of digits is another in a transcript as a key: IDs of orders, no address. */
export function askedFacts({ service, transcript }: Evidence): Fact[] {
  return transcript.exchanges.flatMap(({ operationId, request, answer }) => {
    const operation = service.operation(operationId);
    const rules = operation.node['x-from-request'];
    if (!mayBeSent(operation) || answer?.status !== 200 || !isNode(answer.body)) return [];
    if (!isNode(rules) || !isNode(rules.keys)) return [];
    const { body } = answer;
    return Object.entries(rules.keys).flatMap(([name, rule]) => {
      const of = isNode(rule) && Array.isArray(rule.of) ? rule.of.map((part) => String(part).split('.')) : [];
      const asked = of.flatMap((keys) => [...valuesAt(request, keys), ...valuesAt(request, [...keys, '*'])]);
      const { [name]: map } = body;
      if (asked.length === 0 || !isNode(map)) return [];
      const known = new Set(asked.map((one) => spelled(String(one))));
      const others = Object.keys(map).filter((key) => !known.has(spelled(key))).length;
      const said = `${String(others)} of ${String(Object.keys(map).length)} were not asked for`;
      return [value(operationId, name, others === 0, 'those that were asked for alone', said)];
    });
  });
}
