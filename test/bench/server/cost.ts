/** What the work of a server takes of the processor. */
import { drive, during, type Load } from './drive.ts';
import type { Running } from './servers.ts';

/** Requests of a round, at least. */
const LEAST = 500;

/** A load, with its cost. */
export interface Cost extends Load {
  /** Answers for each second of the processor that the server used, its own and the system's. */
  readonly perCpuSecond: number;
}

/** Asks a server for so many milliseconds, and for so much at least: what it makes of its requests, and what that takes. */
export async function costOf(
  { port, cpu }: Running,
  milliseconds: number,
  next: () => Buffer,
  least = LEAST,
): Promise<Cost> {
  const before = await cpu();
  const load = await drive(port, during(milliseconds, least, next));
  return { ...load, perCpuSecond: load.count / ((await cpu()) - before) };
}

/** Milliseconds of the processor, the server's own and the system's, for each of so many. */
export async function costOfEach({ cpu }: Running, count: number, work: () => Promise<unknown>): Promise<number> {
  const before = await cpu();
  await work();
  return (((await cpu()) - before) * 1000) / count;
}
