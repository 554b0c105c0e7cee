/** What was found out of an order, in a form that can be kept: it holds no secret, since no error of the client does. */
import { ServiceError, WalletError, type Settlement } from '@wallet-operations/client';

/** Why an order is in its state, as the service or the client said. */
export interface Evidence {
  /** Stable snake_case name. */
  readonly reason: string;
  readonly message: string;
  /** The operation behind it. */
  readonly operation?: string;
  /** HTTP status and code of a refusal. */
  readonly status?: number;
  readonly code?: number;
  /** What the service has under the order_id. */
  readonly found?: Readonly<Record<string, unknown>>;
  /** Who decided, and why. */
  readonly by?: string;
  readonly note?: string;
}

/** What one attempt has found out. */
export interface Finding {
  readonly to: 'queued' | 'unknown' | 'accepted' | 'refused' | 'conflict';
  /** The attempt that found it. */
  readonly attempt: number;
  readonly transactionId?: string;
  readonly evidence?: Evidence;
  /** Whether the service refuses it now, so that only a lookup can tell of attempts before. */
  readonly isRefusedInDoubt?: boolean;
}

/** A settlement, as it is kept. */
export function findingOf(settlement: Settlement, attempt: number): Finding {
  switch (settlement.outcome) {
    case 'accepted': {
      const { transactionId } = settlement;
      return { to: 'accepted', attempt, ...(transactionId !== undefined && { transactionId: String(transactionId) }) };
    }
    case 'conflict':
      return {
        to: 'conflict',
        attempt,
        evidence: { ...evidenceOf(settlement.error), found: plain(settlement.found) as Evidence['found'] & object },
      };
    case 'refused':
      return { to: 'refused', attempt, evidence: evidenceOf(settlement.error) };
    case 'not_submitted':
      return { to: 'queued', attempt, evidence: evidenceOf(settlement.error) };
    case 'unknown': {
      const { error } = settlement;
      const isRefusedInDoubt = error instanceof ServiceError && error.operationId === 'withdrawAssets';
      return { to: 'unknown', attempt, evidence: evidenceOf(error), isRefusedInDoubt };
    }
  }
}

/** What an error says. */
export function evidenceOf(error: unknown): Evidence {
  if (!(error instanceof WalletError)) return { reason: 'failed', message: String(error) };
  const { reason, message, operationId: operation } = error;
  if (!(error instanceof ServiceError)) return { reason, message, operation };
  const { status, code } = error;
  return { reason, message, operation, status, ...(code !== undefined && { code }) };
}

/** With big numbers as texts, however deep: JSON of a database knows no others that are exact. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map(plain)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
