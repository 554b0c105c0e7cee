/** The validating proxy: stands between a client and the real service, changes nothing, and holds both against the document. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { disposable, HEALTH, quietly, sendHealth, serve, type Serving } from '@wallet-operations/serving';
import type { Recording } from '@wallet-operations/transcript';
import { type OpenApiDocument, operationsOf } from '@wallet-operations/validator';
import { type Checked, createExchangeCheck } from './check-exchange.ts';
import type { Exchange } from './exchange.ts';
import { createForward } from './forward.ts';
import { passedOf } from './passed.ts';
import { createQueue } from './queue.ts';
import { createCollector, type Demands, type ProxyReport } from './report.ts';
import { refuseItself, trustOf, upstreamOf } from './upstream.ts';

/** How to start a proxy. */
export interface ProxyOptions extends Demands {
  /** Address of the service, http or https; a path in it is put before each request's. */
  readonly upstream: string | URL;
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** Certificates in PEM that are trusted besides the usual ones, for an https upstream. */
  readonly ca?: string;
  /** Takes any certificate: whoever is in between can read and change everything. Default: false. */
  readonly insecure?: boolean;
  /** Document to hold requests and answers against. Default: the published one. */
  readonly document?: OpenApiDocument;
  /** Gathers what passes, without any value of it. Default: nothing is kept. */
  readonly recording?: Recording;
  /** Called after each exchange. What it throws, or rejects with, is passed over. Default: nothing. */
  readonly log?: (entry: ProxyLogEntry) => void;
}

/** One exchange, checked. It holds no header and no value of a path, a query or a body. */
export interface ProxyLogEntry extends Checked {
  readonly startedAt: Date;
  /** From the request's first byte to the answer's last. */
  readonly milliseconds: number;
  /** How large the bodies were, as they were sent. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Why there is no answer, or only a part of one. */
  readonly failure: string | undefined;
}

/** A running proxy. */
export interface Proxy extends Serving {
  /** What it has seen so far. What waits to be checked is checked first. */
  readonly report: () => ProxyReport;
}

/**
 * Starts the proxy.
 *
 * @throws TypeError for an upstream that is no http address, or the proxy's own, for certificates that are none, or for demands that nobody can meet, and the
 * error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { port = 0, host = '127.0.0.1', product = 'svc', document = bundled, recording, log } = options;
  const upstream = upstreamOf(options.upstream);
  refuseItself(upstream, { host, port });
  const operations = operationsOf(document);
  const collector = createCollector(operations, options);
  const { check, skip } = createExchangeCheck(document, product);
  const count = ({ exchange, failure }: Ended, checked: Checked): void => {
    collector.add(checked);
    quietly(() => log?.({ ...checked, ...measured(exchange), failure }));
  };
  const queue = createQueue<Ended>({
    bytesOf: ({ exchange: { requestBody, response } }) => requestBody.bytes.length + (response?.body.bytes.length ?? 0),
    carryOut(ended) {
      const { exchange } = ended;
      attempt(() => recording?.add(passedOf(exchange)));
      count(ended, attempt(() => check(exchange)) ?? skip(exchange, 'was not checked: the check itself failed'));
    },
    skip(ended) {
      count(ended, skip(ended.exchange, 'was not checked, for there was no time: too much came at once'));
    },
  });
  let until: number | undefined;
  const forward = createForward(
    upstream,
    trustOf(options, upstream),
    (exchange, failure) => {
      queue.add({ exchange, failure });
    },
    () => until !== undefined,
  );
  const serving = await serve({ host, port }, (request, response) => {
    // Asked every few seconds, of the proxy, and no breach of the document: neither the service nor the report has to do with it.
    if (request.url === HEALTH && request.method === 'GET') sendHealth(response);
    else forward(request, response);
  });
  return {
    ...disposable({
      ...serving,
      async close() {
        until ??= performance.now() + DEADLINE;
        await serving.close();
        await queue.end(until);
      },
    }),
    report() {
      queue.drain();
      return collector.report();
    },
  };
}

/** Milliseconds after which a proxy that closes checks no more: one second more than those have who are connected. */
const DEADLINE = 6_000;

/** An exchange that is over, and why it ended early, if it did. */
interface Ended {
  readonly exchange: Exchange;
  readonly failure: string | undefined;
}

const measured = ({ startedAt, milliseconds, requestBody, response }: Exchange) => ({
  startedAt,
  milliseconds,
  requestBytes: requestBody.size,
  responseBytes: response?.body.size ?? 0,
});

/** Nobody's fault while an exchange is checked may end the process: there are others under way. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
