// Schemas as readers want them: each with what it refers to, and with all its parts in one.
import { resolve, type Bundle, type Referable, type Schema } from '../../lib/bundle.ts';

/** All that the document's schemas say; the lint sees to it that there is no circle among them. */
export interface FullSchema extends Omit<Schema, 'properties' | 'items' | 'additionalProperties' | 'allOf' | 'oneOf'> {
  title?: string;
  description?: string;
  required?: string[];
  minimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  dependentRequired?: Record<string, string[]>;
  not?: { required?: string[] };
  properties?: Record<string, Referable<FullSchema>>;
  items?: Referable<FullSchema>;
  additionalProperties?: Referable<FullSchema> | boolean;
  allOf?: Referable<FullSchema>[];
  oneOf?: Referable<FullSchema>[];
  'x-refused-as'?: unknown;
  'x-memo-rules'?: Record<string, { maxLength: number; tooLong: string }>;
}

/** A schema with what it refers to, and all its parts in one. What is said beside a reference goes before what it refers to. */
export function whole(document: Bundle, node: Referable<FullSchema>): FullSchema {
  const { $ref, ...own } = node as FullSchema & { $ref?: string };
  const schema: FullSchema =
    $ref === undefined ? own : { ...whole(document, resolve<FullSchema>(document, { $ref })), ...own };
  const { allOf, ...rest } = schema;
  return (allOf ?? []).reduce<FullSchema>((all, part) => {
    const { properties, required, description = '', ...more } = whole(document, part);
    return {
      ...more,
      ...all,
      description: [all.description ?? '', description].filter((text) => text !== '').join('\n\n'),
      properties: { ...all.properties, ...properties },
      required: [...(all.required ?? []), ...(required ?? [])],
    };
  }, rest);
}

/** A schema, what its items are, what theirs are. */
export function chainOf(document: Bundle, node: Referable<FullSchema>): FullSchema[] {
  const schema = whole(document, node);
  return [schema, ...(schema.items ? chainOf(document, schema.items) : [])];
}
