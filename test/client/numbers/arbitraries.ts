/** Values and texts to try the numbers on: everything that JSON can hold, leaning towards the edges of 2^53 and of 64 bits. */
import fc from 'fast-check';

const edges = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n].flatMap((n) => [
  n,
  -n,
]);

/** Any bigint, and often one that a number can only just hold, or not. */
export const bigints = fc.oneof(
  fc.bigInt(),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
  fc.constantFrom(...edges),
);

/** Numbers that JSON can write without loss. JSON.stringify writes −0 as 0, so that one cannot come back. */
const numbers = fc
  .oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((n) => !Object.is(n, -0) && (!Number.isInteger(n) || Number.isSafeInteger(n)));

const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('9007199254740993', ', 9007199254740993 ]', '\\', '"', '~', '~1~', ''),
);

/**
 * Keys that JSON.parse itself reads right: once an object has had a key that begins with a backslash, V8 takes that key for
 * others that begin with an escape (https://github.com/nodejs/node/issues/63785), and there is nothing to compare with.
 */
export const readable = (key: string): boolean => !key.startsWith('\\');
const keys = fc.oneof(strings.filter(readable), fc.constantFrom('__proto__', 'toString', 'constructor', '0'));

/** A JSON value with bigints at any depth. */
export const values = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, bigints, strings),
    fc.array(tie('any'), { maxLength: 6 }),
    fc.array(fc.tuple(keys, tie('any')), { maxLength: 6 }).map((members) => Object.fromEntries(members)),
  ),
})).any;

const escaped = (text: string) =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const space = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.stringMatching(/^[ \n\r\t]{0,3}$/) },
);

/** Valid JSON texts as anyone may write them, with any spaces, escapes and equal keys, and these integers. */
function texts(integers: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const literals = fc.oneof(
    integers,
    fc.tuple(integers, fc.constantFrom('.0', '.5', 'e3', 'E+20', '.25e-3', 'e400')).map((parts) => parts.join('')),
    fc.constantFrom('null', 'true', 'false', '-0', '[ ]', '{\n}'),
    strings.map((string) => JSON.stringify(string)),
    strings.map((string) => `"${escaped(string)}"`),
  );
  return fc.letrec<{ any: string; member: string }>((tie) => ({
    any: fc
      .tuple(
        space,
        fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          literals,
          fc.array(tie('any'), { maxLength: 6 }).map((items) => `[${items.join(',')}]`),
          fc.array(tie('member'), { maxLength: 6 }).map((members) => `{${members.join(',')}}`),
        ),
        space,
      )
      .map((parts) => parts.join('')),
    member: fc
      .tuple(space, keys, space, tie('any'))
      .map(([before, key, after, value]) => `${before}${JSON.stringify(key)}${after}:${value}`),
  })).any;
}

/** Valid JSON texts with integers of any length. */
export const anyText = texts(fc.oneof(fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})$/), bigints.map(String)));

/** Valid JSON texts all of whose integers a number holds. */
export const safeText = texts(fc.oneof(fc.maxSafeInteger().map(String), fc.constantFrom(String(2 ** 53 - 1), '-0')));
