/** A service that answers with given bytes, and remembers the bytes that it got. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A service on a raw socket: what it says is exactly what goes out. */
export interface Upstream {
  readonly url: string;
  /** Each request, as it came, latin1. */
  readonly got: readonly string[];
  /** What it says to the next request. */
  answer: Buffer | string;
  readonly close: () => Promise<void>;
}

/** Answers each request with `first` as it is, until it is given another answer, and hangs up after each. */
export async function startUpstream(first: Buffer | string): Promise<Upstream> {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      got.push(text);
      socket.end(upstream.answer);
    });
    socket.on('error', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const upstream: Upstream = {
    answer: first,
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    got,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return upstream;
}

function isWhole(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  if (!text.includes('\r\n\r\n')) return false;
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return /^transfer-encoding/im.test(head)
    ? /\r\n0\r\n(?:.+\r\n)*\r\n$/.test(text)
    : body.join('\r\n\r\n').length >= length;
}

/** An answer as a service writes it, with a length. */
export const answerOf = (status: number, body: Buffer | string, ...headers: readonly string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `HTTP/1.1 ${String(status)} As It Likes`,
        ...headers,
        `Content-Length: ${String(Buffer.byteLength(body))}`,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);
