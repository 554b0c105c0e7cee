/** The mock as an HTTP server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { createAnswerer, type DynamicOptions } from './answer.ts';
import { CORS_HEADERS, isPreflight, preflightHeaders } from './cors.ts';
import type { OpenApiDocument } from './document.ts';
import type { MockAnswer } from './exchange.ts';
import { listen, type Listening } from './listen.ts';

/** How to start a mock. */
export interface MockOptions extends DynamicOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** Lets pages of any origin call the mock. Default: false. */
  readonly cors?: boolean;
  /** Document to answer from. Default: the published one. */
  readonly document?: OpenApiDocument;
  /** Called after each answer but those to preflights and health checks. Default: nothing. */
  readonly log?: (entry: MockLogEntry) => void;
}

/** One request with its answer. */
export interface MockLogEntry {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** The operation that answered. Undefined where none did. */
  readonly operationId: string | undefined;
  /** Why it was this answer. */
  readonly because: string;
}

/** A running mock. */
export type Mock = Listening;

/** Where a balancer asks whether the mock is there: outside of the interface's paths. */
const HEALTH = '/healthz';

/** Larger bodies are refused unread: 1000 memos and labels fit many times over. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Starts the mock. It answers all operations of the document and keeps no state.
 *
 * @throws the error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 0, host = '127.0.0.1', product = 'svc', document = bundled, cors = false, log } = options;
  const answer = await createAnswerer(document, product, options);

  return listen(host, port, (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    if (cors && isPreflight(method, headers)) {
      response.writeHead(204, preflightHeaders(headers)).end();
      return;
    }
    const always = cors ? CORS_HEADERS : {};
    if (url === HEALTH) {
      send(response, { status: 200, body: { status: 'ok' }, because: 'healthy' }, always);
      return;
    }
    // Node joins repeated headers; only set-cookie, which is no request's, is a list.
    const single = headers as Record<string, string | undefined>;
    read(request, (body) => {
      answer({ method, url, headers: single, body })
        .catch(broken)
        .then((result) => {
          send(response, result, always);
          log?.({ method, url, status: result.status, operationId: result.operationId, because: result.because });
        })
        .catch((error: unknown) => response.destroy(error as Error));
    });
  });
}

/**
 * Gives `use` the whole body, or undefined for one that is too large, of which the rest is let go by. A client that is gone before
 * the end of it gets no answer.
 */
function read(request: IncomingMessage, use: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request
    .on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    })
    .on('end', () => {
      use(size <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : undefined);
    });
}

/** A fault of the mock itself, never of the request. */
const broken = (error: unknown): MockAnswer => ({
  status: 500,
  body: { error: `The mock is broken: ${error instanceof Error ? error.message : String(error)}` },
  because: 'a fault of the mock',
});

function send(response: ServerResponse, { status, body, headers }: MockAnswer, always: Record<string, string>): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...always,
    ...headers,
  });
  response.end(text); // a text goes out with the headers, bytes would go after them
}
