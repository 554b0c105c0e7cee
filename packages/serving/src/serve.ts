/** A server whose exchanges are caught each for itself, and which ends in time whatever its peers do. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerAndHangUp } from './refuse.ts';
import { brokenBy, sendJson } from './send.ts';

// An import would touch each export, and so load the whole of fetch: a third of the memory of a small server.
const { createServer } = process.getBuiltinModule('node:http');

/** Where to listen, and how long to wait for peers. */
export interface ServingOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Milliseconds after which a request that has not arrived never will. Default: 30 000. */
  readonly requestTimeout?: number;
  /** Milliseconds that whoever is connected when the server closes may take to end. Default: 5000. */
  readonly deadline?: number;
}

/** A server that listens. */
export interface Serving {
  /** Base address for a client, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no more connections, answers the requests that are there, then ends. What is still open after 5 seconds is dropped; a second
   * call drops it at once.
   */
  readonly close: () => Promise<void>;
  /** For `await using`: takes no more connections, drops those that there are at once, and waits until they are gone. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** For `using`: the same, but it waits for nothing. The port is free by then. */
  readonly [Symbol.dispose]: () => void;
}

/** Gives a server that drops everybody when `close` is called again what `using` and `await using` want. */
export const disposable = <T extends Pick<Serving, 'close'>>(server: T) => ({
  ...server,
  [Symbol.asyncDispose]: (): Promise<void> => {
    void server.close();
    return server.close();
  },
  [Symbol.dispose]: (): void => {
    void server.close();
    void server.close();
  },
});

/** Answers a request. What it throws, or rejects with, ends this one exchange. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const REQUEST_TIMEOUT = 30_000;
const DEADLINE = 5_000;

/**
 * Starts a server.
 *
 * @throws TypeError for an empty host, and the error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function serve(options: ServingOptions, handle: Handle): Promise<Serving> {
  const { host, port, requestTimeout = REQUEST_TIMEOUT, deadline = DEADLINE } = options;
  // An empty variable of a script would open the server to every machine: Node takes it for all addresses.
  if (host === '') throw new TypeError('The host to listen on is empty. Give an address, or 0.0.0.0 for all of them.');
  const peers = createPeers();
  const exchange = (request: IncomingMessage, response: ServerResponse): void => {
    peers.began(request, response);
    request.on('error', ignore); // of a peer that is gone: whoever reads or writes hears of it
    response.on('error', ignore).once('finish', () => {
      if (!server.listening) setImmediate(closeIdle); // or one that is kept alive would keep the server
    });
    request.url = originForm(request.url ?? '/');
    try {
      Promise.resolve(handle(request, response)).catch((error: unknown) => {
        fail(response, error);
      });
    } catch (error) {
      fail(response, error);
    }
  };
  const closeIdle = (): void => {
    server.closeIdleConnections();
  };
  const server: Server = createServer(
    {
      requireHostHeader: false, // what Node would refuse with an empty answer is left to the listener
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(1000, requestTimeout / 10), // by default 30 seconds become up to 60
    },
    exchange,
  );
  server
    .on('checkExpectation', exchange)
    .on('connection', peers.add)
    .on('clientError', peers.refuse)
    .on('connect', (_, socket: Socket) => {
      peers.refuse(Object.assign(new Error('This is no tunnel.'), { code: 'TUNNEL' }), socket);
    });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  server.on('error', ignore); // a connection that could not be taken, say for want of descriptors

  const { port: actual } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return disposable({
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(actual)}`,
    port: actual,
    close() {
      if (closed) peers.drop();
      closed ??= (async () => {
        const ended = new Promise((resolve) => server.close(resolve));
        closeIdle();
        const timer = setTimeout(peers.drop, deadline);
        await ended;
        await peers.gone();
        clearTimeout(timer);
      })();
      return closed;
    },
  });
}

/** Path and query of a target: whoever takes us for a proxy puts the address before them, and servers have to take that, too. */
const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(\/?)/i, '/');

const ignore = (): void => undefined;

/** The last resort: whoever handles requests answers its own faults, with a log of them. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.writableEnded) return; // answered already
  if (response.headersSent || response.destroyed) response.destroy();
  else sendJson(response, brokenBy('server', error));
}

/** Who is connected, tunnels and what is no HTTP included: Node forgets these. */
function createPeers() {
  const latest = new Map<Socket, { readonly request?: IncomingMessage; readonly response?: ServerResponse }>();
  return {
    add: (socket: Socket): void => {
      latest.set(socket, {});
      socket.on('error', ignore).once('close', () => latest.delete(socket));
    },
    began: (request: IncomingMessage, response: ServerResponse): void => {
      if (latest.has(request.socket)) latest.set(request.socket, { request, response }); // or it has gone meanwhile
    },
    refuse: (error: NodeJS.ErrnoException, socket: Socket): void => {
      const { request, response } = latest.get(socket) ?? {};
      // What comes behind a whole request spoils its connection, but not its answer: it may have been carried out.
      const isOpen = response !== undefined && !response.writableFinished;
      if (isOpen && request?.complete) {
        response.shouldKeepAlive = false;
        response.once('finish', () => {
          socket.destroySoon();
        });
      } else if (isOpen && response.headersSent) socket.destroy();
      else answerAndHangUp(socket, error);
    },
    drop: (): void => {
      for (const socket of latest.keys()) socket.destroy();
    },
    /** Resolves when the last of them has gone, and all who listened to that have heard of it. */
    gone: async (): Promise<void> => {
      await Promise.all([...latest.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    },
  };
}
