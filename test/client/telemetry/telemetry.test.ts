/** What OpenTelemetry's own SDK exports of a client's calls, beside the tables of its conventions for HTTP clients. */
import { context, metrics, SpanKind, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';
import { DataPointType, type Histogram } from '@opentelemetry/sdk-metrics';
import { TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { telemetry } from '@wallet-operations/client/opentelemetry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnswerEvent, RequestEvent } from '../../../packages/client/src/hooks.ts';
import { answer, request, wait } from './events.ts';
import { createSdk, followPromises, type Sdk } from './sdk.ts';

let sdk: Sdk;
let hooks: ReturnType<typeof telemetry>;
beforeEach(() => {
  followPromises();
  sdk = createSdk();
  hooks = telemetry(sdk);
});
afterEach(async () => {
  context.disable();
  trace.disable();
  metrics.disable();
  await sdk.tracerProvider.shutdown();
  await sdk.meterProvider.shutdown();
});

/** The span of one request. */
function spanOf(sent: RequestEvent, outcome: Partial<AnswerEvent> = {}): ReadableSpan {
  hooks.onRequest?.(sent);
  hooks.onAnswer?.(answer(sent, outcome));
  const span = sdk.spans().at(-1);
  if (!span) throw new Error('No span has ended.');
  return span;
}

/** The values of a metric, by the values of its attributes. */
async function values(name: string): Promise<Record<string, unknown>> {
  const { dataPoints = [] } = (await sdk.metrics())[name] ?? {};
  return Object.fromEntries(
    dataPoints.map(({ attributes, value }) => [Object.values(attributes).map(String).join(' '), value]),
  );
}

const failed: Partial<AnswerEvent> = { status: undefined, requestId: undefined, headers: {}, reason: 'connection' };

describe('a span', () => {
  /** Each attribute of the conventions that a client can know, when it is there, and what it has then; and those of our own. */
  const rows: [name: string, sent: Partial<RequestEvent>, outcome: Partial<AnswerEvent>, value: unknown][] = [
    ['http.request.method', {}, {}, 'GET'],
    ['http.request.method', { method: 'POST' }, {}, 'POST'],
    ['url.template', {}, {}, '/v1/svc/wallets/{WALLET_ID}/vault/balance'],
    ['url.full', {}, {}, 'https://wallet.example/v1/svc/wallets/635743/vault/balance'],
    ['url.full', { baseUrl: 'http://gate:8080/eu', path: '/v1' }, {}, 'http://gate:8080/eu/v1'],
    ['server.address', {}, {}, 'wallet.example'],
    ['server.address', { baseUrl: 'http://[::1]:4010' }, {}, '::1'],
    ['server.address', { baseUrl: 'http://127.0.0.1/eu' }, {}, '127.0.0.1'],
    ['server.port', {}, {}, 443],
    ['server.port', { baseUrl: 'http://127.0.0.1/eu' }, {}, 80],
    ['server.port', { baseUrl: 'http://[::1]:4010' }, {}, 4010],
    ['http.request.resend_count', {}, {}, undefined],
    ['http.request.resend_count', { attempt: 2 }, {}, 1],
    ['http.request.resend_count', { attempt: 8 }, {}, 7],
    ['http.response.status_code', {}, {}, 200],
    ['http.response.status_code', {}, { status: 404, reason: 'not_found' }, 404],
    ['http.response.status_code', {}, failed, undefined],
    ['error.type', {}, {}, undefined],
    ['error.type', {}, { status: 404, reason: 'not_found' }, 'not_found'],
    ['error.type', {}, { status: 200, reason: 'not_json' }, 'not_json'],
    ['error.type', {}, failed, 'connection'],
    ['wallet.operation', {}, {}, 'getVaultBalance'],
    ['wallet.id', {}, {}, '635743'],
    ['wallet.id', { walletId: 2n ** 63n }, {}, '9223372036854775808'],
    ['wallet.id', { operationId: 'getCurrencyPrices', walletId: undefined }, {}, undefined],
    ['wallet.call.id', { callId: 'one' }, {}, 'one'],
    ['wallet.request.id', {}, { requestId: 'req-7' }, 'req-7'],
    ['wallet.request.id', {}, failed, undefined],
  ];
  it.each(rows)('has %s, of %o and %o', (name, sent, outcome, value) => {
    expect(spanOf(request(sent), outcome).attributes[name]).toBe(value);
  });

  it('has no other attribute', () => {
    const { attributes } = spanOf(request({ attempt: 2 }), { status: 404, reason: 'not_found' });
    expect(Object.keys(attributes).sort()).toEqual([...new Set(rows.map(([name]) => name))].sort());
  });

  it('is a client’s, with a name of few values', () => {
    const { name, kind, events, links } = spanOf(request());
    expect([name, kind, events, links]).toEqual([
      'GET /v1/svc/wallets/{WALLET_ID}/vault/balance',
      SpanKind.CLIENT,
      [],
      [],
    ]);
  });

  it.each([
    ['of a success has no status', {}, SpanStatusCode.UNSET],
    ['of a refusal is an error', { status: 404, reason: 'not_found' }, SpanStatusCode.ERROR],
    ['of an answer that cannot be read is an error', { status: 200, reason: 'not_json' }, SpanStatusCode.ERROR],
    ['of no answer is an error', failed, SpanStatusCode.ERROR],
  ])('%s', (_, outcome, code) => {
    expect(spanOf(request(), outcome).status).toEqual({ code });
  });

  it('has what a sampler may decide by from the beginning', () => {
    const names: string[] = [];
    const { tracerProvider } = createSdk();
    const getTracer = (): ReturnType<typeof tracerProvider.getTracer> => ({
      startSpan(name, { attributes = {} } = {}, within) {
        names.push(...Object.keys(attributes));
        return tracerProvider.getTracer('').startSpan(name, {}, within);
      },
      startActiveSpan: () => undefined as never,
    });
    telemetry({ tracerProvider: { getTracer } }).onRequest?.(request());
    expect(names).toEqual(
      expect.arrayContaining(['http.request.method', 'server.address', 'server.port', 'url.full', 'url.template']),
    );
  });

  it('is a child of the span that is active where the call is made, each attempt its own', () => {
    const tracer = sdk.tracerProvider.getTracer('application');
    tracer.startActiveSpan('payout', (payout) => {
      const [first, second] = [request(), request({ attempt: 2 })];
      hooks.onRequest?.(first);
      hooks.onAnswer?.(answer(first, { ...failed, nextIn: 250 }));
      hooks.onRequest?.(second);
      hooks.onAnswer?.(answer(second));
      payout.end();
    });
    const [first, second, payout] = sdk.spans();
    const parent = payout?.spanContext();
    for (const span of [first, second]) {
      expect(span?.parentSpanContext?.spanId).toBe(parent?.spanId);
      expect(span?.spanContext().traceId).toBe(parent?.traceId);
    }
    expect(first?.spanContext().spanId).not.toBe(second?.spanContext().spanId);
  });

  it('is of its own request, however many are under way', () => {
    const sent = Array.from({ length: 100 }, (_, i) => request({ callId: String(i) }));
    for (const each of sent) hooks.onRequest?.(each);
    for (const each of sent.toReversed()) hooks.onAnswer?.(answer(each, { requestId: `of ${each.callId}` }));
    const spans = sdk.spans();
    expect(spans).toHaveLength(100);
    for (const { attributes } of spans)
      expect(attributes['wallet.request.id']).toBe(`of ${String(attributes['wallet.call.id'])}`);
  });
});

describe('a wait', () => {
  const eventsOf = (...waits: Parameters<typeof wait>): ReadableSpan['events'] => {
    sdk.tracerProvider.getTracer('application').startActiveSpan('payout', (span) => {
      hooks.onWait?.(wait(...waits));
      span.end();
    });
    return sdk.spans().at(-1)?.events ?? [];
  };
  const of: Attributes = { 'wallet.operation': 'getVaultBalance', 'wallet.call.id': 'call-0' };

  it.each([
    ['in seconds', {}, { 'wallet.wait.reason': 'backoff', 'wallet.wait.duration': 0.25 }],
    ['of unknown length', { why: 'throttling', milliseconds: undefined }, { 'wallet.wait.reason': 'throttling' }],
  ] as const)('is an event of the active span, %s', (_, others, attributes) => {
    expect(eventsOf(others)).toMatchObject([{ name: 'wallet.wait', attributes: { ...of, ...attributes } }]);
    expect(Object.keys(eventsOf(others)[0]?.attributes ?? {})).toHaveLength(2 + Object.keys(attributes).length);
  });

  it('is counted, within a span or without', async () => {
    hooks.onWait?.(wait());
    eventsOf({});
    hooks.onWait?.(wait({ why: 'throttling' }));
    expect(await values('wallet.client.waits')).toEqual({
      'getVaultBalance backoff': 2,
      'getVaultBalance throttling': 1,
    });
    expect((await sdk.metrics())['wallet.client.waits']?.descriptor.unit).toBe('{wait}');
  });
});

describe('http.client.request.duration', () => {
  it('is a histogram in seconds, with the boundaries that the conventions advise', async () => {
    spanOf(request(), { milliseconds: 125 });
    spanOf(request(), { milliseconds: 4500 });
    const metric = (await sdk.metrics())['http.client.request.duration'];
    expect(metric).toMatchObject({ descriptor: { unit: 's' }, dataPointType: DataPointType.HISTOGRAM });
    const { count, sum, min, max, buckets } = metric?.dataPoints[0]?.value as Histogram;
    expect({ count, sum, min, max }).toEqual({ count: 2, sum: 4.625, min: 0.125, max: 4.5 });
    expect(buckets.boundaries).toEqual([0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]);
  });

  it('has attributes of few values alone', async () => {
    for (let i = 1; i <= 50; i++)
      spanOf(request({ walletId: BigInt(i), path: `/${String(i)}`, attempt: i }), { requestId: String(i) });
    spanOf(request(), { status: 404, reason: 'not_found' });
    spanOf(request(), failed);
    const { dataPoints = [] } = (await sdk.metrics())['http.client.request.duration'] ?? {};
    const shared = {
      'http.request.method': 'GET',
      'url.template': '/v1/svc/wallets/{WALLET_ID}/vault/balance',
      'server.address': 'wallet.example',
      'server.port': 443,
      'wallet.operation': 'getVaultBalance',
    };
    expect(dataPoints.map(({ attributes, value }) => [attributes, (value as Histogram).count])).toEqual([
      [{ ...shared, 'http.response.status_code': 200 }, 50],
      [{ ...shared, 'http.response.status_code': 404, 'error.type': 'not_found' }, 1],
      [{ ...shared, 'error.type': 'connection' }, 1],
    ]);
  });

  it('is measured although an exporter of spans throws', async () => {
    const thrower = {
      forceFlush: () => Promise.resolve(),
      onStart: () => undefined,
      shutdown: () => Promise.resolve(),
    };
    const broken = {
      ...thrower,
      onEnd: () => {
        throw new Error('the disk is full');
      },
    };
    hooks = telemetry({ ...sdk, tracerProvider: new TracerProvider({ spanProcessors: [broken] }) });
    expect(() => spanOf(request())).toThrow('the disk is full'); // what hooks throw, the client ignores
    expect(Object.keys(await values('http.client.request.duration'))).toHaveLength(1);
  });
});

describe('without a provider', () => {
  it('nothing is told and nothing fails', () => {
    const silent = telemetry();
    const sent = request();
    silent.onWait?.(wait());
    silent.onRequest?.(sent);
    silent.onAnswer?.(answer(sent));
    expect(sdk.spans()).toEqual([]);
  });

  it('an answer to a request that was never told of is measured, and ends no span', async () => {
    hooks.onAnswer?.(answer(request()));
    expect(sdk.spans()).toEqual([]);
    expect(Object.keys(await values('http.client.request.duration'))).toHaveLength(1);
  });

  it('the global ones are used, one of traces even where it comes later', async () => {
    metrics.setGlobalMeterProvider(sdk.meterProvider);
    hooks = telemetry();
    trace.setGlobalTracerProvider(sdk.tracerProvider);
    spanOf(request());
    expect(sdk.spans()).toHaveLength(1);
    expect(Object.keys(await values('http.client.request.duration'))).toHaveLength(1);
  });
});
