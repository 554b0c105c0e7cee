/** An endpoint for callbacks, as an integrator would run it, and one that can be told to misbehave. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One delivery as it came. */
export interface Delivery {
  readonly serial: string;
  readonly body: string;
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
  refuse: (body: string, earlier: number) => number | undefined = () => undefined,
): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = bytes.toString('utf8');
      const serial = /"serial":(\d+)/.exec(body)?.[1] ?? '';
      const earlier = deliveries.filter((delivery) => delivery.serial === serial).length;
      const answer = async (): Promise<number> => {
        const refused = refuse(body, earlier);
        if (refused !== undefined) return refused;
        const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
        return (await handle(new Request('http://receiver/callbacks', { method: 'POST', headers, body: bytes })))
          .status;
      };
      void answer().then((status) => {
        deliveries.push({ serial, body, status });
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
