// One line a field, so that the tables read beside the interface: this module gives the lines their meaning.

/**
 * What the interface says about a value.
 *
 * - A string is one field: `int 1..100`, `string ..255 pattern`, `int default -1 in -1 1 2`, `string[]`, `int64[] ..100`.
 * - A list of one shape is an array of such elements.
 * - An object has these fields; `name?` is a field that can be absent; the name `{anything}` stands for every key.
 */
export type Shape = string | readonly [Shape] | Fields;

/** Named shapes: a record, a body, or the parameters of an operation. */
export interface Fields {
  readonly [name: string]: Shape;
}

/** The JSON Schema keywords that a field must have, and no others of their kind. */
export type Keywords = Readonly<Record<string, unknown>>;

/** A field's line, read. */
export interface Field {
  readonly type: TypeName;
  /** Keywords of the value, or of the elements of the array. */
  readonly value: Keywords;
  /** Keywords of the array, where it is one. */
  readonly array?: Keywords;
}

/** How the document writes each type of the interface; 32 bits of unix seconds end in 2038, so seconds are int64 everywhere. */
export const types = {
  string: { type: 'string' },
  int: { type: 'integer', format: 'int32' },
  uint: { type: 'integer', format: 'uint32', minimum: 0 },
  int64: { type: 'integer', format: 'int64' },
  uint64: { type: 'integer', format: 'uint64', minimum: 0 },
  seconds: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  amount: { type: 'string', pattern: 'by its samples' },
  amountOrEmpty: { type: 'string', pattern: 'by its samples' },
  units: { type: 'string', pattern: 'by its samples' },
  object: { type: 'object' },
} as const satisfies Record<string, Keywords>;

export type TypeName = keyof typeof types;

const line =
  /^(?<type>\w+)(?<list>\[\])?( (?<from>\d+)?\.\.(?<to>\d+))?(?<pattern> pattern)?( default (?<preset>\S+))?( in (?<values>[-\d ]+))?$/;

/** Reads one field's line; a line that is not in the notation is a mistake in the tables and throws. */
export function readField(text: string): Field {
  const words = line.exec(text)?.groups;
  const type = words?.type as TypeName;
  if (!words || !Object.hasOwn(types, type)) throw new Error(`"${text}" is no field: see the notation of the tables`);
  const { list, from, to, pattern, preset, values } = words;
  const unit = list ? 'Items' : types[type].type === 'string' ? 'Length' : 'imum';
  const bounds = { ...(from && { [`min${unit}`]: Number(from) }), ...(to && { [`max${unit}`]: Number(to) }) };
  const value = {
    ...types[type],
    ...(pattern && { pattern: 'by its samples' }),
    ...(preset &&
      preset !== 'now' && { default: types[type].type === 'string' ? preset : (JSON.parse(preset) as unknown) }),
    ...(values && { enum: values.split(' ').map(Number) }),
  };
  return list ? { type, value, array: { type: 'array', ...bounds } } : { type, value: { ...value, ...bounds } };
}

/** The fields of a record by name, some with `?` put behind or taken away, in the order asked for. */
export function pick(record: Fields, names: string): Fields {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const shape = record[name] ?? record[name.replace('?', '')] ?? record[`${name}?`];
      if (shape === undefined) throw new Error(`the record has no field ${name}`);
      return [name, shape];
    }),
  );
}
