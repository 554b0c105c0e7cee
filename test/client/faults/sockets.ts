/** A small withdrawal service on a real socket, which fails as sockets do, before and after it has done what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

/** One wallet of the service, with its own orders and its own misfortune. */
export interface Wallet {
  /** Orders taken, in turn, as text; one that stands here twice was paid twice. */
  readonly taken: { readonly order_id: string; readonly text: string }[];
  /** The fault of the next request; undefined for none. */
  nextFault: () => Fault | undefined;
  /** Requests that will be done later. */
  late: number;
}

/** Milliseconds until a request is done that nobody waits for any more. */
export const LATE = 60;

interface Exchange {
  readonly wallet: Wallet;
  readonly response: ServerResponse;
  readonly serve: () => Answer;
}
type Answer = readonly [status: number, body: string];

/** What can go wrong with one request. */
const faults = {
  'reset before': ({ response }) => response.destroy(),
  'reset after': ({ serve, response }) => (serve(), response.destroy()),
  'reset among the headers': ({ serve, response }) => {
    serve();
    response.socket?.write('HTTP/1.1 200 OK\r\ncontent-ty', () => response.destroy());
  },
  'reset within the body': ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status, { 'content-length': 4096 }).write(body.slice(0, 5), () => {
      response.destroy();
    });
  },
  'no HTTP at all': ({ serve, response }) => {
    serve();
    response.socket?.end('220 mail.example ESMTP\r\n');
  },
  'silence before': () => undefined,
  'silence after': ({ serve }) => serve(),
  'silence within the body': ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status, { 'content-length': body.length }).write(body.slice(0, -1));
  },
  'silence, and done much later': ({ wallet, serve }) => {
    wallet.late++;
    setTimeout(() => (wallet.late--, serve()), LATE);
  },
  'bad gateway after': ({ serve, response }) => {
    serve();
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
  },
  'a closed end of the body': ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status).end(body.slice(0, -3));
  },
  'slow bytes': async ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status, { 'content-type': 'application/json' });
    for (const part of body.match(/.{1,20}/g) ?? []) {
      response.write(part);
      await setImmediate();
    }
    response.end();
  },
} satisfies Record<string, (exchange: Exchange) => unknown>;

export type Fault = keyof typeof faults;
export const FAULTS = Object.keys(faults) as Fault[];

/** The service, for any number of wallets. */
export interface SocketService {
  readonly url: string;
  readonly wallets: Map<string, Wallet>;
  readonly close: () => Promise<void>;
}

/** Starts the service on a free port. */
export async function startService(): Promise<SocketService> {
  const wallets = new Map<string, Wallet>();
  const server = createServer((request, response) => {
    const [, id = '', orderId] = /wallets\/(\d+)\/sender\/transactions(?:\/([^?]+))?/.exec(request.url ?? '') ?? [];
    const wallet = wallets.get(id);
    if (!wallet) return void response.writeHead(404).end();
    handle(wallet, orderId, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    wallets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function handle(
  wallet: Wallet,
  orderId: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await text(request);
  const serve = (): Answer => (orderId ? lookUp(wallet, decodeURIComponent(orderId)) : withdraw(wallet, body));
  const fault = wallet.nextFault();
  if (fault) {
    await faults[fault]({ wallet, response, serve });
    return;
  }
  const [status, answer] = serve();
  response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
}

/** Takes all orders of a batch, or none if the ID of one is used. */
function withdraw(wallet: Wallet, body: string): Answer {
  const { requests } = JSON.parse(body) as { requests: { order_id: string }[] };
  for (const { order_id } of requests)
    if (wallet.taken.some((order) => order.order_id === order_id))
      return [400, JSON.stringify({ error_code: 399, error: `Duplicated entry: ${order_id}` })];
  for (const order of requests) wallet.taken.push({ order_id: order.order_id, text: JSON.stringify(order) });
  return [200, JSON.stringify({ results: Object.fromEntries(requests.map(({ order_id }, i) => [order_id, i + 1])) })];
}

function lookUp(wallet: Wallet, orderId: string): Answer {
  const found = wallet.taken.find(({ order_id }) => order_id === orderId);
  if (!found) return [404, JSON.stringify({ error_code: 304, error: 'Wallet ID invalid' })];
  const more = { memo: '', in_chain_block: 0, txid: '', create_time: '2026-11-20T08:30:00Z' };
  return [200, JSON.stringify({ ...(JSON.parse(found.text) as object), ...more })];
}
