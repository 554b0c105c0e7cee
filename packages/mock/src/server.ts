/** The mock as an HTTP server on node:http. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { createAnswerer } from './answer.ts';
import type { OpenApiDocument } from './document.ts';
import type { MockAnswer } from './exchange.ts';

/** How to start a mock. */
export interface MockOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** Document to answer from. Default: the published one. */
  readonly document?: OpenApiDocument;
  /** Called after each answer. Default: nothing. */
  readonly log?: (entry: MockLogEntry) => void;
}

/** One request with its answer. */
export interface MockLogEntry {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Why it was this answer. */
  readonly because: string;
}

/** A running mock. */
export interface Mock {
  /** Base address for a client, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and drops what is open. */
  readonly close: () => Promise<void>;
}

/** Larger bodies are refused unread: 1000 memos and labels fit many times over. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Starts the mock. It answers all operations from the document's examples and keeps no state.
 *
 * @throws the error of the socket, `EADDRINUSE` for a port that is taken.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', product = 'svc', document = bundled, log } = options;
  const answer = await createAnswerer(document, product);
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    // Node joins repeated headers; only set-cookie, which is no request's, is a list.
    const single = headers as Record<string, string | undefined>;
    read(request)
      .then((body) => answer({ method, url, headers: single, body }))
      .catch((error: unknown) => broken(error))
      .then((result) => {
        send(response, result);
        log?.({ method, url, status: result.status, because: result.because });
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(address.port)}`,
    port: address.port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The whole body; undefined for one that is too large, of which the rest is let go by. */
async function read(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined;
}

/** A fault of the mock itself, never of the request. */
const broken = (error: unknown): MockAnswer => ({
  status: 500,
  body: { error: `The mock is broken: ${error instanceof Error ? error.message : String(error)}` },
  because: 'a fault of the mock',
});

function send(response: ServerResponse, { status, body, headers }: MockAnswer): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...headers });
  response.end(bytes);
}
