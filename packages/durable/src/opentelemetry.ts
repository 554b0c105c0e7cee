/** What durable withdrawals do, as metrics of OpenTelemetry. */
import { metrics, type Attributes, type Meter } from '@opentelemetry/api';
import type { OpenState } from './orders/read.ts';
import type { Withdrawals } from './withdrawals.ts';

/** Where metrics go. */
export interface InstrumentOptions {
  /** Default: that of the global meter provider, by the name of this package. Register your provider before. */
  readonly meter?: Meter | undefined;
}

/** The names, as OpenTelemetry's conventions form them. Those of attributes that the conventions have are theirs. */
const ATTRIBUTES = {
  state: 'wallet_operations.withdrawal.state',
  operation: 'wallet_operations.operation',
  isAnswered: 'wallet_operations.call.answered',
  status: 'http.response.status_code',
  error: 'error.type',
} as const;

/** Seconds, as the conventions have them for durations of calls over HTTP; and longer, up to the time that a request may take. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60, 120];

/**
 * Measures withdrawals, until it is told to stop.
 *
 * - `wallet_operations.withdrawal.queue`, a gauge: how many are in each state that is not over.
 * - `wallet_operations.withdrawal.age`, a gauge in seconds: for how long the oldest has been in each of them.
 * - `wallet_operations.withdrawal.outcomes`, a counter: outcomes that were booked, by state.
 * - `wallet_operations.call.duration`, a histogram in seconds, of requests: by operation, and by whether the service answered.
 *
 * The gauges are read from the database, so that each process tells the same: take the greatest of them, not their sum. Outcomes and
 * calls are those of this process.
 *
 * @returns what ends it
 */
export function instrument(withdrawals: Withdrawals, options: InstrumentOptions = {}): () => void {
  const meter = options.meter ?? metrics.getMeter('@wallet-operations/durable');
  const queue = meter.createObservableGauge('wallet_operations.withdrawal.queue', {
    description: 'Withdrawals that something is still to be done about, or that are not confirmed.',
    unit: '{withdrawal}',
  });
  const age = meter.createObservableGauge('wallet_operations.withdrawal.age', {
    description: 'How long the withdrawal that came into a state first of all has been in it.',
    unit: 's',
  });
  const outcomes = meter.createCounter('wallet_operations.withdrawal.outcomes', {
    description: 'Outcomes that were booked.',
    unit: '{outcome}',
  });
  const duration = meter.createHistogram('wallet_operations.call.duration', {
    description: 'How long requests of the service took.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });

  const stop = withdrawals.listen((event) => {
    if (event.kind === 'outcome') {
      outcomes.add(1, { [ATTRIBUTES.state]: event.state });
      return;
    }
    const attributes: Attributes = {
      [ATTRIBUTES.operation]: event.operationId,
      [ATTRIBUTES.isAnswered]: event.isAnswered,
      ...(event.status !== undefined && { [ATTRIBUTES.status]: event.status }),
      ...(event.reason !== undefined && { [ATTRIBUTES.error]: event.reason }),
    };
    duration.record(event.milliseconds / 1000, attributes);
  });

  const observe: Parameters<Meter['addBatchObservableCallback']>[0] = async (result) => {
    const { states } = await withdrawals.numbers();
    for (const state of Object.keys(states) as OpenState[]) {
      const { count, oldest } = states[state];
      result.observe(queue, count, { [ATTRIBUTES.state]: state });
      if (oldest !== undefined) result.observe(age, oldest, { [ATTRIBUTES.state]: state });
    }
  };
  meter.addBatchObservableCallback(observe, [queue, age]);
  return () => {
    stop();
    meter.removeBatchObservableCallback(observe, [queue, age]);
  };
}
