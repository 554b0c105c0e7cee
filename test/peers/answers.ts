/** Odd services: what they answer, to a proxy before them or to a callback. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';

/** What a service does once a request has come. */
export interface OddAnswer {
  readonly name: string;
  /** Sent one after the other, each in a packet of its own. */
  readonly sends: readonly (string | Buffer)[];
  /** How the connection ends then. */
  readonly then: 'end' | 'reset' | 'leave open';
}

const JSON_TYPE = 'Content-Type: application/json\r\n';
const OK = 'HTTP/1.1 200 OK\r\n';

/** An answer with a body and its length; more headers, each with its line break. */
const answer = (headers = '', body: string | Buffer = '{}', line = OK): Buffer =>
  Buffer.concat([
    Buffer.from(`${line}${JSON_TYPE}${headers}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
const chunked = (chunks: string, headers = '', line = OK): string =>
  `${line}${JSON_TYPE}Transfer-Encoding: chunked\r\n${headers}\r\n${chunks}`;

type Row = readonly [name: string, sends: string | Buffer | readonly (string | Buffer)[], then?: OddAnswer['then']];

const STATUS_LINES: readonly Row[] = [
  ...['000', '001', '099', '199', '205', '299', '300', '301', '308', '400', '401', '407', '408', '421', '425'].map(
    (status): Row => [`the status ${status}`, answer('', '{}', `HTTP/1.1 ${status} Odd\r\n`)],
  ),
  ...['500', '502', '503', '504', '511', '599', '600', '999', '1000', '20', '-1', 'abc', ''].map((status): Row => [
    `the status ${status}.`,
    answer('', '{}', `HTTP/1.1 ${status} Odd\r\n`),
  ]),
  ['no reason', answer('', '{}', 'HTTP/1.1 200\r\n')],
  ['a control character in the reason', answer('', '{}', 'HTTP/1.1 200 O\u0001K\u007f\r\n')],
  ['an escape in the reason', answer('', '{}', 'HTTP/1.1 404 \u001b[2J\r\n')],
  ['a reason beyond ASCII', answer('', '{}', 'HTTP/1.1 200 \u00ff\u00fe\r\n')],
  ['a long reason', answer('', '{}', `HTTP/1.1 200 ${'x'.repeat(10_000)}\r\n`)],
  ...['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'ICY', 'http/1.1'].map((version): Row => [
    `the version ${version}`,
    answer('', '{}', `${version} 200 OK\r\n`),
  ]),
  ['204 with a body', answer('', '{}', 'HTTP/1.1 204 No Content\r\n')],
  ['204 in chunks', chunked('2\r\n{}\r\n0\r\n\r\n', '', 'HTTP/1.1 204 No Content\r\n')],
  ['304 with a length', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n'],
  ['100 and no more', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['100 and then an answer', ['HTTP/1.1 100 Continue\r\n\r\n', answer()]],
  ['101', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n', 'leave open'],
  ['101 without an upgrade', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'leave open'],
  [
    '101 and the other protocol',
    ['HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', '\u0081\u0005hello'],
  ],
  ['102 and then an answer', ['HTTP/1.1 102 Processing\r\n\r\n', answer()]],
  ['103 and then an answer', ['HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX: 1\r\n\r\n', answer()]],
  ['103 with a broken link', ['HTTP/1.1 103 Early Hints\r\nLink: a\r\nLink: b\r\n\r\n', answer()]],
  ['ten of 103', ['HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10), answer()]],
];

const HEADERS: readonly Row[] = [
  ...[
    'Trailer: X',
    'Connection: close',
    'Connection: keep-alive, Content-Type',
    'Connection: Content-Length',
    'Connection: upgrade\r\nUpgrade: h2c',
    'Keep-Alive: timeout=99999',
    'Content-Type: text/html',
    'Content-Type: ;;;',
    'Content-Encoding: gzip',
    'Content-Encoding: br',
    'Content-Encoding: zstd, deflate',
    'Content-Encoding: nothing',
    'Set-Cookie: a\r\nSet-Cookie: b',
    'X-Latin: \u00e9\u00ff',
    'X-Empty:',
    'Date: yesterday',
    '__proto__: 1',
    'constructor: 1',
    'Location: http://[::1',
    'Retry-After: -1',
    'Proxy-Authenticate: Basic',
    'Transfer-Encoding: identity',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked',
    'Content-Length: 2',
    'Content-Length: 3',
    'Content-Length: -1',
    'no colon',
    ': no name',
    'Sp ace: x',
    'Folded: a\r\n b',
    'Nul: \u0000',
    `X-Long: ${'y'.repeat(20_000)}`,
    Array.from({ length: 3000 }, (_, i) => `X-${String(i)}: 1`).join('\r\n'),
  ].map((header): Row => [`the header ${JSON.stringify(header.slice(0, 50))}`, answer(`${header}\r\n`)]),
  ['a trailer announced on 204', 'HTTP/1.1 204 No Content\r\nTrailer: X\r\n\r\n'],
  ['a trailer announced on 304', 'HTTP/1.1 304 Not Modified\r\nTrailer: X\r\n\r\n'],
];

const BODIES: readonly Row[] = [
  ['a body compressed', answer('Content-Encoding: gzip\r\n', gzipSync('{}'))],
  ['a body in raw deflate', answer('Content-Encoding: deflate\r\n', deflateRawSync('{}'))],
  ['a body that becomes much more', answer('Content-Encoding: gzip\r\n', gzipSync(Buffer.alloc(70 * 1024 * 1024)))],
  ['no body', answer('', '')],
  ['a body that is no UTF-8', answer('', Buffer.from([0x22, 0xff, 0xc0, 0x22]))],
  ['a key twice', answer('', '{"a":1,"a":2}')],
  ['a lone surrogate', answer('', '{"error":"\\ud800"}')],
  ['brackets without end', answer('', '['.repeat(200_000))],
  ['ten megabytes of brackets in a text', answer('', `{"a":"${'['.repeat(10_000_000)}"}`)],
  ['ten megabytes of escapes in a text', answer('', `{"a":"${'\\"'.repeat(5_000_000)}`)],
  ['more than is kept', answer('', `"${'x'.repeat(17 * 1024 * 1024)}"`)],
  ['bytes behind the length', Buffer.concat([answer(), Buffer.from('{"more":1}')])],
  ['a second answer', Buffer.concat([answer(), answer()])],
  ['a second answer later', [answer(), answer()]],
  ['a body until the end', `${OK}${JSON_TYPE}\r\n{}`],
  ['a body in single bytes', [`${OK}${JSON_TYPE}Content-Length: 9\r\n\r\n`, ...Array.from('{"a": 1 }')]],
  ['chunks', chunked('2\r\n{}\r\n0\r\n\r\n')],
  ['chunks with trailers', chunked('2\r\n{}\r\n0\r\nX: 1\r\n\r\n', 'Trailer: X\r\n')],
  ['chunks with trailers that nobody announced', chunked('2\r\n{}\r\n0\r\nX: 1\r\nContent-Length: 5\r\n\r\n')],
  ['chunks with a trailer that is none', chunked('2\r\n{}\r\n0\r\nno colon\r\n\r\n')],
  ['chunks with extensions', chunked('2;a="b"\r\n{}\r\n0\r\n\r\n')],
  ['a chunk longer than it says', chunked('1\r\n{}\r\n0\r\n\r\n')],
  ['a chunk of no size', chunked('x\r\n{}\r\n')],
  ['chunks without an end', chunked('2\r\n{}\r\n')],
  ['bytes behind the chunks', chunked('2\r\n{}\r\n0\r\n\r\n{"more":1}')],
];

const ENDINGS: readonly Row[] = (['end', 'reset', 'leave open'] as const).flatMap((then): Row[] => [
  [`nothing, then: ${then}`, [], then],
  [`half a status line, then: ${then}`, 'HTTP/1.1 2', then],
  [`half a header, then: ${then}`, `${OK}Content-Ty`, then],
  [`half a body, then: ${then}`, `${OK}${JSON_TYPE}Content-Length: 99\r\n\r\n{"tot`, then],
  [`half a chunk, then: ${then}`, chunked('ff\r\n{"tot'), then],
]);

const GARBAGE: readonly Row[] = [
  ['noise', Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 256))],
  ['zeros', Buffer.alloc(1000)],
  ['a request', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['an alert of TLS', Buffer.from('15030100020228', 'hex')],
  ['settings of HTTP/2', Buffer.from('000000040000000000', 'hex')],
  ['mail', '220 mail.example ESMTP\r\n'],
  ['empty lines', '\r\n\r\n\r\n'],
  ['a million letters', 'a'.repeat(1_000_000)],
];

/** All of them. */
export const oddAnswers: readonly OddAnswer[] = [...STATUS_LINES, ...HEADERS, ...BODIES, ...ENDINGS, ...GARBAGE].map(
  ([name, sends, then = 'end']) => ({
    name,
    sends: typeof sends === 'string' || Buffer.isBuffer(sends) ? [sends] : sends,
    then,
  }),
);

/** A service on a raw socket. */
export interface OddService {
  readonly url: string;
  /** What it answers from now on. */
  readonly answer: (answer: OddAnswer) => void;
  readonly close: () => Promise<void>;
}

/** Starts it; it answers well until told otherwise. */
export async function startOddService(): Promise<OddService> {
  let present: OddAnswer = { name: 'good', sends: [answer('Connection: close\r\n')], then: 'end' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const { sends, then } = present;
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => void reply());
    async function reply(): Promise<void> {
      for (const packet of sends)
        await new Promise<void>((resolve) => {
          socket.write(packet, () => {
            setImmediate(resolve);
          });
        });
      if (then === 'end') socket.end();
      if (then === 'reset') socket.resetAndDestroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    answer: (next) => {
      present = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
