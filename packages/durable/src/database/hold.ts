/** A transaction that stays open beyond the function that begins it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from './database.ts';

/** A transaction that stays open until it is told how to end. */
export interface Held {
  readonly query: Transaction['query'];
  /** Runs something as if it had been called in the transaction: PGlite refuses what would wait for that. */
  readonly within: <T>(work: () => T) => T;
  /** Commits it. Settles as the transaction does. */
  readonly commit: () => Promise<void>;
  /** Has it rolled back. */
  readonly rollBack: () => Promise<void>;
}

const ROLLED_BACK = new Error('rolled back on purpose');

/** Begins one. */
export function hold(database: Database): Promise<Held> {
  return new Promise((resolve, reject) => {
    let end: (error?: Error) => void = () => undefined;
    const told = new Promise<void>((commit, rollBack) => {
      end = (error) => {
        if (error) rollBack(error);
        else commit();
      };
    });
    const ended = database.transaction(({ query }) => {
      resolve({
        query,
        within: AsyncLocalStorage.snapshot(),
        commit: () => {
          end();
          return ended;
        },
        rollBack: async () => {
          end(ROLLED_BACK);
          await ended.catch((error: unknown) => {
            if (error !== ROLLED_BACK) throw error;
          });
        },
      });
      return told;
    });
    ended.catch(reject); // if it has not even begun
  });
}
