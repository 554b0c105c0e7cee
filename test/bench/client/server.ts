/** A local server that answers every call alike, in a thread of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** Address of a server that gives everybody this JSON. */
export async function startServer(body: string): Promise<{ url: string; close: () => Promise<unknown> }> {
  const worker = new Worker(new URL(import.meta.url), { workerData: body });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  return { url: `http://127.0.0.1:${String(port)}`, close: () => worker.terminate() };
}

if (!isMainThread) {
  const headers = { 'content-type': 'application/json' };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, headers).end(workerData as string));
  });
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
}
