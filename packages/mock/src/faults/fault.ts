/** The faults of the mock: what goes wrong on purpose, by name, with what each takes besides. */
import { WIRE_FAULTS, type WireFaultKind } from '@wallet-operations/serving';

/** The name of a fault. */
export type FaultKind = WireFaultKind | 'throttle' | 'duplicate';

/** Something that goes wrong on purpose. */
export interface Fault {
  /**
   * On the wire, with an answer that comes late, damaged or never. `lost-request`: the connection ends, and nothing is taken.
   * `lost-answer`: taken, and the connection ends. `reset`: taken, and the connection is reset. `truncate`: taken, and the connection
   * ends in the middle of the answer. `silence`: taken, and never answered. `bad-gateway`: a gateway's 502 page, nothing is taken.
   * `bad-gateway-after`: the same page, but taken. `slow`: answered after `delay`.
   *
   * As errors of the service: `throttle` refuses what an API code calls more than `after` times a minute; `duplicate` refuses an
   * order that was taken before.
   */
  readonly kind: FaultKind;
  /** The operation that it hits. Default: any. */
  readonly operationId?: string;
  /** On the wire: how often it hits one and the same request, whatever its `t` and checksum; later sends pass. Default: always. */
  readonly first?: number;
  /** For `slow`: milliseconds. Default: 1000. */
  readonly delay?: number;
  /** For `throttle`, which needs it: calls of one API code that pass each minute. */
  readonly after?: number;
}

/** A number that a fault takes. */
interface NumberRule {
  readonly atLeast: number;
  readonly atMost: number;
  /** The faults that take it. */
  readonly of: readonly string[];
  readonly isNeeded?: boolean;
}

/** Each by its name. */
export const NUMBERS: Readonly<Record<'first' | 'delay' | 'after', NumberRule>> = {
  first: { atLeast: 1, atMost: 1e6, of: Object.keys(WIRE_FAULTS) },
  delay: { atLeast: 0, atMost: 600_000, of: ['slow'] },
  after: { atLeast: 1, atMost: 1e6, of: ['throttle'], isNeeded: true },
};

/** In a few words, for who asks the command. */
export const FAULTS: Readonly<Record<FaultKind, string>> = {
  'lost-request': 'the connection ends, nothing is taken',
  'lost-answer': 'taken, and the connection ends',
  reset: 'taken, and the connection is reset',
  truncate: 'taken, and half the answer comes',
  silence: 'taken, and no answer ever comes',
  'bad-gateway': "a gateway's 502 page, nothing is taken",
  'bad-gateway-after': 'the same page, but taken',
  slow: 'answers after delay=MS (1000)',
  throttle: 'refuses beyond after=N calls a minute',
  duplicate: 'refuses an order the second time',
};

/** Whether it concerns how an answer is sent, and not which. */
export const isOnTheWire = (fault: Fault): fault is Fault & { readonly kind: WireFaultKind } =>
  Object.hasOwn(WIRE_FAULTS, fault.kind);
