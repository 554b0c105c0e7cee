/** Steps that look for the window of `t`, should it be another than assumed: for a `t` that is refused on either side, then to the second. */
import type { Interface, Transcript } from '@wallet-operations/transcript';
import { MARGIN, windowOf } from './access.ts';
import type { Known, Step } from './asked.ts';
import { APART, EDGE, edgeOf, FARTHER, foundIn, isKnown, probesIn, SURE, type Probe, type Side } from './probes.ts';

/** No window is longer, in seconds. */
const LONGEST = 86_400 + MARGIN;

const SIDES: readonly Side[] = ['past', 'ahead'];

/** So many seconds old a call may be when its answer comes: half of what its `t` is apart from the bound that it probes, and clocks differ, too. */
export const slackOf = (step: string, late: number = MARGIN): number =>
  step === EDGE || step === SURE ? 1 : Math.min(MARGIN, Math.abs(late)) / 2;

/** Doublings of one side until nothing longer is a window. */
const doublingsOf = (service: Interface): number => Math.ceil(Math.log2(LONGEST / (windowOf(service) + MARGIN)));

/** Halvings of one side, from the widest that doublings leave to a second, and two steps beside the other side. */
const HALVINGS = Math.ceil(Math.log2(LONGEST)) + 2;

/**
 * What is asked once more of what was found: each of it as the next call and as the next but one, for two services may answer in turn, and all of
 * that twice, for they may do so by chance.
 */
const ONCE_MORE = [0, 1].flatMap(() =>
  (['past', 'past', 'ahead', 'ahead', 'past', 'past', 'ahead', 'ahead'] as const).map((side, i) => ({
    side,
    isTaken: [0, 2, 5, 7].includes(i),
  })),
);

/** At most so many calls are made for it. */
export const mostInWindow = (service: Interface): number =>
  SIDES.length * (doublingsOf(service) + HALVINGS) + ONCE_MORE.length;

/** How many seconds off the `t` is of a probe of one side; undefined for no probe. */
type SecondsOf = (probes: readonly Probe[], side: Side) => number | undefined;

/** A probe of the first side that has seconds. */
const probing = (id: string, what: string, secondsOf: SecondsOf, sides = SIDES): Step => ({
  id,
  operationId: 'getApiCodeStatus',
  what,
  point: 'request-time',
  most: 1,
  make({ wallets, probes }: Known) {
    const [late] = sides.flatMap((side) => {
      const seconds = secondsOf(probes, side);
      return seconds === undefined ? [] : [side === 'past' ? seconds : -seconds];
    });
    return late === undefined ? [] : wallets.slice(0, 1).map(({ place }) => ({ caller: place, altered: { late } }));
  },
});

/** Each is made only where the steps before say that the window is another. */
export const windowSteps = (service: Interface): Step[] => {
  const step = (id: string, what: string, secondsOf: SecondsOf, sides = SIDES): Step =>
    probing(
      id,
      `should the window of t be another: ${what}`,
      (probes, side) => (isOther(probes) ? secondsOf(probes, side) : undefined),
      sides,
    );
  const times = (count: number, one: Step): Step[] => Array.from({ length: SIDES.length * count }, () => one);
  return [
    ...times(doublingsOf(service), step(FARTHER, 'a t twice as far off as one that was taken', fartherThan)),
    ...times(HALVINGS, step(EDGE, 'a t between what was taken and what was refused', between)),
    ...ONCE_MORE.map(({ side, isTaken }) =>
      step(SURE, `a t that was ${isTaken ? 'taken' : 'refused'}, once more`, onceMore(isTaken), [side]),
    ),
  ];
};

/** The last ones of a run: whether the clocks are as far apart as they were. */
export const lastSteps = (): Step[] =>
  SIDES.map((side) => probing(SURE, `a t that was taken, once more (${side})`, onceMore(true), [side]));

/** Whether a run ended before all that it had found of another window was asked once more: until then a call that met another clock may tell of it. */
export const isUnsure = ({ stopped, exchanges }: Pick<Transcript, 'stopped' | 'exchanges'>): boolean =>
  stopped !== undefined &&
  isOther(probesIn({ exchanges })) &&
  exchanges.filter(({ step }) => step === SURE).length < ONCE_MORE.length;

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

const onceMore =
  (isTaken: boolean) =>
  (probes: readonly Probe[], side: Side): number | undefined => {
    const { taken, refused } = edgeOf(foundIn(probes), side);
    if (isTaken) return taken > APART ? taken - APART : undefined;
    return refused === Infinity ? undefined : refused + APART;
  };

/**
 * Seconds ago of a `t` that is too old for certain, as far as probes tell: far beyond what is refused, for another of several services may have
 * another clock. Undefined where all was taken that was tried.
 */
export function tooOld(probes: readonly Probe[]): number | undefined {
  const { taken, refused } = edgeOf(probes, 'past');
  if (refused < Infinity) return Math.max(refused * 3, LONGEST);
  return taken > 0 ? undefined : LONGEST;
}
