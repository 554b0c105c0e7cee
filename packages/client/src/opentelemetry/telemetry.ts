/** Hooks that turn what a client tells of its calls into spans and metrics of OpenTelemetry. */
import {
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type MeterProvider,
  type Span,
  type TracerProvider,
} from '@opentelemetry/api';
import type { Hooks, RequestEvent } from '../hooks.ts';
import { ATTRIBUTES, BOUNDARIES, METRICS, SCOPE, WAIT } from './names.ts';

/** Where spans and metrics go. */
export interface TelemetryOptions {
  /** Default: the global one, registered now or later. */
  readonly tracerProvider?: TracerProvider | undefined;
  /** Default: the global one. Register yours before: what was made of none stays silent. */
  readonly meterProvider?: MeterProvider | undefined;
}

/**
 * Hooks for a client that give each request a span, and measure it. With no provider they do nothing. They take nothing but what hooks
 * are told, in which no secret is: neither query, body nor headers.
 *
 * - A span of kind CLIENT, `{method} {url.template}`, is a child of the span that is active where the call is made. Each request has its
 *   own; `http.request.resend_count` counts the attempts of its call before it. A failure has the status ERROR, and its `reason` as
 *   `error.type`.
 * - An event `wallet.wait` of the span that is active where the call is made tells that it waits: `wallet.wait.reason`, and
 *   `wallet.wait.duration` in seconds where that is known.
 * - `http.client.request.duration`, a histogram in seconds: requests, by operation, status and failure.
 * - `wallet.client.waits`, a counter: waits, by operation and reason.
 *
 * An instrumentation of fetch or undici sees the same requests again: have it ignore those to the service.
 */
export function telemetry({ tracerProvider, meterProvider }: TelemetryOptions = {}): Hooks {
  const tracer = (tracerProvider ?? trace).getTracer(SCOPE);
  const meter = (meterProvider ?? metrics).getMeter(SCOPE);
  const duration = meter.createHistogram(METRICS.duration, {
    description: 'Duration of HTTP client requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });
  const waits = meter.createCounter(METRICS.waits, {
    description: 'Waits of calls before an attempt.',
    unit: '{wait}',
  });
  const serverOf = createServers();
  /** What is under way. Weak, or what is never answered would be kept. */
  const begun = new WeakMap<RequestEvent, { readonly span: Span; readonly measured: Attributes }>();

  /** What the histogram has of a request: few values each. */
  const measuredOf = ({ method, urlTemplate, baseUrl, operationId }: RequestEvent): Attributes => {
    const { address, port } = serverOf(baseUrl);
    return {
      [ATTRIBUTES.method]: method,
      [ATTRIBUTES.template]: urlTemplate,
      [ATTRIBUTES.address]: address,
      [ATTRIBUTES.port]: port,
      [ATTRIBUTES.operation]: operationId,
    };
  };

  return {
    onRequest(request) {
      const { method, urlTemplate, baseUrl, path, walletId, callId, attempt } = request;
      const measured = measuredOf(request);
      const attributes: Attributes = {
        ...measured,
        [ATTRIBUTES.url]: baseUrl + path,
        [ATTRIBUTES.callId]: callId,
      };
      if (walletId !== undefined) attributes[ATTRIBUTES.walletId] = String(walletId); // no attribute is a bigint
      if (attempt > 1) attributes[ATTRIBUTES.resends] = attempt - 1;
      const span = tracer.startSpan(`${method} ${urlTemplate}`, { kind: SpanKind.CLIENT, attributes });
      begun.set(request, { span, measured });
    },

    onAnswer({ request, status, requestId, reason, milliseconds }) {
      const { span, measured = measuredOf(request) } = begun.get(request) ?? {};
      if (status !== undefined) measured[ATTRIBUTES.status] = status;
      if (reason !== undefined) measured[ATTRIBUTES.error] = reason;
      try {
        if (status !== undefined) span?.setAttribute(ATTRIBUTES.status, status);
        if (requestId !== undefined) span?.setAttribute(ATTRIBUTES.requestId, requestId);
        if (reason !== undefined)
          span?.setAttribute(ATTRIBUTES.error, reason).setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      } finally {
        duration.record(milliseconds / 1000, measured); // whatever an exporter of spans throws
      }
    },

    onWait({ operationId, callId, why, milliseconds }) {
      waits.add(1, { [ATTRIBUTES.operation]: operationId, [ATTRIBUTES.why]: why });
      trace.getActiveSpan()?.addEvent(WAIT, {
        [ATTRIBUTES.operation]: operationId,
        [ATTRIBUTES.callId]: callId,
        [ATTRIBUTES.why]: why,
        ...(milliseconds !== undefined && { [ATTRIBUTES.seconds]: milliseconds / 1000 }),
      });
    },
  };
}

/** Makes what takes base addresses apart, each of them once: it takes longer than all the rest. */
function createServers(): (baseUrl: string) => { readonly address: string; readonly port: number } {
  const known = new Map<string, { readonly address: string; readonly port: number }>();
  return (baseUrl) => {
    let server = known.get(baseUrl);
    if (!server) {
      const { protocol, hostname, port } = new URL(baseUrl);
      server = {
        address: hostname.replace(/^\[(.*)\]$/, '$1'), // an IPv6 address stands in brackets in URLs alone
        port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
      };
      known.set(baseUrl, server);
    }
    return server;
  };
}
