/** What is told of calls and outcomes, and what OpenTelemetry's own SDK exports of it, beside the service's books and the test's own counts. */
import {
  AggregationTemporality,
  DataPointType,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type Histogram,
} from '@opentelemetry/sdk-metrics';
import { embedded, type Database, type WithdrawalsEvent } from '@wallet-operations/durable';
import { instrument } from '@wallet-operations/durable/opentelemetry';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BLACKLISTED, createWorld, order, type World } from './world.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 }); // PGlite takes seconds to start

let database: Database;
beforeAll(async () => {
  database = await embedded();
});
afterAll(() => database.close());
const shared = (): Database => ({ ...database, close: () => Promise.resolve() });

/** An SDK as an application has it. */
function createSdk(): {
  readonly provider: MeterProvider;
  /** The last value of each series that was exported, by metric and attributes; of a histogram how many it has. */
  readonly exported: () => Promise<Record<string, number>>;
  readonly units: () => Record<string, string>;
} {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const latest = (): ReturnType<typeof exporter.getMetrics>[number]['scopeMetrics'][number]['metrics'] =>
    exporter
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
  return {
    provider: new MeterProvider({ readers: [reader] }),
    async exported() {
      exporter.reset();
      await reader.forceFlush();
      return Object.fromEntries(
        latest().flatMap(({ descriptor, dataPointType, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => [
            [descriptor.name.replace('wallet_operations.', ''), ...Object.values(attributes).map(String)].join(' '),
            dataPointType === DataPointType.HISTOGRAM ? (value as Histogram).count : (value as number),
          ]),
        ),
      );
    },
    units: () => Object.fromEntries(latest().map(({ descriptor: { name, unit } }) => [name, unit])),
  };
}

const settled = async ({ withdrawals }: World): Promise<boolean> => {
  const { queued, sending, unknown } = (await withdrawals.numbers()).states;
  return queued.count + sending.count + unknown.count === 0;
};

it('exports states, ages, outcomes and calls, as they were', async () => {
  const world = await createWorld(shared(), { shownAfter: 600 });
  const sdk = createSdk();
  const stop = instrument(world.withdrawals, { meter: sdk.provider.getMeter('test') });
  const { withdrawals, access, sandbox } = world;
  await withdrawals.enqueue(access.walletId, [order(1), order(2), order(3, { address: BLACKLISTED })]);
  await database.query(`UPDATE "${world.schema}".orders SET changed_at = now() - interval '1 hour'`);
  let metrics = await sdk.exported();
  expect(metrics).toMatchObject({ 'withdrawal.queue queued': 3, 'withdrawal.queue unknown': 0 });
  expect(metrics['withdrawal.age queued']).toBeCloseTo(3600, -2);
  expect(metrics).not.toHaveProperty('withdrawal.age unknown');

  await sandbox.control.injectFault({ kind: 'lost-answer', operationId: 'withdrawAssets' });
  await world.until(async () => {
    await world.pass(601);
    return settled(world);
  });
  metrics = await sdk.exported();
  expect(metrics).toMatchObject({
    'withdrawal.queue queued': 0,
    'withdrawal.queue refused': 1,
    'withdrawal.outcomes accepted': 2,
    'withdrawal.outcomes refused': 1,
    'call.duration withdrawAssets false connection': 1,
  });
  expect((metrics['withdrawal.queue accepted'] ?? 0) + (metrics['withdrawal.queue in_pool'] ?? 0)).toBe(2); // they are followed
  const calls = (operation: string): number =>
    Object.entries(metrics).reduce(
      (sum, [name, count]) => (name.startsWith(`call.duration ${operation} `) ? sum + count : sum),
      0,
    );
  const sent = (pattern: RegExp): number => world.calls.filter((call) => pattern.test(call)).length;
  expect(calls('withdrawAssets')).toBe(sent(/^withdrawAssets/));
  expect(calls('getWithdrawalState')).toBe(sent(/^sender\/transactions\/[^/]+$/));
  expect(sdk.units()).toEqual({
    'wallet_operations.withdrawal.queue': '{withdrawal}',
    'wallet_operations.withdrawal.age': 's',
    'wallet_operations.withdrawal.outcomes': '{outcome}',
    'wallet_operations.call.duration': 's',
  });

  stop();
  await withdrawals.client.wallet(access.walletId).getApiCodeStatus();
  expect(await sdk.exported()).not.toHaveProperty('call.duration getApiCodeStatus true 200');
  await sdk.provider.shutdown();
  await world.close();
});

it('tells of an outcome once it is booked, however often the booking fails', async () => {
  let failures = 2;
  const booked: string[] = [];
  const world = await createWorld(shared(), {
    onOutcome({ order_id, state }) {
      if (failures-- > 0) throw new Error('the booking failed');
      booked.push(`${order_id} ${state}`);
    },
  });
  const told: string[] = [];
  world.withdrawals.listen((event: WithdrawalsEvent) => {
    if (event.kind === 'outcome') told.push(`${event.order_id} ${event.state}`);
    throw new Error('who listens harms nobody');
  });
  const silent: unknown[] = [];
  world.withdrawals.listen((event) => silent.push(event))();
  await world.withdrawals.enqueue(world.access.walletId, [order(1)]);
  await world.until(async () => (await world.stateOf(1)) === 'accepted');
  expect(told).toEqual(['s_1 accepted']);
  expect(booked).toEqual(told);
  expect(silent).toEqual([]);
  await world.close();
});

it('says of each call whether the service answered it, also where the database is away', async () => {
  const world = await createWorld(shared(), { service: { attempts: 1 } as never });
  const { client, listen } = world.withdrawals;
  const sdk = createSdk();
  const withdrawals = { ...world.withdrawals, numbers: () => Promise.reject(new Error('the database is away')) };
  instrument(withdrawals, { meter: sdk.provider.getMeter('test') });
  const told: [boolean, unknown][] = [];
  listen((event) => {
    if (event.kind === 'call') told.push([event.isAnswered, event.status]);
  });
  const ask = (): Promise<unknown> =>
    client.getWithdrawalState({ WALLET_ID: world.access.walletId, ORDER_ID: 's_1' }).catch(() => undefined);
  for (const kind of [undefined, 'bad-gateway', 'truncate', 'reset'] as const) {
    if (kind) await world.sandbox.control.injectFault({ kind });
    await ask();
  }
  expect(told).toEqual([
    [true, 404],
    [false, 502],
    [false, undefined],
    [false, undefined],
  ]);
  expect(await sdk.exported()).toEqual({
    'call.duration getWithdrawalState true 404 not_found': 1,
    'call.duration getWithdrawalState false 502 not_json': 1,
    'call.duration getWithdrawalState false connection': 2,
  });
  await sdk.provider.shutdown();
  await world.close();
});
