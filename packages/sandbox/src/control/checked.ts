/** Checks what each command is given by its schema, in the same words over HTTP and in the library. */
import { createSchemas, inWords, memoized } from '@wallet-operations/validator';
import { commands } from './commands.ts';
import type { Control } from './control.ts';
import { LAST_ID } from './wallet-id.ts';

const schemas = createSchemas({ paths: {} });
const validateOf = memoized((name: keyof Control) => schemas.own(commands[name]));

/** What is wrong first with the input of a command, which has no bigints; undefined for what fits. `place` is what it is called. */
export function problemOf(name: keyof Control, input: unknown, place: string): string | undefined {
  const [violation] = validateOf(name)(input, [place]);
  return violation && inWords(violation);
}

/**
 * Control that does what fits the schemas, and nothing else, whoever asks.
 *
 * @throws TypeError that says what does not fit; Error once `isClosed`
 */
export const checked = (control: Control, isClosed: () => boolean): Control =>
  Object.fromEntries(
    (Object.entries(control) as [keyof Control, (input: object) => Promise<unknown>][]).map(([name, command]) => [
      name,
      async (input: unknown = {}) => {
        if (isClosed()) throw new Error('The sandbox is closed.');
        if (typeof input !== 'object' || input === null) throw new TypeError(`${name} must be object.`);
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const problem = problemOf(name, plain(name, given), name);
        if (problem !== undefined) throw new TypeError(`${problem}.`);
        return command(given);
      },
    ]),
  ) as unknown as Control;

/** A value as JSON has it, for its schema: bigints are numbers. */
function plain(place: string, value: unknown): unknown {
  // a number that is rounded up to 2^63 would fit no more
  if (typeof value === 'bigint') return value <= LAST_ID ? Math.min(Number(value), 2 ** 63 - 1024) : Number(value);
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new TypeError(`${place} has lost digits beyond 2^53. Give a bigint`);
  if (Array.isArray(value)) return value.map((one, i) => plain(`${place}[${String(i)}]`, one));
  if (Object.prototype.toString.call(value) !== '[object Object]') return value;
  return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, plain(`${place}.${key}`, one)]));
}
