/** An endpoint for callbacks, as an integrator would run it, and one that can be told to misbehave. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJson } from '@wallet-operations/json';

/** What bodies are looked at for here; numbers beyond 2^53 are bigints. */
export interface Told {
  readonly serial: bigint | number;
  readonly order_id: string;
}

/** One delivery as it came. */
export interface Delivery {
  readonly told: Told;
  /** The very bytes. */
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly status: number;
}

/** A running endpoint. */
export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  readonly close: () => Promise<void>;
}

/** Starts it. `handle` gets each request; `refuse` may take its place with a status of its own. */
export async function startReceiver(
  handle: (request: Request) => Promise<Response>,
  refuse: (told: Told, earlier: number) => number | undefined = () => undefined,
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const told = parseJson(body.toString('utf8')) as Told; // spelled in any way that JSON has
      const earlier = deliveries.filter((delivery) => delivery.told.serial === told.serial).length;
      const answer = async (): Promise<number> => {
        const refused = refuse(told, earlier);
        if (refused !== undefined) return refused;
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
        return (await handle(new Request('http://receiver/callbacks', { method: 'POST', headers, body }))).status;
      };
      void answer().then((status) => {
        deliveries.push({ told, body, headers: request.headers, status });
        response.writeHead(status, { connection: 'close' }).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/callbacks`,
    deliveries,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
