/** What answers of a run show that later calls ask for: orders, transactions, serials, addresses. */
import { isNode } from '@wallet-operations/validator';
import type { Caller } from '../transcript/transcript.ts';
import type { Known } from './asked.ts';

type Record_ = Readonly<Record<string, unknown>>;

/** The records under a field of the answers of some steps. */
export const recordsOf = (known: Known, steps: readonly string[], caller?: Caller): Record_[] =>
  steps.flatMap((step) => known.bodies(step, caller).flatMap((body) => listsIn(body).flat()));

/** Lists of objects in a body. */
export const listsIn = (body: Record_): Record_[][] =>
  Object.values(body).flatMap((value) => (Array.isArray(value) && value.every(isNode) ? [value as Record_[]] : []));

/** Different texts of a field, none of them empty. */
export const textsOf = (records: readonly Record_[], field: string): string[] => [
  ...new Set(
    records.flatMap((record) => (typeof record[field] === 'string' && record[field] !== '' ? [record[field]] : [])),
  ),
];

/** The caller whose answers have the most different values of some fields, or else the most records; the first of those that answered. */
export function richest(known: Known, step: string, fields: readonly string[]): Caller | undefined {
  const counts = known.answered(step).map((caller) => {
    const records = recordsOf(known, [step], caller);
    const kinds = new Set(fields.flatMap((field) => records.map((record) => `${field} ${String(record[field])}`)));
    return { caller, kinds: kinds.size, count: records.length };
  });
  return counts.sort((a, b) => b.kinds - a.kinds || b.count - a.count)[0]?.caller;
}
