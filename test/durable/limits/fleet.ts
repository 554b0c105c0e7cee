/** Several processes on one database, and the service that they ask: what they do is measured there. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a process is told. */
export interface Setting {
  /** Of its database. */
  readonly url: string;
  readonly baseUrl: string;
  readonly apiCode: string;
  readonly secret: string;
  readonly wallets: readonly number[];
  readonly batch?: number;
  /** To work for its wallets, or to make as many calls as it may. */
  readonly task: 'work' | 'call';
  readonly number: number;
}

/** A request as it came to the service. */
export interface Asked {
  /** Milliseconds, on the test's own clock. */
  readonly at: number;
  /** Which process sent it. */
  readonly by: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The IDs of the orders that it submits. */
  readonly orders: readonly string[];
}

/** What the service does about a request; undefined breaks the connection. */
export type Reply = (
  asked: Asked,
  request: { readonly path: string; readonly headers: Headers; readonly body: string },
) => Promise<Response | undefined> | Response | undefined;

/** A service that counts. */
export interface Service {
  readonly asked: Asked[];
  readonly baseUrl: (process: number) => string;
  readonly close: () => Promise<void>;
}

/** Starts one. Each process has an address of its own. */
export async function startService(reply: Reply): Promise<Service> {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = performance.now();
    const body = await text(request);
    const [, by, path = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const { method = 'GET' } = request;
    const orders = body ? (JSON.parse(body) as { requests: { order_id: string }[] }).requests : [];
    const one = {
      at,
      by: Number(by),
      method,
      path: path.split('?')[0] ?? '',
      orders: orders.map(({ order_id }) => order_id),
    };
    asked.push(one);
    const headers = new Headers();
    for (const name of ['x-api-code', 'x-checksum', 'content-type']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const given = await reply(one, { path, headers, body });
    if (!given) response.destroy();
    else
      response
        .writeHead(given.status, { 'content-type': 'application/json' })
        .end(Buffer.from(await given.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: (process) => `http://127.0.0.1:${String(port)}/${String(process)}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Hands a request on to another service, such as a sandbox. */
export const forwardTo =
  (url: string): Reply =>
  async ({ method }, { path, headers, body }) =>
    fetch(`${url}${path}`, { method, headers, ...(body && { body }) });

/** Starts a process. It is ready when this resolves. */
export async function startProcess(setting: Setting): Promise<{
  readonly child: ChildProcess;
  /** Ends it in good order. @returns its exit code */
  readonly end: () => Promise<number | null>;
}> {
  const child = fork(join(import.meta.dirname, 'process.ts'), [JSON.stringify(setting)]);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`process ${String(setting.number)} ended with ${String(code)}`);
    }),
  ]);
  return {
    child,
    async end() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}
