/** The validating proxy: stands between a client and the real service, changes nothing, and holds both against the document. */
import bundled from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '../document.ts';
import { listen, type Listening } from '../listen.ts';
import { type Checked, createExchangeCheck } from './check.ts';
import { createForward } from './forward.ts';
import { createCollector, type ProxyReport } from './report.ts';

/** How to start a proxy. */
export interface ProxyOptions {
  /** Address of the service, http or https; a path in it is put before each request's. */
  readonly upstream: string | URL;
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number;
  /** Address to listen on. Default: the loopback address 127.0.0.1. */
  readonly host?: string;
  /** Path segment that your product has in the place of `svc`. Default: `svc`. */
  readonly product?: string;
  /** Document to hold requests and answers against. Default: the published one. */
  readonly document?: OpenApiDocument;
  /** Called after each exchange. Default: nothing. */
  readonly log?: (entry: ProxyLogEntry) => void;
}

/** One exchange, checked. It holds no header, no query and no value of any body. */
export interface ProxyLogEntry extends Checked {
  /** Why there is no answer, or only a part of one. */
  readonly failure: string | undefined;
}

/** A running proxy. */
export interface Proxy extends Listening {
  /** What it has seen so far. */
  readonly report: () => ProxyReport;
}

/**
 * Starts the proxy.
 *
 * @throws TypeError for an upstream that is no http address, and the error of the socket, `EADDRINUSE` for a port that is taken
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { port = 0, host = '127.0.0.1', product = 'svc', document = bundled, log } = options;
  const upstream = upstreamOf(options.upstream);
  const check = createExchangeCheck(document, product);
  const collector = createCollector();
  const forward = createForward(upstream, (exchange, failure) => {
    const checked = check(exchange);
    collector.add(checked);
    log?.({ ...checked, failure });
  });
  return { ...(await listen(host, port, forward)), report: collector.report };
}

function upstreamOf(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(
      `The upstream must be an http or https address like https://wallet.example, not ${String(address)}`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('The upstream must be an address without credentials, query or fragment.');
  return url;
}
