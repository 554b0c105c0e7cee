/** Faults on demand, of requests as of callbacks: each waits for what it hits, as often as it was asked to. */

/** The faults to come. */
export interface WaitingFaults<Fault> {
  readonly inject: (fault: Fault) => void;
  /** The first fault that hits, if any does; it is used up. */
  readonly take: (hits: (fault: Fault) => boolean) => Fault | undefined;
  readonly clear: () => void;
  /** Those that still wait, the first to hit first, each with how often it will hit. */
  readonly waiting: () => readonly (Fault & { readonly left: number })[];
}

/** No faults, until some are injected. */
export function createWaitingFaults<Fault extends { readonly times?: number }>(): WaitingFaults<Fault> {
  let waiting: { fault: Fault; left: number }[] = [];
  return {
    inject(fault) {
      waiting.push({ fault, left: fault.times ?? 1 });
    },
    take(hits) {
      const hit = waiting.find(({ fault }) => hits(fault));
      if (hit && --hit.left <= 0) waiting = waiting.filter((each) => each !== hit);
      return hit?.fault;
    },
    clear() {
      waiting = [];
    },
    waiting: () => waiting.map(({ fault, left }) => ({ ...fault, left })),
  };
}
