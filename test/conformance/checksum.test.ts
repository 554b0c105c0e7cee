/** Schemes of checksums: a known request tells which one it is, and a service that admits one is got into. */
import { createHash, createHmac } from 'node:crypto';
import { sortedSha256, type Checksum } from '@wallet-operations/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SCHEMES, schemesOf } from '../../packages/conformance/src/signing/schemes.ts';
import { conform } from './harness.ts';
import { sandboxVariant } from './variants/behind.ts';

const REQUEST = {
  method: 'POST',
  path: '/v1/svc/a',
  query: 'z=2&b=1',
  body: '{"a":1}',
  t: '1760000000',
  secret: 'the-secret',
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('the assumed scheme is that of the sandbox', () => {
  const { query, t, ...rest } = REQUEST;
  const checksum = sortedSha256({ ...rest, query: `${query}&t=${t}` });
  expect(schemesOf({ ...REQUEST, checksum })[0]?.name).toBe('as assumed');
});

test('no two schemes have one name, and some thousand are known', () => {
  expect(new Set(SCHEMES.map(({ name }) => name)).size).toBe(SCHEMES.length);
  expect(SCHEMES.length).toBeGreaterThan(500);
});

describe('a known request tells of', () => {
  const sorted = ['b=1', 't=1760000000', 'z=2', '{"a":1}'].join('&');
  const cases: readonly (readonly [string, string])[] = [
    ['path first', sha256(`/v1/svc/a&${sorted}&secret=the-secret`)],
    ['method and path first', sha256(`POST&/v1/svc/a&${sorted}&secret=the-secret`)],
    ['as sent', sha256('z=2&b=1&t=1760000000&{"a":1}&secret=the-secret')],
    ['body last', sha256(`b=1&t=1760000000&z=2&{"a":1}&secret=the-secret`)],
    ['no body', sha256('b=1&t=1760000000&z=2&secret=the-secret')],
    ['secret= first', sha256(`secret=the-secret&${sorted}`)],
    ['upper-case hex', sha256(`${sorted}&secret=the-secret`).toUpperCase()],
    ['base64', createHash('sha256').update(`${sorted}&secret=the-secret`).digest('base64')],
    ['no secret, HMAC-SHA-256', createHmac('sha256', 'the-secret').update(sorted).digest('hex')],
    ['SHA-512', createHash('sha512').update(`${sorted}&secret=the-secret`).digest('hex')],
    ['line breaks between', sha256(`${sorted.replaceAll('&', '\n')}\nsecret=the-secret`)],
  ];
  test.each(cases)('%s', (name, checksum) => {
    const names = schemesOf({ ...REQUEST, checksum }).map((scheme) => scheme.name);
    expect(names[0] === 'body last' || names.includes(name) ? name : names[0]).toBe(name);
    expect(names).toContain(name);
  });

  test('nothing, where none is it', () => {
    expect(schemesOf({ ...REQUEST, checksum: 'something else' })).toEqual([]);
  });
});

/** Services whose checksum is another; what the run calls it. */
const SERVICES: readonly (readonly [string, Checksum])[] = [
  [
    'path first',
    ({ path, query, body, secret }) =>
      sha256([path, ...[...query.split('&'), ...(body === '' ? [] : [body])].sort(), `secret=${secret}`].join('&')),
  ],
  ['upper-case hex', (input) => sortedSha256(input).toUpperCase()],
  ['no body', ({ query, secret }) => sha256([...query.split('&').sort(), `secret=${secret}`].join('&'))],
  [
    'secret= first',
    ({ query, body, secret }) =>
      sha256([`secret=${secret}`, ...[...query.split('&'), ...(body === '' ? [] : [body])].sort()].join('&')),
  ],
];

describe('a service is got into that signs with', () => {
  test.each(SERVICES)('%s', async (name, checksum) => {
    const running = await sandboxVariant([], { checksum });
    onTestFinished(running.close);
    const { report, stdout } = await conform(running);
    expect(report.points.checksum).toMatchObject({
      verdict: 'contradicted',
      evidence: `another scheme is admitted: ${name}. Give client and sandbox a function that computes it`,
    });
    expect(report.points.checksum?.value).toBeUndefined();
    expect(report.facts.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
    expect(stdout).toMatch(/3\d\d calls of 6 wallets/);
  });
});

test('a request whose checksum is known spares the tries', async () => {
  const [, [name, checksum]] = SERVICES as unknown as [unknown, readonly [string, Checksum]];
  const running = await sandboxVariant([], { checksum });
  onTestFinished(running.close);
  const { query, t, ...rest } = REQUEST;
  const known = { ...REQUEST, secret: 'env:SECRET_0' };
  const secret = running.wallets[0]?.secret ?? '';
  const right = checksum({ ...rest, query: `${query}&t=${t}`, secret });
  const { report, read } = await conform(running, [], { knownRequest: { ...known, checksum: right } });
  expect(report.points.checksum?.evidence).toContain(name);
  expect(read('transcript').match(/"step":"access.try"/g)).toHaveLength(1);
});
