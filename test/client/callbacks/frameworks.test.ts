/** The recipes of the README, each in the real framework: bytes arrive as they were signed, and a parser before them is told of. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer as createServerOf2 } from 'node:http2';
import { bodyParser } from '@koa/bodyparser';
import { serve } from '@hono/node-server';
import { toNodeHandler } from '@wallet-operations/client/callbacks';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { body, deliverTo, headers, SERIAL } from './exotic.ts';
import { endpoint } from './kit.ts';

type Endpoint = ReturnType<typeof endpoint>['handle'];

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Where a server can be reached. */
async function urlOf(server: Server): Promise<string> {
  open.push(() => server.close());
  if (!server.listening) await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/callbacks`;
}

const listening = (listener: RequestListener): Promise<string> => urlOf(createServer(listener).listen(0, '127.0.0.1'));

/** Servers as the README has them. */
const RECIPES: Readonly<Record<string, (handler: Endpoint) => Promise<string>>> = {
  'node:http': (handler) => {
    const listen = toNodeHandler(handler);
    return listening((request, response) => void listen(request, response));
  },
  'Express, before the parser': (handler) => {
    const app = express();
    app.post('/callbacks', toNodeHandler(handler));
    app.use(express.json());
    return urlOf(app.listen(0, '127.0.0.1'));
  },
  'Express, with express.raw()': (handler) => {
    const app = express();
    app.post('/callbacks', express.raw({ type: () => true }), toNodeHandler(handler));
    return urlOf(app.listen(0, '127.0.0.1'));
  },
  'Express, with bytes that its parser keeps': (handler) => {
    const app = express();
    app.use(
      express.json({
        verify: (request, _, buffer) => {
          Object.assign(request, { rawBody: buffer });
        },
      }),
    );
    app.post('/callbacks', toNodeHandler(handler));
    return urlOf(app.listen(0, '127.0.0.1'));
  },
  Fastify: async (handler) => {
    const listen = toNodeHandler(handler);
    const app = fastify();
    await app.register((scope, _, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => {
        parsed(null);
      });
      scope.post('/callbacks', (request, reply) => {
        reply.hijack();
        return listen(request.raw, reply.raw);
      });
      done();
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    open.push(() => app.close());
    return urlOf(app.server);
  },
  Koa: (handler) => {
    const listen = toNodeHandler(handler);
    const app = new Koa();
    app.use(async (context, next): Promise<void> => {
      if (context.path !== '/callbacks') {
        await next();
        return;
      }
      context.respond = false;
      await listen(context.req, context.res);
    });
    app.use(bodyParser());
    return urlOf(app.listen(0, '127.0.0.1'));
  },
  Hono: (handler) => {
    const app = new Hono();
    app.post('/callbacks', (context) => handler(context.req.raw));
    return urlOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
  },
  // A page is called with the request and response of node:http, and with no body where its parser is off.
  'a page of Next': (handler) => {
    const page = toNodeHandler(handler);
    return listening(
      (request, response) => void page(Object.assign(request, { body: undefined, query: {} }), response),
    );
  },
};

/** The same with a parser before it, and what the error has to name. */
const MISTAKEN: Readonly<Record<string, readonly [serve: (handler: Endpoint) => Promise<string>, line: string]>> = {
  Express: [
    (handler) => {
      const app = express();
      app.use(express.json());
      app.post('/callbacks', toNodeHandler(handler));
      return urlOf(app.listen(0, '127.0.0.1'));
    },
    "app.post('/callbacks', toNodeHandler(handler)) before app.use(express.json())",
  ],
  Fastify: [
    async (handler) => {
      const listen = toNodeHandler(handler);
      const app = fastify();
      app.post('/callbacks', (request, reply) => {
        reply.hijack();
        return listen(request.raw, reply.raw);
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      open.push(() => app.close());
      return urlOf(app.server);
    },
    "scope.removeAllContentTypeParsers(); scope.addContentTypeParser('*', (request, payload, parsed) => parsed(null))",
  ],
  Koa: [
    (handler) => {
      const listen = toNodeHandler(handler);
      const app = new Koa();
      app.use(bodyParser());
      app.use(async (context) => {
        context.respond = false;
        await listen(context.req, context.res);
      });
      return urlOf(app.listen(0, '127.0.0.1'));
    },
    'the route before app.use(bodyParser())',
  ],
  Hono: [
    (handler) => {
      const app = new Hono();
      app.use(async (context, next) => {
        await context.req.raw.json();
        await next();
      });
      app.post('/callbacks', (context) => handler(context.req.raw));
      return urlOf(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
    },
    "app.post('/callbacks', (c) => handler(c.req.raw))",
  ],
  'a page of Next': [
    (handler) => {
      const page = toNodeHandler(handler);
      return listening((request, response) => {
        void (async () => {
          const chunks = (await Array.fromAsync(request)) as Buffer[];
          await page(
            Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()) as unknown }),
            response,
          );
        })();
      });
    },
    'export const config = { api: { bodyParser: false } }',
  ],
};

it('is made of bytes that no re-serialisation gives back', () => {
  const text = new TextDecoder().decode(body);
  expect(JSON.stringify(JSON.parse(text))).not.toBe(text);
  expect(text).toContain(String.raw`"\u0041\/B"`);
  expect(text).toContain(`:\t${String(SERIAL)},`);
});

describe.each(Object.entries(RECIPES))('%s', (_, start) => {
  it('hands on every byte, whatever the type of content', async () => {
    const { handle, handled, errors } = endpoint();
    const url = await start(handle);
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain']) {
      const response = await deliverTo(url, { headers: { ...headers, 'Content-Type': type } });
      expect([response.status, await response.text()]).toEqual([200, '']);
    }
    expect(handled.map(({ event, callback }) => [event, callback.serial, callback.currency])).toEqual([
      ['credited', SERIAL, 'ETH'],
    ]);
    expect(errors).toEqual([]);
  });

  it('hands on what comes in pieces', async () => {
    const { handle, handled } = endpoint();
    const pieces = new ReadableStream<Uint8Array>({
      start(stream) {
        for (let at = 0; at < body.length; at += 100) stream.enqueue(body.slice(at, at + 100));
        stream.close();
      },
    });
    const { status } = await deliverTo(await start(handle), { body: pieces, duplex: 'half' });
    expect([status, handled.length]).toEqual([200, 1]);
  });

  it('refuses strangers in silence', async () => {
    const { handle, handled, errors } = endpoint();
    const response = await deliverTo(await start(handle), { headers: { 'Content-Type': 'application/json' } });
    expect([response.status, await response.text(), handled, errors]).toEqual([403, '', [], []]);
  });
});

describe.each(Object.entries(MISTAKEN))('a parser before it in %s', (_, [start, line]) => {
  it('is a 500 and not a 403, and the error names the line that mends it', async () => {
    const { handle, handled, errors } = endpoint();
    const response = await deliverTo(await start(handle));
    expect([response.status, await response.text(), handled]).toEqual([500, '', []]);
    expect(errors).toEqual([expect.objectContaining({ name: 'CallbackError', reason: 'body_used' })]);
    expect((errors[0] as Error).message).toContain(line);
  });
});

it('takes requests of HTTP/2, too', async () => {
  const { handle, handled } = endpoint();
  const listen = toNodeHandler(handle);
  const server = createServerOf2((request, response) => void listen(request, response)).listen(0, '127.0.0.1');
  open.push(() => server.close());
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  open.push(() => {
    session.close();
  });
  const stream = session.request({ ':method': 'POST', ':path': '/callbacks', ...headers });
  stream.end(body);
  const [response] = (await once(stream, 'response')) as [{ ':status': number }];
  expect([response[':status'], handled.length]).toEqual([200, 1]);
});
