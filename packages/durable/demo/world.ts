/** What the demo shows: a service that loses answers, customers who ask for payouts, and a worker that is deployed again and again. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createCallbackHandler,
  memoryCallbackStore,
  sha256Verifier,
  toNodeHandler,
} from '@wallet-operations/client/callbacks';
import { embedded, openWithdrawals, type Numbers } from '@wallet-operations/durable';
import { startSandbox, type Fault } from '@wallet-operations/sandbox';
import { compare, type KeptOrder, type Verdict } from './books.ts';

/** How much happens. */
export interface WorldOptions {
  /** Payouts that customers ask for in a second. */
  readonly rate: number;
  /** Of a hundred calls of the service, how many are hit by a fault. */
  readonly faults: number;
}

/** All that is to be seen at one moment. */
export interface Sight {
  readonly numbers: Numbers;
  readonly confirmed: number;
  readonly asked: number;
  readonly calls: number;
  readonly unanswered: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly deploys: number;
  /** The latest bookings, the newest first. */
  readonly bookings: readonly { readonly order_id: string; readonly state: string }[];
}

/** The running demo. */
export interface World {
  /** The sandbox's page. */
  readonly page: string;
  readonly look: () => Promise<Sight>;
  /** No more payouts, faults and deploys: resolves once everything is settled, or when the signal is aborted. */
  readonly settle: (signal: AbortSignal) => Promise<void>;
  /** Ends the worker, and compares the books. */
  readonly end: () => Promise<Verdict>;
}

const ADDRESS = '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62';
const BLACKLISTED = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
/** One payout in so many goes to an address that the service refuses. */
const REFUSED = 25;
/** Milliseconds. */
const DEPLOY_EVERY = 8_000;
const FAIL_EVERY = 12_000;
const LOOK_EVERY = 200;
const TIMEOUT = 1_500;

const FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'lost-request' },
  { kind: 'reset' },
  { kind: 'truncate' },
  { kind: 'bad-gateway' },
  { kind: 'bad-gateway-after' },
  { kind: 'silence' },
  { kind: 'slow', delay: 800 },
];

/** Seconds for which an order is in doubt before a person is called. */
const SURELY_SHOWN = 3;

