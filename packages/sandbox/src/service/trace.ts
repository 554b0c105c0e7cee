/** What becomes known of a request while it is answered: what the log says of it. */
import type { OperationId } from '../document/names.ts';
import type { Reason } from '../document/refusal.ts';

/** What becomes known of a request on its way. */
export interface Trace {
  operationId?: OperationId;
  /** As it stands in the path. */
  walletId?: string;
  /** The row that it was refused with. */
  reason?: Reason;
  /** Why it was refused; secrets are masked. */
  why?: string;
  /** What should have been signed; secrets are masked. */
  toSign?: string;
}
