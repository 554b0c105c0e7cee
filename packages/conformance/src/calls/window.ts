/** Steps that look for the window of `t`, should it be another than assumed: first which of some it is, then to the second. */
import type { Interface } from '@wallet-operations/transcript';
import { ladderOf, MARGIN, within } from './access.ts';
import type { Step } from './asked.ts';

/** What a service says of requests whose `t` lies so many seconds in the past. */
export interface Lateness {
  /** Whether the window is another than the one that is assumed. */
  readonly isOther: () => boolean;
  /** The most seconds that were taken, and the fewest more that were refused; undefined before both are known. */
  readonly edge: () => { readonly taken: number; readonly refused: number } | undefined;
}

/** Halvings that lead from the widest two steps of the ladder to a second. */
const HALVINGS = 17;

/** The step of a halving, whose name all of them have. */
export const EDGE = 'access.edge';

/** Whether what a step shows hangs on by how much its `t` is off. */
export const isTimed = (step: string): boolean => /^access\.(inside|outside|window)[-.]/.test(step) || step === EDGE;

/** So many seconds old a call may be when its answer comes: half of what its `t` is apart from the bound that it probes, and clocks differ, too. */
export const slackOf = (step: string, late: number = MARGIN): number =>
  step === EDGE ? 1 : Math.min(MARGIN, Math.abs(late)) / 2;

/** At most so many calls are made for it. */
export const mostInWindow = (service: Interface): number => ladderOf(service).length + HALVINGS;

/** Each is made only where the steps before say that the window is another. */
export const windowSteps = (service: Interface, { isOther, edge }: Lateness): Step[] => {
  const step = (id: string, what: string, late: () => number | undefined): Step => ({
    id,
    operationId: 'getApiCodeStatus',
    what: `should the window of t be another: ${what}`,
    point: 'request-time',
    most: 1,
    make: ({ wallets }) => {
      const seconds = isOther() ? late() : undefined;
      return seconds === undefined
        ? []
        : wallets.slice(0, 1).map(({ place }) => ({ caller: place, altered: { late: seconds } }));
    },
  });
  return [
    ...ladderOf(service).map((window) =>
      step(`access.window.${String(window)}`, `a t ${String(within(window))} seconds ago`, () => within(window)),
    ),
    ...Array.from({ length: HALVINGS }, () =>
      step(EDGE, 'a t halfway between what was taken and what was refused', () => {
        const { taken, refused } = edge() ?? { taken: 0, refused: 0 };
        return refused - taken > 1 ? Math.floor((taken + refused) / 2) : undefined;
      }),
    ),
  ];
};
