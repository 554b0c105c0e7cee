/** Drives a server over plain sockets with requests made beforehand, so that the load costs little beside what it measures. */
import { connect } from 'node:net';

/** Requests as bytes, to be sent over one keep-alive connection each after the answer to the one before. */
export interface LoadResult {
  /** Answered requests a second. */
  readonly perSecond: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** The bytes of a request. */
export function bytesOf(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Sends all of them over `connections` connections. */
export async function drive(port: number, requests: readonly Buffer[], connections = 32): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const queue = requests.values();
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, () => converse(port, queue, statuses)));
  const perSecond = (requests.length / (performance.now() - started)) * 1000;
  return { perSecond, statuses };
}

function converse(port: number, queue: Iterator<Buffer>, statuses: Record<string, number>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    const next = (): void => {
      const { value, done } = queue.next() as IteratorResult<Buffer, undefined>;
      if (done) socket.end();
      else socket.write(value);
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /content-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
      const isChunked = length === undefined;
      if (isChunked ? !text.endsWith('0\r\n\r\n') : text.length < head + 4 + Number(length)) return;
      const status = text.slice(9, 12);
      statuses[status] = (statuses[status] ?? 0) + 1;
      text = '';
      next();
    });
    socket.on('close', () => {
      resolve();
    });
    socket.on('error', reject);
  });
}
