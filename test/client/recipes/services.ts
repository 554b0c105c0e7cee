/** What stands between a client and the service in the recipes: a proxy, and a key service. */
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sortedSha256, type SignInput } from '@wallet-operations/client';

/** A service on a port of its own. */
export interface Running {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function serve(listener: RequestListener, prepare?: (server: Server) => void): Promise<Running> {
  const server = createServer(listener);
  prepare?.(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** A proxy as companies have them: it takes absolute addresses and tunnels, and keeps where each went to. */
export async function startProxy(): Promise<Running & { readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = await serve(
    (incoming, outgoing) => {
      const { url = '', method, headers } = incoming;
      asked.push(new URL(url).host);
      const onwards = request(url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onwards.on('error', () => outgoing.destroy()));
    },
    (server) =>
      server.on('connect', ({ url = '' }, socket) => {
        asked.push(url);
        const { hostname, port } = new URL(`http://${url}`);
        const onwards = connect(Number(port), hostname, () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          onwards.pipe(socket).pipe(onwards);
        });
        for (const end of [onwards, socket]) end.on('error', () => onwards.destroy());
        socket.on('close', () => onwards.destroy());
      }),
  );
  return { ...proxy, asked };
}

/** A key service that alone has the secrets; without the one of an API code it fails. */
export const startKeys = (secretOf: (apiCode: string) => string | undefined): Promise<Running> =>
  serve((incoming, outgoing) => {
    void text(incoming).then(async (asked) => {
      const input = JSON.parse(asked) as SignInput;
      const secret = secretOf(input.apiCode);
      if (secret === undefined) return outgoing.writeHead(503).end();
      return outgoing.end((await sortedSha256()({ ...input, secret })).checksum);
    });
  });
