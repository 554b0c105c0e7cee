/** A local server that answers every call alike, or each withdrawal with IDs of its orders, in a thread of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Address of a server that gives everybody this JSON, or if it is left out, whoever withdraws IDs. */
export async function startServer(body?: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: body });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  return { url: `http://127.0.0.1:${String(port)}`, close: () => worker.terminate() };
}

if (!isMainThread) {
  const headers = { 'content-type': 'application/json' };
  const server = createServer((request, response) => {
    const answered = (asked: string): string => (workerData as string | undefined) ?? idsOf(asked);
    void text(request).then((asked) => response.writeHead(200, headers).end(answered(asked)));
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

function idsOf(asked: string): string {
  const { requests } = JSON.parse(asked) as { requests: { order_id: string }[] };
  return JSON.stringify({ results: Object.fromEntries(requests.map(({ order_id }, i) => [order_id, 20_000_000 + i])) });
}
