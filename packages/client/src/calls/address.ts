/** Where a client's calls go to. */
import type { WalletClientOptions } from '../options.ts';
import { operationsOf, type Operation } from './operations.ts';

/** Query and fragment would swallow the path, and fetch sends nothing to an address with a password. */
const ADDRESS = /^https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;
const SEGMENT = /^(?!\.+$)[\w.~-]+$/;

/** Scheme and host, and what a gateway may have put before the paths of the operations. */
export interface Address {
  readonly base: string;
  readonly operations: readonly Operation[];
}

/**
 * The address that options tell of.
 *
 * @throws TypeError for a base address or a product that makes no URL of a call.
 */
export function addressOf({ baseUrl, product = 'svc' }: WalletClientOptions): Address {
  if (!ADDRESS.test(baseUrl) || !SEGMENT.test(product))
    throw new TypeError(
      'baseUrl must be like https://host/path, without password or query, and product one segment of a path.',
    );
  return { base: new URL(baseUrl).href.replace(/\/+$/, ''), operations: operationsOf(product) };
}
