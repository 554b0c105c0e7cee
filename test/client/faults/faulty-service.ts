/** A small withdrawal service on a real socket, which fails on purpose, before and after it has done what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Random } from './random.ts';

/** An order as the service keeps it. */
export interface Kept {
  readonly order_id: string;
  readonly address: string;
  readonly amount: string;
}

/** One wallet of the service, with its own orders and its own misfortune. */
export interface FaultyWallet {
  /** Orders taken, in turn; one that stands here twice was paid twice. */
  readonly taken: Kept[];
  /** Every order that any request carried. */
  readonly asked: Kept[];
  /** The fault of the next request; undefined for none. */
  nextFault: () => Fault | undefined;
  /** Whether a batch with a bad order is refused as a whole, or its first orders are taken. */
  readonly isAtomic: boolean;
  /** How many times each order is not found, once it is taken, before it is. */
  readonly lookupsToWait: number;
  readonly lookups: Map<string, number>;
}

/** The service, for any number of wallets. */
export interface FaultyService {
  readonly url: string;
  readonly wallets: Map<string, FaultyWallet>;
  readonly close: () => Promise<void>;
}

/** Addresses that the service refuses, with its words. */
export const BLOCKED = '0xb10c';
export const NEEDS_MEMO = '0x3e30';

const LATE = 60;

/** Starts the service on a free port. */
export async function startFaultyService(random: Random): Promise<FaultyService> {
  const wallets = new Map<string, FaultyWallet>();
  const server = createServer((request, response) => {
    const [, walletId = '', orderId] =
      /wallets\/(\d+)\/sender\/transactions(?:\/([^?]+))?/.exec(request.url ?? '') ?? [];
    const wallet = wallets.get(walletId);
    if (!wallet) return void response.writeHead(404).end();
    handle(wallet, orderId, request, response, random).catch(() => response.destroy());
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

type Answer = readonly [status: number, body: unknown];

/** One request on its way through the service. */
interface Exchange {
  readonly wallet: FaultyWallet;
  readonly body: string;
  readonly response: ServerResponse;
  /** Does what the request asks for. */
  readonly serve: () => Answer;
  /** Does it for all orders of the batch but the last. */
  readonly serveInPart: () => Answer;
  readonly random: Random;
}

async function handle(
  wallet: FaultyWallet,
  orderId: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  random: Random,
): Promise<void> {
  const body = await text(request);
  const serve = (): Answer => (orderId ? lookUp(wallet, decodeURIComponent(orderId)) : withdraw(wallet, body));
  const serveInPart = (): Answer => (orderId ? serve() : withdraw(wallet, withoutLast(body)));
  const fault = wallet.nextFault();
  if (fault) await faults[fault]({ wallet, body, response, serve, serveInPart, random });
  else send(response, serve());
}

/** What can go wrong with one request: before it is done, after it, or half-way. */
const faults = {
  'reset before': ({ response }) => response.destroy(),
  'reset after': ({ serve, response }) => (serve(), response.destroy()),
  'reset in the middle of the answer': ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status, { 'content-length': 4096 }).write(JSON.stringify(body).slice(0, 5), () => {
      response.destroy();
    });
  },
  'silence before': () => undefined,
  'silence after': ({ serve }) => serve(),
  'silence, and done much later': ({ serve, random }) => setTimeout(serve, LATE * random.next()),
  'bad gateway before': ({ response }) => {
    badGateway(response);
  },
  'bad gateway after': ({ serve, response }) => {
    serve();
    badGateway(response);
  },
  'truncated JSON after': ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status).end(JSON.stringify(body).slice(0, -3));
  },
  'empty body after': ({ serve, response }) => {
    serve();
    response.writeHead(200, { 'content-type': 'application/json' }).end();
  },
  'slow bytes': async ({ serve, response }) => {
    const [status, body] = serve();
    response.writeHead(status, { 'content-type': 'application/json' });
    for (const part of JSON.stringify(body).match(/.{1,20}/g) ?? []) {
      response.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  },
  'an order left out of the answer': ({ serve, response }) => {
    send(response, withoutOne(serve()));
  },
  'an order left out, and not taken': ({ serveInPart, response }) => {
    send(response, serveInPart());
  },
  throttled: ({ response }) => {
    send(response, [403, { error: 'Forbidden. Call too frequently (60000 calls/minute)' }]);
  },
  'wrong clock': ({ response }) => {
    send(response, [403, { error: 'Forbidden. Invalid timestamp' }]);
  },
  'taken for a replay before': ({ response }) => {
    send(response, REPLAY);
  },
  'taken for a replay after': ({ serve, response }) => {
    serve();
    send(response, REPLAY);
  },
  'refused for the moment': ({ response }) => {
    send(response, NOT_IN_ACL);
  },
  'refused for the moment, half done': ({ wallet, serveInPart, response }) => {
    // Nothing in the interface keeps a batch from being refused after some of it was taken.
    if (!wallet.isAtomic) serveInPart();
    send(response, NOT_IN_ACL);
  },
} satisfies Record<string, (exchange: Exchange) => unknown>;

