/** Odd clients: what libraries do not send, and networks, scanners, proxies and tired programmers do. */
import type { OddClient } from './exchange.ts';

const PATH = '/v1/svc/wallets/635743/sender/transactions?t=1';
const GET = '/v1/svc/currency/prices?t=1';
const BODY =
  '{"requests":[{"order_id":"shop1_1","address":"0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62","amount":"1"}]}';
const CREDENTIALS = 'Host: a\r\nX-API-CODE: code\r\nX-CHECKSUM: sum\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

/** A GET with a first line and headers of its own. */
const get = (target = GET, headers = '', version = '1.1', method = 'GET'): string =>
  `${method} ${target} HTTP/${version}\r\n${CREDENTIALS}${headers}\r\n`;
/** A POST, its length given unless a header has it. */
const post = (
  body: string | Buffer = BODY,
  headers = `Content-Length: ${String(Buffer.byteLength(body))}\r\n`,
): Buffer =>
  Buffer.concat([Buffer.from(`POST ${PATH} HTTP/1.1\r\n${CREDENTIALS}${JSON_TYPE}${headers}\r\n`), Buffer.from(body)]);
const chunked = (chunks: string, headers = ''): string =>
  `POST ${PATH} HTTP/1.1\r\n${CREDENTIALS}${JSON_TYPE}Transfer-Encoding: chunked\r\n${headers}\r\n${chunks}`;
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

type Row = readonly [name: string, sends: string | Buffer | readonly (string | Buffer)[], then?: OddClient['then']];

