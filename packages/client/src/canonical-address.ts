/** Addresses as a chain reads them: one text for all the spellings of an address. */

/** A scheme before the address, as in `bitcoincash:qpm2q…`. */
const SCHEME = /^[a-z]{2,16}:/i;
/** With `0x` or, from forty digits on, without; or behind the number of a workchain. */
const HEX = /^(?:0x[0-9a-f]+|(?:\+?\d+:)?[0-9a-f]{40,})$/i;
/** Bech32 and CashAddr, which may be written in upper case as a whole. */
const BASE32 = /^(?:[a-z/]{1,20}1)?[02-9ac-hj-np-z]{38,}$/;

/**
 * The address in one spelling: without white space around it and without a scheme, hex digits without `0x` and in lower case, bech32
 * in lower case, base64 with `+` and `/`. What differs by its case, such as base58, stays as it is.
 */
export function canonicalAddress(address: string): string {
  const bare = address.trim().replace(SCHEME, '').replaceAll('-', '+').replaceAll('_', '/');
  const lower = bare.toLowerCase();
  if (HEX.test(bare)) return lower.replace(/^0x/, '');
  return BASE32.test(lower) && bare === bare.toUpperCase() ? lower : bare;
}

/**
 * What kind of spelling a canonical address has. One address may have several: base58 and CashAddr, or one of these in two versions,
 * which its first character tells. Only addresses of one kind can be told from each other.
 */
export function spellingOf(canonical: string): string {
  if (/^[0-9a-f]+$/.test(canonical)) return `hex of ${String(canonical.length)}`;
  const first = canonical.slice(0, 1);
  return BASE32.test(canonical) ? `${canonical.replace(/[^1]{38,}$/, '') || first} in base 32` : `other ${first}`;
}
