/** One readable line for each request: what came, what it got, and why. */
import type { MockLogEntry } from './server.ts';

/** A line that is longer says the rest in the answer itself. */
const MAX_LENGTH = 200;

/** The line, in 80 columns where the reason is short. Nothing that a request holds can break out of it. */
export function logLine({ status, method, url, operationId, because }: MockLogEntry): string {
  const line = `${String(status)} ${operationId ?? `${method} ${url.split('?')[0] ?? url}`}  ${because}`;
  const safe = line.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '?');
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH - 1)}…` : safe;
}
