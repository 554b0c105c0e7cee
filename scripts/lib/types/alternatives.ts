// Rules about which fields go together, written as alternatives, which a type can say. For the types alone: validators read the rules.
import type { Schema } from '../bundle.ts';

/** Marks the schema of a field that may not be there. */
export const ABSENT = 'x-absent';
const NOTHING = { type: 'null', [ABSENT]: true };

/** The keywords that say it. */
interface Ruled extends Schema {
  title?: string;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  not?: { required?: string[]; properties?: Record<string, object> };
}

/** Fields of which either all are there or not; and fields that are never there. */
interface Alternative {
  readonly required?: readonly string[];
  readonly absent?: readonly string[];
}

/** Keys under which there are values, or what only looks like a schema. */
const NO_SCHEMAS = /^(x-.*|examples?|default|enum|const)$/;

type Json = Record<string, unknown>;

/**
 * The document with every rule as alternatives.
 *
 * - `not` with `required`: one alternative for each of its fields, without it.
 * - `dependentRequired`: all of the fields, or not the one on which the others hang; none of them where they hang on each other.
 * - `oneOf` of closed objects: each without the fields that only the others have.
 */
export function withAlternatives<T>(node: T): T {
  if (Array.isArray(node)) return node.map((part: unknown) => withAlternatives(part)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const walked = Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, NO_SCHEMAS.test(key) ? (part as unknown) : withAlternatives(part)]),
  );
  return apart(together(walked)) as T;
}

/** Whether a type cannot be one interface. */
export function isUnion(schema: Schema): boolean {
  return rulesOf(schema).length > 0 || [schema.oneOf, schema.anyOf].some((parts) => parts !== undefined);
}

function together(schema: Ruled): Json {
  const rules = rulesOf(schema);
  if (rules.length === 0) return { ...schema };
  const { properties = {}, required = [], description } = schema;
  const ruled = new Set(rules.flatMap(fieldsOf));
  const fields = (names: readonly string[], { required: needed = [], absent = [] }: Alternative = {}): Json => ({
    properties: Object.fromEntries(names.map((name) => [name, absent.includes(name) ? NOTHING : properties[name]])),
    required: names.filter((name) => !absent.includes(name) && [...required, ...needed].includes(name)),
  });
  const plain = Object.keys(properties).filter((name) => !ruled.has(name));
  const common = { ...schema, not: undefined, dependentRequired: undefined, ...fields(plain) };
  const alternatives = rules.map((rule) => ({
    oneOf: rule.map((one) => ({ type: 'object', ...fields(fieldsOf(rule), one) })),
  }));
  const isEmpty = plain.length === 0 && !('allOf' in schema); // which would be the type of an object without any field
  return { description, allOf: [...(isEmpty ? [] : [common]), ...alternatives] };
}

function fieldsOf(rule: readonly Alternative[]): string[] {
  return [...new Set(rule.flatMap(({ required = [], absent = [] }) => [...required, ...absent]))];
}

function rulesOf({ not, dependentRequired = {} }: Ruled): Alternative[][] {
  const hanging = Object.entries(dependentRequired);
  const isMutual = (field: string, others: readonly string[]): boolean =>
    others.every((other) =>
      [...others, field].every((each) => each === other || dependentRequired[other]?.includes(each)),
    );
  const groups = hanging.map(([field, others]): Alternative[] => [
    { required: [field, ...others].sort() },
    { absent: isMutual(field, others) ? [field, ...others].sort() : [field] },
  ]);
  const distinct = new Map(groups.map((group) => [JSON.stringify(group), group]));
  const excluded = isPresenceAlone(not) ? [not.required.map((field) => ({ absent: [field] }))] : [];
  return [...excluded, ...distinct.values()];
}

/** Other negations hang on values, which a type leaves to the service. */
function isPresenceAlone(not: Ruled['not']): not is { required: string[] } {
  const values = Object.values(not?.properties ?? {});
  return not?.required !== undefined && values.every((schema) => Object.keys(schema).length === 0);
}

function apart(schema: Json): Json {
  const { oneOf } = schema as { oneOf?: Ruled[] };
  if (!oneOf?.every(({ additionalProperties, properties }) => additionalProperties === false && properties))
    return schema;
  const others = Object.fromEntries(
    oneOf.flatMap(({ properties = {} }) => Object.keys(properties)).map((name) => [name, NOTHING]),
  );
  return { ...schema, oneOf: oneOf.map((one) => ({ ...one, properties: { ...others, ...one.properties } })) };
}
