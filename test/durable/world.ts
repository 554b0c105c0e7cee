/** What the tests of durable withdrawals share: a database of each kind, a sandbox as the service, and time that a test moves. */
import {
  embedded,
  openWithdrawals,
  postgres,
  type Database,
  type Outcome,
  type Withdrawals,
  type WithdrawalsOptions,
} from '@wallet-operations/durable';
import { startSandbox, type Limits, type Sandbox, type WalletAccess } from '@wallet-operations/sandbox';
import { isLeftOut, startPostgres } from './postgres.ts';

/** A kind of database, to be started once for a file. */
export interface Kind {
  readonly name: string;
  readonly start: () => Promise<{
    /** A database, of which each world takes a schema of its own. */
    readonly make: () => Promise<Database>;
    readonly stop: () => Promise<void>;
  }>;
}

const EMBEDDED: Kind = {
  name: 'PGlite',
  start: async () => {
    const database = await embedded(); // which takes seconds
    return { make: () => Promise.resolve({ ...database, close: () => Promise.resolve() }), stop: database.close };
  },
};
const POSTGRES: Kind = {
  name: 'PostgreSQL',
  start: async () => {
    const server = await startPostgres();
    return { make: async () => postgres(await server.createDatabase()), stop: server.stop };
  },
};

/** Those that are here. */
export const KINDS: readonly Kind[] = isLeftOut ? [EMBEDDED] : [EMBEDDED, POSTGRES];

export const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
export const BLACKLISTED = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

/** An order that the sandbox takes. */
export const order = (
  id: string | number,
  more: object = {},
): { order_id: string; address: string; amount: string } => ({
  order_id: `s_${String(id)}`,
  address: ADDRESS,
  amount: '0.5',
  ...more,
});

/** Withdrawals over a sandbox, and all that they were told. */
export interface World {
  readonly sandbox: Sandbox;
  readonly access: WalletAccess;
  readonly database: Database;
  /** Its schema. */
  readonly schema: string;
  readonly withdrawals: Withdrawals;
  readonly outcomes: Outcome[];
  readonly errors: unknown[];
  /** Requests that were sent, as `withdrawAssets 3` or `getWithdrawalState`. */
  readonly calls: string[];
  /** Opens them again, as another process would. */
  readonly reopen: (options?: Partial<WithdrawalsOptions>) => Promise<Withdrawals>;
  /** Works, with all that waits for its time being due, until something is so. */
  readonly until: (isSo: () => Promise<boolean> | boolean, by?: Withdrawals) => Promise<void>;
  /** So much of what the database thinks of orders that were sent is past. */
  readonly pass: (seconds: number) => Promise<unknown>;
  /** State of an order. */
  readonly stateOf: (id: string | number) => Promise<string | undefined>;
  /** Orders that the service has, by its own books. */
  readonly taken: () => string[];
  readonly close: () => Promise<void>;
}

let worlds = 0;

/** Builds it on a database. */
export async function createWorld(
  database: Database,
  { limits, ...options }: Partial<WithdrawalsOptions> & { readonly limits?: Partial<Limits> } = {},
): Promise<World> {
  const sandbox = await startSandbox({ running: false, seeded: false, limits: { callsPerMinute: 1e6, ...limits } });
  const access = await sandbox.control.createWallet({
    kind: 'withdrawal',
    currency: 'ETH',
    prefix: 's_',
    balance: '9000',
  });
  await sandbox.control.blacklist({ address: BLACKLISTED, causes: ['sanctions'] });
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  const calls: string[] = [];
  const schema = options.schema ?? `world_${String(++worlds)}`;
  const open = (more: Partial<WithdrawalsOptions>): Promise<Withdrawals> =>
    openWithdrawals({
      database,
      schema,
      wallets: [access.walletId],
      onOutcome: (outcome) => void outcomes.push(outcome),
      onError: (error) => errors.push(error),
      ...options,
      ...more,
      service: {
        baseUrl: sandbox.url,
        credentials: { apiCode: access.apiCode, secret: access.secret },
        fetch: (url, init) => {
          const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { requests: unknown[] }) : undefined;
          calls.push(
            body
              ? `withdrawAssets ${String(body.requests.length)}`
              : new URL(url).pathname.split('/').slice(5).join('/'),
          );
          return fetch(url, init);
        },
        ...options.service,
        ...more.service,
      },
    });
  const withdrawals = await open({});

  return {
    sandbox,
    access,
    database,
    schema,
    withdrawals,
    outcomes,
    errors,
    calls,
    reopen: (more = {}) => open(more),
    async until(isSo, by = withdrawals) {
      const stop = new AbortController();
      const running = by.run({ signal: stop.signal, grace: 5 });
      try {
        while (!(await isSo())) {
          await database.query(
            `UPDATE "${schema}".job SET start_after = now() WHERE state IN ('created', 'retry') AND start_after > now()`,
          );
          await new Promise((resolve) => setTimeout(resolve, 20)); // until pg-boss looks
        }
      } finally {
        stop.abort();
        await running;
      }
    },
    pass: (seconds) =>
      database.query(`UPDATE "${schema}".orders SET sent_at = sent_at - $1::float8 * interval '1 second'`, [seconds]),
    stateOf: async (id) => (await withdrawals.find(`s_${String(id)}`))?.state,
    taken: () => sandbox.overview().orders.map(({ orderId }) => orderId),
    async close() {
      await withdrawals.close();
      await sandbox.close();
    },
  };
}
