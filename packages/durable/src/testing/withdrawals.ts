/** Checks of the whole: orders are enqueued, sent over HTTP and booked, while the connections of workers break at any statement. */
import type { Database, Queries } from '../database/database.ts';
import { VERSION } from '../schema/migrate.ts';
import { openWithdrawals, type Withdrawals } from '../withdrawals.ts';
import { failureOf, same, wrong } from './expect.ts';
import { startFakeService, type FakeService } from './fake-service.ts';
import { breakOthers, freshName, idsIn, tableOf, type Check, type Stand } from './stand.ts';

const WALLET = 635743;
const ORDERS = ['one', 'two', 'three', 'four', 'five'].map((order_id, i) => ({
  order_id,
  address: '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  amount: `${String(i)}.5`,
}));
const IDS = ORDERS.map(({ order_id }) => order_id).sort();

/** Statements, commits and requests of a worker, counted from the one that enqueues, after which it is gone. */
const DEATHS = [2, 7, 13, 21, 29, 38];

/** Milliseconds between two looks whether all is done. */
const LOOK = 20;

/** What orders leave behind. */
interface Books {
  readonly schema: string;
  /** A row of the caller's own, written with the orders. */
  readonly ledger: string;
  /** Outcomes as they were booked. */
  readonly bookings: string;
}

async function booksOn(database: Database): Promise<Books> {
  const ledger = await tableOf(database, 'id text PRIMARY KEY');
  const bookings = await tableOf(database, 'id text, state text');
  return { schema: freshName(), ledger, bookings };
}

const openOn = (
  database: Database,
  { schema, bookings }: Books,
  { url }: FakeService,
  onRequest: () => unknown = () => undefined,
): Promise<Withdrawals> =>
  openWithdrawals({
    database,
    schema,
    batch: 2,
    lease: 10, // the shortest: a worker that is gone is noticed sooner
    wallets: [WALLET],
    service: {
      baseUrl: url,
      credentials: { apiCode: 'code', secret: 'secret' },
      fetch: async (address, init) => {
        await onRequest();
        const response = await fetch(address, init);
        await onRequest();
        return response;
      },
    },
    async onOutcome({ order_id, state }, { query }) {
      await query(`INSERT INTO ${bookings} VALUES ($1, $2)`, [order_id, state]);
    },
  });

/** Rows of one's own and orders, in one transaction. Who starts again does it again. */
const takeIn = (database: Database, withdrawals: Withdrawals, { ledger }: Books): Promise<unknown> =>
  database.transaction(async (transaction) => {
    for (const { order_id } of ORDERS)
      await transaction.query(`INSERT INTO ${ledger} VALUES ($1) ON CONFLICT DO NOTHING`, [order_id]);
    await withdrawals.enqueue(WALLET, ORDERS, { transaction });
  });

