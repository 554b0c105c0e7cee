// What the client must make of a body: a bigint wherever the interface's type has 64 bits, but for Unix seconds.
import { readField, type Fields, type Shape } from '../interface/facts/notation.ts';

/** The body with its bigints, by the shape that the tables give it. */
export function exact(value: unknown, shape: Shape): unknown {
  if (typeof shape === 'string') {
    const { type } = readField(shape);
    const wide = type === 'int64' || type === 'uint64';
    const one = (number: unknown): unknown => (wide ? BigInt(number as number) : number);
    return Array.isArray(value) ? value.map(one) : one(value);
  }
  if (Array.isArray(value)) return value.map((element) => exact(element, (shape as readonly [Shape])[0]));
  const fields = shape as Fields;
  const [anyKey] = Object.keys(fields).filter((name) => name.startsWith('{'));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => {
      const found = fields[name] ?? fields[`${name}?`] ?? fields[anyKey ?? ''];
      if (found === undefined) throw new Error(`the tables have no field ${name}`);
      return [name, exact(inner, found)];
    }),
  );
}
