/** What the first calls with a query, and with a body, tell of how those are signed. */
import type { Exchange } from '@wallet-operations/transcript';
import type { Evidence } from './evidence.ts';
import { rowsIn } from './errors.ts';

/** That. */
export interface Signed {
  /** A call whose checksum was taken. */
  readonly taken: Exchange | undefined;
  /** How many ways to sign were refused, where all were. */
  readonly refused: number;
}

/** By the calls that look for it, and by any that was answered. */
export function signedIn(evidence: Evidence, part: 'query' | 'body'): Signed {
  const asked = evidence.of(`access.${part}`);
  const rowsOf = (exchange: Exchange): readonly string[] => rowsIn(evidence, exchange, 'message');
  const isUnmatch = (exchange: Exchange): boolean => rowsOf(exchange).includes('checksum_unmatch');
  // what refuses something else took the checksum, as far as the order of checks is that of the sandbox
  const isTaken = (exchange: Exchange): boolean =>
    exchange.answer?.status === 200 || (rowsOf(exchange).length > 0 && !isUnmatch(exchange));
  const has = ({ exchange: { request } }: { readonly exchange: Exchange }): boolean =>
    part === 'body' ? request.body !== undefined : Object.keys(request.query).length > 0;
  return {
    taken: asked.find(isTaken) ?? evidence.under('').find(has)?.exchange,
    refused: asked.length > 0 && asked.every(isUnmatch) ? asked.length : 0,
  };
}
