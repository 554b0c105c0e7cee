/** All checks of a database, as a list of functions: whatever runs tests can run them. */
import type { Database } from '../database/database.ts';
import { CLOSING } from './closing.ts';
import { DatabaseCheckError, wrong } from './expect.ts';
import { LOCKS } from './locks.ts';
import { LOST_CONNECTIONS } from './lost-connections.ts';
import { QUEUE } from './queue.ts';
import {
  inTime,
  type Check,
  type CheckGroup,
  type DatabaseCheck,
  type DatabaseUnderTest,
  type Stand,
} from './stand.ts';
import { STATEMENTS } from './statements.ts';
import { TRANSACTIONS } from './transactions.ts';
import { WITHDRAWALS } from './withdrawals.ts';

const GROUPS: Readonly<Record<CheckGroup, readonly Check[]>> = {
  statements: STATEMENTS,
  transactions: TRANSACTIONS,
  queue: QUEUE,
  locks: LOCKS,
  'lost connections': LOST_CONNECTIONS,
  closing: CLOSING,
  withdrawals: WITHDRAWALS,
};

/**
 * Everything that withdrawals rely on of a database, from a statement to orders that survive their worker. Whoever writes a
 * {@link Database} proves it by them: each check has a name, and rejects with what is wrong.
 *
 * They are functions in a list and need no test runner, since everybody has another: `for (const { name, timeout, run } of
 * databaseChecks(…)) it(name, run, timeout)`. Run them one after another. PostgreSQL's notifications are not among them: nothing here
 * listens to any.
 */
export function databaseChecks(database: DatabaseUnderTest): DatabaseCheck[] {
  const { connections, patience = 10_000 } = database;
  return Object.entries(GROUPS).flatMap(([group, checks]) =>
    checks
      .filter(({ of }) => of === undefined || of === connections)
      .map(({ name, takes = 1, run }) => ({
        group: group as CheckGroup,
        name,
        timeout: (takes + 2) * patience,
        run: () => standing(database, takes * patience, name, run),
      })),
  );
}

async function standing(
  { connect, connections, patience = 10_000 }: DatabaseUnderTest,
  time: number,
  name: string,
  run: (stand: Stand) => Promise<void>,
): Promise<void> {
  const opened: Database[] = [];
  const stand: Stand = {
    connections,
    async connect() {
      const one = await connect();
      opened.push(one);
      return one;
    },
  };
  let isDone = false;
  try {
    await inTime(time, name, () => run(stand));
    isDone = true;
  } catch (error) {
    if (error instanceof DatabaseCheckError) throw error;
    wrong(`${name}: it has failed where nothing may fail, with ${String(error)}`, { cause: error });
  } finally {
    const closed = inTime(patience, 'close', () => Promise.all(opened.map((each) => each.close())));
    // What has failed before says more.
    await (isDone ? closed : closed.catch(() => undefined));
  }
}
