/** What a server makes of the requests that it gets for a while, and what that takes of the processor. */
import { drive, during, type Load } from './drive.ts';
import type { Running } from './servers.ts';

/** Requests of a round, at least. */
const LEAST = 500;

/** A load, with its cost. */
export interface Cost extends Load {
  /** Answers for each second of the processor that the server used, its own and the system's. */
  readonly perCpuSecond: number;
}

/** Asks a server for so many milliseconds. */
export async function costOf({ port, cpu }: Running, milliseconds: number, next: () => Buffer): Promise<Cost> {
  const before = await cpu();
  const load = await drive(port, during(milliseconds, LEAST, next));
  return { ...load, perCpuSecond: load.count / ((await cpu()) - before) };
}
