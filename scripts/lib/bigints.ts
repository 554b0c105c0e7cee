// Where a body may hold integers that no double can: the fields declared int64 or uint64, but for Unix seconds.
import { resolve, type Bundle, type Referable, type Schema } from './bundle.ts';

/** 1 is such an integer; a key leads on to a property, `*` to every element of an array or value of a map. */
export type Bigints = 1 | { [key: string]: Bigints };

/** Whether a schema is one of an integer that a client must hold as a bigint. */
export function isBigint(schema: Schema): boolean {
  return schema.type === 'integer' && /^u?int64$/.test(schema.format ?? '') && schema['x-unit'] !== 'seconds';
}

/** The bigints of a schema; undefined where there are none. */
export function bigintsOf(bundle: Bundle, node: Referable<Schema> | undefined): Bigints | undefined {
  if (!node) return undefined;
  const schema = resolve<Schema>(bundle, node);
  if (isBigint(schema)) return 1;
  const { properties = {}, items, additionalProperties: values, allOf = [], oneOf = [], anyOf = [] } = schema;
  const parts: [string, Referable<Schema> | undefined][] = [
    ...Object.entries(properties),
    ['*', items],
    ['*', typeof values === 'object' ? values : undefined],
  ];
  const own = parts.flatMap(([key, part]): [string, Bigints][] => {
    const found = bigintsOf(bundle, part);
    return found ? [[key, found]] : [];
  });
  const combined = [...allOf, ...oneOf, ...anyOf].map((part) => bigintsOf(bundle, part));
  const all = Object.assign(Object.fromEntries(own), ...combined) as Exclude<Bigints, 1>;
  return Object.keys(all).length > 0 ? all : undefined;
}
