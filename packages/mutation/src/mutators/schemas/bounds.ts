/** Mutators of bounds: gone, one more, one less, made up, or open where they were closed. */
import { isNode, names, type Node } from '../../document.ts';
import { above, below, change, type Change, type Mutator } from '../../mutator.ts';
import type { Site } from '../../sites/site.ts';
import { isNullable, typesOf } from './types.ts';

const BOUNDS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
];

const PRESET: Readonly<Record<string, number>> = { minLength: 0, minItems: 0, minProperties: 0, minContains: 1 };

/** Whether a bound goes without saying. */
export function isPreset(keyword: string, value: unknown): boolean {
  return Object.hasOwn(PRESET, keyword) && value === PRESET[keyword];
}

const bounds = (node: Node): readonly Change[] =>
  BOUNDS.flatMap((keyword) => {
    const value = node[keyword];
    if (typeof value !== 'number') return [];
    if (keyword.endsWith('Contains') && !('contains' in node)) return []; // it counts what that says
    const isLowest = value === 0 && /^(min|max)[A-Z]/.test(keyword);
    // A multiple of nothing is none.
    const others = [above(value), ...(isLowest || (keyword === 'multipleOf' && value <= 1) ? [] : [below(value)])];
    // What is required is there: a number of fields that is no higher says no more.
    const required = keyword === 'minProperties' ? names(node.required).length : undefined;
    if (required !== undefined && value <= required)
      return [change(`${keyword} ${String(value)} → ${String(required + 1)}`, node, { [keyword]: required + 1 })];
    return [
      ...(isPreset(keyword, value) || (keyword === 'multipleOf' && value === 1 && isOfIntegers(node))
        ? []
        : [change(`${keyword} ${String(value)} gone`, node, { [keyword]: undefined })]),
      ...others
        .filter((one) => Number.isFinite(one) && !isPreset(keyword, one))
        .map((one) => change(`${keyword} ${String(value)} → ${String(one)}`, node, { [keyword]: one })),
    ];
  });

/** Each of them is a multiple of one. */
function isOfIntegers(node: Node): boolean {
  const types = typesOf(node);
  return types.length > 0 && types.every((type) => type === 'integer');
}

/** OpenAPI 3.0 has a flag where 3.1 has a number. */
const exclusive = (node: Node): readonly Change[] =>
  ['Minimum', 'Maximum']
    .filter((end) => typeof node[`exclusive${end}`] === 'boolean' && typeof node[end.toLowerCase()] === 'number')
    .map((end) => {
      const keyword = `exclusive${end}`;
      const value = node[keyword] === true;
      return change(`${keyword} ${String(value)} → ${String(!value)}`, node, { [keyword]: value ? undefined : true });
    });

/** A bound where there is none, such as somebody makes up: by type, the keywords that would say it, and what they would say. */
const MADE_UP: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  array: { minItems: 1, maxItems: 10 },
  string: { maxLength: 40 },
  integer: { minimum: 1, maximum: 1000 },
  number: { minimum: 1, maximum: 1000 },
  object: { maxProperties: 10 },
};

const boundsMadeUp = (node: Node, { document }: Site): readonly Change[] => {
  const [type, ...others] = typesOf(node);
  if (type === undefined || others.length > 0 || Array.isArray(node.enum) || 'const' in node) return [];
  if (isNullable(node, document) && type === 'null') return [];
  const isMap = isNode(node.additionalProperties);
  if (type === 'object' && !isMap) return []; // its fields say how many there are
  return Object.entries(MADE_UP[type] ?? {})
    .filter(([keyword, value]) => !(keyword in node) && !isSaid(node, type, keyword, value))
    .map(([keyword, value]) => change(`${keyword} ${String(value)} made up`, node, { [keyword]: value }));
};

/** Whether a bound that is open says as much as one that somebody might make up. */
function isSaid(node: Node, type: string, keyword: string, value: number): boolean {
  const { exclusiveMinimum: above, exclusiveMaximum: below, minContains: least = 1 } = node;
  const step = type === 'integer' ? 1 : 0;
  if (keyword === 'minimum') return typeof above === 'number' && above + step >= value;
  if (keyword === 'maximum') return typeof below === 'number' && below - step <= value;
  if (keyword === 'minItems') return 'contains' in node && typeof least === 'number' && least >= value;
  if (keyword === 'maxItems') return node.items === false && Array.isArray(node.prefixItems);
  return keyword === 'maxLength' && (SHORT.has(String(node.format)) || isBounded(node.pattern));
}

/** Formats whose texts are short. */
const SHORT = new Set(['date', 'date-time', 'time', 'uuid', 'ipv4']);

/** Whether a pattern says by itself how long a text can be: from start to end, and nothing as often as one likes. */
function isBounded(pattern: unknown): boolean {
  if (typeof pattern !== 'string' || !/^\^.*(?<!\\)\$$/s.test(pattern)) return false;
  const plain = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x'); // in a class, and escaped, they stand for themselves
  let depth = 0;
  for (const character of plain) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === '|' && depth === 0) return false; // one end may be open
  }
  return !/[*+]|\{\d+,\}/.test(plain);
}

/** Each mutator of bounds. */
export const boundMutators: readonly Mutator[] = [
  { kind: 'bound', on: 'schema', changes: bounds },
  { kind: 'bound', on: 'schema', changes: exclusive },
  { kind: 'bound', on: 'schema', changes: boundsMadeUp },
];
