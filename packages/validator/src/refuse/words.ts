/** Puts the request's own words where a row of the error catalogue has placeholders. */
import { isNode } from '../document/node.ts';
import type { Example } from '../document/operations.ts';

/** Names with their values, by which placeholders are filled: an object of the request, its parameters. */
export type Known = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{([A-Z]\w*)\}/;

/**
 * The example's body, each placeholder of its row filled from `known`, the first that knows it. `{ORDER_ID}` is filled by
 * `order_id`, `{INVALID_USER_ID}` by `user_id` where nothing has the whole name. What nobody knows stays the example's.
 */
export function filled({ body, row }: Example, known: readonly Known[]): unknown {
  if (!isNode(body) || !row) return body;
  const texts = { error: row.text, message: row.message };
  const said = Object.entries(texts).flatMap(([field, template]): [string, string][] => {
    const example = body[field];
    return typeof template === 'string' && typeof example === 'string' ? [[field, fill(template, example, known)]] : [];
  });
  return { ...body, ...Object.fromEntries(said) };
}

function fill(template: string, example: string, known: readonly Known[]): string {
  const parts = template.split(PLACEHOLDER); // text and placeholder in turn
  if (parts.length === 1) return example;
  const [, ...values] = patternOf(template).exec(example) ?? [];
  return parts.map((part, i) => (i % 2 === 0 ? part : (lookUp(part, known) ?? values[(i - 1) / 2] ?? part))).join('');
}

/** What a text of this template looks like, each placeholder captured. */
export function patternOf(template: string): RegExp {
  const parts = template.split(PLACEHOLDER);
  return new RegExp(
    `^${parts.map((part, i) => (i % 2 === 0 ? part.replace(/[^\w\s]/g, '\\$&') : '(.*)')).join('')}$`,
    's',
  );
}

function lookUp(placeholder: string, known: readonly Known[]): string | undefined {
  const wanted = placeholder.toLowerCase();
  const entries = known.flatMap(Object.entries<unknown>);
  const fits = [(name: string) => wanted === name, (name: string) => wanted.endsWith(`_${name}`)];
  for (const fit of fits) {
    const [, value] = entries.find(([name, value]) => isPlain(value) && fit(name.toLowerCase())) ?? [];
    if (isPlain(value)) return String(value);
  }
  return undefined;
}

const isPlain = (value: unknown): value is string | number | bigint | boolean =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
