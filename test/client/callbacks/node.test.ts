/** Peers of the listener for node:http that are no libraries: half a body, wrong lengths, too much of it, resets. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createApprovalHandler, toNodeHandler, type NodeRequest } from '@wallet-operations/client/callbacks';
import { afterEach, describe, expect, it } from 'vitest';
import { body, deliverTo, headers } from './exotic.ts';
import { deposit, endpoint, gate, signed } from './kit.ts';

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function started(handler: (request: Request) => Promise<Response>) {
  const listen = toNodeHandler(handler);
  const ended = gate();
  const server = createServer((request, response) => void listen(request, response).finally(ended.open));
  server.listen(0, '127.0.0.1');
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dial = (): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    open.push(() => socket.destroy());
    return socket;
  };
  return { url: `http://127.0.0.1:${String(port)}/callbacks`, dial, ended: ended.opened };
}

const head = (length: number | string, method = 'POST'): string =>
  [
    `${method} /callbacks HTTP/1.1`,
    'Host: shop.example',
    'Connection: close',
    `Content-Length: ${String(length)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** The first line of what is answered to bytes. */
async function answered(socket: Socket, ...pieces: (string | Uint8Array)[]): Promise<string> {
  for (const piece of pieces) socket.write(piece);
  return (await text(socket)).split('\r\n')[0] ?? '';
}

