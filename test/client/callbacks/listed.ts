/** A service that lists callbacks, for whoever catches up with them. */
import type { catchUp, Callback, CatchUpOptions } from '@wallet-operations/client/callbacks';
import { deposit } from './kit.ts';

/** A callback, and the time by which the service lists it. */
export interface Listed {
  readonly at: number;
  readonly callback: Callback;
}

/** A service that lists by a time, an end of a span included or not. */
export function serviceOf(listed: readonly Listed[], [isStartIn, isEndIn] = [true, true]) {
  const spans: [from: number, to: number][] = [];
  const wallet = {
    listCallbacks: ({ from_time = 0, to_time = 0 }: { from_time?: number; to_time?: number } = {}) => {
      if (spans.push([from_time, to_time]) > 1000) throw new Error('This is asked for without end.');
      const inSpan = listed.filter(
        ({ at }) => (at > from_time && at < to_time) || (isStartIn && at === from_time) || (isEndIn && at === to_time),
      );
      return Promise.resolve({ notifications: inSpan.map(({ callback }) => callback) });
    },
  };
  return { wallet: wallet as unknown as Parameters<typeof catchUp>[0], spans };
}

/** A deposit of its own. */
export const nth = (vout_index: number, change: Partial<Callback> = {}): Callback => ({
  ...deposit,
  vout_index,
  ...change,
});
export const SPAN: CatchUpOptions = { from: 1000, to: 10_000, window: 2000, overlap: 500 };
