/** From texts and parsed JSON to the values that a handler takes: numbers, defaults filled in, 64-bit integers as bigints. */
import { follow, isNode, type Node, type OpenApiDocument } from '../document/node.ts';
import { asDoubles } from './doubles.ts';

/** A parameter, as far as it is read. */
export interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  /** Its schema, with what that refers to. */
  readonly schema: Node;
}

/** Reads a parameter's description in the document. */
export function parameterOf(document: OpenApiDocument, node: Node): Parameter {
  const schema = { ...follow(document, node.schema), ...(isNode(node.schema) && node.schema) };
  return { name: String(node.name), place: String(node.in), required: node.required === true, schema };
}

/** Those parameters that are there, for a validator: an integer is one only in decimal digits, and not as 1e3, 0x1f or ' 5'. */
export function doublesOf(parameters: readonly Parameter[], textOf: (name: string) => string | null | undefined): Node {
  const values: Node = {};
  for (const { name, schema } of parameters) {
    const text = textOf(name);
    if (typeof text === 'string')
      values[name] = schema.type === 'integer' && INTEGER.test(text) ? asDoubles(BigInt(text)) : text;
  }
  return values;
}

/** A thousand digits are no number of this interface, and take no time yet. */
const INTEGER = /^-?\d{1,1000}$/;

/** All parameters, for a handler: those that fit, and the defaults of others. */
export function valuesOf(parameters: readonly Parameter[], textOf: (name: string) => string | null | undefined): Node {
  const values: Node = {};
  for (const { name, schema } of parameters) {
    const given = textOf(name) ?? schema.default;
    if (given === undefined) continue;
    if (isWide(schema)) values[name] = BigInt(given as string);
    else values[name] = schema.type === 'integer' ? Number(given) : given;
  }
  return values;
}

/** 64 bits on the wire; Unix seconds are, too, but fit a number for long. */
const isWide = (schema: Node): boolean =>
  schema.type === 'integer' &&
  (schema.format === 'int64' || schema.format === 'uint64') &&
  schema['x-unit'] !== 'seconds';

/** Turns the 64-bit integers of a value into bigints, in place where it can. */
export type Widen = (value: unknown) => unknown;

/** What a schema asks to be widened; undefined where there is nothing, so that nothing is walked for it. */
export function widenOf(document: OpenApiDocument, schema: unknown): Widen | undefined {
  const node = follow(document, schema);
  if (isWide(node)) return (value) => (typeof value === 'number' ? BigInt(value) : value);
  const items = node.items === undefined ? undefined : widenOf(document, node.items);
  if (items) return (value) => (Array.isArray(value) ? value.map(items) : value);
  const fields = Object.entries(isNode(node.properties) ? node.properties : {}).flatMap(([name, inner]) => {
    const widen = widenOf(document, inner);
    return widen ? [[name, widen] as const] : [];
  });
  if (fields.length === 0) return undefined;
  return (value) => {
    if (isNode(value))
      for (const [name, widen] of fields) if (value[name] !== undefined) value[name] = widen(value[name]);
    return value;
  };
}
