/** An HTTP server that stops gracefully, and answers in JSON even what is not HTTP. */
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

// An import would touch each export, and so load the whole of fetch: a third of the memory of a small server.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');

/** A server that listens. */
export interface Listening {
  /** Base address for a client, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, answers the requests that are there, then ends. A second call drops what is still open. */
  readonly close: () => Promise<void>;
}

/** A request that has not arrived by then, in milliseconds, never will. */
const REQUEST_TIMEOUT = 30_000;

/**
 * Starts a server.
 *
 * @throws the error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function listen(host: string, port: number, onRequest: RequestListener): Promise<Listening> {
  const answer: RequestListener = (request, response) => {
    // Or a connection that is kept alive would keep a server that stops.
    response.once('finish', () => {
      if (!server.listening)
        setImmediate(() => {
          server.closeIdleConnections();
        });
    });
    onRequest(request, response);
  };
  // What Node would refuse with an empty answer is left to the listener.
  const lenient = { requireHostHeader: false, requestTimeout: REQUEST_TIMEOUT, headersTimeout: REQUEST_TIMEOUT };
  const server = createServer(lenient, answer).on('checkExpectation', answer);
  server.on('clientError', refuse).on('connect', (_, socket) => {
    refuse(new Error('This is no tunnel.'), socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });

  const { port: actual } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(actual)}`,
    port: actual,
    close: () => {
      if (closed) server.closeAllConnections();
      closed ??= new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeIdleConnections();
      });
      return closed;
    },
  };
}

const STATUSES: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what could not be parsed, and hangs up. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const reason = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ error: `${reason}: this is no complete HTTP request` });
  socket.end(
    `HTTP/1.1 ${String(status)} ${reason}\r\ncontent-type: application/json\r\n` +
      `content-length: ${String(Buffer.byteLength(body))}\r\nconnection: close\r\n\r\n${body}`,
  );
}
