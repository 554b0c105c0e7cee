/** Formats of addresses: each makes them, and tells its own from others, down to the checksum. */
import { createBase58check, base58xrp, base58, base32, bech32, bech32m, hex } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Makes addresses out of 32 bytes, and tells those of the currency from others. */
export interface AddressFormat {
  readonly make: (bytes: Uint8Array) => string;
  readonly accepts: (address: string) => boolean;
  /** One text for all spellings of an address. Default: it has one spelling alone. */
  readonly keyOf?: (address: string) => string;
}

/** How many addresses of a format are remembered as good. */
const REMEMBERED = 1000;

/** Withdrawals go to the same addresses again and again, and a checksum costs more than anything else that is checked of them. */
export const remembering = ({ accepts, ...format }: AddressFormat): AddressFormat => {
  const good = new Set<string>();
  return {
    ...format,
    accepts(address) {
      if (good.has(address)) return true;
      if (!accepts(address)) return false;
      if (good.size === REMEMBERED) good.clear();
      good.add(address);
      return true;
    },
  };
};

const check58 = createBase58check(sha256);

const succeeds = (attempt: () => boolean): boolean => {
  try {
    return attempt();
  } catch {
    return false;
  }
};

/** Base58 with a checksum over a version byte and 20 bytes; segregated-witness addresses besides. */
export const bitcoinLike = (versions: readonly number[], prefix?: string): AddressFormat => ({
  make: (bytes) => check58.encode(Uint8Array.of(versions[0] ?? 0, ...bytes.subarray(0, 20))),
  accepts: (address) =>
    succeeds(() => {
      const bytes = check58.decode(address);
      return bytes.length === 21 && versions.includes(bytes[0] ?? -1);
    }) ||
    (prefix !== undefined && isWitness(prefix, address)),
  ...(prefix !== undefined && { keyOf: inLowerCase(prefix) }),
});

/** Bech32 is written in one case, whichever: codes to scan are in upper case. */
const inLowerCase =
  (prefix: string) =>
  (address: string): string => {
    const lower = address.toLowerCase();
    return lower.startsWith(`${prefix}1`) && address === address.toUpperCase() ? lower : address;
  };

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

/** Hex with a checksum in the case of its letters, or in one case alone. */
export const ethereum: AddressFormat = {
  make: (bytes) => mixedCase(hex.encode(bytes.subarray(0, 20))),
  accepts: (address) =>
    /^0x[0-9a-fA-F]{40}$/.test(address) &&
    (/^0x([0-9a-f]+|[0-9A-F]+)$/.test(address) || mixedCase(address.slice(2).toLowerCase()) === address),
  keyOf: (address) => (/^0x/i.test(address) ? address.toLowerCase() : address),
};

/** The checksum of an Ethereum address is in the case of its letters: of each that stands over a set bit. */
function mixedCase(lower: string): string {
  const hash = keccak_256(encoder.encode(lower));
  let mixed = '0x';
  for (let i = 0; i < lower.length; i++) {
    const digit = lower.charAt(i);
    mixed += (hash[i >> 1] ?? 0) & (i % 2 === 0 ? 0x80 : 0x08) ? digit.toUpperCase() : digit;
  }
  return mixed;
}

const encoder = new TextEncoder();

/** Base58 in an order of its own, with a checksum. */
export const ripple: AddressFormat = {
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

/** Base32 of a public key, with a checksum. */
export const stellar: AddressFormat = {
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

/** Bech32. */
export const binance: AddressFormat = {
  make: (bytes) => bech32.encode('bnb', bech32.toWords(bytes.subarray(0, 20))),
  accepts: (address) =>
    succeeds(() => {
      const { prefix, words } = bech32.decode(address as `${string}1${string}`);
      return prefix === 'bnb' && bech32.fromWords(words).length === 20;
    }),
  keyOf: inLowerCase('bnb'),
};

/** A name that its owner chose: there is no checksum. */
export const eos: AddressFormat = {
  make: (bytes) => [...bytes.subarray(0, 12)].map((byte) => 'abcdefghijklmnopqrstuvwxyz12345'[byte % 31]).join(''),
  accepts: (address) => /^[a-z1-5.]{1,11}[a-z1-5]$|^[a-z1-5.]{12}[a-j1-5]$/.test(address),
};

/** Base58 of a public key: there is no checksum. */
export const solana: AddressFormat = {
  make: (bytes) => base58.encode(bytes.subarray(0, 32)),
  accepts: (address) => succeeds(() => base58.decode(address).length === 32),
};

/** Keccak-256 of a text; the topics of event logs are made of it, too. */
export const keccak = (text: string): string => `0x${hex.encode(keccak_256(encoder.encode(text)))}`;
