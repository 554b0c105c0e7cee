/** Prices: in what was asked for, one of each currency, and of one refresh the same in each answer. */
import { isNode } from '@wallet-operations/validator';
import { isScaled } from './amounts.ts';
import { isSame, isText, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { doubted, doubtOf, mostFact, valueFact as value, type Fact } from './fact.ts';
import { listed } from './listed.ts';

const ID = 'getCurrencyPrices';

/** All of them. */
export const priceFacts = (evidence: Evidence): Fact[] => [
  ...tenders(evidence),
  ...pricedTwice(evidence),
  ...refreshedOnce(evidence),
  ...tendersAlike(evidence),
  ...contracts(evidence),
];

const pricesOf = ({ prices }: Body): Body => (isNode(prices) ? prices : {});

const tendersOf = ({ records }: Success): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(pricesOf(record)))),
];

/** Prices are in what was asked for alone. A tender may be left out that there are no prices in, and none that another answer has. */
function tenders({ transcript, under }: Evidence): Fact[] {
  const answers = under(`${ID}.`);
  const known = new Set(transcript.recorded === undefined ? answers.flatMap(tendersOf) : []);
  return answers.flatMap((answer) => {
    const asked = (answer.exchange.request.query.convert ?? 'USD').split(',').map((one) => one.trim());
    const own = tendersOf(answer);
    if (own.length === 0) return [];
    const isRight =
      own.every((tender) => asked.includes(tender)) &&
      asked.every((tender) => own.includes(tender) || !known.has(tender));
    const said = `prices in ${own.join(', ')} for ${asked.join(', ')}`;
    return [value(ID, 'convert', isRight, said, said)];
  });
}

/** Whose price a record has. */
const currencyOf = ({ currency, token_address = '' }: Body): string =>
  [shown(currency), String(token_address).toLowerCase()].join(' ');

/** One currency, or one token of it, has one price in a tender. */
function pricedTwice({ under }: Evidence): Fact[] {
  return under(`${ID}.`).flatMap(({ records }) => {
    const known = records.filter(({ currency }) => typeof currency === 'number');
    const groups = Map.groupBy(known, currencyOf);
    const isRight = [...groups.values()].every((group) => {
      const prices = group.flatMap((record) => Object.entries(pricesOf(record)));
      const byTender = new Map(prices);
      return prices.every(([tender, price]) => isSame(price, byTender.get(tender)));
    });
    const said = 'two records of one currency and token have different prices in the same tender';
    if (known.length < 2 || !known.some((record) => Object.keys(pricesOf(record)).length > 0)) return [];
    const fact = value(ID, 'prices', isRight, 'one of each currency', said);
    return [...groups.values()].some(({ length }) => length > 1)
      ? [doubted(fact, 'there are two records of one currency and token, with the same prices')]
      : [fact];
  });
}

/** Whether a price is more than nothing. */
const isPrice = (price: unknown): boolean => Number(price) > 0;

/** A price in a tender is the same in two answers of one refresh, whatever else was asked for; and in none is it that of another, times ten. */
function refreshedOnce({ under }: Evidence): Fact[] {
  const prices = under(`${ID}.`).flatMap((answer) =>
    answer.records.flatMap((record) =>
      Object.entries(pricesOf(record)).map(([tender, price]) => ({
        ...{ answer, tender, price, at: record.last_refresh_success_time ?? answer.body.last_refresh_success_time },
        of: `${currencyOf(record)} ${tender}`,
      })),
    ),
  );
  const said = 'a price is another in two answers of one last_refresh_success_time, or that of another, times ten';
  return [...Map.groupBy(prices, ({ tender }) => tender).values()].flatMap((own) => {
    const wrong = [...Map.groupBy(own, ({ of }) => of).values()].flatMap((group) => {
      const [first] = group;
      const others = group.filter(({ answer }) => answer !== first?.answer);
      const isOther = others.some(
        ({ price, at }) =>
          (Number(at) > 0 && at === first?.at && !isSame(price, first?.price)) || isScaled(price, first?.price),
      );
      return others.length === 0 ? [] : [isOther];
    });
    return wrong.length < 2 ? [] : [mostFact(ID, 'prices', wrong, 'the same of one refresh', said)];
  });
}

/** Two tenders are two currencies: not everything costs the same in both, but for prices that are made up for tests. */
function tendersAlike({ under }: Evidence): Fact[] {
  const [several] = under(`${ID}.several`);
  const [first, second] = several ? tendersOf(several) : [];
  if (!several || first === undefined || second === undefined) return [];
  const known = new Map(
    several.records
      .map((record) => [currencyOf(record), pricesOf(record)] as const)
      .filter(([, prices]) => isPrice(prices[first]) && isPrice(prices[second])),
  );
  const areAlike = [...known.values()].every((prices) => isSame(prices[first], prices[second]));
  const said = `every price in ${first} is that in ${second}`;
  return known.size > 2 && areAlike ? [doubtOf(ID, 'prices', said)] : [];
}

/** A token of a wallet is priced on its chain, or not at all. One contract may be on several. */
function contracts(evidence: Evidence): Fact[] {
  const records = evidence.under(`${ID}.`).flatMap((answer) => answer.records);
  const priced = new Set(records.map(currencyOf));
  const tokens = new Set(records.map(({ token_address = '' }) => String(token_address).toLowerCase()));
  const isElsewhere = listed(evidence).some(
    ({ currency, token_contract_address: token_address }) =>
      isText(token_address) &&
      tokens.has(token_address.toLowerCase()) &&
      !priced.has(currencyOf({ currency, token_address })),
  );
  return isElsewhere
    ? [doubtOf(ID, 'currency', 'the token of a wallet has a price on another chain than the lists have it on')]
    : [];
}
