/** The currencies of the sandbox: decimals, fees, and the format of their addresses. */
import {
  binance,
  bitcoinLike,
  eos,
  ethereum,
  remembering,
  ripple,
  solana,
  stellar,
  type AddressFormat,
} from './addresses.ts';

/** A currency. */
export interface Currency {
  readonly name: string;
  readonly decimals: number;
  /** Chain fee of a transfer at the policy's rate, smallest unit. */
  readonly fee: bigint;
  /** Smallest units of fee for each unit of manual_fee; undefined where manual_fee has no effect. */
  readonly manualFeeUnit: bigint | undefined;
  /** Blocks until a transaction is taken for final. */
  readonly confirmations: number;
  /** Whether its chain runs contracts: event logs, tokens, deposit addresses that are contracts. */
  readonly hasContracts: boolean;
  readonly format: AddressFormat;
  /** Price in USD, for the price query. */
  readonly usd: string;
}

const GWEI = 10n ** 9n;
const GAS = 21_000n;

/** Name, decimals, fee, unit of manual_fee, confirmations, whether it has contracts, price, format. */
// prettier-ignore
const TABLE = [
  ['BTC',  8,  2_200n,           1n,         2,  false, '91250.5', bitcoinLike([0x00, 0x05], 'bc')],
  ['LTC',  8,  2_000n,           1n,         6,  false, '96.4',    bitcoinLike([0x30, 0x32], 'ltc')],
  ['DOGE', 8,  1_000_000n,       undefined,  6,  false, '0.158',   bitcoinLike([0x1e, 0x16])],
  ['ETH',  18, 21n * GAS * GWEI, GAS * GWEI, 12, true,  '3021.75', ethereum],
  ['XRP',  6,  12n,              undefined,  1,  false, '2.11',    ripple],
  ['XLM',  7,  100n,             undefined,  1,  false, '0.243',   stellar],
  ['EOS',  4,  0n,               undefined,  3,  false, '0.231',   eos],
  ['TRX',  6,  1_100_000n,       undefined,  19, false, '0.28',    bitcoinLike([0x41])],
  ['SOL',  9,  5_000n,           undefined,  32, false, '138.9',   solana],
  ['BNB',  8,  7_500n,           undefined,  1,  false, '905.3',   binance],
] as const;

const list = TABLE.map(([name, decimals, fee, manualFeeUnit, confirmations, hasContracts, usd, format]): Currency => ({
  name,
  decimals,
  fee,
  manualFeeUnit,
  confirmations,
  hasContracts,
  usd,
  format: remembering(format),
}));

/** The currencies by name. */
export const currencies: ReadonlyMap<string, Currency> = new Map(list.map((currency) => [currency.name, currency]));

/** The currency of that name. */
export function currencyOf(name: string): Currency {
  const currency = currencies.get(name);
  if (!currency) throw new Error(`There is no currency ${name}. The sandbox has ${[...currencies.keys()].join(', ')}.`);
  return currency;
}

/**
 * One text for all the spellings of an address: whatever compares or looks up addresses goes by it, and shows them as they were given.
 * Without a currency, as for what is known of addresses of any currency, it is the same text as with that of the address.
 */
export const keyOf = (address: string, currency?: Currency): string =>
  (currency ? [currency] : list).reduce((key, { format }) => format.keyOf?.(key) ?? key, address);
