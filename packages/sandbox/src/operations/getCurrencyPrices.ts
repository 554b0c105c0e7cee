/** Prices, refreshed each minute of the sandbox's clock; they do not move, so that sums in tests come out the same. */
import { malformed } from '../document/refusal.ts';
import { currencies, keyOf } from '../currencies/currencies.ts';
import { toDecimal, toUnits } from '../state/amounts.ts';
import type { Handler, Result } from './handler.ts';

/** One dollar in other legal tenders, in millionths. */
const RATES: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  EUR: 868_000n,
  GBP: 763_000n,
  JPY: 156_700_000n,
  TWD: 31_300_000n,
};

export const getCurrencyPrices: Handler<'getCurrencyPrices'> = ({ context, operation, query }) => {
  const tenders = (query.convert || 'USD').split(',').map((tender) => tender.trim().toUpperCase());
  const unknown = tenders.find((tender) => !(tender in RATES));
  if (unknown !== undefined) malformed(operation, `there are no prices in ${unknown}`);
  const { numberOf, prices } = context.decisions;
  const refreshed = Math.floor(context.clock.now() / 60_000) * 60;
  const tokens = new Map(
    context.wallets
      .all()
      .flatMap(({ token, currency }) =>
        token ? [[keyOf(token.contract, currency), { contract: token.contract, currency }] as const] : [],
      ),
  );
  const pricesOf = (usd: string): Record<string, string> =>
    Object.fromEntries(
      tenders.map((tender) => [tender, toDecimal((toUnits(usd, 6) ?? 0n) * (RATES[tender] ?? 0n), 12)]),
    );
  return {
    [prices.records]: [
      ...[...currencies.values()].map((currency) => ({
        currency: numberOf(currency),
        token_address: '',
        prices: pricesOf(currency.usd),
      })),
      ...[...tokens.values()].map(({ contract, currency }) => ({
        currency: numberOf(currency),
        token_address: contract,
        prices: pricesOf('1'),
      })),
    ],
    last_refresh_attempt_time: refreshed,
    last_refresh_success_time: refreshed,
  } as unknown as Result<'getCurrencyPrices'>; // of the names that the document has by now
};
