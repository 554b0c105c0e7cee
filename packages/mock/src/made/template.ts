/** Chooses what an answer is made from: the example that has most of what the request tells. */
import { isNode } from '@wallet-operations/validator';
import { EACH, partAt } from './parts.ts';
import type { Rules } from './rules.ts';
import type { Told } from './told.ts';

/** An answer, and where it has what a request may tell, in the order of the rules. */
export interface Template {
  readonly body: unknown;
  readonly keys: readonly (readonly (readonly string[])[])[];
  readonly values: readonly (readonly unknown[])[];
}

/** Reads an example. */
export const templateOf = (body: unknown, rules: Rules | undefined): Template => ({
  body,
  keys: (rules?.keys ?? []).map(({ map }) =>
    [partAt(body, map)].flat().map((each) => (isNode(each) ? Object.keys(each) : [])),
  ),
  values: (rules?.values ?? []).map(({ value }) => [partAt(body, value)].flat()),
});

/**
 * Chooses it: of those that have equally much the first. Undefined where none has all that is told, and the document has a row for that.
 */
export function chosen(
  told: Told,
  [usual, ...others]: readonly [Template, ...Template[]],
  rules: Rules,
): Template | undefined {
  let [best, most] = [usual, kept(told, usual, rules)];
  for (const template of others) {
    const count = kept(told, template, rules);
    if (count > most) [best, most] = [template, count];
  }
  const isKnown = most === rules.keys.length + rules.values.length;
  return isKnown || rules.unknown === undefined ? best : undefined;
}

/** How much of what is told a template has already. */
function kept(told: Told, template: Template, { values }: Rules): number {
  let count = 0;
  for (const [i, keys] of told.keys.entries())
    if (keys && template.keys[i]?.every((own) => own.length === keys.length && own.every((key) => keys.includes(key))))
      count++;
  for (const [i, value] of told.values.entries())
    if (value !== undefined && isSame(value, template.values[i] ?? [], values[i]?.of.includes(EACH) ?? false)) count++;
  return count;
}

function isSame(told: unknown, own: readonly unknown[], isList: boolean): boolean {
  if (!isList) return own.length > 0 && own.every((each) => each === told);
  return Array.isArray(told) && told.length === own.length && told.every((each, i) => each === own[i]);
}
