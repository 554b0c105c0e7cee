/** Steps that look up prices in tenders that are named. */
import type { Interface } from '@wallet-operations/transcript';
import type { Asked, Known, Step } from '../asked.ts';
import { priceCaller } from '../lists.ts';
import { stepMaker } from '../making.ts';

const pricesIn =
  (tenders: string) =>
  (known: Known): Asked[] => {
    const caller = priceCaller(known);
    return caller === undefined ? [] : [{ caller, query: [['convert', tenders]] }];
  };

/** All of them. */
export function priceSteps(service: Interface): Step[] {
  const { step } = stepMaker(service);
  return [
    step('getCurrencyPrices', 'several', 'in several legal tenders', pricesIn('USD,EUR')),
    step('getCurrencyPrices', 'other', 'in another than the default alone', pricesIn('EUR')),
  ];
}
