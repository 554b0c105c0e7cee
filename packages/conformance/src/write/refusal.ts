/** What a service said no to, and what is told where a read shows it all the same: one of the two is wrong. */
import {
  ServiceError,
  UnreadableResponseError,
  type UnreadableReason,
  type WalletError,
} from '@wallet-operations/client';
import type { Effect } from './effect.ts';
import { isRefused, OTHER_CODE, type Entry } from './ledger-line.ts';

/** Whether it may answer a copy of a request, which a network may make, and whose first one was taken. Who says that an order is there names it. */
const isOfCopy = ({ reason, text }: ServiceError, orderId: string): boolean =>
  reason === 'invalid_checksum' || (reason === 'duplicated_entry' && text.includes(orderId));

/** Of an answer that is whole, and does not have what was sent. */
export const NO_RESULT: UnreadableReason = 'unexpected_result';

/**
 * What an answer refused a write by: a row, a number of its own, or that it does not have what was sent. What has none of them may be
 * another's that stands between, and what answers a copy says nothing of the first one.
 */
export function refusalIn(error: WalletError | undefined, orderId = ''): string | undefined {
  if (error instanceof UnreadableResponseError && error.reason === NO_RESULT) return NO_RESULT;
  if (!(error instanceof ServiceError) || isOfCopy(error, orderId)) return undefined;
  if (error.reason !== 'unknown') return error.reason;
  return error.code === undefined ? undefined : OTHER_CODE;
}

/** Of a refusal that no read bears out. */
export const UNLIKELY = (row: string, read: string): string =>
  `it was refused (${row}), and ${read} does not say that it is not there`;

/** What is said of a write that a read shows: it is proved, `says` how, or it differs, where the service had said no to it. */
export function shownAs(entry: Entry | undefined, read: string, says: string): Pick<Effect, 'verdict' | 'evidence'> {
  const denial = entry && denialOf(entry, read);
  return denial === undefined ? { verdict: 'proved', evidence: says } : { verdict: 'differs', evidence: denial };
}

function denialOf(entry: Entry, read: string): string | undefined {
  if (isRefused(entry)) return `an earlier run was told that there was none, and ${read} has it by now`;
  if (entry.row === NO_RESULT) return `its answer does not have it, and ${read} does`;
  return entry.row === undefined ? undefined : `it was refused (${entry.row}), and ${read} has it all the same`;
}