describe('a peer that', () => {
  it('is right is answered', async () => {
    const { handle, handled } = endpoint();
    const { dial } = await started(handle);
    expect(await answered(dial(), head(body.length), body)).toBe('HTTP/1.1 200 OK');
    expect(handled).toHaveLength(1);
  });

  it('sends half a body and closes has nothing handled, and nobody is told', async () => {
    const { handle, handled, errors } = endpoint();
    const { dial, url, ended } = await started(handle);
    const socket = dial();
    socket.write(head(body.length));
    socket.end(body.subarray(0, body.length / 2));
    await ended;
    expect([handled, errors]).toEqual([[], []]);
    expect((await deliverTo(url)).status).toBe(200);
  });

  it('resets the connection amid the body has nothing handled, and nobody is told', async () => {
    const { handle, handled, errors } = endpoint();
    const { dial, url, ended } = await started(handle);
    const socket = dial();
    await new Promise((resolve) => socket.write(head(body.length), resolve));
    await new Promise((resolve) => socket.write(body.subarray(0, 100), resolve));
    socket.resetAndDestroy();
    await ended;
    expect([handled, errors]).toEqual([[], []]);
    expect((await deliverTo(url)).status).toBe(200);
  });

  it('resets the connection while its callback is handled has it handled once all the same', async () => {
    const [begun, done] = [gate(), gate()];
    let calls = 0;
    const { handle, errors } = endpoint({
      onCredited: async () => {
        calls++;
        begun.open();
        await done.opened;
      },
    });
    const { dial, url, ended } = await started(handle);
    const socket = dial();
    socket.write(head(body.length));
    socket.write(body);
    await begun.opened;
    socket.resetAndDestroy();
    done.open();
    await ended;
    expect((await deliverTo(url)).status).toBe(200);
    expect([calls, errors]).toEqual([1, []]);
  });

  it('says less than it sends is a stranger', async () => {
    const { handle, handled } = endpoint();
    const { dial } = await started(handle);
    expect(await answered(dial(), head(body.length - 1), body)).toBe('HTTP/1.1 403 Forbidden');
    expect(handled).toEqual([]);
  });

  it('sends in chunks has them put together', async () => {
    const { handle, handled } = endpoint();
    const { dial } = await started(handle);
    const chunks = [body.subarray(0, 7), body.subarray(7)].flatMap((chunk) => [
      `${chunk.length.toString(16)}\r\n`,
      chunk,
      '\r\n',
    ]);
    const chunked = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    expect(await answered(dial(), chunked, ...chunks, '0\r\n\r\n')).toBe('HTTP/1.1 200 OK');
    expect(handled).toHaveLength(1);
  });

  it('announces too much is told so, and not listened to', async () => {
    const { handle } = endpoint({ limit: 1000 });
    const { dial } = await started(handle);
    const socket = dial();
    socket.write(head(1001).replace('Connection: close\r\n', ''));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/i); // which ends it
  });

  it('sends without end is not listened to any longer, and others go on', async () => {
    const { handle, handled, errors } = endpoint({ limit: 100_000 });
    const { dial, url, ended } = await started(handle);
    const socket = dial();
    const closed = new Promise((resolve) => socket.on('close', resolve).resume());
    socket.write(head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'));
    const more = (): void => {
      if (socket.writable) socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n`, more);
    };
    more();
    await ended;
    await closed; // whether it has read the answer by then is up to its own machine
    expect([handled, errors]).toEqual([[], []]);
    expect((await deliverTo(url)).status).toBe(200);
  });

  it.each(['GET', 'PUT', 'DELETE'])('asks with %s gets the method that is allowed', async (method) => {
    const { handle } = endpoint();
    const { url } = await started(handle);
    const response = await fetch(url, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  it('asks with a method that no Request can have is cut off, and others go on', async () => {
    const { handle } = endpoint();
    const { dial, url } = await started(handle);
    expect(await answered(dial(), head(0, 'TRACE'))).toBe('');
    expect((await deliverTo(url)).status).toBe(200);
  });
});

it('sends the whole of an answer: status, headers and bytes', async () => {
  const bytes = Uint8Array.of(0, 255, 128);
  const { handle } = endpoint({
    onInvalid: () => new Response(bytes, { status: 202, headers: { 'X-Kept': 'yes' } }),
  });
  const { url } = await started(handle);
  const request = await signed('{}');
  const response = await deliverTo(url, { headers: request.headers, body: '{}' });
  expect([response.status, response.headers.get('X-Kept'), await response.bytes()]).toEqual([202, 'yes', bytes]);
  expect(response.headers.get('Connection')).toBe('keep-alive');
});

it('serves approvals', async () => {
  const { url } = await started(createApprovalHandler((given) => new TextDecoder().decode(given) === 'pay'));
  const answerTo = async (text: string): Promise<string> => (await fetch(url, { method: 'POST', body: text })).text();
  expect([await answerTo('pay'), await answerTo('do not')]).toEqual(['OK', 'refused']);
});

it('cuts the connection where the endpoint itself fails', async () => {
  const { url } = await started(() => Promise.reject(new Error('no answer')));
  await expect(fetch(url)).rejects.toThrow();
});

describe('a request', () => {
  /** What the endpoint gets of it; a 403 is its answer. */
  async function got(request: Partial<NodeRequest>): Promise<Request> {
    const { promise, resolve, reject } = Promise.withResolvers<Request>();
    const listen = toNodeHandler((given) => {
      resolve(given);
      return Promise.resolve(new Response(null, { status: 403 }));
    });
    const whole = { headers: {}, readableDidRead: false, [Symbol.asyncIterator]: unread, ...request };
    await listen(whole, { writeHead: () => undefined, end: () => undefined, destroy: reject });
    return promise;
  }
  const unread = () => ({ next: () => Promise.reject(new Error('nobody has asked for it')) });

  it('comes with each of its headers, but for what HTTP/2 has among them', async () => {
    const { headers } = await got({
      headers: { ':path': '/callbacks', 'x-one': 'a', 'x-two': ['b', 'c'], 'x-none': undefined },
    });
    expect([...headers]).toEqual([
      ['x-one', 'a'],
      ['x-two', 'b, c'],
    ]);
  });

  it.each([undefined, 'GET', 'HEAD'])('of method %s has no body', async (method) => {
    const request = await got({ method });
    expect([request.method, request.body]).toEqual([method ?? 'GET', null]);
  });

  it('is not read by who does not ask for it', async () => {
    let isRead = false;
    await got({
      method: 'POST',
      [Symbol.asyncIterator]: () => ({
        next: () => {
          isRead = true;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    });
    expect(isRead).toBe(false);
  });
});

describe('what was left of a body', () => {
  /** A request that somebody has read. */
  const read = (left: object): NodeRequest => ({
    method: 'POST',
    headers: headers,
    readableDidRead: true,
    [Symbol.asyncIterator]: () => new ReadableStream<Uint8Array>().values(),
    ...left,
  });
  async function statusOf(request: NodeRequest) {
    const it = endpoint();
    const { promise, resolve } = Promise.withResolvers<number>();
    const response = { writeHead: resolve, end: () => undefined, destroy: () => undefined };
    await toNodeHandler(it.handle)(request, response);
    return { status: await promise, ...it };
  }

  it.each([{ body }, { rawBody: body }, { body: { state: 3 }, rawBody: body }, { body: Buffer.from(body) }])(
    'is taken where it is the bytes',
    async (left) => {
      const { status, handled } = await statusOf(read(left));
      expect([status, handled.length]).toEqual([200, 1]);
    },
  );

  it.each([
    [{}, 'has read the body of the request before. The raw'],
    [{ body: deposit }, 'before and left a value of type object. The raw'],
    [{ body: 'text' }, 'before and left a value of type string.'],
    [{ body: [1] }, 'before and left an array.'],
    [{ rawBody: 'text' }, 'has read the body of the request before.'],
  ])('is named where it is something else', async (left, says) => {
    const { status, errors } = await statusOf(read(left));
    expect(status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ reason: 'body_used' })]);
    expect((errors[0] as Error).message).toContain(says);
    expect((errors[0] as Error).message).toMatch(
      / let nothing read .* Express: .* Koa: .* Fastify, in .*; scope.addContentTypeParser.* Nest: .* A page of Next: export const config/,
    );
  });
});
