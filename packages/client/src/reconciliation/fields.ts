/** The fields in which an entry and a record of the service differ. */
import { likenessesOf, type Payment } from '../withdrawals/likeness.ts';
import type { FieldDifference } from './difference.ts';
import type { WithdrawalEntry } from './ledger.ts';

/** One that is certainly another. */
export const other = (field: FieldDifference['field'], books: string, service: string): FieldDifference => ({
  field,
  books,
  service,
  likeness: 'other',
});

/** How often something is in the books, unless it is once. */
export const entriesIn = (count: number): FieldDifference[] =>
  count > 1 ? [other('entries', String(count), '1')] : [];

/** Address, amount and memo of a withdrawal, amounts in the main unit. */
export function differingIn(books: WithdrawalEntry, service: Payment): FieldDifference[] {
  const likenesses = likenessesOf(books, service);
  return (['address', 'amount', 'memo'] as const).flatMap((field) => {
    const likeness = likenesses[field];
    const [mine, theirs] = [books[field] ?? '', service[field] ?? ''];
    return likeness === 'same' || mine === theirs ? [] : [{ field, books: mine, service: theirs, likeness }];
  });
}
