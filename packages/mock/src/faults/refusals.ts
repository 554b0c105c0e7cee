/** The errors of the service that a fault brings about: rows of the document, worded for the request. */
import {
  type Call,
  filled,
  type OpenApiDocument,
  type Operation,
  refuse,
  type Refusal,
  type Values,
} from '@wallet-operations/validator';
import type { Unique } from './unique.ts';

/** The row for who calls too often. */
const THROTTLED = 'call_too_frequently';

/** Refuses a call beyond so many a minute; undefined where the operation has no row for that. */
export function tooOften({ examples }: Operation, throttling_count: number): Refusal | undefined {
  const row = examples.find(({ name }) => name === THROTTLED);
  return row && { reason: row.name, status: row.status, body: filled(row, [{ throttling_count }]), violations: [] };
}

/** Refuses what was taken before, by the row that the document has for the same twice in one body. */
export function takenBefore(document: OpenApiDocument, call: Call, { body }: Values, { path }: Unique): Refusal {
  const violation = { path, code: 'x-unique', message: 'was taken before' };
  return refuse(document, call.operation, [violation], { body, parameters: call.segments });
}
