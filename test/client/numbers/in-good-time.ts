/** Makes a test fail, and not hang, where an input of a million characters takes the square of that. */
import { createContext, runInContext } from 'node:vm';

/**
 * What `call` gives. The limit is no measure of speed: what is linear needs a small part of it, what is quadratic many minutes.
 *
 * @throws Error where it takes longer than 10 seconds; it is ended, even inside a regular expression.
 */
export const inGoodTime = <T>(call: () => T): T =>
  runInContext('call()', createContext({ call }), { timeout: 10_000 }) as T;
