/** How addresses are compared, everywhere: the interface fixes no case of theirs, so that one is the same in any. */
import { isNode } from '@wallet-operations/validator';

/** An address as it is compared. What is no text stays as it is. */
export const folded = <T>(address: T): T | string => (typeof address === 'string' ? address.toLowerCase() : address);

/** Whether a field of this name has an address. */
export const isOfAddress = (name: string): boolean => /(^|_)address$/.test(name);

/** A body with all of its addresses as they are compared. */
export function withFolded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFolded);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isOfAddress(name) ? folded(withFolded(one)) : withFolded(one)]),
  );
}
