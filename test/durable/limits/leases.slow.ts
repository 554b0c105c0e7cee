/** Wallets that processes take turns at: who is stopped or killed is relieved, who waits comes to work, and nothing is sent twice. */
import { openWithdrawals, postgres, type Withdrawals } from '@wallet-operations/durable';
import { startSandbox, type Limits, type Sandbox } from '@wallet-operations/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isLeftOut, startPostgres, type Postgres } from '../postgres.ts';
import { order } from '../world.ts';
import { forwardTo, startProcess, startService, type Asked, type Reply, type Service } from './fleet.ts';

/** Seconds of the lease that the processes have. */
const LEASE = 10;

describe.skipIf(isLeftOut)('processes of one wallet', () => {
  let server: Postgres;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  interface Scene {
    readonly sandbox: Sandbox;
    readonly service: Service;
    /** Writes orders, and looks at them. */
    readonly own: Withdrawals;
    readonly wallet: number;
    readonly start: (number: number, batch?: number) => ReturnType<typeof startProcess>;
    /** Orders that are with the service, as far as is recorded. */
    readonly accepted: () => Promise<number>;
  }

  /** A sandbox, and a door before it. */
  async function open(door: (reply: Reply) => Reply, limits: Partial<Limits> = {}): Promise<Scene> {
    const sandbox = await startSandbox({ running: false, seeded: false, limits: { callsPerMinute: 1e6, ...limits } });
    const { walletId, apiCode, secret } = await sandbox.control.createWallet({
      kind: 'withdrawal',
      currency: 'ETH',
      prefix: 's_',
      balance: '9000',
    });
    const service = await startService(door(forwardTo(sandbox.url)));
    const url = await server.createDatabase();
    const wallet = Number(walletId);
    const own = await openWithdrawals({
      database: postgres(url),
      wallets: [wallet],
      service: { baseUrl: service.baseUrl(0), credentials: { apiCode, secret } },
    });
    ends.push(sandbox.close, service.close, own.close);
    return {
      sandbox,
      service,
      own,
      wallet,
      async start(number, batch) {
        const baseUrl = service.baseUrl(number);
        const started = await startProcess({
          ...{ url, baseUrl, apiCode, secret, wallets: [wallet], task: 'work', number },
          ...(batch !== undefined && { batch }),
        });
        ends.push(() => {
          started.child.kill('SIGKILL');
        });
        return started;
      },
      accepted: async () => (await own.list({ states: ['accepted'], limit: 5000 })).length,
    };
  }

  const numbered = (count: number, name = ''): ReturnType<typeof order>[] =>
    Array.from({ length: count }, (_, i) => order(`${name}${String(i)}`));
  const submissions = ({ asked }: Service): Asked[] => asked.filter(({ orders }) => orders.length > 0);
  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  it('one that is stopped while it sends, or killed, is relieved after its lease, with a lookup for each order', async () => {
    const N = 20;
    /** Whose answers get lost. */
    let mute = 1;
    const scene = await open((reply) => async (asked, request) => {
      const answer = await reply(asked, request);
      return asked.by === mute ? new Promise(() => undefined) : answer;
    });
    const { service, own, wallet, sandbox, start, accepted } = scene;
    const first = await start(1);
    const second = await start(2);
    await second.end();
    await own.enqueue(wallet, numbered(N));
    await expect.poll(() => submissions(service).length, { timeout: 20_000 }).toBe(1);
    first.child.kill('SIGSTOP');
    const stopped = performance.now();
    const third = await start(3);
    await expect.poll(accepted, { timeout: 90_000 }).toBe(N);
    const byThird = service.asked.filter(({ by, path }) => by === 3 && !path.endsWith('/all'));
    expect((byThird[0]?.at ?? Infinity) - stopped).toBeLessThan(1000 * (2 * LEASE + 10));
    expect(byThird.length).toBeLessThanOrEqual(N + 1);

    // It goes on, with a lease that is long over: what it had begun is not begun again, and new orders are sent once.
    mute = 0;
    first.child.kill('SIGCONT');
    await own.enqueue(wallet, numbered(N, 'more-'));
    await expect.poll(accepted, { timeout: 60_000 }).toBe(2 * N);
    await pause(2000);
    const sent = submissions(service).flatMap(({ orders }) => orders);
    expect([...sent].sort()).toEqual([...new Set(sent)].sort());

    // Killed instead: the same.
    mute = 3;
    expect(await first.end()).toBe(0);
    const before = submissions(service).length;
    await own.enqueue(wallet, numbered(N, 'last-'));
    await expect.poll(() => submissions(service).length, { timeout: 20_000 }).toBe(before + 1);
    third.child.kill('SIGKILL');
    const killed = performance.now();
    await start(4);
    await expect.poll(accepted, { timeout: 90_000 }).toBe(3 * N);
    const byFourth = service.asked.filter(({ by, path }) => by === 4 && !path.endsWith('/all'));
    expect((byFourth[0]?.at ?? Infinity) - killed).toBeLessThan(1000 * (2 * LEASE + 10));
    expect(byFourth.length).toBeLessThanOrEqual(N + 1);
    expect((await sandbox.control.audit()).problems).toEqual([]);
  });

  it('all come to send, and none keeps it for itself', async () => {
    const { service, own, wallet, start, accepted } = await open((reply) => async (asked, request) => {
      await pause(50);
      return reply(asked, request);
    });
    const processes = [1, 2, 3];
    await Promise.all(processes.map((number) => start(number, 2)));
    await own.enqueue(wallet, numbered(120));
    await expect.poll(accepted, { timeout: 90_000, interval: 250 }).toBe(120);
    const sent = submissions(service);
    const ids = sent.flatMap(({ orders }) => orders);
    expect([new Set(ids).size, ids.length]).toEqual([120, 120]); // whoever sends it: once
    for (const number of processes) {
      expect(sent.filter(({ by }) => by === number).length, `calls by ${String(number)}`).toBeGreaterThan(60 / 12);
    }
    // Who has just sent waits for the others: left to chance, half of the calls are by the one who made that before.
    expect(sent.filter(({ by }, i) => by === sent[i - 1]?.by).length).toBeLessThan(60 / 2.4);
  });

  it('one that has much to do makes way between two calls', async () => {
    const { service, own, wallet, start, accepted } = await open(
      (reply) => async (asked, request) => {
        await pause(400);
        return reply(asked, request);
      },
      { withdrawalsPerCall: 1 },
    );
    await start(1);
    await own.enqueue(wallet, numbered(2, 'learns-'));
    await expect.poll(accepted, { timeout: 20_000 }).toBe(2);
    await own.enqueue(wallet, numbered(98));
    const before = submissions(service).length;
    await expect.poll(() => submissions(service).length, { timeout: 20_000 }).toBeGreaterThan(before);
    await start(2);
    await own.enqueue(wallet, [order('urgent')], { priority: 1 });
    await expect.poll(() => submissions(service).some(({ by }) => by === 2), { timeout: 60_000 }).toBe(true);
    expect(await accepted()).toBeLessThan(80);
  });

  it('a database that restarts while an answer is awaited costs no second call', async () => {
    let answer: () => void = () => undefined;
    const { service, own, wallet, start, accepted } = await open((reply) => async (asked, request) => {
      const given = await reply(asked, request);
      if (asked.orders.length > 0) await new Promise<void>((resolve) => (answer = resolve));
      return given;
    });
    await start(1);
    await start(2);
    await own.enqueue(wallet, numbered(10));
    await expect.poll(() => submissions(service).length, { timeout: 20_000 }).toBe(1);
    await server.restart('immediate');
    await pause(1.2 * LEASE * 1000); // it can only go on because it is renewed
    answer();
    await expect.poll(() => accepted().catch(() => 0), { timeout: 60_000 }).toBe(10);
    expect(submissions(service)).toHaveLength(1);
    expect(service.asked.filter(({ path }) => !path.endsWith('/all'))).toHaveLength(1);
  });
});
