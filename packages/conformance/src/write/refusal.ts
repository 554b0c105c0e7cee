/** What a service said no to, and what is told where a read shows it all the same: one of the two is wrong. */
import {
  ServiceError,
  UnreadableResponseError,
  type UnreadableReason,
  type WalletError,
} from '@wallet-operations/client';
import { isRefused, type Entry } from './ledger-line.ts';

/** Rows that answer a copy of a request, which a network may make, and whose first one was taken. */
const OF_COPIES: readonly string[] = ['duplicated_entry', 'invalid_checksum'];

/** Of an answer that is whole, and does not have what was sent. */
export const NO_RESULT: UnreadableReason = 'unexpected_result';

/**
 * What an answer refused a write by: a row, a number of its own, or that it does not have what was sent. What has none of them may be
 * another's that stands between, and what answers a copy says nothing of the first one. Whoever says of an order that it is there twice
 * names it.
 */
export function refusalIn(error: WalletError | undefined, orderId = ''): string | undefined {
  if (error instanceof UnreadableResponseError && error.reason === NO_RESULT) return NO_RESULT;
  if (!(error instanceof ServiceError)) return undefined;
  if (OF_COPIES.includes(error.reason) && (error.reason !== 'duplicated_entry' || error.text.includes(orderId)))
    return undefined;
  if (error.reason !== 'unknown') return error.reason;
  return error.code === undefined ? undefined : `error_code ${String(error.code)}`;
}

/** Of a refusal that no read bears out. */
export const UNLIKELY = (row: string, read: string): string =>
  `it was refused (${row}), and ${read} does not say that it is not there`;

/** What is wrong with a write that a read shows; undefined where the service never said no to it. */
export function denialOf(entry: Entry | undefined, read: string): string | undefined {
  if (entry === undefined) return undefined;
  if (isRefused(entry)) return `an earlier run was told that there was none, and ${read} has it by now`;
  if (entry.row === NO_RESULT) return `its answer does not have it, and ${read} does`;
  return entry.row === undefined ? undefined : `it was refused (${entry.row}), and ${read} has it all the same`;
}
