/** Lets pages of any origin call the mock: who switches it on wants a browser to be no obstacle. */
import type { IncomingHttpHeaders } from 'node:http';

/** Headers that a page may read besides those that every page may. */
const EXPOSED = 'x-mock-violations, allow';

/** Seconds for which a browser need not ask again. */
const MAX_AGE = '600';

/** Whether a request only asks if another one may be sent. */
export const isPreflight = (method: string, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** The headers that allow what a preflight asks for. */
export const preflightHeaders = (headers: IncomingHttpHeaders): Record<string, string> => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
  'access-control-max-age': MAX_AGE,
  ...(headers['access-control-request-private-network'] && { 'access-control-allow-private-network': 'true' }),
});

/** The headers that let a page read an answer. */
export const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED } as const;
