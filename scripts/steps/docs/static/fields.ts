// The fields of a body, and the values of a parameter, as nested Markdown lists: name, type, limits, words.
import type { Bundle, Referable } from '../../../lib/bundle.ts';
import type { Routes } from '../routes.ts';
import { code, limitsOf, typeOf } from './limits.ts';
import { chainOf, whole, type FullSchema } from '../schemas.ts';

/** What is written of schemas: the document with everything in it that readers want, and where its links lead. */
export interface Context {
  readonly document: Bundle;
  readonly places: Routes;
}

/** A body: what is said of it as a whole, then its fields as a list. */
export function fieldList(context: Context, node: Referable<FullSchema>): string {
  const schema = whole(context.document, node);
  const words = wordsOf(context, [schema]).map((text) => text.trim());
  const fields = insides(context, schema);
  return [...words, joined(fields.length > 0 ? fields : entry(context, '', { ...schema, description: '' }, []))].join(
    '\n\n',
  );
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
  description = '',
): string[] {
  const chain = chainOf(context.document, node);
  const [schema = {}, ...items] = chain;
  const told = [typeOf(context.document, schema), ...facts, ...limitsOf(schema)].join(', ');
  const each = items.flatMap(limitsOf).map((limit) => `, each ${limit}`);
  const below = wordsOf(context, [{ description }, ...chain]).flatMap((text) => ['', ...text.trim().split('\n')]);
  const inner = insides(context, chain.at(-1) ?? {});
  return [
    `- ${name}${name ? ' ' : ''}${told}${each.join('')}`,
    ...indented([...below, ...(inner.length > 0 ? ['', ...inner] : [])]),
    '',
  ];
}

/** What is said of some schemas, each thing once, and how the service refuses what does not fit them. */
function wordsOf({ places }: Context, schemas: readonly FullSchema[]): string[] {
  const reasons = new Set(schemas.flatMap((schema) => leaves(schema['x-refused-as'])));
  const links = Array.from(reasons, (reason) => `[${code(reason)}](${places.errors.get(reason) ?? ''})`);
  const texts = new Set(schemas.map(({ description = '' }) => description).filter((text) => text !== ''));
  return [...texts, ...(links.length > 0 ? [`Refused as ${links.join(', ')}.`] : [])];
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

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
