/** Pages and spans of time, as several operations take them. The interface has no minimum for them: what is below zero is zero. */

/** Which records to give. */
export interface Page {
  readonly start: number;
  readonly count: number;
}

export const pageOf = ({
  start_index = 0,
  request_number = 0,
}: {
  start_index?: number | bigint;
  request_number?: number | bigint;
}): Page => ({ start: within(start_index), count: within(request_number) });

/** Unix seconds, both ends included. The default end is now. */
export const spanOf = (
  { from_time = 0, to_time }: { from_time?: number; to_time?: number },
  now: number,
): { readonly from: number; readonly to: number } => ({
  from: within(from_time),
  to: within(to_time ?? Math.floor(now / 1000), -1), // before all that ever was
});

/** 64 bits may be asked for; no index or time lies beyond this, and in milliseconds it still fits a number. */
const LARGEST = 9e12;

const within = (value: number | bigint, least = 0): number => Math.min(Math.max(Number(value), least), LARGEST);
