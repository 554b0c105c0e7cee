/** What may stand in a path or a query: a value of an answer must not make another path of it than the operation's. */

/** Why a value cannot stand in a path, in words; undefined for one that can. */
export function faultOfSegment(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return 'is made of dots, which lead to another path';
  return value.isWellFormed() ? undefined : HALF;
}

const HALF = 'has half a character, which no address can hold';

/**
 * The parameter of a path that cannot stand in it, and why. `templates` are the paths of all operations: what is a fixed segment of another,
 * as `eventlog` where an order_id stands, leads to that one.
 */
export function faultOfPath(
  template: string,
  path: Readonly<Record<string, string>>,
  templates: readonly string[],
): { readonly name: string; readonly fault: string } | undefined {
  const parts = template.split('/');
  for (const [i, part] of parts.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) continue;
    const value = path[name] ?? '';
    const fault = faultOfSegment(value) ?? (isFixedIn(templates, parts.slice(0, i), value) ? FIXED : undefined);
    if (fault !== undefined) return { name, fault };
  }
  return undefined;
}

const FIXED = 'is the name of another path there';

/** Whether a value is a fixed segment behind the same beginning of some path, in any case. */
const isFixedIn = (templates: readonly string[], before: readonly string[], value: string): boolean =>
  templates.some((template) => {
    const parts = template.split('/');
    return parts[before.length]?.toLowerCase() === value.toLowerCase() && before.every((part, i) => part === parts[i]);
  });

/** The parameter of a query that cannot stand in it, and why. */
export function faultOfQuery(
  query: readonly (readonly [name: string, value: string])[],
): { readonly name: string; readonly fault: string } | undefined {
  const [name] = query.find(([, value]) => !value.isWellFormed()) ?? [];
  return name === undefined ? undefined : { name, fault: HALF };
}
