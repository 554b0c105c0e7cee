/** What may stand in a path or a query: a value of an answer must not make another path of it than the operation's. */

/** Why a value cannot stand in a path, in words; undefined for one that can. */
export function faultOfSegment(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value === '.' || value === '..') return 'is made of dots, which lead to another path';
  return value.isWellFormed() ? undefined : HALF;
}

const HALF = 'has half a character, which no address can hold';

/** The parameter of a path that cannot stand in it, and why. */
export function faultOfPath(
  template: string,
  path: Readonly<Record<string, string>>,
): { readonly name: string; readonly fault: string } | undefined {
  for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
    const fault = faultOfSegment(path[name] ?? '');
    if (fault !== undefined) return { name, fault };
  }
  return undefined;
}

/** The parameter of a query that cannot stand in it, and why. */
export function faultOfQuery(
  query: readonly (readonly [name: string, value: string])[],
): { readonly name: string; readonly fault: string } | undefined {
  const [name] = query.find(([, value]) => !value.isWellFormed()) ?? [];
  return name === undefined ? undefined : { name, fault: HALF };
}
