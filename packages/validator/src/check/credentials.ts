/** What of a request's authentication is not there. Whether it is right, nobody without the secret can tell. */
import type { Violation } from '../document/violation.ts';
import type { Call } from '../read/route.ts';

/** The headers of a message, by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** A violation for each scheme whose header or parameter is absent or empty. */
export const missingCredentials = ({ operation, query }: Call, headers: Headers): Violation[] =>
  operation.schemes
    .map(({ in: place, name }) => [String(place), String(name)] as const)
    .filter(([place, name]) => !(place === 'header' ? headers[name.toLowerCase()] : query.get(name)))
    .map(([place, name]) => ({ path: [place, name], code: 'required', message: 'is missing' }));
