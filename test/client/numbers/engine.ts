/** The same answers by the engine's own exact means, which this Node has and the client must not depend on. */

interface NewerJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  stringify(value: unknown, replacer: (key: string, value: unknown) => unknown): string;
  rawJSON(text: string): unknown;
}
const json = JSON as unknown as NewerJson;

/** JSON.parse, with a bigint for each integer literal whose number, written out, is another, or could be another's. */
export const parseWithSource = (text: string): unknown =>
  json.parse(text, (_, value, { source = '' }) => {
    const isInteger = typeof value === 'number' && /^[-0-9]+$/.test(source);
    if (!isInteger) return value;
    const exact = BigInt(source);
    return exact > 9007199254740991n || exact < -9007199254740991n ? exact : value;
  });

/** JSON.stringify, with bigints as their digits. */
export const stringifyWithRawJson = (value: unknown): string =>
  json.stringify(value, (_, inner) => (typeof inner === 'bigint' ? json.rawJSON(inner.toString()) : inner));
