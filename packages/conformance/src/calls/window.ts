/** Steps that look for the window of `t`, should it be another than assumed: for a `t` that is refused on either side, then to the second. */
import type { Interface } from '@wallet-operations/transcript';
import { MARGIN, windowOf } from './access.ts';
import type { Known, Step } from './asked.ts';
import { EDGE, edgeOf, FARTHER, isKnown, type Probe, type Side } from './probes.ts';

/** No window is longer, in seconds. */
const LONGEST = 86_400 + MARGIN;

const SIDES: readonly Side[] = ['past', 'ahead'];

/** So many seconds old a call may be when its answer comes: half of what its `t` is apart from the bound that it probes, and clocks differ, too. */
export const slackOf = (step: string, late: number = MARGIN): number =>
  step === EDGE ? 1 : Math.min(MARGIN, Math.abs(late)) / 2;

/** Doublings of one side until nothing longer is a window. */
const doublingsOf = (service: Interface): number => Math.ceil(Math.log2(LONGEST / (windowOf(service) + MARGIN)));

/** Halvings of one side, from the widest that doublings leave to a second, and two steps beside the other side. */
const HALVINGS = Math.ceil(Math.log2(LONGEST)) + 2;

/** At most so many calls are made for it. */
export const mostInWindow = (service: Interface): number => SIDES.length * (doublingsOf(service) + HALVINGS);

/** Each is made only where the steps before say that the window is another. */
export const windowSteps = (service: Interface): Step[] => {
  const step = (id: string, what: string, secondsOf: (probes: readonly Probe[], side: Side) => number | undefined) => ({
    id,
    operationId: 'getApiCodeStatus',
    what: `should the window of t be another: ${what}`,
    point: 'request-time',
    most: 1,
    make({ wallets, probes }: Known) {
      if (!isOther(probes)) return [];
      const [late] = SIDES.flatMap((side) => {
        const seconds = secondsOf(probes, side);
        return seconds === undefined ? [] : [side === 'past' ? seconds : -seconds];
      });
      return late === undefined ? [] : wallets.slice(0, 1).map(({ place }) => ({ caller: place, altered: { late } }));
    },
  });
  const times = (count: number, one: Step): Step[] => Array.from({ length: SIDES.length * count }, () => one);
  return [
    ...times(doublingsOf(service), step(FARTHER, 'a t twice as far off as one that was taken', fartherThan)),
    ...times(HALVINGS, step(EDGE, 'a t between what was taken and what was refused', between)),
  ];
};

/** Whether a probe says that the window is another. */
const isOther = (probes: readonly Probe[]): boolean =>
  probes.some(
    ({ step, isTaken }) => (step.includes('.inside-') && !isTaken) || (step.includes('.outside-') && isTaken),
  );

function fartherThan(probes: readonly Probe[], side: Side): number | undefined {
  const { taken, refused } = edgeOf(probes, side);
  return refused < Infinity || taken >= LONGEST ? undefined : Math.min(2 * (taken || MARGIN), LONGEST);
}

/** How far from the other side the second one is looked for first: they are alike where clocks are. */
const NEAR = 3;

function between(probes: readonly Probe[], side: Side): number | undefined {
  const [own, other] = [edgeOf(probes, side), edgeOf(probes, side === 'past' ? 'ahead' : 'past')];
  if (own.refused === Infinity || isKnown(own)) return undefined;
  const beside = isKnown(other) ? [other.taken + NEAR, other.taken - NEAR] : [];
  const inside = (seconds: number): boolean => seconds > own.taken && seconds < own.refused;
  const isNear = own.refused - own.taken <= 2 * NEAR;
  return (isNear ? undefined : beside.find(inside)) ?? Math.floor((own.taken + own.refused) / 2);
}

/**
 * Seconds ago of a `t` that is too old for certain, as far as probes tell: some time beyond what is refused. Undefined where all was taken that
 * was tried.
 */
export function tooOld(service: Interface, probes: readonly Probe[]): number | undefined {
  const { taken, refused } = edgeOf(probes, 'past');
  if (refused < Infinity) return refused * 3;
  return taken > 0 ? undefined : windowOf(service) * 3 + MARGIN;
}
