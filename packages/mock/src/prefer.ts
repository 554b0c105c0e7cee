/** The Prefer header: the developer names the answer that the mock shall give. */

import type { Operation } from './document.ts';
import type { MockAnswer } from './exchange.ts';

/**
 * Reads `code=403, example=header_not_found` (comma or semicolon, either part alone) and gives that example, valid request
 * or not. Undefined without a wish; a wish that nothing fits gets a 400 that lists what exists.
 */
export function preferred(operation: Operation, header: string | undefined): MockAnswer | undefined {
  if (header === undefined) return undefined;
  const { code, example } = Object.fromEntries(
    header.split(/[,;]/).map((part) => part.split('=').map((side) => side.trim().replace(/^"(.*)"$/, '$1'))),
  ) as { code?: string; example?: string };
  if (code === undefined && example === undefined) return undefined;

  const fits = operation.examples.find(
    ({ status, name }) => (code ?? String(status)) === String(status) && (example ?? name) === name,
  );
  const { operationId } = operation;
  if (fits) return { status: fits.status, body: fits.body, because: `Prefer asks for ${fits.name}`, operationId };
  const known = operation.examples.map(({ status, name }) => `code=${String(status)}, example=${name}`);
  return {
    status: 400,
    body: { error: `No such example of ${operationId}. Prefer takes one of: ${known.join(' | ')}` },
    because: 'Prefer asks for an example that does not exist',
    operationId,
  };
}
