// A call that lacks any one part of the authentication is refused, and the client says by which row.
import { ServiceError } from '@wallet-operations/client';
import { parts, schemes } from '../../interface/facts/index.ts';
import type { Contract } from '../contract.ts';
import { call } from '../exchange.ts';
import { endpointOf, inputOf } from '../inputs.ts';

/** Findings on calls without a header, or without `t`. */
export async function* authenticationFindings(
  { transport, seen }: Contract,
  operationId: string,
): AsyncGenerator<string> {
  const plain = inputOf(operationId);
  for (const scheme of parts[endpointOf(operationId).code ?? 'wallet']) {
    const part = schemes[scheme];
    const { status, text, error } = await call(transport, operationId, plain, plain, { without: part });
    const isRefused = error instanceof ServiceError && error.reason === 'header_not_found' && status === 403;
    if (!isRefused)
      yield `${operationId}: without the ${part} is answered with ${String(status)} ${text.slice(0, 200)}`;
    else seen(`${operationId} without ${part}`, 'shown');
  }
}