/** Starts all of it, on free ports of loopback. Everything is in memory. */
export async function startWorld({ rate, faults }: WorldOptions): Promise<World> {
  const sandbox = await startSandbox({ seeded: false, limits: { blockInterval: 2 } });
  const { control } = sandbox;
  await control.blacklist({ address: BLACKLISTED, causes: ['sanctions'] });
  const callbacks = createServer().listen(0, '127.0.0.1');
  await once(callbacks, 'listening');
  const access = await control.createWallet({
    kind: 'withdrawal',
    currency: 'ETH',
    prefix: 'demo_',
    balance: '1000000',
    callbackUrl: `http://127.0.0.1:${String((callbacks.address() as AddressInfo).port)}/`,
  });

  const database = await embedded();
  await database.query('CREATE TABLE payouts (order_id text PRIMARY KEY, amount text NOT NULL, state text)');
  await database.query('CREATE TABLE bookings (id serial PRIMARY KEY, order_id text NOT NULL, state text NOT NULL)');

  const seen = { calls: 0, unanswered: 0, deploys: 0, faults: new Map<string, number>() };
  let isFaulty = true;

  const withdrawals = await openWithdrawals({
    database,
    wallets: [access.walletId],
    batch: 10,
    service: {
      baseUrl: sandbox.url,
      credentials: access,
      timeout: TIMEOUT,
      attempts: 1,
      async fetch(url, init) {
        if (isFaulty && Math.random() * 100 < faults) {
          const fault = FAULTS[Math.floor(Math.random() * FAULTS.length)] ?? { kind: 'reset' };
          seen.faults.set(fault.kind, (seen.faults.get(fault.kind) ?? 0) + 1);
          await control.injectFault(fault);
        }
        return fetch(url, init);
      },
    },
    async onOutcome({ order_id, state }, transaction) {
      await transaction.query('UPDATE payouts SET state = $2 WHERE order_id = $1', [order_id, state]);
      await transaction.query('INSERT INTO bookings (order_id, state) VALUES ($1, $2)', [order_id, state]);
    },
    onError: () => undefined, // it is faults, and they are tried again
  });

  withdrawals.listen((event) => {
    if (event.kind !== 'call') return;
    seen.calls++;
    if (!event.isAnswered) seen.unanswered++;
  });

  const handle = createCallbackHandler({
    verify: sha256Verifier(access.secret),
    store: memoryCallbackStore(),
    onCredited: () => undefined,
    onReversed: () => undefined,
    onWithdrawal: async (callback) => {
      await withdrawals.follow(callback);
    },
    onError: () => undefined, // it is delivered again, and workers ask besides
  });
  const listen = toNodeHandler(handle);
  callbacks.on('request', (request, response) => void listen(request, response));

  let asked = 0;
  /** A customer's payout: the row and the order are there together, or neither is. */
  async function ask(): Promise<void> {
    const n = ++asked;
    const order = {
      order_id: `demo_${String(n).padStart(6, '0')}`,
      address: n % REFUSED === 0 ? BLACKLISTED : ADDRESS,
      amount: `0.${String(n).padStart(7, '0')}1`, // no two are alike
    };
    await database.transaction(async (transaction) => {
      await transaction.query('INSERT INTO payouts VALUES ($1, $2)', [order.order_id, order.amount]);
      await withdrawals.enqueue(access.walletId, [order], { transaction });
    });
  }

  let stop = new AbortController();
  const start = (): Promise<void> => {
    stop = new AbortController();
    return withdrawals.run({ signal: stop.signal, grace: 0 }); // no time for what is under way, as if it were killed
  };
  let running = start();
  async function deploy(): Promise<void> {
    stop.abort();
    await running;
    seen.deploys++;
    running = start();
  }
  /** The chain does not take one of those that wait for a block. */
  async function fail(): Promise<void> {
    const order = sandbox.overview().orders.find(({ stage }) => stage === 'inPool');
    if (order) await control.failOrder({ walletId: access.walletId, orderId: order.orderId });
  }

  /** A person, who knows that the sandbox shows at once what a call has left, and that none of them lasts longer. */
  async function decide(): Promise<void> {
    for (const { order_id } of await withdrawals.list({ states: ['unknown'], olderThan: SURELY_SHOWN }))
      await withdrawals.decide(order_id, 'retry_as_shown', { by: 'the demo' }).catch(() => undefined); // it was settled meanwhile
  }

  const stopTimers = [every(1000 / rate, ask), every(DEPLOY_EVERY, deploy), every(FAIL_EVERY, fail)];
  const stopDeciding = every(1000, decide);
  async function calm(): Promise<void> {
    isFaulty = false;
    await Promise.all(stopTimers.map((stopTimer) => stopTimer()));
    await control.clearFaults();
  }

  return {
    page: `${sandbox.url}/_sandbox/`,
    async look() {
      const numbers = await withdrawals.numbers();
      const { rows } = await database.query(`SELECT count(*)::integer AS count FROM payouts WHERE state = 'confirmed'`);
      const { rows: latest } = await database.query('SELECT order_id, state FROM bookings ORDER BY id DESC LIMIT 3');
      return {
        ...seen,
        numbers,
        asked,
        confirmed: (rows[0] as { count: number }).count,
        bookings: latest as { order_id: string; state: string }[],
      };
    },
    async settle(signal) {
      await calm();
      for (;;) {
        const { queued, sending, unknown } = (await withdrawals.numbers()).states;
        if (signal.aborted || queued.count + sending.count + unknown.count === 0) return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
      }
    },
    async end() {
      await calm();
      await stopDeciding();
      stop.abort();
      await running;
      const kept: KeptOrder[] = [];
      const { rows } = await database.query('SELECT order_id, state FROM bookings ORDER BY id');
      const booked = Map.groupBy(rows as { order_id: string; state: string }[], ({ order_id }) => order_id);
      for (let page = await withdrawals.list({ limit: 1000 }); page.length > 0;) {
        for (const { order_id, request, state } of page)
          kept.push({
            order_id,
            state,
            amount: request.amount,
            booked: (booked.get(order_id) ?? []).map((one) => one.state),
          });
        page = await withdrawals.list({ limit: 1000, after: page.at(-1) });
      }
      const { rows: payouts } = await database.query('SELECT order_id, amount FROM payouts ORDER BY order_id');
      const verdict = compare(
        payouts as { order_id: string; amount: string }[],
        kept,
        sandbox.overview(2 * asked + 100).orders,
      );
      const { problems } = await control.audit();
      await withdrawals.close();
      callbacks.close();
      callbacks.closeAllConnections();
      await sandbox.close();
      return { ...verdict, problems: [...verdict.problems, ...problems] };
    },
  };
}

/** @returns what ends it, and waits for what is under way */
function every(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  let under = Promise.resolve();
  const timer = setInterval(() => {
    under = under.then(work);
  }, milliseconds);
  return async () => {
    clearInterval(timer);
    await under;
  };
}
