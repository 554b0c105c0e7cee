/** Times that keep their order, unit and form, whether little or much time passed between them, and by how many days they lie ahead: nothing of when they were. */

/** Replaces times, once all of them are known. */
export interface Times {
  /** @param seconds - Unix seconds */
  readonly note: (seconds: number) => void;
  readonly hide: (seconds: number) => number;
}

/** What the present of a run is in every transcript, in Unix seconds. */
export const PRESENT = 2_000_000_000;

/** Seconds of a day. */
export const DAY = 86_400;

/** A quarter of an hour: more than clocks are apart, and than a service is behind its chain. */
const LONG = 900;

/** What is kept of the seconds between two times that follow each other: whether they are some, a minute, or long. */
const KEPT = [LONG, 60, 1];

/** A second that is kept is a minute in a transcript: there are times without seconds. */
const KEPT_SECOND = 60;

/** So far back a number looks like a time. */
const ROOM = PRESENT - 1_000_000_000;

/** Whether two past times of a transcript are a quarter of an hour apart, or more, for certain: no less lies between them than is kept. */
export const areLongApart = (a: number, b: number): boolean => Math.abs(a - b) >= LONG * KEPT_SECOND;

/** Whether two past times of a transcript are near each other: two others at most lie between them, and less than a minute between each and the next. */
export const areNear = (a: number, b: number): boolean => Math.abs(a - b) <= 3 * KEPT_SECOND;

/** Where past times are in a transcript, the latest first. */
function placesOf(past: readonly number[], present: number): number[] {
  const spans = past.map((time, i) => (past[i - 1] ?? present) - time);
  const kept = spans.map((span) => KEPT_SECOND * (KEPT.find((least) => span >= least) ?? 1));
  const isTooLong = kept.reduce((sum, span) => sum + span, 0) > ROOM; // then the order alone is kept
  let place = PRESENT;
  return kept.map((span) => (place -= isTooLong ? KEPT_SECOND : span));
}

/** Makes it for a run whose present is this, in Unix seconds. What lies ahead keeps its days. */
export function createTimes(present: number): Times {
  const known = new Set<number>();
  let places: ReadonlyMap<number, number> | undefined;
  const placed = (): ReadonlyMap<number, number> => {
    const sorted = [...known].sort((a, b) => a - b);
    const past = sorted.filter((time) => time < present).reverse();
    const places = placesOf(past, present);
    const ahead = sorted.filter((time) => time > present);
    const dayOf = (time: number): number => Math.floor((time - present) / DAY);
    const counts = new Map<number, number>();
    const inDay = (day: number): number => {
      const count = (counts.get(day) ?? 0) + 1;
      counts.set(day, count);
      return count;
    };
    return new Map([
      ...past.map((time, i) => [time, places[i] ?? PRESENT] as const),
      [present, PRESENT] as const,
      ...ahead.map((time) => [time, PRESENT + dayOf(time) * DAY + inDay(dayOf(time))] as const),
    ]);
  };
  return {
    note(seconds) {
      known.add(seconds);
      places = undefined;
    },
    hide: (seconds) => (places ??= placed()).get(seconds) ?? PRESENT,
  };
}

/** The first second of the times that are told apart: what is before stands for none. */
const FIRST = 1e9;

/** The last second that a time of four digits a year has. */
const LAST = 253_402_300_799;

/** Whether a time is one of those that services write where there is none, as the beginning of the year 1 or of 1970. */
export const isZero = (seconds: number): boolean => seconds < FIRST;

/** What stands for a time that is long over, and for none: a time of a run in another unit. */
const LONG_OVER = 1000;

/** What stands for a time that is none, as services write it in whichever zone, or that is long over. */
export const zeroOf = (seconds: number): number => (seconds <= DAY ? 0 : LONG_OVER);

/** Whether a time is one that is long over, and no way to write that there is none. */
export const isLongOver = (seconds: number): boolean => seconds > 0 && isZero(seconds);

/** What stands for a number of seconds that is a time of no run: one that is long over, or one that never comes; undefined for any other. */
export function beyond(value: number | bigint): number | undefined {
  if (value > 9 && value < FIRST) return LONG_OVER;
  return (value >= 4e9 && value < 1e12) || value >= 9e18 ? LAST : undefined;
}

/** Unix seconds or milliseconds, as far as a number looks like them: from 2001 to 2096. */
export function secondsIn(value: number): { readonly seconds: number; readonly unit: 1 | 1000 } | undefined {
  if (value >= FIRST && value < 4e9) return { seconds: Math.floor(value), unit: 1 };
  return value >= 1e12 && value < 4e12 ? { seconds: Math.floor(value / 1000), unit: 1000 } : undefined;
}

const ISO = /^\d{4}-\d\d-\d\d([Tt ])\d\d:\d\d(:\d\d)?(\.\d{1,9})?(Z|z|[+-]\d\d:?\d\d)?$/;

/** Unix seconds of a text that is a time. */
export function secondsOf(text: string): number | undefined {
  if (!ISO.test(text)) return undefined;
  const time = Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** Another time in the form of a text that is one, its zone included. */
export function inFormOf(text: string, seconds: number): string {
  const [, between = 'T', ofMinute, fraction = '', zone = ''] = ISO.exec(text) ?? [];
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60);
  const iso = new Date(Math.min(seconds + ahead, LAST) * 1000).toISOString();
  const clock = iso.slice(11, ofMinute === undefined ? 16 : 19);
  return `${iso.slice(0, 10)}${between}${clock}${fraction.replace(/\d/g, '0')}${zone}`;
}
