/** Posts to addresses that users have set, without reaching what they must not: private networks, but for loopback. */
import { lookup as systemLookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What came back. */
export interface PostAnswer {
  readonly status: number;
  /** The first part of the body. */
  readonly body: string;
}

/** How to post. */
export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds until it is given up. */
  readonly timeout: number;
  readonly allowPrivate: boolean;
  /** Ends it at once. */
  readonly signal: AbortSignal;
}

/** So much of an answer is read; then the connection ends. */
const LONGEST_ANSWER = 4096;

const forbidden = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  forbidden.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['64:ff9b::', 96], // IPv4 behind a translator
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  forbidden.addSubnet(net, prefix, 'ipv6');
forbidden.addAddress('::', 'ipv6');

/** Whether a request may go to an IP address. Mapped IPv4 addresses count as what they are. */
const mayReach = (address: string): boolean => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return !forbidden.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
};

const refusal = (host: string): Error =>
  new Error(`${host} is a private address. Start the sandbox with --allow-private to let callbacks go there.`);

/** Looked at when the connection is made: a name that is looked at earlier may lead elsewhere by then. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = error ? [] : addresses; // there are none beside an error, whatever the types say
    if (!first) callback(error ?? new Error(`${hostname} has no address`), '', 0);
    else if (!addresses.every(({ address }) => mayReach(address))) callback(refusal(hostname), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

/**
 * Posts once; redirects are not followed.
 *
 * @throws Error that says why no answer came.
 */
export function post(
  address: string,
  { headers, body, timeout, allowPrivate, signal }: PostOptions,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(host) && !mayReach(host)) {
      reject(refusal(host));
      return;
    }
    const { request } = url.protocol === 'https:' ? https : http;
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: url.protocol === 'https:' ? agents['https:'] : agents['http:'],
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        ...(allowPrivate ? {} : { lookup: guardedLookup }),
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        const done = (): void => {
          resolve({ status: response.statusCode ?? 0, body: text.slice(0, LONGEST_ANSWER) });
        };
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length < LONGEST_ANSWER) return;
          done();
          response.destroy();
        });
        response.on('end', done).on('error', reject);
      },
    );
    outgoing.on('error', (error) => {
      reject(
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? new Error(`no answer within ${String(timeout)} ms`)
          : error,
      );
    });
    outgoing.on('close', () => {
      reject(new Error('the connection ended without an answer')); // of one that came nothing is left to reject
    });
    outgoing.end(body);
  });
}
