/** Where a client's calls go to. */
import type { WalletClientOptions } from '../options.ts';
import { operationsOf, type Operation } from './operations.ts';

/** Query and fragment would swallow the path, and fetch sends nothing to an address with a password. */
const ADDRESS = /^(?!.*\/v1\/*$)https?:\/\/[^\s/?#@\\]+(\/[^\s?#]*)?$/i;
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
export function addressOf(options: WalletClientOptions): Address {
  const { baseUrl, product = 'svc' } = Object(options) as WalletClientOptions; // without types there may be none
  if (!ADDRESS.test(baseUrl))
    throw new TypeError(`baseUrl ${shown(baseUrl)}. Give https://host or https://host/path, without /v1 or query.`);
  if (!SEGMENT.test(product)) throw new TypeError(`product ${shown(product)}. Give one segment of a path.`);
  return { base: new URL(baseUrl).href.replace(/\/+$/, ''), operations: operationsOf(product) };
}

/** A value that is refused, but for a password or a query that an address may have. */
const shown = (value: unknown): string => `is '${String(value).replace(/\/\/.*@|\?.*/g, '…')}'`;
