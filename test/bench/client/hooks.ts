/** What hooks cost a call: none, some that do nothing, and OpenTelemetry without a provider, and with one that records. */
import { join } from 'node:path';
import type { Hooks } from '@wallet-operations/client';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { NoopSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { compare, inTurn, own } from '../compare.ts';
import { exchangeOf } from '../document.ts';
import type { Bench, Comparison } from '../suite.ts';
import { startServer } from './server.ts';

const ROUNDS = 200;
const CALLS = 30;
/** What a call may cost that is told of. */
const LIMIT = 1.15;
const NOTE = 'Nothing is promised of telemetry that records: that is OpenTelemetry’s own work.';

export default async function hooks(bench: Bench): Promise<Comparison[]> {
  const packed = (name: string): string => join(bench.folder, 'client', name);
  const { createWalletClient, watch } = (await import(
    packed('index.js')
  )) as typeof import('@wallet-operations/client');
  const { telemetry } = (await import(
    packed('opentelemetry.js')
  )) as typeof import('@wallet-operations/client/opentelemetry');
  const server = await startServer(JSON.stringify(exchangeOf('getWithdrawalState').answer));

  let told = 0;
  const count = (): number => told++;
  const recording = telemetry({
    tracerProvider: new TracerProvider({ spanProcessors: [new NoopSpanProcessor()] }),
    meterProvider: new MeterProvider(),
  });
  let orders = 0;
  /** Microseconds that a call takes. */
  const timed = (hooks?: Hooks) => {
    const client = createWalletClient({ baseUrl: server.url, credentials: { apiCode: 'code', secret: 'secret' } });
    if (hooks) watch(client, hooks);
    return async (): Promise<number> => {
      const start = performance.now();
      for (let n = 0; n < CALLS; n++)
        await client.getWithdrawalState({ WALLET_ID: 635743n, ORDER_ID: `shop1_${String(orders++)}` });
      return ((performance.now() - start) * 1000) / CALLS;
    };
  };

  const series = await inTurn(bench, 'telling', ROUNDS, {
    'without hooks': timed(),
    'hooks that count': timed({ onRequest: count, onAnswer: count }),
    'telemetry, no provider': timed(telemetry()),
    'telemetry that records': timed(recording),
  });
  await server.close();
  if (told === 0) throw new Error('The client told nobody of its calls: nothing was measured.');
  return [
    compare({ title: 'A read that is told of', unit: 'µs', better: 'less', note: NOTE }, series, {
      'hooks that count': own(LIMIT),
      'telemetry, no provider': own(LIMIT),
      'telemetry that records': own(),
    }),
  ];
}
