/** JSON without lost digits: 64-bit integers reach further than a number. */

type ExactJson = {
  readonly parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
  readonly rawJSON: (text: string) => unknown;
};
const exactJson = JSON as unknown as ExactJson;

/** Where an integer of so many digits may begin. It may open for nothing, never stay shut wrongly. */
const gate = /[:[,]\s*-?\d{16}/;

/**
 * As JSON.parse, but an integer beyond ±(2^53 − 1) becomes a bigint.
 *
 * @throws SyntaxError for what is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return gate.test(text) ? exactJson.parse(text, exactInteger) : value;
}

const exactInteger = (_: string, value: unknown, { source }: { source: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d{1,40}$/.test(source) ? BigInt(source) : value;

/** As JSON.stringify, with a bigint written as its digits. */
export const stringifyJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item !== 'bigint'
      ? item
      : Number.isSafeInteger(Number(item))
        ? Number(item)
        : exactJson.rawJSON(String(item)),
  );
