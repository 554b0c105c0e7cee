/** One readable line for each request: what came, what it got, and why. */
import type { ProxyLogEntry } from './proxy/server.ts';
import type { MockLogEntry } from './server.ts';
import { inWords } from './violation.ts';

/** A line that is longer says the rest in the answer itself, or in the report. */
const MAX_LENGTH = 200;

/** The mock's line, in 80 columns where the reason is short. */
export const mockLine = ({ status, method, url, operationId, because }: MockLogEntry): string =>
  line(String(status), operationId ?? `${method} ${url.split('?')[0] ?? url}`, because);

/** The proxy's line. */
export function proxyLine({ status, method, path, operationId, problems, complete, failure }: ProxyLogEntry): string {
  const [first, ...others] = problems;
  const said = [
    first && `${first.in} ${inWords(first)}`,
    others.length > 0 && `and ${String(others.length)} more`,
    failure !== undefined && `broken off: ${failure}`,
  ].filter(Boolean);
  const fine = complete ? 'fits the document' : 'fits the document, as far as it was read';
  return line(String(status ?? 'none'), operationId ?? `${method} ${path}`, said.length > 0 ? said.join(', ') : fine);
}

/** Nothing that a request holds can break out of its line, or reach the terminal as a command. */
export const printable = (text: string): string => text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, '?');

function line(...parts: readonly [status: string, name: string, reason: string]): string {
  const [status, name, reason] = parts.map(printable);
  const whole = `${status ?? ''} ${name ?? ''}  ${reason ?? ''}`;
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH - 1)}…` : whole;
}
