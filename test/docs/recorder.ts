// A server before the mock that hands every request on and remembers it: what a sample really sent.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startMock, type Mock } from '@wallet-operations/mock';

export interface Recorded {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

export interface Recorder {
  readonly url: string;
  /** What has come since the last call of this. */
  readonly take: () => Recorded[];
  readonly close: () => Promise<void>;
}

export async function startRecorder(): Promise<Recorder> {
  const mock: Mock = await startMock();
  let recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = 'GET', headers } = request;
      const url = new URL(request.url ?? '/', mock.url);
      const names = ['x-api-code', 'x-checksum', 'content-type', 'prefer'].filter((name) => name in headers);
      const answer = await fetch(url, {
        method,
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        ...(body !== '' && { body }),
      });
      recorded.push({ method, url, headers, body, status: answer.status });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    take: () => {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await mock.close();
    },
  };
}
