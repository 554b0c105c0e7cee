/** Prices, refreshed each minute of the sandbox's clock; they do not move, so that sums in tests come out the same. */
import { malformed } from '../document/rows.ts';
import { currencies } from '../rules/currencies.ts';
import { toDecimal, toUnits } from '../state/amounts.ts';
import type { Handler } from './handler.ts';

/** One dollar in other legal tenders, in millionths. */
const RATES: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  EUR: 868_000n,
  GBP: 763_000n,
  JPY: 156_700_000n,
  TWD: 31_300_000n,
};

export const getCurrencyPrices: Handler<'getCurrencyPrices'> = ({ world, operation, query }) => {
  const tenders = (query.convert ?? '').split(',').map((tender) => tender.trim().toUpperCase());
  const unknown = tenders.find((tender) => !(tender in RATES));
  if (unknown !== undefined) throw malformed(operation, `there are no prices in ${unknown}`);
  const refreshed = Math.floor(world.clock.now() / 60_000) * 60;
  const tokens = new Map(
    world.wallets.all().flatMap(({ token, currency }) => (token ? [[token.contract, currency] as const] : [])),
  );
  const pricesOf = (usd: string): Record<string, string> =>
    Object.fromEntries(
      tenders.map((tender) => [tender, toDecimal((toUnits(usd, 6) ?? 0n) * (RATES[tender] ?? 0n), 12)]),
    );
  return {
    currency_prices: [
      ...[...currencies.values()].map(({ number, usd }) => ({
        currency: number,
        token_address: '',
        prices: pricesOf(usd),
      })),
      ...[...tokens].map(([contract, { number }]) => ({
        currency: number,
        token_address: contract,
        prices: pricesOf('1'),
      })),
    ],
    last_refresh_attempt_time: refreshed,
    last_refresh_success_time: refreshed,
  };
};
