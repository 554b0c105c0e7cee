/** Faults on demand: what networks and gateways do to those who call a service. */
import type { WireFault, WireFaultKind } from '@wallet-operations/serving';
import type { OperationId } from '../document/names.ts';
import { createWaitingFaults, type WaitingFaults } from '../waiting-faults.ts';

/** A fault that hits requests to come. */
export interface Fault extends WireFault {
  /**
   * `lost-request`: the connection ends and nothing is carried out. `lost-answer`: carried out, but the connection ends without an
   * answer. `reset`: the same, by a reset. `truncate`: carried out, and answered by half. `silence`: carried out, and never answered.
   * `bad-gateway`: a gateway's 502 page, nothing carried out. `bad-gateway-after`: the same page, after it was carried out. `slow`:
   * answered after `delay`.
   */
  readonly kind: WireFaultKind;
  /** The operation that it hits. Default: any. */
  readonly operationId?: OperationId;
  /** How many requests it hits. Default: 1. */
  readonly times?: number;
  /** Milliseconds, real ones, for `slow`. Default: 1000. */
  readonly delay?: number;
}

/** The faults to come. */
export interface Faults extends Omit<WaitingFaults<Fault>, 'take'> {
  /** The fault that hits this request, if any does; it is used up. */
  readonly take: (operationId: OperationId) => Fault | undefined;
}

/** No faults, until some are injected. */
export function createFaults(): Faults {
  const { take, ...faults } = createWaitingFaults<Fault>();
  return {
    ...faults,
    take: (operationId) => take((fault) => (fault.operationId ?? operationId) === operationId),
  };
}
