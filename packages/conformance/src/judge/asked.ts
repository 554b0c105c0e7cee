/** What an answer has that its request did not ask for, and what prices say twice. */
import { mayBeSent } from '../document/reading.ts';
import { isNode } from '@wallet-operations/validator';
import { isSame, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { doubted, valueFact as value, type Fact } from './fact.ts';
import { spelled, valuesAt } from './records.ts';

/** All of them. */
export const askedFacts = (evidence: Evidence): Fact[] => [
  ...strangers(evidence),
  ...tenders(evidence),
  ...pricedTwice(evidence),
];

/** Keys of a map that the lists of a request tell, by `x-from-request`. A text of digits is another in a transcript as a key: IDs of orders, no address. */
function strangers({ service, transcript }: Evidence): Fact[] {
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

const pricesOf = ({ prices }: Body): Body => (isNode(prices) ? prices : {});

const tendersOf = ({ records }: Success): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(pricesOf(record)))),
];

/** Prices are in what was asked for alone. A tender may be left out that there are no prices in, and none that another answer has. */
function tenders({ transcript, under }: Evidence): Fact[] {
  const answers = under('getCurrencyPrices.');
  const known = new Set(transcript.recorded === undefined ? answers.flatMap(tendersOf) : []);
  return answers.flatMap((answer) => {
    const asked = (answer.exchange.request.query.convert ?? 'USD').split(',').map((one) => one.trim());
    const own = tendersOf(answer);
    if (own.length === 0) return [];
    const isRight =
      own.every((tender) => asked.includes(tender)) &&
      asked.every((tender) => own.includes(tender) || !known.has(tender));
    const said = `prices in ${own.join(', ')} for ${asked.join(', ')}`;
    return [value('getCurrencyPrices', 'convert', isRight, said, said)];
  });
}

/** One currency, or one token of it, has one price in a tender. */
function pricedTwice({ under }: Evidence): Fact[] {
  return under('getCurrencyPrices.').flatMap(({ records }) => {
    const known = records.filter(({ currency }) => typeof currency === 'number');
    const groups = Map.groupBy(known, ({ currency, token_address = '' }) =>
      [shown(currency), String(token_address).toLowerCase()].join(' '),
    );
    const isRight = [...groups.values()].every((group) => {
      const prices = group.flatMap((record) => Object.entries(pricesOf(record)));
      const byTender = new Map(prices);
      return prices.every(([tender, price]) => isSame(price, byTender.get(tender)));
    });
    const said = 'two records of one currency and token have different prices in the same tender';
    if (known.length < 2 || !known.some((record) => Object.keys(pricesOf(record)).length > 0)) return [];
    const fact = value('getCurrencyPrices', 'prices', isRight, 'one of each currency', said);
    return [...groups.values()].some(({ length }) => length > 1)
      ? [doubted(fact, 'there are two records of one currency and token, with the same prices')]
      : [fact];
  });
}
