/** Headers and trailers on their way through the proxy: all that belongs to the message, as it came, and nothing of a connection. */
import type { IncomingMessage, OutgoingMessage } from 'node:http';

/** Headers that belong to one connection, not to the message. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

/** Where a message ends and whom it is for: no `Connection` takes these away, and no trailer says them. */
const FRAMING = ['host', 'content-length', 'transfer-encoding', 'trailer'];

/** Offers of another version of HTTP, or of encryption, which whoever is asked may pass over; some clients make them every time. */
const OFFERS = /^\s*(?:h2c?|http\/|tls\/)/i;

/** Whether a request makes sense only if the protocol is switched. */
export const asksForAnotherProtocol = ({ headers }: IncomingMessage): boolean =>
  /\bupgrade\b/i.test(headers.connection ?? '') &&
  (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim() !== '' && !OFFERS.test(protocol));

type Pair = [name: string, value: string];

const pairsOf = (raw: readonly string[]): Pair[] =>
  raw.flatMap((name, i): Pair[] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));

/**
 * Names and values in turn, as they came, without those of the connection; `host` takes the place of the host. A peer of version 1.0
 * (`isOld`) knows no chunks. Trailers without chunks could not be sent, so nothing announces them.
 */
export function endToEnd(
  { rawHeaders, headers }: IncomingMessage,
  { host, isOld = false }: { readonly host?: string; readonly isOld?: boolean },
): string[] {
  const named = (headers.connection ?? '').toLowerCase().split(',');
  const dropped = new Set([
    ...HOP_BY_HOP,
    ...named.map((name) => name.trim()).filter((name) => !FRAMING.includes(name)),
  ]);
  const isChunked = /\bchunked *$/i.test(headers['transfer-encoding'] ?? '') && !isOld;
  if (!isChunked) dropped.add('trailer');
  if (isOld) dropped.add('transfer-encoding');
  const kept = pairsOf(rawHeaders).filter(([name]) => !dropped.has(name.toLowerCase()));
  if (host !== undefined && !headers.host) kept.push(['Host', host]);
  return kept.flatMap(([name, value]) => [name, name.toLowerCase() === 'host' ? (host ?? value) : value]);
}

/** Node would announce a body in chunks for a method that may have one; none is what was sent. */
export const withoutBody = ({ method = '', headers }: IncomingMessage): string[] =>
  ['POST', 'PUT', 'PATCH'].includes(method) && !headers['content-length'] && !headers['transfer-encoding']
    ? ['Content-Length', '0']
    : [];

/** Passes trailers on; without chunks there is no place for them. */
export function addTrailers(to: OutgoingMessage, { rawTrailers }: IncomingMessage): void {
  const pairs = pairsOf(rawTrailers).filter(([name]) => !FRAMING.includes(name.toLowerCase()));
  try {
    if (pairs.length > 0 && !to.destroyed) to.addTrailers(pairs);
  } catch {
    // one that may not be said is left out
  }
}
