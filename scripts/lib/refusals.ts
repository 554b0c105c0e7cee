// The rows of the error catalogue that each operation can be refused with, for people who read code.
import type { Bundle, Example } from './bundle.ts';
import { listingsOf, rowsOf } from './catalogue.ts';

/** One row. */
export interface Refusal {
  readonly reason: string;
  /** Status, and the number of the error where it has one: `400, 399`. */
  readonly numbers: string;
  /** When the service gives it. */
  readonly condition: string;
  /** What the caller does about it. */
  readonly remedy: string;
  /** Whether it is of the credentials, and so of any call. */
  readonly isAnyCalls: boolean;
}

/** Every row of the catalogue. */
export function refusalsOf(bundle: Bundle): Refusal[] {
  return rowsOf(bundle).map(([, row]) => describe(row));
}

/** The rows of one operation, in the document's order; then those that any call may meet, whether it lists them or not. */
export function refusalsOfOperation(bundle: Bundle, operationId: string): Refusal[] {
  const rows = new Map(rowsOf(bundle));
  const listed = listingsOf(bundle)
    .filter((listing) => listing.operationId === operationId)
    .flatMap(({ component = '' }) => rows.get(component) ?? [])
    .map(describe);
  const anyCalls = refusalsOf(bundle).filter(({ isAnyCalls }) => isAnyCalls);
  return [...new Map([...listed, ...anyCalls].map((refusal) => [refusal.reason, refusal])).values()];
}

function describe({
  'x-error': error,
  summary = '',
  description = '',
}: Required<Pick<Example, 'x-error'>> & Example): Refusal {
  const { reason, status, code, stage } = error;
  return {
    reason,
    numbers: code === undefined ? String(status) : `${String(status)}, ${String(code)}`,
    condition: summary.trim(),
    remedy: description.trim(),
    isAnyCalls: stage === 'authentication',
  };
}
