/** Random requests, as bytes on a connection: most nearly right, some of them no HTTP at all, some that never end. */
import { seeded } from '../../client/faults/random.ts';
import { operations } from '../document.ts';

/** A number from 0 to below `below`. */
export type Random = (below: number) => number;

/** One request, and how it is sent. */
export interface FuzzedRequest {
  /** Written one after the other, each in a packet of its own. */
  readonly packets: readonly Buffer[];
  /** What the client does then: waits for an answer, says that it sends no more, or breaks off. */
  readonly then: 'wait' | 'end' | 'destroy';
}

/** The same seed gives the same requests. */
export function seededRandom(seed: number): Random {
  const { next } = seeded(seed);
  return (below) => Math.floor(next() * below);
}

const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x1f',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '%zz',
  '..',
  '%2e%2e',
  '%2F',
  '\\',
  'é',
  '💸',
  "' OR 1=1",
  '9'.repeat(40),
  'a'.repeat(300),
  '<script>',
  '__proto__',
  'constructor',
  '${7*7}',
  '\u2028',
  '*',
];
const JSONS = [
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '{"__proto__":{}}',
  '1e999',
  '-0',
  '12345678901234567890',
  '[[[[[]]]]]',
  '{"a":{"b":{"c":{}}}}',
  'tru',
  '"\\ud800"',
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'get', 'CONNECT', 'BREW', ''];
const HEADERS = [
  'prefer: example=nothing',
  'prefer: code=200',
  'prefer: code=,example==;;',
  'accept: text/html',
  'content-encoding: gzip',
  'expect: 100-continue',
  'content-type: text/plain',
  'content-type: application/json; charset="',
  'content-type: /',
  'x-api-code: ',
  'x-api-code: \u00ff',
  'transfer-encoding: gzip',
  'transfer-encoding: chunked',
  'content-length: 5',
  'content-length: -1',
  'connection: close',
  'connection: upgrade\r\nupgrade: websocket',
  ': nothing',
  'no colon',
  'cookie: a=b',
  'host: other',
  `x-long: ${'y'.repeat(20_000)}`,
  'origin: http://x',
];

/** The next request. */
export function fuzzedRequest(random: Random): FuzzedRequest {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const chance = (percent: number): boolean => random(100) < percent;

  const operation = pick(operations);
  const method = chance(5) ? pick(METHODS) : operation.method;
  const segments = operation.path.split('/').map((segment) => (chance(4) ? pick(VALUES) : segment));
  const query = Object.entries({ ...operation.query, t: '1' })
    .filter(() => !chance(4))
    .map(([name, value]) => `${chance(3) ? pick(VALUES) : name}=${chance(8) ? pick(VALUES) : value}`);
  const target = `${segments.join('/')}?${query.join('&')}`;

  const valid = JSON.stringify(operation.bodies.length > 0 ? pick(operation.bodies) : {});
  const body = Buffer.from(operation.bodies.length === 0 && !chance(5) ? '' : bodyOf(valid, random));
  const headers = ['host: mock', 'x-api-code: code', 'x-checksum: sum', 'content-type: application/json'].filter(
    () => !chance(4),
  );
  if (chance(20)) headers.push(pick(HEADERS));

  const chunked = body.length > 0 && chance(15);
  const length = chance(5) ? random(2 * body.length + 2) : body.length;
  if (chunked) headers.push('transfer-encoding: chunked');
  else if (body.length > 0 || chance(10)) headers.push(`content-length: ${String(length)}`);
  const sent = chunked
    ? Buffer.concat([
        Buffer.from(`${(chance(10) ? body.length + 9 : body.length).toString(16)}\r\n`),
        body,
        Buffer.from(chance(10) ? '\r\n' : '\r\n0\r\n\r\n'),
      ])
    : body;

  const head = Buffer.from(`${method} ${target} HTTP/1.${chance(5) ? '0' : '1'}\r\n${headers.join('\r\n')}\r\n\r\n`);
  const whole = chance(2) ? noise(random) : Buffer.concat([head, sent]);
  const truncated = chance(8);
  const bytes = truncated ? whole.subarray(0, random(whole.length)) : whole;
  // Whoever sends less than it announced has to say so by ending, or nobody could ever answer.
  const then = truncated ? pick(['end', 'destroy'] as const) : 'end';
  return { packets: chance(10) ? pieces(bytes, random) : [bytes], then };
}

function bodyOf(valid: string, random: Random): string {
  switch (random(5)) {
    case 0:
      return valid.replace(/"[^"]*"|\d+|true|false/g, (value) =>
        random(5) === 0 ? (JSONS[random(JSONS.length)] ?? '') : value,
      );
    case 1:
      return valid.slice(0, random(valid.length));
    case 2: {
      const at = random(valid.length);
      return `${valid.slice(0, at)}${String.fromCodePoint(random(0x2fff))}${valid.slice(at + random(3))}`;
    }
    case 3:
      return random(10) === 0 ? '['.repeat(random(20_000)) : (JSONS[random(JSONS.length)] ?? '');
    default:
      return valid;
  }
}

const noise = (random: Random): Buffer => Buffer.from(Array.from({ length: random(400) }, () => random(256)));

function pieces(bytes: Buffer, random: Random): Buffer[] {
  if (bytes.length < 2) return [bytes];
  const at = 1 + random(bytes.length - 1);
  return [bytes.subarray(0, at), ...(random(3) > 0 ? pieces(bytes.subarray(at), random) : [bytes.subarray(at)])];
}
