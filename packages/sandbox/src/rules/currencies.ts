/** The currencies of the sandbox: numbers, decimals, fees, and the format of their addresses. */
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
  /** Its coin type by SLIP-44, an assumption. */
  readonly number: bigint;
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

const list: readonly Currency[] = [
  {
    name: 'BTC',
    number: 0n,
    decimals: 8,
    fee: 2_200n,
    manualFeeUnit: 1n,
    confirmations: 2,
    hasContracts: false,
    format: bitcoinLike([0x00, 0x05], 'bc'),
    usd: '91250.5',
  },
  {
    name: 'LTC',
    number: 2n,
    decimals: 8,
    fee: 2_000n,
    manualFeeUnit: 1n,
    confirmations: 6,
    hasContracts: false,
    format: bitcoinLike([0x30, 0x32], 'ltc'),
    usd: '96.4',
  },
  {
    name: 'DOGE',
    number: 3n,
    decimals: 8,
    fee: 1_000_000n,
    manualFeeUnit: undefined,
    confirmations: 6,
    hasContracts: false,
    format: bitcoinLike([0x1e, 0x16]),
    usd: '0.158',
  },
  {
    name: 'ETH',
    number: 60n,
    decimals: 18,
    fee: 21n * GAS * GWEI,
    manualFeeUnit: GAS * GWEI,
    confirmations: 12,
    hasContracts: true,
    format: ethereum,
    usd: '3021.75',
  },
  {
    name: 'XRP',
    number: 144n,
    decimals: 6,
    fee: 12n,
    manualFeeUnit: undefined,
    confirmations: 1,
    hasContracts: false,
    format: ripple,
    usd: '2.11',
  },
  {
    name: 'XLM',
    number: 148n,
    decimals: 7,
    fee: 100n,
    manualFeeUnit: undefined,
    confirmations: 1,
    hasContracts: false,
    format: stellar,
    usd: '0.243',
  },
  {
    name: 'EOS',
    number: 194n,
    decimals: 4,
    fee: 0n,
    manualFeeUnit: undefined,
    confirmations: 3,
    hasContracts: false,
    format: eos,
    usd: '0.231',
  },
  {
    name: 'TRX',
    number: 195n,
    decimals: 6,
    fee: 1_100_000n,
    manualFeeUnit: undefined,
    confirmations: 19,
    hasContracts: false,
    format: bitcoinLike([0x41]),
    usd: '0.28',
  },
  {
    name: 'SOL',
    number: 501n,
    decimals: 9,
    fee: 5_000n,
    manualFeeUnit: undefined,
    confirmations: 32,
    hasContracts: false,
    format: solana,
    usd: '138.9',
  },
  {
    name: 'BNB',
    number: 714n,
    decimals: 8,
    fee: 7_500n,
    manualFeeUnit: undefined,
    confirmations: 1,
    hasContracts: false,
    format: binance,
    usd: '905.3',
  },
];

/** The currencies by name. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  list.map((currency) => [currency.name, { ...currency, format: remembering(currency.format) }]),
);

/** The currency of that name. */
export function currencyOf(name: string): Currency {
  const currency = currencies.get(name);
  if (!currency) throw new Error(`There is no currency ${name}. The sandbox has ${[...currencies.keys()].join(', ')}.`);
  return currency;
}
