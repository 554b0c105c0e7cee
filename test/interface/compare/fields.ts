// Compares a shape of the tables with a schema of the document, field by field and both ways.
import { flattened, isNode, step, type Node } from '../document.ts';
import type { Facts } from '../compare.ts';
import { readField, type Fields, type Keywords, type Shape } from '../facts/notation.ts';
import { sampleFindings } from './samples.ts';

/** What holds for all fields of one body: in requests a field that is not listed is refused, in answers it is let through. */
export interface Side {
  readonly closed: boolean;
  readonly facts: Facts;
}

/** Who sends a field, who gets it, and whether it stays. */
const access = ['readOnly', 'writeOnly', 'deprecated'];

/** Keywords that narrow a value: each is stated by the interface, or implied by it, or has no place in the document. */
const narrowing = [
  ...['type', 'format', 'enum', 'const', 'default', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['contentEncoding', 'contentMediaType'],
  ...access,
];

/** Findings on one field or record; `place` is as `locate` reads it. */
export function shapeFindings(place: string, shape: Shape, schema: unknown, side: Side): string[] {
  if (!isNode(schema)) return [`${place}: is missing, the interface has it`];
  if (typeof shape === 'string') return lineFindings(place, shape, schema, side);
  if (!isList(shape)) return recordFindings(place, shape, schema, side);
  return [
    ...keywordFindings(place, { type: 'array' }, schema, side),
    ...shapeFindings(`${place}[]`, shape[0], step(schema, '[]'), side),
  ];
}

/** Findings on whether a field, a parameter or a body has to be there. */
export function requirednessFindings(place: string, expected: boolean, found: boolean): string[] {
  if (expected === found) return [];
  return [
    `${place}: is ${found ? 'required' : 'optional'}, the interface has it ${expected ? 'required' : 'optional'}`,
  ];
}

function lineFindings(place: string, line: string, schema: Node, side: Side): string[] {
  const { type, array, value } = readField(line);
  if (!array) return valueFindings(place, type, value, schema, side);
  const element = step(schema, '[]');
  return [
    ...keywordFindings(place, array, schema, side),
    ...(isNode(element)
      ? valueFindings(`${place}[]`, type, value, element, side)
      : [`${place}[]: is of no type, the interface says ${type}`]),
  ];
}

function valueFindings(place: string, type: string, value: Keywords, schema: Node, side: Side): string[] {
  const { amounts, values } = side.facts;
  const samples = values[place] ?? amounts[type];
  const { pattern, properties, additionalProperties } = flattened(schema);
  const anchored = typeof pattern !== 'string' || /^\^.*\$$/.test(pattern);
  return [
    ...keywordFindings(place, value, schema, side),
    ...(anchored ? [] : [`${place}: pattern ${JSON.stringify(pattern)} is not anchored at both ends`]),
    ...(additionalProperties === false ? [`${place}: is closed, and the interface does not say what is in it`] : []),
    ...(samples && pattern !== undefined ? sampleFindings(place, samples, schema) : []),
    ...Object.keys(properties ?? {}).map(
      (name) => `${within(place, name)}: is in the document, the interface does not show it`,
    ),
  ];
}

/**
 * Findings on the keywords that narrow a value. A pattern counts by what it accepts and refuses, so here only by whether there
 * is one. A keyword that the interface does not state is let through where the tables say that the interface implies or assumes it.
 */
function keywordFindings(place: string, expected: Keywords, schema: Node, { facts }: Side): string[] {
  const whole = flattened(schema);
  const allowed = (keyword: string, value: string | undefined) =>
    facts.implied.some(([where, name, implied]) => where.test(place) && name === keyword && said(implied) === value);
  return narrowing.flatMap((keyword) => {
    const [ours, theirs] = [said(expected[keyword]), said(whole[keyword])];
    if (ours === theirs || (keyword === 'pattern' && ours && theirs)) return [];
    if (ours === undefined && allowed(keyword, theirs)) return [];
    return [`${place}: ${keyword} is ${theirs ?? 'absent'}, the interface ${ours ? `says ${ours}` : 'states none'}`];
  });
}

function recordFindings(place: string, fields: Fields, schema: Node, side: Side): string[] {
  const { required = [], properties, additionalProperties, unevaluatedProperties } = flattened(schema);
  const [anyKey] = Object.keys(fields).filter((name) => name.startsWith('{'));
  const listed = Object.entries(fields)
    .filter(([name]) => name !== anyKey)
    .map(([name, shape]) => ({ name: name.replace('?', ''), wanted: !name.endsWith('?'), shape }));
  const found = new Set([...Object.keys(properties ?? {}), ...(required as string[])]);
  const closed = additionalProperties === false || unevaluatedProperties === false;
  return [
    ...keywordFindings(place, { type: 'object' }, schema, side),
    ...[schema.oneOf, schema.anyOf]
      .flat()
      .filter(isNode)
      .flatMap((part) => access.filter((keyword) => keyword in part))
      .map((keyword) => `${place}: ${keyword} is in one of its alternatives, the interface states none`),
    ...(anyKey === undefined
      ? opennessFindings(place, closed, side.closed)
      : shapeFindings(within(place, '*'), fields[anyKey] ?? '', additionalProperties, side)),
    ...listed.flatMap(({ name, wanted, shape }) => [
      ...(found.has(name)
        ? requirednessFindings(within(place, name), wanted, (required as string[]).includes(name))
        : []),
      ...shapeFindings(within(place, name), shape, step(schema, name), side),
    ]),
    ...[...found]
      .filter((name) => !listed.some((field) => field.name === name))
      .map((name) => `${within(place, name)}: is in the document, the interface has no such field`),
  ];
}

function opennessFindings(place: string, closed: boolean, expected: boolean): string[] {
  if (closed === expected) return [];
  return [
    `${place}: ${closed ? 'refuses' : 'accepts'} fields it does not list, ${expected ? 'a request is closed' : 'an answer is open'}`,
  ];
}

/** The place of a field: the first name behind a body stands alone, the others behind a dot. */
function within(place: string, name: string): string {
  return `${place}${place.split(' ').length === 2 ? ' ' : '.'}${name}`;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** A keyword's value as text; the numbers of an enum in order, since their order says nothing. */
function said(value: unknown): string | undefined {
  const numbers = Array.isArray(value) && value.every((one) => typeof one === 'number');
  return JSON.stringify(numbers ? value.toSorted((a, b) => a - b) : value);
}
