/** OpenTelemetry's own SDK as an application has it, with all that it exports. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { context, ROOT_CONTEXT, type Context, type ContextManager } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace';

export interface Sdk {
  readonly tracerProvider: TracerProvider;
  readonly meterProvider: MeterProvider;
  /** Every span that has ended, in turn. */
  readonly spans: () => ReadableSpan[];
  /** Every metric as it stands, by its name. */
  readonly metrics: () => Promise<Record<string, MetricData>>;
}

/** Makes one. */
export function createSdk(): Sdk {
  const spans = new InMemorySpanExporter();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  return {
    tracerProvider: new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
    meterProvider: new MeterProvider({ readers: [reader] }),
    spans: () => spans.getFinishedSpans(),
    async metrics() {
      exporter.reset();
      await reader.forceFlush();
      const exported = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((one) => one.metrics));
      return Object.fromEntries(exported.map((metric) => [metric.descriptor.name, metric]));
    },
  };
}

/** Has the active span go along with promises, as the SDK for Node does. */
export function followPromises(): void {
  const storage = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.apply(self, args)),
    bind: (active, target) => (typeof target === 'function' ? storage.run(active, () => target) : target),
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
}
