/** Faults on demand: what networks and gateways do to those who call a service. */
import type { OperationId } from '../document/document.ts';

/** A fault that hits requests to come. */
export interface Fault {
  /**
   * `lost-answer`: carried out, but the connection ends without an answer. `silence`: carried out, and never answered.
   * `lost-request`: the connection ends and nothing is carried out. `bad-gateway`: a gateway's 502 page, nothing carried out.
   * `bad-gateway-after`: the same page, after it was carried out. `slow`: answered after `delay`.
   */
  readonly kind: 'lost-answer' | 'silence' | 'lost-request' | 'bad-gateway' | 'bad-gateway-after' | 'slow';
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
  };
}
