/** Node's own fetch over real sockets: what each way of breaking a connection is taken for. */
import {
  ConnectionError,
  createWalletClient,
  fetchOnce,
  TimeoutError,
  UnreadableResponseError,
  type Wallet,
} from '@wallet-operations/client';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureOf } from './stub.ts';

let server: Server;
let wallet: Wallet;
let script: ((response: ServerResponse) => void)[] = [];
let requests = 0;
const answer = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"addresses":[]}');
};
const clientAt = (port: number, timeout = 5000, attempts = 2): Wallet =>
  createWalletClient({
    baseUrl: `http://127.0.0.1:${String(port)}`,
    credentials: { apiCode: 'code', secret: 'secret' },
    random: () => 0,
    attempts,
    timeout,
  }).wallet(1);
const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => {
      (script.shift() ?? answer)(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = 0;
  script = [];
  wallet = clientAt(portOf(server));
});

const breaks: Record<string, { readonly reply: (response: ServerResponse) => void; readonly error: unknown }> = {
  'the connection is closed without an answer': {
    reply: (response) => response.socket?.destroy(),
    error: ConnectionError,
  },
  'the connection is reset': {
    reply: (response) => response.socket?.resetAndDestroy(),
    error: ConnectionError,
  },
  'the body is shorter than it was said to be': {
    reply: (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"addresses":');
      setImmediate(() => response.socket?.destroy());
    },
    error: ConnectionError,
  },
  'the body ends before its last chunk': {
    reply: (response) => {
      response.writeHead(200).write('{"addresses":[]}');
      setImmediate(() => response.socket?.destroy());
    },
    error: ConnectionError,
  },
  'the body is whole, but its JSON is cut off': {
    reply: (response) => response.end('{"addresses":['),
    error: UnreadableResponseError,
  },
  'what answers is no HTTP': {
    reply: (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'),
    error: ConnectionError,
  },
};

describe.each(Object.entries(breaks))('%s', (_, { reply, error }) => {
  it('a read is sent again', async () => {
    script = [reply];
    expect(await wallet.listDepositAddresses()).toEqual({ addresses: [] });
    expect(requests).toBe(2);
  });

  it('a write is not, and nobody knows what became of it', async () => {
    script = [reply];
    const failure = await failureOf(wallet.createDepositAddresses({ count: 1 }));
    expect(failure).toBeInstanceOf(error);
    expect(failure).toMatchObject({ effect: 'unknown', attempts: 1 });
    expect(requests).toBe(1);
  });
});

it('an answer that never comes is a timeout', async () => {
  script = [() => undefined];
  const failure = await failureOf(clientAt(portOf(server), 200).createDepositAddresses({ count: 1 }));
  expect(failure).toBeInstanceOf(TimeoutError);
  expect(failure).toMatchObject({ reason: 'timeout', effect: 'unknown', attempts: 1 });
});

it('a body that never ends is a timeout', async () => {
  script = [(response) => response.writeHead(200).write('{"addresses":')];
  const failure = await failureOf(clientAt(portOf(server), 200).createDepositAddresses({ count: 1 }));
  expect(failure).toMatchObject({ reason: 'timeout', effect: 'unknown', attempts: 1 });
});

it('a port on which nobody listens has taken nothing, so that even a write is sent again', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const port = portOf(closed);
  await new Promise((resolve) => closed.close(resolve));
  const failure = await failureOf(clientAt(port).createDepositAddresses({ count: 1 }));
  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({
    effect: 'none',
    attempts: 2,
    message: expect.stringContaining('ECONNREFUSED') as string,
  });
});

describe('whatever the status of an answer, the engine sends no request again', () => {
  const statuses = Array.from({ length: 400 }, (_, i) => 200 + i);
  const asks: [string, (status: number) => Promise<unknown>][] = [
    ['GET', (status) => wallet.getWithdrawalState({ ORDER_ID: `shop1_${String(status)}` })],
    ['POST', (status) => wallet.createDepositAddresses({ count: 1, labels: [String(status)] })],
  ];
  it.each(asks)('%s', async (_, ask) => {
    wallet = clientAt(portOf(server), 5000, 1);
    for (const status of statuses) {
      const headers = { location: '/elsewhere', 'www-authenticate': 'Basic', 'proxy-authenticate': 'Basic' };
      script = [(response) => response.writeHead(status, headers).end()];
      requests = 0;
      const failure = await failureOf(ask(status));
      expect([status, requests]).toEqual([status, 1]);
      if (status !== 407) expect(failure).toMatchObject({ status }); // of which Node's fetch makes an error of its own
    }
  });

  it('as for a 421, which undici sends again by itself: nobody knows what became of a write', async () => {
    script = [(response) => response.writeHead(421).end('{"error":"Misdirected Request"}')];
    const failure = await failureOf(wallet.createDepositAddresses({ count: 1 }));
    expect(failure).toBeInstanceOf(UnreadableResponseError);
    const details = { status: 421, reason: 'undocumented_status', effect: 'unknown', retryable: false, attempts: 1 };
    expect(failure).toMatchObject(details);
    expect(requests).toBe(1);
  });

  it('as for a 421 to a fetch of the caller’s that is made of fetchOnce', async () => {
    script = [(response) => response.writeHead(421).end('{"error":"Misdirected Request"}')];
    requests = 0;
    const urls: string[] = [];
    const own = createWalletClient({
      baseUrl: `http://127.0.0.1:${String(portOf(server))}`,
      credentials: { apiCode: 'code', secret: 'secret' },
      fetch: (url, init) => (urls.push(url), fetchOnce(url, init)),
    }).wallet(1);
    const failure = await failureOf(own.createDepositAddresses({ count: 1 }));
    expect(failure).toMatchObject({ status: 421, effect: 'unknown', attempts: 1 });
    expect([urls.length, requests]).toEqual([1, 1]);
  });
});

