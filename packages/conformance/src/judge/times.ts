/** Times of records, whether they are numbers or texts. */
import { areLongApart, isLongOver, isZero, secondsIn, secondsOf } from '@wallet-operations/transcript';

type Body = Readonly<Record<string, unknown>>;

/** Unix seconds of a field of a record; undefined for what stands for no time. */
export function timeOf(record: Body, field: string): number | undefined {
  const value = record[field];
  return typeof value === 'string'
    ? realOf(secondsOf(value))
    : typeof value === 'number'
      ? secondsIn(value)?.seconds
      : undefined;
}

/** Whether a field stands for no time; undefined for what is none at all, or in another unit, which are told of as its type. */
export function isNone(record: Body, field: string): boolean | undefined {
  const value = record[field];
  const seconds = typeof value === 'number' ? value : typeof value === 'string' ? secondsOf(value) : undefined;
  return seconds === undefined || isLongOver(seconds) ? undefined : timeOf(record, field) === undefined;
}

const realOf = (seconds = 0): number | undefined => (isZero(seconds) ? undefined : seconds);

/** They, of a text that names its zone: of another, which is a difference by itself, nobody knows the moment. */
export const momentOf = (record: Body, field: string): number | undefined => momentIn(String(record[field]));

/** The same of the text itself. */
export const momentIn = (text: string): number | undefined =>
  /(z|[+-]\d\d:?\d\d)$/i.test(text) ? realOf(secondsOf(text)) : undefined;

/** Whether one time is before another by more than clocks are apart. */
export const isLongBefore = (first: number, second: number): boolean => first < second && areLongApart(first, second);
