/** Passes requests to the upstream and answers back, byte for byte, and tells what went by. */
import { type ClientRequest, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { capture } from './capture.ts';
import type { Exchange } from './exchange.ts';

/** Headers that belong to one connection, not to the message. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/**
 * Makes the forwarding to `upstream`. `done` is called once for each exchange, after its answer has gone out, or when it
 * cannot come any more; `failure` then says why.
 */
export function createForward(
  upstream: URL,
  done: (exchange: Exchange, failure?: string) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  const send = upstream.protocol === 'https:' ? httpsRequest : httpRequest;
  const base = upstream.pathname.replace(/\/$/, '');

  return (request, response) => {
    const { method = 'GET', url = '/', headers: requestHeaders } = request;
    const sent = capture(request);
    let received: (() => Exchange['response']) | undefined;
    let settled = false;
    const settle = (failure?: string): void => {
      if (settled) return;
      settled = true;
      const response = received?.();
      done({ method, url, requestHeaders, requestBody: sent(), ...(response && { response }) }, failure);
    };

    // Each request has a connection of its own: one that is reused may be closed just then, and a withdrawal be in doubt.
    const outgoing: ClientRequest = send({
      protocol: upstream.protocol,
      hostname: upstream.hostname.replace(/^\[|\]$/g, ''),
      port: upstream.port,
      method,
      path: base + url,
      headers: [...endToEnd(request.rawHeaders, upstream.host), ...withoutBody(request)],
      agent: false,
    });
    request.pipe(outgoing);

    outgoing.on('response', (answer) => {
      const { statusCode: status = 0, headers } = answer;
      const body = capture(answer);
      received = () => ({ status, headers, body: body() });
      response.sendDate = false; // the upstream's own, or none
      response.writeHead(status, answer.statusMessage, endToEnd(answer.rawHeaders));
      response.flushHeaders();
      answer.pipe(response);
      answer.on('end', () => {
        settle();
      });
      answer.on('error', (error) => {
        response.destroy(); // the client must see that something is missing
        settle(error.message);
      });
    });
    outgoing.on('error', (error) => {
      if (response.headersSent || response.destroyed) response.destroy();
      else unanswered(response, reasonOf(error));
      settle(reasonOf(error));
    });
    response.on('close', () => {
      if (response.writableFinished) return;
      outgoing.destroy();
      settle('the client hung up');
    });
  };
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException): string => message || (code ?? 'no connection');

/** Names and values in turn, as they came, without those of the connection, and with `host` in the place of the host. */
function endToEnd(raw: readonly string[], host?: string): string[] {
  const pairs = raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));
  const connection = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .map(([, value]) => value.toLowerCase());
  const named = connection.flatMap((value) => value.split(',').map((name) => name.trim()));
  const dropped = new Set([...HOP_BY_HOP, ...named]);
  return pairs
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .flatMap(([name, value]) => [name, name.toLowerCase() === 'host' ? (host ?? value) : value]);
}

/** Node would announce a body in chunks for a method that may have one; none is what was sent. */
const withoutBody = ({ method = '', headers }: IncomingMessage): string[] =>
  ['POST', 'PUT', 'PATCH'].includes(method) && !headers['content-length'] && !headers['transfer-encoding']
    ? ['Content-Length', '0']
    : [];

function unanswered(response: ServerResponse, reason: string): void {
  const body = JSON.stringify({ error: `The proxy has no answer from its upstream: ${reason}` });
  response.writeHead(502, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