describe('what is set to send all requests, such as a proxy or a mock, sends those of the client too', () => {
  const [key, newKey] = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];
  const engine = globalThis as { [key: symbol]: Dispatcher | undefined };
  interface Dispatcher {
    readonly isMockActive?: boolean;
    readonly dispatch: (options: { readonly path: string; readonly body: unknown }, handler: unknown) => unknown;
  }

  it.each([false, true])('with the body as it is, where it is a mock: %s', async (isMockActive) => {
    const seen: [path: string, body: unknown][] = [];
    const before = engine[key] as Dispatcher;
    onTestFinished(() => {
      engine[key] = before;
    });
    engine[key] = {
      isMockActive,
      dispatch(options, handler) {
        seen.push([options.path.replace(/\?.*/, ''), options.body]);
        return before.dispatch(isMockActive ? { ...options, body: '{"count":1}' } : options, handler);
      },
    };
    expect(await wallet.createDepositAddresses({ count: 1 })).toEqual({ addresses: [] });
    const [[path, body] = []] = seen;
    expect([seen.length, path]).toEqual([1, '/v1/svc/wallets/1/addresses']);
    if (isMockActive) expect(String(body)).toBe('{"count":1}');
    expect(requests).toBe(1);
  });

  /** What an engine's fetch is given as its sender, and which of those that are set sends with it. */
  async function sentBy(set: readonly (readonly [symbol, boolean?])[], handler: object): Promise<[unknown, string[]]> {
    const before = [key, newKey].map((each) => engine[each]);
    onTestFinished(() => {
      [engine[key], engine[newKey]] = before;
      vi.unstubAllGlobals();
    });
    const senders: string[] = [];
    let isMock: unknown;
    engine[key] = engine[newKey] = undefined;
    for (const [symbol, isMockActive = false] of set)
      engine[symbol] = { isMockActive, dispatch: () => senders.push(String(symbol.description).slice(-1)) };
    vi.stubGlobal('fetch', (_: string, { dispatcher }: { dispatcher: Dispatcher }) => {
      isMock = dispatcher.isMockActive;
      if (set.length > 0) dispatcher.dispatch({ path: '/', body: null }, handler);
      return Promise.resolve(new Response('{"addresses":[]}'));
    });
    await wallet.createDepositAddresses({ count: 1 });
    return [isMock, senders];
  }
  const [handler, newHandler] = [{}, { onRequestStart: () => undefined }];

  it.each([
    ['an old handler, by the old one', [[key], [newKey]], handler, '1'],
    ['a new handler, by the new one', [[key], [newKey]], newHandler, '2'],
    ['a new handler, by the old one where there is no other', [[key]], newHandler, '1'],
  ] as const)('of two kinds, each with its own: %s', async (_, set, given, sender) => {
    expect(await sentBy(set, given)).toEqual([false, [sender]]);
  });

  it('and is a mock if it says so, of whichever kind', async () => {
    expect(await sentBy([[key, true]], handler)).toEqual([true, ['1']]);
    expect(await sentBy([[newKey, true]], newHandler)).toEqual([true, ['2']]);
  });

  it('and an engine that has none is asked all the same', async () => {
    expect(await sentBy([], handler)).toEqual([undefined, []]);
  });

  it('but a fetch of the caller’s own gets nothing of the kind', async () => {
    let given: object | undefined;
    const client = createWalletClient({
      baseUrl: 'https://wallets.example',
      credentials: { apiCode: 'code', secret: 'secret' },
      fetch: (_, init) => {
        given = init;
        return Promise.resolve(new Response('{}'));
      },
    });
    await client.wallet(1).getVaultBalance();
    expect(Object.keys(given ?? {}).toSorted()).toEqual(['headers', 'method', 'redirect', 'signal']);
  });
});

it('a redirect is not followed, and the API code goes nowhere else', async () => {
  script = [(response) => response.writeHead(307, { location: '/elsewhere' }).end()];
  const failure = await failureOf(wallet.createDepositAddresses({ count: 1 }));
  expect(failure).toMatchObject({ status: 307, retryable: false });
  expect(requests).toBe(1);
});

it('in Deno each request has a connection of its own: what a kept one loses would be sent again', async () => {
  const made: unknown[] = [];
  const given: unknown[] = [];
  const answerAny = (_: unknown, init: unknown): Promise<Response> => {
    given.push((init as { readonly client?: unknown }).client);
    return Promise.resolve(new Response());
  };
  vi.stubGlobal('fetch', answerAny);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  for (const Deno of [undefined, {}, { createHttpClient: (options: unknown) => (made.push(options), 'unpooled') }]) {
    vi.stubGlobal('Deno', Deno);
    for (let i = 0; i < 2; i++) await fetchOnce('http://127.0.0.1:1', {});
  }
  expect(made).toEqual([{ poolMaxIdlePerHost: 0 }]);
  expect(given).toEqual([undefined, undefined, undefined, undefined, 'unpooled', 'unpooled']);
});
