/** Pages and spans of time, as several operations take them. */
import { malformed } from '../document/rows.ts';
import type { Operation } from '../document/document.ts';

/** Which records to give. */
export interface Page {
  readonly start: number;
  readonly count: number;
}

/** @throws Refusal with the operation's row for a negative number. */
export function pageOf(
  operation: Operation,
  { start_index = 0, request_number = 0 }: { start_index?: number | bigint; request_number?: number | bigint },
): Page {
  if (start_index < 0 || request_number < 0)
    throw malformed(operation, 'start_index and request_number must not be negative');
  return { start: safe(start_index), count: safe(request_number) };
}

/** Unix seconds, both ends included. The default end is now. @throws Refusal with the operation's row for a span that ends before it starts. */
export function spanOf(
  operation: Operation,
  { from_time = 0, to_time }: { from_time?: number; to_time?: number },
  now: number,
): { readonly from: number; readonly to: number } {
  const from = safe(from_time);
  const to = safe(to_time ?? Math.floor(now / 1000));
  if (from < 0 || to < 0 || (to_time !== undefined && from > to))
    throw malformed(operation, 'from_time and to_time must be Unix seconds, from_time first');
  return { from, to };
}

/** 64 bits may be asked for; no index or time lies beyond this, and in milliseconds it still fits a number. */
const LARGEST = 9e12;

const safe = (value: number | bigint): number => Math.min(Number(value), LARGEST);
