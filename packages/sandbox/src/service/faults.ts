/** Faults on demand: what networks and gateways do to those who call a service. */
import type { WireFault, WireFaultKind } from '@wallet-operations/serving';
import type { OperationId } from '../document/names.ts';

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
export interface Faults {
  readonly inject: (fault: Fault) => void;
  /** The fault that hits this request, if any does; it is used up. */
  readonly take: (operationId: OperationId) => Fault | undefined;
  readonly clear: () => void;
  /** Those that still wait, the first to hit first, each with how many requests it has left. */
  readonly waiting: () => readonly (Fault & { readonly left: number })[];
}

/** No faults, until some are injected. */
export function createFaults(): Faults {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    inject(fault) {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    take(operationId) {
      if (waiting.length === 0) return undefined;
      const hit = waiting.find(({ fault }) => (fault.operationId ?? operationId) === operationId);
      if (hit && --hit.left <= 0) waiting = waiting.filter((each) => each !== hit);
      return hit?.fault;
    },
    clear() {
      waiting = [];
    },
    waiting: () => waiting.map(({ fault, left }) => ({ ...fault, left })),
  };
}
