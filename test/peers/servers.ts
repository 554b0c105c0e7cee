/** Mock, proxy and sandbox, each with the same question to see whether it still answers. */
import { startMock, startProxy, type ProxyReport } from '@wallet-operations/mock';
import { startSandbox } from '@wallet-operations/sandbox';

/** One of them, running. */
export interface Peer {
  readonly port: number;
  /** Asks something good, and gives the status. */
  readonly ask: () => Promise<number>;
  /** What a proxy has seen. */
  readonly report?: () => ProxyReport;
  readonly close: () => Promise<void>;
}

const PRICES = '/v1/svc/currency/prices?t=1';

async function ask(url: string): Promise<number> {
  const headers = { 'x-api-code': 'code', 'x-checksum': 'sum', connection: 'close' };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
  await response.text();
  return response.status;
}

/** How each is started. */
export const servers = {
  async mock(): Promise<Peer> {
    const { port, url, close } = await startMock();
    return { port, close, ask: () => ask(url + PRICES) };
  },
  async proxy(): Promise<Peer> {
    const upstream = await startMock();
    const proxy = await startProxy({ upstream: upstream.url });
    return {
      port: proxy.port,
      report: proxy.report,
      ask: () => ask(proxy.url + PRICES),
      close: async () => {
        await proxy.close();
        await upstream.close();
      },
    };
  },
  async sandbox(): Promise<Peer> {
    const { port, url, close } = await startSandbox({ running: false });
    return { port, close, ask: () => ask(`${url}/_sandbox/state`) };
  },
} as const;
