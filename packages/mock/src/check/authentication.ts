/** What of a request's authentication is not there. Whether it is right, nobody without the secret can tell. */
import type { Node } from '../document.ts';
import type { Violation } from '../violation.ts';

/** A violation for each scheme whose header or parameter is absent or empty. */
export const missingCredentials = (
  schemes: readonly Node[],
  headers: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
): Violation[] =>
  schemes
    .map(({ in: place, name }) => [String(place), String(name)] as const)
    .filter(([place, name]) => !(place === 'header' ? headers[name.toLowerCase()] : query.get(name)))
    .map(([place, name]) => ({ path: [place, name], code: 'required', message: 'is missing' }));
