/** Looks at what helpers are handed, before anything is sent: without types, anything may stand in the place of anything. */
import { InvalidCallError } from '../errors.ts';

/**
 * Refuses what is not as it has to be.
 *
 * @param name - of the argument
 * @param give - what to give in its place
 * @throws InvalidCallError
 */
export function need(isRight: boolean, operationId: string, name: string, given: unknown, give: string): void {
  if (isRight) return;
  const details = { operationId, attempts: 0, effect: 'none', retryable: false } as const;
  throw new InvalidCallError(`${name} is ${nameOf(given)}. Give ${give}.`, details);
}

/** Refuses what is no wallet with these operations. A client has them too, but does not know of which wallet. */
export function needWallet(wallet: unknown, ...operationIds: readonly [string, ...string[]]): void {
  const [first] = operationIds;
  const give = 'one wallet of a client, client.wallet(walletId)';
  need(Object(wallet) === wallet, first, 'wallet', wallet, give);
  const it = wallet as Readonly<Record<string, unknown>>; // whose methods may be those of a class
  need(typeof it.wallet !== 'function' || it.walletId !== undefined, first, 'wallet', CLIENT, give);
  for (const id of operationIds) need(typeof it[id] === 'function', first, `wallet.${id}`, it[id], `as wallet ${give}`);
}

/** As what a client is named. */
const CLIENT = Symbol('the client');

/** Refuses options that are none. */
export const needOptions = (options: unknown, operationId: string, give: string): void => {
  need(isObject(options), operationId, 'options', options, give);
};

/** Refuses options by other names: what is misspelled would be ignored. @throws TypeError */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name in options)
    if (!known.includes(name)) throw new TypeError(`${name} is no option. The options are ${known.join(', ')}.`);
}

/** Whether it has properties, and is neither a list nor a function. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a value is, in few words: it may be long, or secret. */
export function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'string') return value.length > 100 ? 'a long text' : JSON.stringify(value);
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (typeof value === 'symbol') return value.description ?? 'a symbol';
  return typeof value === 'function' ? 'a function' : String(value);
}
