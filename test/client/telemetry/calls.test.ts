/** What a real client's calls become: their spans beside the requests that a stub has seen. */
import { context, SpanStatusCode } from '@opentelemetry/api';
import { watch } from '@wallet-operations/client';
import { telemetry } from '@wallet-operations/client/opentelemetry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { broken, failureOf, json, refused, silent, stub, type Reply, type Stub } from '../stub.ts';
import { createSdk, followPromises, type Sdk } from './sdk.ts';

beforeAll(followPromises);
afterAll(() => {
  context.disable();
});

/** A client of which the SDK is told. */
function told(sdk: Sdk, replies: Parameters<typeof stub>[0], options: object = {}): Stub {
  const made = stub(replies, options);
  watch(made.client, telemetry(sdk));
  return made;
}

it('each request is a span below the caller’s, and each failure says why', async () => {
  const sdk = createSdk();
  const all = told(sdk, [broken('ECONNRESET'), refused('call_too_frequently'), json({ valid: {} })]);
  await sdk.tracerProvider.getTracer('application').startActiveSpan('payout', async (payout) => {
    await all.clock.finish(all.wallet.getApiCodeStatus());
    payout.end();
  });
  const [first, second, third, payout] = sdk.spans();
  expect(all.sent).toHaveLength(3);
  expect([first, second, third].map((span) => span?.attributes)).toMatchObject([
    { 'error.type': 'connection' },
    { 'error.type': 'call_too_frequently', 'http.response.status_code': 403, 'http.request.resend_count': 1 },
    { 'http.response.status_code': 200, 'http.request.resend_count': 2 },
  ]);
  expect([first, second, third].map((span) => span?.status.code)).toEqual([
    SpanStatusCode.ERROR,
    SpanStatusCode.ERROR,
    SpanStatusCode.UNSET,
  ]);
  for (const span of [first, second, third]) {
    expect(span?.parentSpanContext?.spanId).toBe(payout?.spanContext().spanId);
    expect(span?.name).toBe('GET /v1/svc/wallets/{WALLET_ID}/apisecret');
    expect(span?.attributes).toMatchObject({
      'url.full': 'https://wallets.example/v1/svc/wallets/635743/apisecret',
      'wallet.id': '635743',
      'wallet.call.id': first?.attributes['wallet.call.id'],
    });
  }
  expect(payout?.events.map(({ name }) => name)).toEqual(['wallet.wait', 'wallet.wait']);
});

it.each<[string, Reply, object, string]>([
  ['a timeout', silent, { timeout: 10, attempts: 1 }, 'timeout'],
  ['an abort', silent, { signal: true }, 'aborted'],
])('%s ends its span', async (_, reply, { signal, ...options }: { signal?: true }, reason) => {
  const sdk = createSdk();
  const all = told(sdk, reply, options);
  const controller = new AbortController();
  const call = failureOf(all.wallet.getApiCodeStatus({}, signal && { signal: controller.signal }));
  await all.clock.advance(5);
  controller.abort();
  await all.clock.finish(call);
  expect(sdk.spans().map(({ attributes }) => attributes['error.type'])).toEqual([reason]);
});

it('calls that run at once keep their spans apart', async () => {
  const sdk = createSdk();
  const all = told(sdk, ({ query }) => json({ status: query.get('t') })(undefined as never));
  const tracer = sdk.tracerProvider.getTracer('application');
  await all.clock.finish(
    Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        tracer.startActiveSpan(`payout ${String(i)}`, async (payout) => {
          await all.wallet.getWithdrawalState({ ORDER_ID: `order_${String(i)}` }).finally(() => {
            payout.end();
          });
        }),
      ),
    ),
  );
  const spans = sdk.spans();
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  const requests = spans.filter(({ name }) => name.startsWith('GET '));
  expect(requests).toHaveLength(50);
  for (const { attributes, parentSpanContext } of requests) {
    const order = /order_(\d+)$/.exec(String(attributes['url.full']))?.[1];
    expect(nameOf.get(parentSpanContext?.spanId ?? '')).toBe(`payout ${String(order)}`);
  }
  expect(new Set(requests.map(({ attributes }) => attributes['wallet.call.id'])).size).toBe(50);
});
