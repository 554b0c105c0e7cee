/** Which codes seem to have no permission: the service refused one for that, and gave it nothing since that needs one. */
import type { Caller, RawAnswer } from '@wallet-operations/transcript';
import type { Operation } from '@wallet-operations/validator';
import type { Asked } from '../calls/asked.ts';
import { needsPermission, NO_PERMISSION } from '../document/reading.ts';

/** Keeps that. */
export interface Permissions {
  readonly isMissing: (caller: Caller) => boolean;
  /** @param rows - names of the rows that the answer may be */
  readonly note: (operation: Operation, asked: Asked, answer: RawAnswer | undefined, rows: readonly string[]) => void;
}

/** Makes it. */
export function createPermissions(): Permissions {
  const missing = new Set<Caller>();
  return {
    isMissing: (caller) => missing.has(caller),
    note(operation, { caller, altered }, answer, rows) {
      if (altered?.codeOf !== undefined || !needsPermission(operation)) return;
      if (rows.includes(NO_PERMISSION)) missing.add(caller);
      else if (answer?.status === 200) missing.delete(caller);
    },
  };
}
