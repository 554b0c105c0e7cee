/** Keywords of schemas that say nothing, for what stands beside them: what they hold may change, and nobody could notice. */
import type { Pointer } from './document.ts';
import { isNullable, typesOf } from './mutators/schemas/types.ts';
import { SCHEMAS } from './sites/schemas.ts';
import type { Site } from './sites/site.ts';
import { isOf30, isOnlyReference } from './version.ts';

const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const TEXTS = ['minLength', 'maxLength', 'pattern'];
const LISTS = ['minItems', 'maxItems', 'minContains', 'maxContains', 'uniqueItems'];
const OBJECTS = ['minProperties', 'maxProperties'];

/** By keyword, the types of whose values it says something. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [['integer', 'number'], NUMBERS],
      [['string'], [...TEXTS, 'contentEncoding', 'contentMediaType', 'contentSchema']],
      [['array'], [...LISTS, 'items', 'prefixItems', 'contains', 'unevaluatedItems']],
      [
        ['object'],
        [
          ...[
            ...OBJECTS,
            'properties',
            'patternProperties',
            'additionalProperties',
            'unevaluatedProperties',
            'required',
          ],
          ...['propertyNames', 'dependentRequired', 'dependentSchemas'],
        ],
      ],
    ] satisfies [readonly string[], readonly string[]][]
  ).flatMap(([types, keywords]) => keywords.map((keyword): [string, readonly string[]] => [keyword, types])),
);

/** Bounds and patterns: where the values are listed one by one, they take no other and refuse none. */
const BOUNDS: ReadonlySet<string> = new Set([...NUMBERS, ...TEXTS, ...LISTS, ...OBJECTS]);

const KNOWN: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object']);

/** Whether a key of what stands at a site says nothing there: it is of another type, has no `if`, or stands beside listed values. */
export function isIdle({ sort, node, document }: Pick<Site, 'sort' | 'node' | 'document'>, key: string): boolean {
  if (sort !== 'schema' || isOnlyReference(sort, node, document)) return false;
  if (key === 'then' || key === 'else') return !('if' in node);
  if (key === 'nullable') return isOf30(document) && !('type' in node);
  if (BOUNDS.has(key) && (Array.isArray(node.enum) || 'const' in node)) return true;
  const of = TYPES.get(key);
  const types = typesOf(node);
  if (!of || (types.length === 0 && !isNullable(node, document)) || !types.every((type) => KNOWN.has(type)))
    return false;
  return !types.some((type) => of.includes(type));
}

/** The places at a site whose schemas nobody asks, for the keyword that holds them says nothing. */
export function idleWays(site: Site): readonly Pointer[] {
  return SCHEMAS.filter(({ keyword }) => keyword in site.node && isIdle(site, keyword)).map(({ keyword }) => [
    ...site.pointer,
    keyword,
  ]);
}

/** The keys at a site that say nothing. */
export function idleKeys(site: Site): readonly string[] {
  return Object.keys(site.node).filter((key) => isIdle(site, key));
}
