/** Addresses as they can be compared. */

/** Hex addresses may come back with their checksum's upper case, or without; others differ by case. */
export const comparable = (address: string): string =>
  /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address;
