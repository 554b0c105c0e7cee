// The places and keywords of a schema, in the words of the tables: what there is to see, what a body shows, what a validator names.
import { child, flattened, isNode, step, type Node } from '../interface/document.ts';
import { within } from './variants.ts';

/** A keyword at its place: `withdrawAssets body requests[].amount · pattern`. */
export type Cell = string;

const judging = [
  ...['type', 'format', 'pattern', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...[
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minProperties',
    'maxProperties',
    'not',
    'oneOf',
    'anyOf',
  ],
];

export const cellOf = (place: string, keyword: string): Cell => `${place} · ${keyword}`;

/** Every cell of a schema; of those alone that a value shows, if one is given. */
export function* cellsOf(
  place: string,
  schema: unknown,
  ...shown: readonly [] | readonly [value: unknown]
): Generator<Cell> {
  const whole = flattened(schema);
  const all = shown.length === 0;
  const [value] = shown;
  for (const keyword of judging) if (whole[keyword] !== undefined) yield cellOf(place, keyword);
  if (whole.additionalProperties === false) yield cellOf(place, 'additionalProperties');
  for (const one of (whole.enum ?? []) as readonly unknown[])
    if (all || one === value) yield cellOf(place, `enum ${String(one)}`);
  if (all && whole.enum) yield cellOf(place, 'enum');
  for (const name of (whole.required ?? []) as readonly string[]) yield cellOf(place, `required.${name}`);
  const record = isNode(value) ? value : {};
  for (const [name, others] of Object.entries(child(whole, 'dependentRequired')))
    if (all || name in record)
      for (const other of others as readonly string[]) yield cellOf(place, `dependentRequired.${other}`);
  for (const [name, property] of Object.entries(child(whole, 'properties')))
    if (all) yield* cellsOf(within(place, name), property);
    else if (name in record) yield* cellsOf(within(place, name), property, record[name]);
  if (isNode(whole.additionalProperties))
    if (all) yield* cellsOf(within(place, '*'), whole.additionalProperties);
    else for (const one of Object.values(record)) yield* cellsOf(within(place, '*'), whole.additionalProperties, one);
  if (isNode(whole.items))
    if (all) yield* cellsOf(`${place}[]`, whole.items);
    else for (const one of first(value)) yield* cellsOf(`${place}[]`, whole.items, one);
}

/** The cell that an error of a validator names: where it is in the body, the keyword, and the property that is missing. */
export function brokenCell(
  place: string,
  schema: unknown,
  way: readonly string[],
  keyword: string,
  missing?: string,
): Cell {
  let [at, inner]: [string, unknown] = [place, schema];
  for (const name of way) {
    const whole: Node = flattened(inner);
    const isListed = name in child(whole, 'properties');
    if (isNode(whole.items) && !isListed) [at, inner] = [`${at}[]`, whole.items];
    else [at, inner] = [within(at, isListed ? name : '*'), step(inner, isListed ? name : '*')];
  }
  return cellOf(at, missing === undefined ? keyword : `${keyword}.${missing}`);
}

/** The first elements of an array: those that fill one up to its bound are copies of them. */
function first(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]).slice(0, 5) : [];
}
