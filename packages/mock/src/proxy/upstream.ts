/** The service behind the proxy: its address, and whose word is taken for its being that. */
import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { getCACertificates } from 'node:tls';

/** What of a connection's certificate is believed, as `https.request` takes it. */
export interface Trust {
  readonly ca?: string[];
  readonly rejectUnauthorized?: boolean;
}

/**
 * The address of the service.
 *
 * @throws TypeError for what is none
 */
export function upstreamOf(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(
      `The upstream must be an http or https address like https://wallet.example, not ${shown(String(address))}`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('The upstream must be an address without credentials, query or fragment.');
  return url;
}

/** An address as an error may quote it: what stands before an @ may be a password. */
const shown = (address: string): string => (address.includes('@') ? 'one with credentials' : address);

/** Names of this machine that lead to a server on any other of them. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0', '[::]'];

/**
 * Refuses a proxy that would be its own upstream: each request would go round until the sockets are used up.
 *
 * @throws TypeError
 */
export function refuseItself({ hostname, port, protocol }: URL, listening: { host: string; port: number }): void {
  const [name, host] = [plain(hostname), plain(inUrl(listening.host))];
  const isOwn =
    name === host || (OWN_NAMES.includes(name) && OWN_NAMES.includes(host)) || (EVERY.includes(host) && isMine(name));
  if (isOwn && Number(port || (protocol === 'https:' ? 443 : 80)) === listening.port)
    throw new TypeError(
      `The upstream is where the proxy itself listens, at port ${String(listening.port)}: give the service's address, or the proxy another --port`,
    );
}

/** Whoever listens there listens on all addresses of the machine. */
const EVERY = ['0.0.0.0', '[::]'];

const isMine = (name: string): boolean =>
  OWN_NAMES.includes(name) ||
  /^127\.[\d.]+$/.test(name) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => inUrl(address) === name));

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** As a URL has it, and an address of version 4 that is written as one of version 6 as what it is. */
function plain(host: string): string {
  const name = URL.parse(`http://${host}`)?.hostname ?? host;
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  return [high, low]
    .map((half) => parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 0xff])
    .join('.');
}

/**
 * The trust that was chosen.
 *
 * @throws TypeError for what an http address has no use for, and for certificates that are none: Node would pass over them silently
 */
export function trustOf({ ca, insecure = false }: { ca?: string; insecure?: boolean }, upstream: URL): Trust {
  if (ca === undefined && !insecure) return {};
  if (upstream.protocol !== 'https:')
    throw new TypeError(
      '--ca and --insecure are for certificates, and an http upstream has none: give an https address',
    );
  if (ca !== undefined && !isCertificate(ca))
    throw new TypeError('--ca takes certificates in PEM, each whole from -----BEGIN CERTIFICATE----- to its end');
  return {
    ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }),
    ...(insecure && { rejectUnauthorized: false }),
  };
}

/** Each of them has to be one: Node stops reading at the first that is none, and says nothing. */
function isCertificate(text: string): boolean {
  const begun = text.match(/-----BEGIN (?:\w+ )?CERTIFICATE-----/g) ?? [];
  const whole = text.match(/-----BEGIN ((?:\w+ )?CERTIFICATE)-----[^]*?-----END \1-----/g) ?? [];
  try {
    for (const each of whole) new X509Certificate(each);
    return begun.length > 0 && whole.length === begun.length;
  } catch {
    return false;
  }
}

/** What can be done about an error, by its code. */
const ADVICE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ].map((code) => [code, 'give its issuer’s certificate to --ca']),
);

/** Why there is no answer, and what to do where something can be done. */
export function reasonFor({ message, code }: NodeJS.ErrnoException): string {
  const reason = message || (code ?? 'no connection');
  const advice = ADVICE[code ?? ''];
  return advice === undefined ? reason : `${reason.split(';')[0] ?? ''}; ${advice}`; // Node's own advice is for Node
}