const FIRST_LINES: readonly Row[] = [
  ...['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PURGE'].map(
    (method): Row => [`the method ${method}`, get(GET, '', '1.1', method), 'end'],
  ),
  ...['BREW', 'get', 'GE\tT', '', 'GET GET', '\u0000'].map((method): Row => [
    `no method, but ${JSON.stringify(method)}`,
    get(GET, '', '1.1', method),
    'end',
  ]),
  ['a tunnel', 'CONNECT wallet.example:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a tunnel, and what should go through it', ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', '\u0016\u0003\u0001']],
  ['a tunnel that is reset at once', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 'reset'],
  ['a tunnel to nowhere', 'CONNECT / HTTP/1.1\r\n\r\n'],
  ...['0.9', '1.0', '1.2', '2.0', '3', '9.9', '1.1.1', 'x'].map((version): Row => [
    `the version ${version}`,
    get(GET, '', version),
    'end',
  ]),
  ['no version at all', `GET ${GET}\r\n\r\n`, 'end'],
  ['no target', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', 'end'],
  ...[
    `http://wallet.example${GET}`,
    `HTTPS://user:pass@wallet.example:99999${GET}`,
    'http://wallet.example',
    'http://',
    'http:///',
    'ftp://wallet.example/',
    'wallet.example:80',
    '*',
    '//',
    '///v1/svc',
    '/\\',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e',
    '/v1/svc/%00',
    '/v1/svc/%',
    '/v1/svc/%zz/%f0%9f',
    '/v1/svc/wallets/%C3%28/vault/balance?t=1',
    '/v1/svc/wallets//vault/balance',
    `/v1/svc/wallets/${'9'.repeat(5000)}/vault/balance?t=1`,
    '/v1/svc/wallets/1e3/vault/balance?t=1',
    '/v1/svc/wallets/-0/vault/balance?t=1',
    '/v1/svc/wallets/__proto__/vault/balance?t=1',
    '/__proto__/constructor',
    `/${'a/'.repeat(5000)}`,
    '?',
    '/?',
    '/#fragment',
    `${GET}#fragment`,
    `${GET}&t=1&t=2`,
    `${GET}&&&=&=x&__proto__=1&constructor=2`,
    `${GET}&convert=%`,
    `${GET}&convert=%FF%FE`,
    `${GET}&${'a=b&'.repeat(2500)}`,
    '/v1/svc/currency/prices?t=NaN',
    '/v1/svc/currency/prices?t=1e309',
    '/v1/svc/currency/prices?t=99999999999999999999',
    '/_sandbox/',
    '/_sandbox/events%00',
    '/_sandbox/../_sandbox/reset',
    '/healthz/..',
  ].map((target): Row => [`the target ${target.slice(0, 60)}`, get(target), 'end']),
  ['a target with a space', get('/v1/svc/a b'), 'end'],
  ['a target beyond ASCII', Buffer.from(get('/v1/svc/é💸')), 'end'],
  ['a target of bytes', Buffer.from(get('/v1/svc/\u00ff\u00fe'), 'latin1'), 'end'],
  ['a target with a control character', get('/v1/\u0001\u007f'), 'end'],
  ['empty lines before the request', `\r\n\r\n\r\n${get()}`],
  ['line feeds alone', get().replaceAll('\r\n', '\n'), 'end'],
  ['carriage returns alone', get().replaceAll('\r\n', '\r'), 'end'],
];

const HEADERS: readonly Row[] = [
  ...[
    'Trailer: X',
    'Trailer: Content-Length',
    'TE: trailers, deflate;q=0.5',
    'Connection: close, X-API-CODE',
    'Connection: host',
    'Connection: \u00ff',
    'Connection: upgrade\r\nUpgrade: websocket',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    'Upgrade: TLS/1.0',
    'Expect: 200-ok',
    'Expect: 100-continue',
    'Expect: 100-continue, 100-continue',
    'Content-Length: 0',
    'Content-Length: 00000',
    'Content-Encoding: gzip',
    'Content-Type: ;;;=',
    'Content-Type: application/json; charset=utf-7',
    'Content-Type: multipart/form-data',
    'Host: b',
    'Host: a:99999',
    'Cookie: a=b; c=d',
    'Prefer: code=999, example=nothing',
    'Prefer: code=200; example="\\',
    'Prefer: ,,,=',
    'X-API-CODE: twice',
    'X-CHECKSUM: \u00ff\u00fe',
    'If-None-Match: *',
    'Range: bytes=0-1',
    'Accept: text/html',
    'Accept-Encoding: identity;q=0',
    'Forwarded: for=unknown',
    'Origin: null',
    'Authorization: Bearer',
    'Transfer-Encoding: identity',
    'Proxy-Connection: keep-alive',
    'Max-Forwards: 0',
    '__proto__: 1',
    'constructor: 1',
  ].map((header): Row => [
    `the header ${JSON.stringify(header.slice(0, 50))}`,
    Buffer.from(get(GET, `${header}\r\n`), 'latin1'),
    'end',
  ]),
  ...[
    'no colon',
    ': no name',
    'Sp ace: x',
    'Folded: a\r\n b',
    'Nul: \u0000',
    'Content-Length: -1',
    'Content-Length: 1, 1',
    'Content-Length: 5\r\nContent-Length: 6',
    'Content-Length: 1e3',
    'Content-Length: 99999999999999999999',
    'Content-Length: 0\r\nTransfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding : chunked',
    `X-Long: ${'y'.repeat(20_000)}`,
    Array.from({ length: 3000 }, (_, i) => `X-${String(i)}: 1`).join('\r\n'),
  ].map((header): Row => [
    `the broken header ${JSON.stringify(header.slice(0, 50))}`,
    get(GET, `${header}\r\n`),
    'end',
  ]),
];

const deep = (open: string, depth: number): string => open.repeat(depth);

const BODIES: readonly Row[] = [
  ...[
    '',
    ' ',
    'null',
    '7',
    '"x"',
    '[]',
    '{',
    '{}}',
    '{"requests":null}',
    '{"requests":{"__proto__":{}}}',
    '{"__proto__":{"requests":[]}}',
    '{"requests":[1e999]}',
    `{"requests":[{"order_id":"${'x'.repeat(100_000)}"}]}`,
    BODY.replace('"1"', '"\\ud800"'),
    BODY.replace('shop1_1', '\\udfff\\ud800'),
    BODY.replace('shop1_1', '\\u0000'),
    BODY.replace('}]', '},null]'),
    BODY.replace('"amount"', '"amount":"2","amount"'),
    BODY.replace('"1"', '9'.repeat(4000)),
    BODY.replace('"1"', `0.${'1'.repeat(4000)}`),
    `\ufeff${BODY}`,
    `${BODY}${BODY}`,
    `${BODY}\u0000`,
    `[${BODY}`,
    deep('[', 100_000),
    deep('{"a":', 50_000),
    `{"a":"${deep('[', 1_000_000)}"}`,
    `{"a":"${deep('\\"', 500_000)}`,
    `{"requests":[${Array.from({ length: 2_000 }, () => 'null').join()}]}`,
  ].map((body): Row => [`the body ${JSON.stringify(body.slice(0, 40))} of ${String(body.length)}`, post(body)]),
  ['a body that is no UTF-8', post(Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x7d]))],
  ['a body of nothing but zeros', post(Buffer.alloc(1000))],
  ['a body beyond the limit', post(Buffer.alloc(4 * 1024 * 1024 + 1, 0x20))],
  ['a body beyond the limit, announced and not sent', post('', 'Content-Length: 999999999\r\n'), 'end'],
  ['a body with GET', `${get(GET, 'Content-Length: 2\r\n')}{}`],
  ['a body in chunks with GET', `${get(GET, 'Transfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`],
  ['a body with HEAD', `${get(GET, 'Content-Length: 2\r\n', '1.1', 'HEAD')}{}`, 'end'],
  ['a body for version 1.0 without a length', `POST ${PATH} HTTP/1.0\r\n${CREDENTIALS}\r\n${BODY}`, 'end'],
  ['a body after a pause for 100 Continue', [post('', 'Content-Length: 2\r\nExpect: 100-continue\r\n'), '{}']],
  ['100 Continue, and then no body', post('', 'Content-Length: 2\r\nExpect: 100-continue\r\n'), 'end'],
  ['chunks of one byte', chunked(`${Array.from(BODY, chunk).join('')}0\r\n\r\n`)],
  ['chunks with extensions', chunked(`2;a=b;c="d"\r\n{}\r\n0;x\r\n\r\n`)],
  ['chunks with trailers', chunked(`${chunk(BODY)}0\r\nX-Trailer: 1\r\n\r\n`, 'Trailer: X-Trailer\r\n')],
  ['chunks with trailers that nobody announced', chunked(`${chunk(BODY)}0\r\nContent-Length: 5\r\nHost: b\r\n\r\n`)],
  ['a chunk longer than it says', chunked(`1\r\n{}\r\n0\r\n\r\n`), 'end'],
  ['a chunk of no size', chunked(`\r\n\r\n`), 'end'],
  ['a chunk of a negative size', chunked(`-1\r\n\r\n`), 'end'],
  ['a chunk of an endless size', chunked(`${'f'.repeat(40)}\r\n`), 'end'],
  ['a chunk with an endless extension', chunked(`1;${'a'.repeat(100_000)}\r\n`), 'end'],
  ['chunks beyond the limit', chunked(`${chunk('x'.repeat(1024 * 1024)).repeat(5)}0\r\n\r\n`)],
];