/** They work until all is booked, or until they are told to end. */
async function workUntilBooked(
  database: Database,
  workers: readonly Withdrawals[],
  books: Books,
  ended?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const running = workers.map((each) => each.run({ signal: stop.signal, grace: 1 }).catch(() => undefined));
  const seen = async (): Promise<number> => (await idsIn(database, books.bookings)).length;
  const isEnded = (): boolean => ended?.aborted ?? false;
  while (!isEnded() && (await seen().catch(() => 0)) < ORDERS.length) {
    // What waits is due: nobody wants to see it wait.
    const due = `UPDATE ${books.schema}.job SET start_after = now() WHERE state IN ('created', 'retry') AND start_after > now()`;
    await database.query(due).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  stop.abort();
  await Promise.all(running);
}

/** @throws DatabaseCheckError unless each order was paid once, and booked once */
async function expectPaidOnce(
  database: Database,
  service: FakeService,
  { schema, ledger, bookings }: Books,
  when: string,
): Promise<void> {
  same(`orders that the service has taken, ${when}`, [...service.paid].sort(), IDS);
  same(`rows that were written beside the orders, ${when}`, await idsIn(database, ledger), IDS);
  const { rows } = await database.query(`SELECT order_id AS id, state FROM ${schema}.orders ORDER BY 1`);
  const all = IDS.map((id) => ({ id, state: 'accepted' }));
  same(
    `orders that are kept, ${when}`,
    rows.map((row) => ({ ...row })),
    all,
  );
  const booked = await database.query(`SELECT id, state FROM ${bookings} ORDER BY 1`);
  same(
    `outcomes that were booked, ${when}`,
    booked.rows.map((row) => ({ ...row })),
    all,
  );
}

/** A database whose process is gone after so many steps: nothing that it asks is answered any more, and what is not committed never is. */
interface Mortal {
  readonly database: Database;
  /** Begins to count. */
  readonly arm: (steps: number) => void;
  readonly step: () => void;
  readonly died: AbortSignal;
}

function mortal(database: Database): Mortal {
  const death = new AbortController();
  let left = Infinity;
  const step = (): void => {
    if (left-- <= 0) death.abort(new Error('this process is gone'));
    death.signal.throwIfAborted();
  };
  const between = async <T>(work: () => Promise<T>): Promise<T> => {
    step();
    const result = await work();
    step();
    return result;
  };
  const counted = ({ query }: Queries): Queries => ({ query: (text, values) => between(() => query(text, values)) });
  return {
    database: {
      ...database,
      ...counted(database),
      transaction: (work) =>
        between(() =>
          database.transaction(async (transaction) => {
            const result = await work(counted(transaction));
            step(); // before COMMIT
            return result;
          }),
        ),
      queue: {
        ...database.queue,
        executeSql: (text, values) => between(() => database.queue.executeSql(text, values)),
      },
      close: () => Promise.resolve(),
    },
    arm: (steps) => {
      left = steps;
    },
    step,
    died: death.signal,
  };
}

async function dieAfter(steps: number, { connect }: Stand): Promise<void> {
  const [database, next] = [await connect(), await connect()];
  const service = await startFakeService();
  try {
    const books = await booksOn(next);
    const goesOn = await openOn(next, books, service);
    const life = mortal(database);
    const worker = await openOn(life.database, books, service, life.step);
    life.arm(steps);
    await takeIn(life.database, worker, books).catch(() => undefined);
    if (!life.died.aborted) await workUntilBooked(next, [worker], books, life.died);
    await worker.close().catch(() => undefined);
    // Time has passed since: what it held is free, and the queue has noticed that it is gone.
    await next.query(`UPDATE ${books.schema}.wallets SET held_until = '-infinity'`);
    await next.query(`UPDATE ${books.schema}.job SET state = 'retry', start_after = now() WHERE state = 'active'`);
    await takeIn(next, goesOn, books);
    await workUntilBooked(next, [goesOn], books);
    await expectPaidOnce(next, service, books, `after a worker had gone at its step ${String(steps)}`);
    await goesOn.close();
  } finally {
    await service.close();
  }
}

export const WITHDRAWALS: readonly Check[] = [
  {
    name: 'takes orders in with a transaction of the caller, and leaves none of one that is rolled back',
    async run({ connect }) {
      const [database, other] = [await connect(), await connect()];
      const service = await startFakeService();
      const books = await booksOn(database);
      const withdrawals = await openOn(database, books, service);
      try {
        const gone = new Error('changed my mind');
        const failed = database.transaction(async (transaction) => {
          await withdrawals.enqueue(WALLET, ORDERS, { transaction });
          throw gone;
        });
        if ((await failureOf('a transaction that has enqueued orders, and fails', failed)) !== gone)
          wrong('a transaction that has enqueued orders, and fails: it has to reject with the same error');
        const orders = async (): Promise<unknown[]> =>
          (await other.query(`SELECT order_id FROM ${books.schema}.orders ORDER BY 1`)).rows.map(
            (row) => (row as { order_id: unknown }).order_id,
          );
        same('orders of a transaction that was rolled back', await orders(), []);
        await takeIn(database, withdrawals, books);
        await takeIn(database, withdrawals, books);
        same('orders of a transaction that was committed', await orders(), IDS);
        const { rows } = await other.query(
          `SELECT count(*)::integer AS n FROM ${books.schema}.job WHERE name LIKE 'submit-%'`,
        );
        same('notes in the queue', { ...rows[0] }, { n: ORDERS.length });
      } finally {
        await withdrawals.close();
        await service.close();
      }
    },
  },
  {
    name: 'has its tables made once, whoever opens withdrawals at once',
    async run({ connect }) {
      const several = [await connect(), await connect(), await connect()];
      const [database] = several;
      if (!database) return;
      const service = await startFakeService();
      try {
        const books = await booksOn(database);
        const all = await Promise.all(several.map((each) => openOn(each, books, service)));
        const { rows } = await database.query(`SELECT version FROM ${books.schema}.migrations ORDER BY 1`);
        same(
          'versions of the tables',
          rows.map((row) => ({ ...row })),
          Array.from({ length: VERSION }, (_, i) => ({ version: i + 1 })),
        );
        for (const each of all) await each.close();
      } finally {
        await service.close();
      }
    },
  },
  {
    name: 'has each order paid and booked once by two workers whose connections break again and again',
    of: 'many',
    takes: 6,
    async run({ connect }) {
      const [one, two, breaker] = [await connect(), await connect(), await connect()];
      const service = await startFakeService();
      try {
        const books = await booksOn(breaker);
        const breaks = (): Promise<unknown> => breakOthers(breaker).catch(() => undefined); // it may be its turn
        const [first, second] = [await openOn(one, books, service, breaks), await openOn(two, books, service, breaks)];
        await takeIn(breaker, first, books);
        await workUntilBooked(breaker, [first, second], books);
        await expectPaidOnce(breaker, service, books, 'while connections broke at each request');
        await first.close();
        await second.close();
      } finally {
        await service.close();
      }
    },
  },
  {
    name: 'has each order paid and booked once, whoever of its workers is gone, at any step',
    takes: 12,
    async run(stand) {
      await Promise.all(DEATHS.map((steps) => dieAfter(steps, stand)));
    },
  },
];
