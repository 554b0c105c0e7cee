/** The answers that are no example as it stands: refusals, and those to what no operation answers. */
import type { Operation } from './document.ts';
import type { MockAnswer } from './exchange.ts';
import type { Refusal } from './refuse.ts';
import { inWords, type Violation } from './violation.ts';

/** The answer to a path or a method that no operation has. */
export function outside(method: string, pathname: string, allowed: readonly string[]): MockAnswer {
  if (allowed.length === 0)
    return { status: 404, body: { error: `No operation at ${pathname}` }, because: 'unknown path' };
  return {
    status: 405,
    body: { error: `No operation answers ${method} at ${pathname}; ${allowed.join(' and ')} would be answered` },
    headers: { allow: allowed.join(', ') },
    because: 'unknown method',
  };
}

/** The answer to a request that breaks the document, with all violations in a header. */
export function refused(
  { operationId }: Operation,
  { row, violation, body }: Refusal,
  violations: readonly Violation[],
): MockAnswer {
  const others = violations.length > 1 ? `, and ${String(violations.length - 1)} more` : '';
  return {
    status: row.status,
    body,
    headers: { 'x-mock-violations': headerSafe(JSON.stringify(violations)) },
    because: `${row.name}: ${inWords(violation)}${others}`,
    operationId,
  };
}

/** A header holds printable ASCII, and not without end. */
const headerSafe = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 4096);
