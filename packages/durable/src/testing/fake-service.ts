/** A service over HTTP that takes each order_id once, shows it at once, and loses one answer: enough for orders to go all their way. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { errors } from '@wallet-operations/openapi/errors';
import { operations } from '@wallet-operations/openapi/operations';

/** The service. */
export interface FakeService {
  readonly url: string;
  /** What it has taken, in turn, by order_id. */
  readonly paid: readonly string[];
  readonly close: () => Promise<void>;
}

interface Order {
  readonly order_id: string;
}

const partOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
const LOOKUP = partOf(operations.getWithdrawalState.path);
const { not_found: NOT_FOUND, duplicated_entry: DUPLICATE } = errors;

/** What it refuses with, as the document has it. */
const refusal = (
  { status, code, text }: { readonly status: number; readonly code: number; readonly text: string },
  orderId = '',
): { status: number; body: object } => ({
  status,
  body: { error_code: code, error: text.replace('{ORDER_ID}', orderId) },
});

/** Starts it on a port of its own. */
export async function startFakeService(): Promise<FakeService> {
  const paid: string[] = [];
  const orders = new Map<string, Order>();
  let isLost = false;
  const server = createServer((request, response) => {
    answerTo(request).then(
      (answer) => {
        if (!answer)
          response.destroy(); // taken, and nobody is told
        else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object } | undefined> {
    const { pathname } = new URL(request.url ?? '', 'http://service');
    if (request.method === 'POST') {
      const { requests } = JSON.parse(await textOf(request)) as { requests: Order[] };
      const known = requests.find(({ order_id }) => orders.has(order_id));
      if (known) return refusal(DUPLICATE, known.order_id);
      for (const order of requests) {
        paid.push(order.order_id);
        orders.set(order.order_id, order);
      }
      if (!isLost) {
        isLost = true;
        return undefined;
      }
      return {
        status: 200,
        body: { results: Object.fromEntries(requests.map(({ order_id }, i) => [order_id, i + 1])) },
      };
    }
    const [, , id] = LOOKUP.exec(pathname) ?? [];
    if (id === undefined) return { status: 200, body: { transactions: [] } };
    const order = orders.get(decodeURIComponent(id));
    return order ? { status: 200, body: order } : refusal(NOT_FOUND);
  }

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    paid,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
