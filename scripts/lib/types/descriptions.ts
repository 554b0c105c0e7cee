// What an editor shows at a field: of one that only refers to a schema, that of the schema; of numbers, what they are called.
import { resolve, type Bundle, type Referable, type Schema } from '../bundle.ts';

/** The document with names at its numbers, and with the description of its schema at each field that has none of its own. */
export function withDescriptions(bundle: Bundle): Bundle {
  const { components } = bundle;
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) => [name, withNames(schema)] as const);
  const named: Bundle = { ...bundle, components: { ...components, schemas: Object.fromEntries(schemas) } };
  return withFields(named, named);
}

/** Numbers that the interface does not show have their names in open points. */
function withNames(schema: Schema): Schema {
  const { 'x-extensible-enum': numbers, 'x-extensible-enum-varnames': names, 'x-unspecified': points } = schema;
  if (!numbers || !names) return schema;
  const named = numbers.map((number, i) => `${String(number)} ${String(names[i])}`).join(', ');
  const text = `${schema.description ?? ''} ${named}; see the open points ${[points].flat().join(', ')}.`;
  return { ...schema, description: text };
}

function withFields<T>(node: T, bundle: Bundle): T {
  if (Array.isArray(node)) return node.map((part: unknown) => withFields(part, bundle)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const walked = Object.entries(node).map(([key, part]: [string, unknown]) => {
    const inside = withFields(part, bundle);
    return [key, key === 'properties' ? describe(inside as Fields, bundle) : inside];
  });
  return Object.fromEntries(walked) as T;
}

type Fields = Readonly<Record<string, Referable<Schema>>>;

const describe = (fields: Fields, bundle: Bundle): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      '$ref' in field ? { description: resolve<Schema>(bundle, field).description, ...field } : field,
    ]),
  );
