/** The limits of each API code, in the database: places in the minute, outages and checksums that all processes have in common. */
import type { Clock, Limits } from '@wallet-operations/client';
import type { Database } from '../database/database.ts';
import type { Names } from '../schema/names.ts';
import { wait } from '../wait.ts';
import { claimChecksum } from './checksums.ts';
import { digest } from './digest.ts';
import { noteAnswer, noteFailure, passGate } from './outages.ts';
import { learnLimit, takePlace } from './places.ts';

/** Who asks, and what hears of it. */
export interface Sharing {
  /** Whose leases are looked at before a withdrawal goes out. */
  readonly holder: string;
  /** Wallets that this process believes to hold. */
  readonly held: ReadonlySet<bigint>;
  /** Told once an outage that has lasted is over. */
  readonly onRecovery: () => Promise<unknown>;
}

/** Makes them. What is kept of an API code or a checksum is a hash. */
export function sharedLimits(
  database: Database,
  names: Names,
  clock: Clock,
  { holder, held, onRecovery }: Sharing,
): Limits {
  /** Operations of which calls were not answered, as far as was seen here. */
  const troubled = new Set<string>();
  /** What is being written down, before the next call may go. */
  let writing: Promise<unknown> = Promise.resolve();
  const note = ([text, values]: [string, unknown[]]): Promise<readonly object[]> => {
    const written = writing.then(async () => (await database.query(text, values)).rows);
    writing = written.catch(() => undefined);
    return written;
  };
  /** The ends of the lines before the places: within a process, who came first goes first. */
  const lines = new Map<string, Promise<unknown>>();

  /** At the head of a line. @returns milliseconds before the call goes, or before it may join the line again */
  async function take(lane: string, operation: string, signal: AbortSignal): Promise<{ goes: boolean; after: number }> {
    for (let isTry = false; ;) {
      await writing;
      signal.throwIfAborted();
      if (!isTry) {
        const gate = await passGate(database, names, lane, operation);
        if (gate.isTroubled) troubled.add(`${lane} ${operation}`);
        if (gate.wait > 0) return { goes: false, after: gate.wait }; // those behind may want something that is answered
        isTry = gate.isTry;
      }
      const place = await takePlace(database, names, lane);
      if (place.isTaken) return { goes: true, after: place.wait };
      await wait(clock, place.wait, signal);
    }
  }

  return {
    turn: ({ apiCode, operationId }) => {
      const lane = digest(apiCode);
      return async (signal) => {
        for (;;) {
          const taking = (lines.get(lane) ?? Promise.resolve()).then(() => take(lane, operationId, signal));
          const left = taking.catch(() => undefined);
          lines.set(lane, left);
          const { goes, after } = await taking;
          if (after > 0) await wait(clock, after, signal);
          if (goes) return;
        }
      };
    },

    claim({ apiCode, operationId, walletId: wallet }, checksum, path) {
      const isFenced = operationId === 'withdrawAssets' && wallet !== undefined && held.has(wallet);
      return claimChecksum(
        database,
        names,
        `${apiCode}\n${checksum}\n${path}`,
        isFenced ? { wallet, holder } : undefined,
      );
    },

    learn({ apiCode }, callsPerMinute) {
      if (!(callsPerMinute >= 1 && callsPerMinute <= 1e6)) return undefined;
      return note(learnLimit(names, digest(apiCode), callsPerMinute));
    },

    async ended({ apiCode, operationId }, isAnswered) {
      const lane = digest(apiCode);
      const key = `${lane} ${operationId}`;
      if (!isAnswered) {
        troubled.add(key);
        await note(noteFailure(names, lane, operationId));
      } else if (troubled.delete(key)) {
        const ended = await note(noteAnswer(names, lane, operationId));
        if (ended.length > 0) await onRecovery();
      }
    },
  };
}
