/** One readable line for each request: what came, what it got, and why. */
import { printable } from '@wallet-operations/serving';
import { inWords } from '@wallet-operations/validator';
import { KINDS } from '../proxy/kinds.ts';
import type { ProxyLogEntry } from '../proxy/proxy.ts';
import type { MockLogEntry } from '../serve/mock.ts';

/** A line that is longer says the rest in the answer itself, or in the report. */
const MAX_LENGTH = 200;

/** The mock's line, in 80 columns where the reason is short; no status where there was no answer. */
export const mockLine = ({ status, method, url, operationId, because }: MockLogEntry): string =>
  line(String(status || 'none'), operationId ?? `${method} ${url.split('?')[0] ?? url}`, because);

/** The proxy's line. */
export function proxyLine({ status, method, path, operationId, problems, complete, failure }: ProxyLogEntry): string {
  const [first, ...others] = problems;
  const said = [
    first && `${KINDS[first.kind].title}: ${first.in} ${inWords(first)}`,
    others.length > 0 && `and ${String(others.length)} more`,
    failure !== undefined && `broken off: ${failure}`,
  ].filter(Boolean);
  const fine = complete ? 'fits the document' : 'fits the document, as far as it was read';
  return line(String(status ?? 'none'), operationId ?? `${method} ${path}`, said.length > 0 ? said.join(', ') : fine);
}

function line(...parts: readonly [status: string, name: string, reason: string]): string {
  const [status, name, reason] = parts.map(printable);
  const whole = `${status ?? ''} ${name ?? ''}  ${reason ?? ''}`;
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH - 1)}…` : whole;
}
