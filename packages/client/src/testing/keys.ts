/** Checks of keys: they are compared byte by byte, whatever a database or a file system thinks of letters. */
import { claimed, committed, same, stale, upTo, type Check } from './stand.ts';

/** What collations, patterns, quoting and paths take for one, or for something else. */
const ALIKE = [
  'a',
  'A',
  'a ',
  ' a',
  'a.',
  '%',
  '_',
  '*',
  '?',
  "'",
  '"',
  '\\',
  '\\\\',
  '/',
  '../a',
  '$1',
  ':a',
  'a\\u0000',
  'a\\u00e9',
  'NaN',
  '1',
  '01',
  '1.0',
  '__proto__',
];

export const KEYS: readonly Check[] = [
  {
    name: 'tells keys apart by each byte: case, spaces at the ends, and what patterns and quoting make of them',
    async run(stand) {
      const store = await stand.open();
      for (const [i, end] of ALIKE.entries()) {
        const claim = await claimed(stand, store, stand.key + end, 1n);
        same(`before the key that ends with ${end}`, claim.before, undefined);
        await claim.commit(upTo(BigInt(i + 1), end));
      }
      for (const [i, end] of ALIKE.entries()) await stale(stand, store, stand.key + end, 1n, upTo(BigInt(i + 1), end));
    },
  },
  {
    name: 'tells keys of 4 kB apart by their last byte',
    async run(stand) {
      const store = await stand.open();
      // Nothing that can be compressed: the limits of an index hang on it.
      const long = stand.key + Array.from({ length: 200 }, () => crypto.randomUUID()).join('');
      const [one, other] = [`${long.slice(0, 4095)}1`, `${long.slice(0, 4095)}2`];
      await committed(stand, store, one, upTo(1n, 'one'));
      await committed(stand, store, other, upTo(1n, 'other'));
      await stale(stand, store, one, 1n, upTo(1n, 'one'));
      await stale(stand, store, other, 1n, upTo(1n, 'other'));
    },
  },
];
