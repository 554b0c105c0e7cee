/** Drives a server over plain sockets, so that the load costs little beside what it measures, and times to the microsecond. */
import { connect } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

/** What a server made of the requests. */
export interface Load {
  /** Answers. */
  readonly count: number;
  /** Answers a second. */
  readonly perSecond: number;
  /** Milliseconds within which half of the answers came, and all but one in a hundred. */
  readonly p50: number;
  readonly p99: number;
}

const CONNECTIONS = 32;
const NANOSECONDS = 1e6; // in a millisecond

/** The bytes of a request. */
export function bytesOf(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Requests for so many milliseconds, and at least so many: on a busy machine a moment has few. */
export function* during(milliseconds: number, least: number, make: () => Buffer): Generator<Buffer, undefined> {
  const end = performance.now() + milliseconds;
  for (let i = 0; i < least || performance.now() < end; i++) yield make();
}

/** So many requests. */
export function* times(count: number, make: () => Buffer): Generator<Buffer, undefined> {
  for (let i = 0; i < count; i++) yield make();
}

/**
 * Sends the requests over several keep-alive connections, each the next one when the answer before is there. Rejects if one is
 * refused: a server that refuses is soon done.
 */
export async function drive(
  port: number,
  requests: Generator<Buffer, undefined>,
  connections = CONNECTIONS,
): Promise<Load> {
  const histogram = createHistogram();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, requests, (nanoseconds) => {
        histogram.record(nanoseconds);
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  return {
    count: histogram.count,
    perSecond: histogram.count / seconds,
    p50: histogram.percentile(50) / NANOSECONDS,
    p99: histogram.percentile(99) / NANOSECONDS,
  };
}

function converse(
  port: number,
  requests: Generator<Buffer, undefined>,
  answered: (nanoseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let text = '';
    let sent = 0;
    const next = (): void => {
      const { value } = requests.next();
      if (value === undefined) socket.end();
      else {
        sent = performance.now();
        socket.write(value);
      }
    };
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!isComplete(text)) return;
      answered(Math.max(1, Math.round((performance.now() - sent) * NANOSECONDS)));
      if (!text.startsWith('HTTP/1.1 200')) {
        socket.destroy(new Error(`Port ${String(port)} refused a request:\n${text}`));
        return;
      }
      text = '';
      next();
    });
    socket.on('close', () => {
      resolve();
    });
    socket.on('error', reject);
  });
}

function isComplete(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /content-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length);
}
