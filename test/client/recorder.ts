/** A service on a real socket that keeps each request as it came over the wire, and answers all with the same body. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as the service got it. */
export interface Received {
  readonly method: string;
  /** Path and query, not decoded. */
  readonly rawUrl: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Recorder {
  readonly url: string;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}

/** Starts it on a free port. */
export async function startRecorder(answer = '{}'): Promise<Recorder> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ method: request.method ?? '', rawUrl: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
