/** Records what was found out of orders, and keeps for later what could not be booked. */
import type { Clock } from '@wallet-operations/client';
import { persistently } from '../database/retry.ts';
import { change, type Books, type Change, type Current } from './change.ts';
import type { Evidence, Finding } from './evidence.ts';

/** What a finding makes of an order in the state that it is in by now; undefined where it is worth nothing any more. */
export function changeBy(finding: Finding, { state, attempt }: Current): Omit<Change, 'id'> | undefined {
  const { to, evidence, transactionId, isRefusedInDoubt } = finding;
  const change = { to, evidence, transactionId, isRefusedInDoubt, isUnexposed: to === 'queued' || to === 'refused' };
  const isOpen = state === 'sending' || state === 'unknown' || state === 'queued';
  // True whoever finds it, and however late.
  if (to === 'accepted' || to === 'conflict') {
    if (state === 'refused') return { ...change, ...contradiction(`is ${to} at the service now`, evidence) };
    return isOpen ? change : undefined;
  }
  // Whatever else an attempt has found out, a later one may have changed.
  return isOpen && state !== 'queued' && attempt === finding.attempt ? change : undefined;
}

/** It was called refused, and the service has it: somebody has to hear of that. */
export const contradiction = (fact: string, { found }: Partial<Evidence> = {}): Omit<Change, 'id'> => ({
  to: 'conflict',
  evidence: {
    reason: 'refused_and_found',
    message: `it was refused, and ${fact}: do not pay it in another way, and take back a refund if you can`,
    ...(found && { found }),
  },
});

/** Who records. */
export interface Recording {
  readonly books: Books;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Records findings by the order's key, all in one transaction; where that fails, one by one, and keeps what could not be booked for later. */
export async function record(
  { books, clock, onError }: Recording,
  findings: ReadonlyMap<string, Finding>,
): Promise<void> {
  const recordSome = (ids: readonly string[]): Promise<unknown> =>
    persistently(
      () =>
        books.database.transaction((transaction) =>
          change(books, transaction, ids, (order) => {
            const finding = findings.get(order.id);
            return finding && changeBy(finding, order);
          }),
        ),
      { clock },
    );
  const ids = [...findings.keys()];
  if (ids.length > 1 && (await failureOf(recordSome(ids))) === undefined) return;
  for (const [id, finding] of findings) {
    const failure = await failureOf(recordSome([id]));
    if (failure === undefined) continue;
    onError(failure.error);
    await persistently(() => keep(books, id, finding), { clock });
  }
}

/** What was found out outlives a hook that fails: to ask again would not be answered in the same way. */
async function keep({ database, names }: Books, id: string, finding: Finding): Promise<void> {
  const isTrueForEver = finding.to === 'accepted' || finding.to === 'conflict';
  await database.transaction(({ query }) =>
    query(
      `UPDATE ${names.orders} SET finding = $2 WHERE id = $1::bigint AND finding IS NULL
         AND (state IN ('queued', 'sending', 'unknown') AND attempt = $3::integer OR state IN ('queued', 'sending', 'unknown', 'refused') AND $4)`,
      [id, JSON.stringify(finding), finding.attempt, isTrueForEver],
    ),
  );
}

async function failureOf(work: Promise<unknown>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return { error };
  }
}
