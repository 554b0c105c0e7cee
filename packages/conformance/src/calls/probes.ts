/** What calls tell whose `t` was off: how far it may be, into the past and ahead, and so how far the service's clock is from this one. */
import type { Alterations, Transcript } from '@wallet-operations/transcript';

/** The step of calls that look for a `t` that is refused, should the one that was to be be taken. */
export const FARTHER = 'access.farther';

/** The step of calls that look for a side of the window to the second. */
export const EDGE = 'access.edge';

/** The step of calls that ask once more what was found of the window: whether it is so all the time, and of each of several services. */
export const SURE = 'access.sure';

/** Whether what a step shows hangs on by how much its `t` is off. */
export const isTimed = (step: string): boolean =>
  /^access\.(inside|outside)-/.test(step) || step === FARTHER || step === EDGE || step === SURE;

/** A call whose `t` was off. */
export interface Probe {
  readonly step: string;
  /** Seconds ago; below zero for one that lay ahead. */
  readonly late: number;
  readonly isTaken: boolean;
}

/** The probe that a call was; none for any other call, and for one without an answer. */
export const probeOf = (
  step: string,
  { late }: Alterations,
  answer: { readonly status: number } | undefined,
): readonly Probe[] =>
  isTimed(step) && answer && late !== undefined ? [{ step, late, isTaken: answer.status === 200 }] : [];

/** The calls of a run whose `t` was off. */
export const probesIn = ({ exchanges }: Pick<Transcript, 'exchanges'>): Probe[] =>
  exchanges.flatMap(({ step, request, answer }) => probeOf(step, request.altered, answer));

/** The two sides of the window. */
export type Side = 'past' | 'ahead';

/** What is known of one side, in seconds: the most that was taken, and the fewest more that were refused, which is Infinity where none were. */
export interface Edge {
  readonly taken: number;
  readonly refused: number;
}

/** By the probes of that side. */
export function edgeOf(probes: readonly Probe[], side: Side): Edge {
  const off = probes.map(({ late, isTaken }) => ({ seconds: side === 'past' ? late : -late, isTaken }));
  const taken = Math.max(0, ...off.flatMap(({ seconds, isTaken }) => (isTaken ? [seconds] : [])));
  const refused = off.flatMap(({ seconds, isTaken }) => (!isTaken && seconds > taken ? [seconds] : []));
  return { taken, refused: Math.min(...refused) };
}

/** Whether a side is known to the second. */
export const isKnown = ({ taken, refused }: Edge): boolean => refused - taken <= 1;

/** A window whose two sides are known to the second. */
export interface Window {
  /** Seconds either way of the service's clock. */
  readonly seconds: number;
  /** Seconds that the service's clock is behind this one, if its window is as long either way; below zero where it is ahead. */
  readonly behind: number;
}

/** Seconds by which what is asked once more lies apart from the bound: a call takes a moment. */
export const APART = 2;

/** What was found before it was asked once more. */
export const foundIn = (probes: readonly Probe[]): Probe[] => probes.filter(({ step }) => step !== SURE);

/** Whether a `t` that had been taken was refused, or one within what was taken, or the other way round: a clock was set meanwhile, or there are several. */
export function isTorn(probes: readonly Probe[]): boolean {
  const found = foundIn(probes);
  return probes.some(({ step, late, isTaken }) => {
    const { taken, refused } = edgeOf(found, late < 0 ? 'ahead' : 'past');
    const seconds = Math.abs(late);
    if (step === SURE) return isTaken ? seconds > refused : seconds < taken;
    return !isTaken && seconds + APART < taken;
  });
}

/** Undefined where a side is not known, or was not the same all the time. */
export function windowIn(probes: readonly Probe[]): Window | undefined {
  if (isTorn(probes)) return undefined;
  const [past, ahead] = [edgeOf(probes, 'past'), edgeOf(probes, 'ahead')];
  if (!isKnown(past) || !isKnown(ahead)) return undefined;
  return { seconds: roundly((past.taken + ahead.taken) / 2), behind: Math.round((past.taken - ahead.taken) / 2) };
}

/** How far a service's clock may be from this one, in seconds. */
export interface Apart {
  readonly behind: number;
  readonly ahead: number;
}

/** Where one was set meanwhile, it may be as far as a `t` may be off. */
export function apartIn(probes: readonly Probe[]): Apart {
  const { behind = 0 } = windowIn(probes) ?? {};
  if (!isTorn(probes)) return { behind: Math.max(0, behind), ahead: Math.max(0, -behind) };
  const found = foundIn(probes);
  const farthest = Math.max(...(['past', 'ahead'] as const).map((side) => edgeOf(found, side).taken));
  return { behind: farthest, ahead: farthest };
}

/** Whether a window of so many seconds either way of some clock goes with what was taken, and with what was not. */
export function mayBeWindow(probes: readonly Probe[], window: number): boolean {
  const [past, ahead] = [edgeOf(probes, 'past'), edgeOf(probes, 'ahead')];
  return past.taken + ahead.taken <= 2 * window && 2 * window <= past.refused + ahead.refused;
}

/** Longer windows, in seconds, are round ones. */
const ROUND = 30;

/** A call takes a moment, a bound may be the first second that is refused, and windows are round. */
const roundly = (seconds: number): number => (seconds < ROUND ? Math.round(seconds) : Math.round(seconds / 5) * 5);
