// The fields of a body, and the values of a parameter, as nested Markdown lists: name, type, limits, words.
import type { Bundle, Referable, Schema } from '../../../lib/bundle.ts';
import { resolve } from '../../../lib/bundle.ts';
import type { Routes } from '../routes.ts';

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
}

/** What is written of schemas: the document with everything in it that readers want, and where its links lead. */
export interface Context {
  readonly document: Bundle;
  readonly places: Routes;
}

/** Its fields as a list; a single value as a list of one. */
export function fieldList(context: Context, node: Referable<FullSchema>): string {
  const schema = whole(context.document, node);
  const inner = insides(context, schema);
  return joined(schema.properties || schema.oneOf ? inner : entry(context, '', schema, []));
}

/** The lines of a list, with one empty line between two entries. */
export function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** An entry of a list: its first line, then everything else below it. */
export function entry(
  context: Context,
  name: string,
  node: Referable<FullSchema>,
  facts: readonly string[],
  description?: string,
): string[] {
  const schema = whole(context.document, node);
  const told = [typeOf(context.document, schema), ...facts, ...limitsOf(schema)].join(', ');
  const words = [description ?? schema.description, refusals(context, schema)].filter((text) => text !== undefined);
  const below = words.flatMap((text) => ['', ...text.trim().split('\n')]);
  const inner = insides(context, itemsOf(context.document, schema));
  return [
    `- ${name}${name ? ' ' : ''}${told}`,
    ...indented([...below, ...(inner.length > 0 ? ['', ...inner] : [])]),
    '',
  ];
}

/** What is inside of an object. */
function insides(context: Context, schema: FullSchema): string[] {
  const { properties = {}, required = [], additionalProperties, oneOf = [], dependentRequired = {}, not } = schema;
  const fields = Object.entries(properties).flatMap(([name, node]) =>
    entry(context, code(name), node, required.includes(name) ? ['**required**'] : []),
  );
  const others =
    typeof additionalProperties === 'object' ? entry(context, '*each name*', additionalProperties, []) : [];
  const choices = oneOf.flatMap((choice, i) => {
    const { title = String(i + 1), ...one } = whole(context.document, choice);
    return [`- Either, by ${code(title)}:`, '', ...indented(insides(context, one)), ''];
  });
  const needs = Object.entries(dependentRequired).flatMap(([name, names]) => [
    `- ${code(name)} never comes without ${names.map(code).join(', ')}.`,
    '',
  ]);
  const apart = not?.required ? [`- Never together: ${not.required.map(code).join(', ')}.`, ''] : [];
  return [...fields, ...others, ...choices, ...needs, ...apart];
}

function typeOf(document: Bundle, schema: FullSchema): string {
  const { type = 'any', format, items, additionalProperties } = schema;
  if (type === 'array' && items) {
    const inner = typeOf(document, whole(document, items));
    return `array of ${inner.replace(/^(object|string|integer|array)/, '$1s')}`;
  }
  const closed = additionalProperties === false ? ' without other fields' : '';
  return `${type}${format === undefined ? '' : ` (${format})`}${closed}`;
}

function limitsOf(schema: FullSchema): string[] {
  const { enum: listed, 'x-extensible-enum': open, pattern, default: usual, 'x-unit': unit } = schema;
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    range(undefined, schema.maxProperties, 'entry'),
    unit && `in ${unit}`,
    listed && `one of ${values(listed, schema['x-enum-varnames'])}`,
    open && `one of ${values(open, schema['x-extensible-enum-varnames'])}; others may come`,
    pattern && `pattern ${code(pattern)}`,
    usual !== undefined && `default ${code(JSON.stringify(usual))}`,
  ].filter((limit) => typeof limit === 'string' && limit !== '') as string[];
}

function range(from: number | undefined, to: number | undefined, of: 'character' | 'item' | 'entry' | ''): string {
  const several = of === 'entry' ? 'entries' : `${of}s`;
  const noun = of === '' ? '' : ` ${(to ?? from) === 1 ? of : several}`;
  if (from !== undefined && to !== undefined) return `${String(from)} to ${String(to)}${noun}`;
  if (to !== undefined) return `at most ${String(to)}${noun}`;
  return from === undefined ? '' : `at least ${String(from)}${noun}`;
}

function values(numbers: readonly unknown[], names: readonly string[] = []): string {
  return numbers
    .map((value, i) => [code(String(value)), names[i]].filter((part) => part !== undefined).join(' '))
    .join(', ');
}

/** The errors that tell of a value that does not fit. */
function refusals({ places }: Context, { 'x-refused-as': refused }: FullSchema): string | undefined {
  const links = [...new Set(leaves(refused))].map((reason) => `[${code(reason)}](${places.errors.get(reason) ?? ''})`);
  return links.length === 0 ? undefined : `Refused as ${links.join(', ')}.`;
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** A schema with what it refers to, and all its parts in one. What is said beside a reference goes before what it refers to. */
function whole(document: Bundle, node: Referable<FullSchema>): FullSchema {
  const { $ref, ...own } = node as FullSchema & { $ref?: string };
  const schema: FullSchema =
    $ref === undefined ? own : { ...whole(document, resolve<FullSchema>(document, { $ref })), ...own };
  const { allOf, ...rest } = schema;
  return (allOf ?? []).reduce<FullSchema>((all, part) => {
    const { properties, required, ...more } = whole(document, part);
    return {
      ...more,
      ...all,
      properties: { ...all.properties, ...properties },
      required: [...(all.required ?? []), ...(required ?? [])],
    };
  }, rest);
}

function itemsOf(document: Bundle, schema: FullSchema): FullSchema {
  return schema.items ? itemsOf(document, whole(document, schema.items)) : schema;
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}

/** A code span, also of what has backticks in it. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
