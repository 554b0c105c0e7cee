// A server before the mock or a sandbox that hands every request on and remembers it: what a sample really sent.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Recorded {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface Recorder {
  readonly url: string;
  /** What has come since the last call of this. */
  readonly take: () => Recorded[];
  readonly close: () => Promise<void>;
}

/** @param upstream - a server that the recorder closes with itself */
export async function startRecorder(upstream: { url: string; close: () => Promise<void> }): Promise<Recorder> {
  let recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method = 'GET', headers } = request;
      const url = new URL(request.url ?? '/', upstream.url);
      if (url.pathname.startsWith('/done/')) {
        recorded.push({ method, url, headers, body, status: 204, answer: '' });
        response.writeHead(204).end();
        return;
      }
      const names = ['x-api-code', 'x-checksum', 'content-type', 'prefer'].filter((name) => name in headers);
      const answer = await fetch(url, {
        method,
        headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
        ...(body !== '' && { body }),
      });
      const answered = await answer.text();
      recorded.push({ method, url, headers, body, status: answer.status, answer: answered });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered);
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
      await upstream.close();
    },
  };
}
