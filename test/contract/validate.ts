// Ajv, a validator that is not the mock's: whether a body fits a schema of the document, with or without fields that it does not list.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { child, flattened, isNode, type Node } from '../interface/document.ts';

const widths = {
  int32: [-(2 ** 31), 2 ** 31],
  uint32: [0, 2 ** 32],
  int64: [-(2 ** 63), 2 ** 63],
  uint64: [0, 2 ** 64],
};

const ajv = validator(false);
const filling = validator(true);

function validator(useDefaults: boolean): Ajv2020 {
  const made = new Ajv2020({ strict: false, allErrors: true, useDefaults });
  addFormats.default(made, ['date-time']);
  for (const [format, [from = 0, to = 0]] of Object.entries(widths))
    made.addFormat(format, { type: 'number', validate: (value) => value >= from && value < to });
  return made;
}

/** Compiling is the slow part, and the same body stands at sixty places; Ajv's own cache would keep what it holds for ever. */
const compiled = new Map<string, ValidateFunction>();
const KEPT = 300;

function compile(schema: Node): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known) return known;
  if (compiled.size >= KEPT) {
    for (const validate of compiled.values()) ajv.removeSchema(validate.schema);
    compiled.clear();
  }
  const validate = ajv.compile(JSON.parse(text) as Node);
  compiled.set(text, validate);
  return validate;
}

/** What Ajv finds wrong; empty where the body fits. A schema that is none is wrong for every body. */
export function errorsOf(
  schema: Node,
  body: unknown,
): readonly Pick<ErrorObject, 'instancePath' | 'keyword' | 'params' | 'message'>[] {
  try {
    const validate = compile(schema);
    return validate(body) ? [] : (validate.errors ?? []);
  } catch (error) {
    return [{ instancePath: '', keyword: 'schema', params: {}, message: `is judged by no schema: ${String(error)}` }];
  }
}

/** Ajv's words for what is wrong, in one line. */
export function wordsOf(errors: ReturnType<typeof errorsOf>): string {
  return errors.map(({ instancePath, message }) => `${instancePath || 'it'} ${message ?? ''}`).join('; ');
}

/** The schema, refusing fields that it does not list wherever it lists any. */
export function closed(schema: unknown): Node {
  const whole = flattened(schema);
  const { properties, items, additionalProperties } = whole;
  const lists = isNode(properties) && additionalProperties === undefined;
  return {
    ...whole,
    ...(isNode(properties) && {
      properties: Object.fromEntries(Object.keys(properties).map((name) => [name, closed(child(properties, name))])),
    }),
    ...(isNode(items) && { items: closed(items) }),
    ...(isNode(additionalProperties) && { additionalProperties: closed(additionalProperties) }),
    ...(lists && { additionalProperties: false }),
  };
}

/** A copy of the body with the defaults of the schema filled in. */
export function withDefaults(schema: Node, body: unknown): unknown {
  const copy = structuredClone(body);
  filling.validate(structuredClone(schema), copy);
  filling.removeSchema();
  return copy;
}