/** The name of something that can go wrong. */
export type Fault = keyof typeof faults;

/** All of them. */
export const FAULTS = Object.keys(faults) as [Fault, ...Fault[]];

const REPLAY: Answer = [403, { error: 'Forbidden. Invalid checksum' }];
const NOT_IN_ACL: Answer = [
  400,
  { error_code: 703, error: 'Operation failed', message: 'request IP (10.0.0.1) not in ACL' },
];

/** Takes the orders of a batch, as the interface has it: a used order_id is refused, whatever else the request says. */
function withdraw(wallet: FaultyWallet, body: string): Answer {
  const { requests } = JSON.parse(body) as { requests: Kept[] };
  wallet.asked.push(...requests);
  const accepted: Kept[] = [];
  let refusal: Answer | undefined;
  for (const order of requests) {
    refusal = refusalOf(wallet, order);
    if (refusal) break;
    accepted.push(order);
  }
  if (refusal && wallet.isAtomic) return refusal;
  wallet.taken.push(...accepted);
  return refusal ?? [200, { results: Object.fromEntries(accepted.map(({ order_id }, i) => [order_id, i + 1])) }];
}

function refusalOf(wallet: FaultyWallet, { order_id, address }: Kept): Answer | undefined {
  if (wallet.taken.some((order) => order.order_id === order_id))
    return [400, { error_code: 399, error: `Duplicated entry: ${order_id}` }];
  if (address === BLOCKED) {
    const error = 'Outgoing address in black list, abort transaction';
    return [403, { error_code: 827, error, blacklist: { [BLOCKED]: ['test'] } }];
  }
  if (address === NEEDS_MEMO)
    return [400, { error_code: 703, error: 'Operation failed', message: `order_id: ${order_id} - memo is required` }];
  return undefined;
}

function lookUp(wallet: FaultyWallet, orderId: string): Answer {
  const found = wallet.taken.find((order) => order.order_id === orderId);
  const lookups = (wallet.lookups.get(orderId) ?? 0) + 1;
  if (found) wallet.lookups.set(orderId, lookups);
  if (!found || lookups <= wallet.lookupsToWait) return [404, { error_code: 304, error: 'Wallet ID invalid' }];
  return [200, { ...found, memo: '', in_chain_block: 0, txid: '', create_time: '2026-11-20T08:30:00Z' }];
}

function withoutLast(body: string): string {
  const { requests } = JSON.parse(body) as { requests: Kept[] };
  return JSON.stringify({ requests: requests.slice(0, -1) });
}

function withoutOne([status, body]: Answer): Answer {
  const { results } = body as { results?: Record<string, number> };
  return [status, results ? { results: Object.fromEntries(Object.entries(results).slice(1)) } : body];
}

function send(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function badGateway(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>');
}
