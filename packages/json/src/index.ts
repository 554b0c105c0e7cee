/** JSON without lost digits: int64 and uint64 reach further than a number, and JSON.parse and JSON.stringify round in silence. */

/** JSON as engines have it since Node 22; TypeScript's library has not yet. */
export type ExactJson = {
  readonly parse: (text: string, reviver: Reviver) => unknown;
  readonly rawJSON: (text: string | bigint) => unknown;
};

/** Gets each value with the text that it was made of. */
export type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

const exactJson = JSON as unknown as ExactJson;

/**
 * Sixteen digits where a literal can begin. It may open for nothing (inside a string, for a safe integer), never stay shut
 * wrongly; only a literal that is the whole text has none of the three in front, and to ask for that here would cost half as much
 * again. Nothing can match in two ways: it is linear.
 */
const gate = /[:[,]\s*-?\d{16}/;

/**
 * As JSON.parse, but an integer literal beyond ±(2^53 − 1) becomes a bigint, wherever it stands. Everything else is what
 * JSON.parse makes of it: safe integers, fractions and literals with an exponent are numbers. JSON.stringify writes it again, digit
 * by digit, but for a bigint alone: see {@link writable}.
 *
 * @param text - JSON
 * @throws SyntaxError for text that is not JSON, with the engine's own message.
 * @throws RangeError for an integer longer than the engine's bigints (hundreds of thousands of digits), and for such an integer
 *   beneath thousands of levels of nesting.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return typeof value === 'number' || gate.test(text) ? exactJson.parse(text, exactInteger) : value;
}

const exactInteger: Reviver = function (this: object, _, value, { source }) {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
  writable(this);
  return BigInt(source);
};

/**
 * Lets JSON.stringify, which throws for a bigint, write an object or an array that directly holds some: as integers, with all their
 * digits. Nothing that looks at its properties sees that, nor does a copy have it. One that has a `toJSON` stays as it is.
 *
 * @returns the same object
 */
export const writable = <T extends object>(holder: T): T =>
  'toJSON' in holder ? holder : Object.defineProperty(holder, 'toJSON', { value: withRawIntegers });

function withRawIntegers(this: object): object {
  const copy: Record<string, unknown> = Array.isArray(this) ? ([...(this as unknown[])] as never) : { ...this };
  for (const key in copy) if (typeof copy[key] === 'bigint') copy[key] = exactJson.rawJSON(copy[key]);
  return copy;
}

/**
 * As JSON.stringify, with a bigint written as its digits. What JSON.stringify would write wrongly is refused.
 *
 * @param value - of objects, arrays, texts, numbers, bigints, true, false and null
 * @throws RangeError for a number that is not finite, or an integer number beyond ±(2^53 − 1); says where it is.
 * @throws TypeError for a value without a JSON form (undefined, a function, a symbol, a cycle).
 */
export function stringifyJson(value: unknown): string {
  const paths = new Map<unknown, string>(); // of the objects, for errors
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
    // A BigInt.prototype.toJSON, a widespread patch, has turned a bigint into something else by now.
    const item = typeof this[key] === 'bigint' ? this[key] : given;
    if (typeof item === 'bigint') return exactJson.rawJSON(item);
    const isObject = typeof item === 'object';
    if (!isObject && (typeof item !== 'number' || Number.isSafeInteger(item) || item % 1)) return item; // NaN % 1 and Infinity % 1 are NaN
    const outer = paths.get(this);
    const path = outer === undefined ? 'value' : outer + (Array.isArray(this) ? `[${key}]` : `.${key}`);
    if (isObject) {
      paths.set(item, path);
      return item;
    }
    const remedy = Number.isFinite(item)
      ? 'a number loses digits beyond 2^53. Give a bigint'
      : 'JSON has no such number';
    throw new RangeError(`${path} is ${String(item)}: ${remedy}.`);
  }) as string | undefined;
  if (text === undefined) throw new TypeError(`A ${typeof value} has no JSON form.`);
  return text;
}