const ENDINGS: readonly Row[] = (['end', 'destroy', 'reset', 'leave open'] as const).flatMap((then): Row[] => [
  [`nothing, then: ${then}`, [], then],
  [`half a first line, then: ${then}`, 'GET /v1', then],
  [`half a header, then: ${then}`, get().slice(0, 60), then],
  [`half a body, then: ${then}`, post('{"req', 'Content-Length: 99\r\n'), then],
  [`half a chunk, then: ${then}`, chunked('ff\r\n{"req'), then],
  [`a request, then: ${then}`, get(), then],
  [`a request with a body, then: ${then}`, post(), then],
]);

const GARBAGE: readonly Row[] = [
  ['noise', Buffer.from(Array.from({ length: 2000 }, (_, i) => (i * 7919) % 256)), 'end'],
  ['zeros', Buffer.alloc(10_000), 'end'],
  ['a greeting of TLS', Buffer.from('16030100a5010000a10303', 'hex'), 'end'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'end'],
  ['an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}', 'end'],
  ['mail', 'EHLO example.com\r\n', 'end'],
  ['a query of Redis', '*1\r\n$4\r\nPING\r\n', 'end'],
  ['the PROXY protocol', `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get()}`, 'end'],
  ['a million letters', 'a'.repeat(1_000_000), 'end'],
  ['a request byte by byte', get().split(/(?:)/)],
  ['two requests at once', get() + get(), 'end'],
  ['twenty requests at once', get().repeat(20), 'end'],
  ['two requests with bodies at once', Buffer.concat([post(), post()]), 'end'],
  ['garbage behind a request', `${get()}garbage\r\n\r\n`, 'end'],
  ['garbage behind a body', Buffer.concat([post(), Buffer.from('{}garbage\r\n\r\n')]), 'end'],
  ['half a request behind a request', `${get()}GET /v1`, 'leave open'],
  ['a body that was not announced', post(BODY, ''), 'end'],
  ['a smuggled request', chunked(`0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n`, 'Content-Length: 5\r\n'), 'end'],
];

/** All of them. */
export const oddClients: readonly OddClient[] = [...FIRST_LINES, ...HEADERS, ...BODIES, ...ENDINGS, ...GARBAGE].map(
  ([name, sends, then]) => ({
    name,
    sends: typeof sends === 'string' || Buffer.isBuffer(sends) ? [sends] : sends,
    ...(then && { then }),
  }),
);
