/** From the text of a request to the values that a handler takes: typed, defaults filled in, 64-bit integers as bigints. */
import { follow, isNode, type Node, type Operation } from './document.ts';
import { parseJson } from './json.ts';
import { malformed, Refusal, refusalOfBody, refusalOfParameter } from './rows.ts';
import { validatorAt, validatorOf, type Validate } from './validate.ts';

/** Reads the parameters and the body of an operation, or refuses them with the row that the document names. */
export interface RequestReader {
  /** The parameters of the path, by name. */
  readonly path: (segments: Readonly<Record<string, string>>) => Record<string, unknown>;
  readonly query: (query: URLSearchParams) => Record<string, unknown>;
  /** `text` is undefined for a body that was too large to be read. */
  readonly body: (text: string | undefined, contentType: string | undefined) => unknown;
}

/** Deeper JSON than this is no request of this interface, and validators recurse. */
const MAX_DEPTH = 32;

/** Makes the reader of an operation. */
export function createReader(operation: Operation): RequestReader {
  const parameters = operation.parameters.map((node) => ({
    node,
    name: String(node.name),
    place: String(node.in),
    schema: follow(node.schema),
    own: isNode(node.schema) ? node.schema : {},
    validate: validatorOf(isNode(node.schema) ? node.schema : {}),
  }));
  const validate: Validate = operation.body ? validatorAt(operation.body.pointer) : () => [];

  const revive = reviverOf(operation.body?.schema);

  const read = (place: string, given: (name: string) => string | null): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    for (const { node, name, schema, own, validate: check } of parameters.filter((each) => each.place === place)) {
      const text = given(name);
      if (text === null) {
        if (node.required === true) throw malformed(operation, `${name} is missing`);
        const fallback = own.default ?? schema.default;
        if (fallback !== undefined) values[name] = isWide(schema) ? BigInt(fallback as number) : fallback;
        continue;
      }
      const value = schema.type === 'integer' ? integer(text) : text;
      const [violation] = check(value);
      if (violation) throw refusalOfParameter(operation, node, violation);
      values[name] = isWide(schema) ? BigInt(value as number) : value;
    }
    return values;
  };

  return {
    path: (segments) => read('path', (name) => segments[name] ?? null),
    query: (query) => read('query', (name) => query.get(name)),
    body(text, contentType) {
      if (!operation.body) {
        if (text) throw malformed(operation, 'no body is taken here');
        return undefined;
      }
      const body = parse(operation, text, contentType);
      const violations = validate(body);
      if (violations.length > 0) throw refusalOfBody(operation, violations, body);
      return revive ? revive(body) : body;
    },
  };
}

/** 64 bits on the wire; Unix seconds are, too, but fit a number for long. */
const isWide = (schema: Node): boolean =>
  schema.type === 'integer' &&
  (schema.format === 'int64' || schema.format === 'uint64') &&
  schema['x-unit'] !== 'seconds';

function integer(text: string): unknown {
  if (!/^-?\d{1,40}$/.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function parse(operation: Operation, text: string | undefined, contentType: string | undefined): unknown {
  if (text === undefined) throw malformed(operation, 'the body is too large');
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw malformed(operation, 'the body must come as application/json');
  if (depthOf(text) > MAX_DEPTH) throw malformed(operation, 'the body is nested too deeply');
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw malformed(operation, (error as Error).message);
  }
}

/** How deep brackets nest; those inside strings count too, which only errs for strings that no request has. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** Turns the 64-bit integers of a value into bigints, in place where it can. */
type Revive = (value: unknown) => unknown;

/** What a schema asks to be revived; undefined where there is nothing, so that nothing is walked for it. */
function reviverOf(schema: unknown): Revive | undefined {
  const node = follow(schema);
  if (isWide(node)) return (value) => (typeof value === 'number' ? BigInt(value) : value);
  const items = node.items === undefined ? undefined : reviverOf(node.items);
  if (items) return (value) => (Array.isArray(value) ? value.map(items) : value);
  const fields = Object.entries(isNode(node.properties) ? node.properties : {}).flatMap(([name, inner]) => {
    const revive = reviverOf(inner);
    return revive ? [[name, revive] as const] : [];
  });
  if (fields.length === 0) return undefined;
  return (value) => {
    if (isNode(value))
      for (const [name, revive] of fields) if (value[name] !== undefined) value[name] = revive(value[name]);
    return value;
  };
}
