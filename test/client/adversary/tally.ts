/** What many schedules came to, and how a lie in one of them is told. */
import type { Report } from './driver.ts';
import { Lie } from './judge.ts';

export interface Tally {
  schedules: number;
  calls: number;
  orders: number;
  /** Orders that were unknown after the first submission that was heard of, and after the last. */
  firstUnknown: number;
  lastUnknown: number;
  readonly settlements: Record<string, number>;
}

export const emptyTally = (): Tally => ({
  schedules: 0,
  calls: 0,
  orders: 0,
  firstUnknown: 0,
  lastUnknown: 0,
  settlements: {},
});

export function count(tally: Tally, { calls, orders, firstUnknown, lastUnknown, settlements }: Report): void {
  tally.schedules++;
  tally.calls += calls;
  tally.orders += orders;
  tally.firstUnknown += firstUnknown;
  tally.lastUnknown += lastUnknown;
  for (const [outcome, number] of Object.entries(settlements))
    tally.settlements[outcome] = (tally.settlements[outcome] ?? 0) + number;
}

/** The error of a schedule with the trace of it, which is run once more, and the line that replays it. */
export async function withTrace(
  error: unknown,
  again: readonly string[],
  replay: (log: (line: string) => void) => Promise<unknown>,
): Promise<Error> {
  const trace: string[] = [];
  await replay((line) => trace.push(line.replace(/x{20,}/g, 'x…'))).catch(() => undefined);
  const { message, stack } = error as Error;
  const line = `again: node test/client/adversary/replay.ts ${again.join(' ')}`;
  return new Lie([message, line, ...trace, error instanceof Lie ? '' : stack].join('\n'), { cause: error });
}

/** Runs without stacks, which take a quarter of the time. */
export async function quickly<T>(work: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
