/**
 * Sends random requests to a mock in a process of its own: `node test/mock/fuzz/run.ts [requests] [seed]`. The first that gets
 * no answer in time, an answer that is none, or a 5xx ends it with the seed and the request.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type FuzzedRequest, fuzzedRequest, seededRandom } from './requests.ts';

/** Milliseconds after which a request counts as hanging. */
const TIME = 2_000;
const CONNECTIONS = 16;

/** What a run found. */
export interface FuzzReport {
  readonly requests: number;
  /** How often each status came; 0 for a connection that the request itself broke off. */
  readonly statuses: Readonly<Record<number, number>>;
  /** The longest that an answer took, in milliseconds. */
  readonly slowest: number;
  /** Bytes of the mock's heap, after a fifth of the requests and at the end. */
  readonly heap: readonly [number, number];
  readonly faults: readonly string[];
}

/** Runs `requests` random requests of a seed, then checks that the mock still answers. */
export async function fuzz(requests: number, seed: number): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const child = fork(join(import.meta.dirname, 'mock-process.ts'), { execArgv: ['--expose-gc'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const heapOfMock = async (): Promise<number> => {
    child.send('heap');
    const [{ heap }] = (await once(child, 'message')) as [{ heap: number }];
    return heap;
  };

  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  let slowest = 0;
  const run = async (count: number): Promise<void> => {
    let left = count;
    const worker = async (): Promise<void> => {
      while (left-- > 0 && faults.length === 0) {
        const request = fuzzedRequest(random);
        const start = performance.now();
        const answer = await exchange(port, request);
        slowest = Math.max(slowest, performance.now() - start);
        const fault = faultOf(answer, request);
        if (fault) faults.push(`${fault}\n${Buffer.concat(request.packets).toString('latin1').slice(0, 2_000)}`);
        const status = statusOf(answer);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  };

  try {
    await run(Math.ceil(requests / 5));
    const before = await heapOfMock();
    await run(requests - Math.ceil(requests / 5));
    const after = await heapOfMock();
    const last = await fetch(`http://127.0.0.1:${String(port)}/v1/svc/currency/prices?t=1`, {
      headers: { 'x-api-code': 'code', 'x-checksum': 'sum' },
    });
    if (last.status !== 200) faults.push(`At the end a good request gets ${String(last.status)}.`);
    return { requests, statuses, slowest, heap: [before, after], faults };
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

/** The bytes that came until the connection ended; undefined if it did not end in time. */
function exchange(port: number, { packets, then }: FuzzedRequest): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    const received: Buffer[] = [];
    const timer = setTimeout(() => {
      resolve(undefined);
      socket.destroy();
    }, TIME);
    const done = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(received).toString('utf8'));
      socket.destroy();
    };
    socket
      .on('data', (chunk) => received.push(chunk))
      .on('end', done)
      .on('error', done)
      .on('close', done);
    socket.on('connect', () => {
      const write = (i: number): void => {
        const packet = packets[i];
        if (packet) socket.write(packet, () => setImmediate(write, i + 1));
        else if (then === 'destroy') done();
        else if (then === 'end') socket.end();
      };
      write(0);
    });
  });
}

const statusOf = (answer: string | undefined): number =>
  Number(/^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3})/.exec(answer ?? '')?.[1] ?? 0);

function faultOf(answer: string | undefined, { packets, then }: FuzzedRequest): string | undefined {
  if (answer === undefined) return `No answer in ${String(TIME)} ms to:`;
  // A body that breaks off after an offer to upgrade makes Node itself hang up.
  const sent = Buffer.concat(packets).toString('latin1');
  const silent = then === 'destroy' || sent.includes('upgrade') || sent.trim() === '';
  if (answer === '') return silent ? undefined : 'No answer at all to:';
  const status = statusOf(answer);
  if (status === 0 || status >= 500) return `The answer ${answer.slice(0, 300)} to:`;
  if (!/^content-type: application\/json\r$/im.test(answer))
    return `The answer without JSON ${answer.slice(0, 300)} to:`;
  return undefined;
}

if (import.meta.main) {
  const [requests = '10000', seed = '1'] = process.argv.slice(2);
  const report = await fuzz(Number(requests), Number(seed));
  const [before, after] = report.heap.map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`);
  console.log(`${requests} requests of seed ${seed}: ${JSON.stringify(report.statuses)}`);
  console.log(`slowest ${report.slowest.toFixed(0)} ms, heap ${before ?? ''} → ${after ?? ''}`);
  for (const fault of report.faults) console.error(fault);
  if (report.faults.length > 0 || report.heap[1] - report.heap[0] > 8 * 2 ** 20) process.exitCode = 1;
}
