/** The currencies of the sandbox: numbers, decimals, fees, and the format of their addresses. */
import { createBase58check, base58xrp, base58, base32, bech32, bech32m, hex } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Makes addresses out of 32 bytes, and tells those of the currency from others. */
interface AddressFormat {
  readonly make: (bytes: Uint8Array) => string;
  readonly accepts: (address: string) => boolean;
}

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

const check58 = createBase58check(sha256);

const succeeds = (attempt: () => boolean): boolean => {
  try {
    return attempt();
  } catch {
    return false;
  }
};

/** Base58 with a checksum over a version byte and 20 bytes; segregated-witness addresses besides. */
const bitcoinLike = (versions: readonly number[], prefix?: string): AddressFormat => ({
  make: (bytes) => check58.encode(Uint8Array.of(versions[0] ?? 0, ...bytes.subarray(0, 20))),
  accepts: (address) =>
    succeeds(() => {
      const bytes = check58.decode(address);
      return bytes.length === 21 && versions.includes(bytes[0] ?? -1);
    }) ||
    (prefix !== undefined && isWitness(prefix, address)),
});

/** Version 0 has a checksum of its own kind, and 20 or 32 bytes; what came later has another. */
const isWitness = (prefix: string, address: string): boolean =>
  [bech32, bech32m].some((coding) =>
    succeeds(() => {
      const { prefix: given, words } = coding.decode(address as `${string}1${string}`);
      const [version = -1] = words;
      const { length } = coding.fromWords(words.slice(1));
      const fits =
        version === 0 ? coding === bech32 && (length === 20 || length === 32) : coding === bech32m && length >= 2;
      return given === prefix && version <= 16 && fits && length <= 40;
    }),
  );

const ethereum: AddressFormat = {
  make: (bytes) => mixedCase(hex.encode(bytes.subarray(0, 20))),
  accepts: (address) =>
    /^0x[0-9a-fA-F]{40}$/.test(address) &&
    (/^0x([0-9a-f]+|[0-9A-F]+)$/.test(address) || mixedCase(address.slice(2).toLowerCase()) === address),
};

/** The checksum of an Ethereum address is in the case of its letters. */
function mixedCase(lower: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  return `0x${Array.from(lower, (digit, i) => (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

const ripple: AddressFormat = {
  make(bytes) {
    const payload = Uint8Array.of(0, ...bytes.subarray(0, 20));
    return base58xrp.encode(Uint8Array.of(...payload, ...sha256(sha256(payload)).subarray(0, 4)));
  },
  accepts: (address) =>
    succeeds(() => {
      const bytes = base58xrp.decode(address);
      const payload = bytes.subarray(0, 21);
      return (
        bytes.length === 25 &&
        bytes[0] === 0 &&
        hex.encode(sha256(sha256(payload)).subarray(0, 4)) === hex.encode(bytes.subarray(21))
      );
    }),
};

const stellar: AddressFormat = {
  make(bytes) {
    const payload = Uint8Array.of(6 << 3, ...bytes.subarray(0, 32));
    return base32.encode(Uint8Array.of(...payload, ...crc16(payload)));
  },
  accepts: (address) =>
    succeeds(() => {
      const bytes = base32.decode(address);
      const [low, high] = crc16(bytes.subarray(0, 33));
      return bytes.length === 35 && bytes[0] === 6 << 3 && bytes[33] === low && bytes[34] === high;
    }),
};

function crc16(bytes: Uint8Array): [number, number] {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let i = 0; i < 8; i++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return [crc & 0xff, crc >> 8];
}

const binance: AddressFormat = {
  make: (bytes) => bech32.encode('bnb', bech32.toWords(bytes.subarray(0, 20))),
  accepts: (address) =>
    succeeds(() => {
      const { prefix, words } = bech32.decode(address as `${string}1${string}`);
      return prefix === 'bnb' && bech32.fromWords(words).length === 20;
    }),
};

const eos: AddressFormat = {
  make: (bytes) => [...bytes.subarray(0, 12)].map((byte) => 'abcdefghijklmnopqrstuvwxyz12345'[byte % 31]).join(''),
  accepts: (address) => /^[a-z1-5.]{1,11}[a-z1-5]$|^[a-z1-5.]{12}[a-j1-5]$/.test(address),
};

const solana: AddressFormat = {
  make: (bytes) => base58.encode(bytes.subarray(0, 32)),
  accepts: (address) => succeeds(() => base58.decode(address).length === 32),
};

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
export const currencies: ReadonlyMap<string, Currency> = new Map(list.map((currency) => [currency.name, currency]));

/** The currency of that name. */
export function currencyOf(name: string): Currency {
  const currency = currencies.get(name);
  if (!currency) throw new Error(`There is no currency ${name}. The sandbox has ${[...currencies.keys()].join(', ')}.`);
  return currency;
}

/** The first four bytes and more of Keccak-256, for the topics of event logs. */
export const keccak = (text: string): string => `0x${hex.encode(keccak_256(new TextEncoder().encode(text)))}`;
