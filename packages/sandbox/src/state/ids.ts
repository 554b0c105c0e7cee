/** Everything that looks random, made of the seed alone: two sandboxes with one seed give the same addresses and hashes. */
import { hash } from 'node:crypto';
import { base32 } from '@scure/base';
import type { Currency } from '../currencies/currencies.ts';

/** A number from 0 to 1, without 1, and the next one at the next call. */
export type Chance = () => number;

/** Letters of a secret, all of them of base64url. */
export const SECRET_LENGTH = 28;

/** Makes identifiers of what they are for. */
export interface Ids {
  readonly bytes: (...parts: readonly unknown[]) => Uint8Array;
  readonly txid: (currency: Currency, ...parts: readonly unknown[]) => string;
  readonly blockHash: (height: bigint, fork: number) => string;
  readonly address: (currency: Currency, ...parts: readonly unknown[]) => string;
  readonly apiCode: (...parts: readonly unknown[]) => string;
  readonly secret: (...parts: readonly unknown[]) => string;
  readonly chance: (...parts: readonly unknown[]) => Chance;
}

/** Makes them of a seed. */
export function createIds(seed: string): Ids {
  const hex = (...parts: readonly unknown[]): string => hash('sha256', [seed, ...parts].map(String).join('\u0000'));
  const bytes = (...parts: readonly unknown[]): Uint8Array => Buffer.from(hex(...parts), 'hex');
  return {
    bytes,
    txid: (currency, ...parts) => {
      const digits = hex('txid', ...parts);
      return currency.hasContracts ? `0x${digits}` : currency.name === 'XRP' ? digits.toUpperCase() : digits;
    },
    blockHash: (height, fork) => `0x${hex('block', height, fork)}`,
    address: (currency, ...parts) => currency.format.make(bytes('address', ...parts)),
    apiCode: (...parts) => base32.encode(bytes('api code', ...parts).subarray(0, 16)).replace(/=+$/, ''),
    secret: (...parts) =>
      Buffer.from(bytes('secret', ...parts))
        .toString('base64url')
        .slice(0, SECRET_LENGTH),
    chance: (...parts) => {
      let numbers = bytes('chance', ...parts);
      let used = 0;
      return () => {
        if (used === numbers.length) {
          numbers = bytes('more', ...numbers);
          used = 0;
        }
        return (numbers[used++] ?? 0) / 256;
      };
    },
  };
}
