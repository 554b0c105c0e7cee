/** Where schemas stand inside schemas, and how the way through them is written: `items[].price`. */

/** Keywords whose value is a map of schemas, a list of schemas, or one schema. */
export const SCHEMAS: readonly {
  readonly keyword: string;
  readonly holds: 'map' | 'list' | 'one';
  readonly written: (name: string) => string;
}[] = [
  { keyword: 'properties', holds: 'map', written: (name) => property(name) },
  { keyword: 'patternProperties', holds: 'map', written: (pattern) => `./${pattern}/` },
  { keyword: 'dependentSchemas', holds: 'map', written: (name) => `.if ${name}` },
  { keyword: 'additionalProperties', holds: 'one', written: () => '.*' },
  { keyword: 'unevaluatedProperties', holds: 'one', written: () => '.*' },
  { keyword: 'propertyNames', holds: 'one', written: () => '.key' },
  { keyword: 'items', holds: 'one', written: () => '[]' },
  { keyword: 'prefixItems', holds: 'list', written: (i) => `[${i}]` },
  { keyword: 'unevaluatedItems', holds: 'one', written: () => '[more]' },
  { keyword: 'contains', holds: 'one', written: () => '[contains]' },
  { keyword: 'allOf', holds: 'list', written: (i) => `.allOf ${i}` },
  { keyword: 'anyOf', holds: 'list', written: (i) => `.anyOf ${i}` },
  { keyword: 'oneOf', holds: 'list', written: (i) => `.oneOf ${i}` },
  { keyword: 'not', holds: 'one', written: () => '.not' },
  { keyword: 'if', holds: 'one', written: () => '.if' },
  { keyword: 'then', holds: 'one', written: () => '.then' },
  { keyword: 'else', holds: 'one', written: () => '.else' },
  { keyword: 'contentSchema', holds: 'one', written: () => '.content' },
  { keyword: '$defs', holds: 'map', written: (name) => `.$defs ${name}` },
  { keyword: 'definitions', holds: 'map', written: (name) => `.definitions ${name}` },
];

/** Words that the way itself uses. */
const WORDS = new Set(['key', 'not', 'if', 'then', 'else', 'content']);

/** A property is written as it is, unless its name could be read as more of the way. */
function property(name: string): string {
  return /^[\w$-]+$/.test(name) && !WORDS.has(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
