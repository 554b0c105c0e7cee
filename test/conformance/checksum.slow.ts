/** Schemes of checksums: a known request tells which one it is, and a service that admits one is got into. */
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sortedSha256, startSandbox, type Checksum } from '@wallet-operations/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SCHEMES, schemesOf } from '../../packages/conformance/src/signing/schemes.ts';
import { command, configurationOf, conform, differencesIn, filesIn } from './harness.ts';
import { changedVariant, changedWorld, runningOf, sandboxVariant, type Passing } from './variants/behind.ts';
import { createWorld } from './world.ts';

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

/** The pairs of a query as they are sent, with the body behind them. */
const asSent = ({ query, body }: { readonly query: string; readonly body: string }): readonly string[] => [
  ...query.split('&'),
  ...(body === '' ? [] : [body]),
];

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
  // the state of codes, which has no query, does not tell these from others
  [
    'secret= among the pairs',
    ({ query, body, secret }) =>
      sha256([...query.split('&'), ...(body === '' ? [] : [body]), `secret=${secret}`].sort().join('&')),
  ],
  ['as sent', (input) => sha256([...asSent(input), `secret=${input.secret}`].join('&'))],
  ['as sent, path first', (input) => sha256([input.path, ...asSent(input), `secret=${input.secret}`].join('&'))],
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

test('a known request that no scheme fits is refused before a call', async () => {
  const came: Passing[] = [];
  const running = await changedVariant({
    instead(request) {
      came.push(request);
      return undefined;
    },
  });
  onTestFinished(running.close);
  const { config, environment } = configurationOf(running);
  const folder = mkdtempSync(join(tmpdir(), 'conform-'));
  const file = join(folder, 'config.json');
  const knownRequest = { ...REQUEST, secret: 'env:SECRET_0', checksum: '0'.repeat(64) };
  writeFileSync(file, JSON.stringify({ ...config, knownRequest }));
  expect(await command(['plan', '--config', file])).toMatchObject({ exitCode: 0 }); // it reads no secret
  const { exitCode, stderr } = await command(['run', '--config', file, ...filesIn(folder)], running, environment);
  expect(exitCode).toBe(2);
  expect(stderr.replace(/\s+/g, ' ')).toContain(
    'gives knownRequest its checksum. See that method, path, query, body, t and secret are those that it was made with.',
  );
  expect(came).toEqual([]);
  expect(readdirSync(folder)).toEqual(['config.json']);
});

test.each([-3, 3])(
  'by a clock that is %d hours off no way to sign is admitted, and the clock is named',
  async (hours) => {
    const running = await changedVariant({});
    onTestFinished(running.close);
    const result = await conform({ ...running, now: () => (running.now?.() ?? 0) + hours * 3_600_000 });
    expect(result.exitCode).toBe(1);
    expect(result.stdout.replace(/\s+/g, ' ')).toContain(
      'no way to sign was admitted, so nothing else was asked: none of 2 ways to sign was admitted: refused by invalid_timestamp. Look at the clock of this machine',
    );
  },
);

/** Services that sign a request without a body as assumed, and one with a body otherwise. */
const OF_BODIES: readonly (readonly [string, Checksum])[] = [
  ['no body', ({ query, secret }) => sortedSha256({ method: '', path: '', query, body: '', secret })],
  [
    'digest of the body among the pairs',
    (input) => sortedSha256({ ...input, body: input.body === '' ? '' : sha256(input.body) }),
  ],
  [
    'digest of the body last',
    ({ query, body, secret }) =>
      sha256([...query.split('&').sort(), ...(body === '' ? [] : [sha256(body)]), `secret=${secret}`].join('&')),
  ],
];

test.each(OF_BODIES)('a body is signed as by "%s", and what has none as assumed', async (name, checksum) => {
  const running = await sandboxVariant([], { checksum });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(differencesIn(result)).toEqual([
    `checksum: another scheme is admitted: ${name}. Give client and sandbox a function that computes it`,
  ]);
});

test('where no way to sign a body is admitted, that is told, and what has one is not asked', async () => {
  const world = await createWorld({
    checksum: (input) => sortedSha256({ ...input, body: input.body === '' ? '' : `body of ${input.body}` }),
  });
  const came: Passing[] = [];
  const running = await changedWorld(world, {
    instead(request) {
      came.push(request);
      return undefined;
    },
  });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(result.exitCode).toBe(1);
  expect(differencesIn(result)).toEqual([
    expect.stringMatching(
      /^checksum: no way to sign a body was admitted, of \d that were tried: what has one was not asked. Without it the assumed scheme is admitted$/,
    ),
  ]);
  expect(result.report.points.checksum?.value).toBeUndefined();
  expect(result.read('answers')).not.toContain('checksum');
  expect(result.report.points['malformed-request']?.verdict).not.toBe('contradicted');
  const ofBodies = result.report.facts.filter(({ operationId }) =>
    ['getCallbacksById', 'checkWhitelistEntry', 'getDelegatedBalances'].includes(operationId),
  );
  expect(ofBodies.filter(({ evidence }) => evidence === 'no way to sign a body was admitted').length).toBeGreaterThan(
    30,
  );
  // what is looked at before the checksum, and after a wrong one, shows all the same
  expect(ofBodies.filter(({ verdict, kind }) => verdict === 'agrees' && kind === 'order of checks')).toHaveLength(12);
  const first = came.findIndex(({ body }) => body !== '');
  const refused = came.filter(({ body, operationId }) => body !== '' && operationId === 'getCallbacksById');
  expect(refused.length).toBeLessThanOrEqual(6 + 4);
  expect(first).toBe(1 + world.wallets.length + 1);
});

test('where no way to sign a query is admitted, that is told, and what has one is not asked', async () => {
  const checksum: Checksum = (input) =>
    sortedSha256({ ...input, query: input.query.includes('&') ? `query of ${input.query}` : input.query });
  const sandbox = await startSandbox({ running: false, checksum });
  const { control } = sandbox;
  const running = runningOf({
    ...{ sandbox, wallets: await control.wallets(), readOnly: await control.createReadOnlyCode() },
  });
  onTestFinished(running.close);
  const result = await conform(running);
  expect(differencesIn(result)).toEqual([
    expect.stringMatching(/^checksum: no way to sign a query was admitted, of \d that were tried: what has one/),
  ]);
  expect(result.read('answers')).not.toContain('checksum');
  const bounds = result.report.facts.filter(({ kind, about }) => kind === 'bound' && about === 'request_number');
  expect(new Set(bounds.map(({ verdict }) => verdict))).toEqual(new Set(['not asked']));
});

test('where a call with a body is not answered, its checksum is neither confirmed nor told to be another', async () => {
  const running = await changedWorld(await createWorld(), {
    instead({ body }) {
      if (body !== '') throw new Error('lost'); // which resets the connection
      return undefined;
    },
  });
  onTestFinished(running.close);
  const { report, read } = await conform(running);
  expect(report.points.checksum).toMatchObject({
    verdict: 'not observable',
    evidence: 'the assumed scheme is admitted, and no answer tells of one with a body',
  });
  expect(read('answers')).not.toContain('checksum');
});

test.each(['r', 'salt'])('a request that is known tells of a nonce %s, too', async (nonce) => {
  const running = await sandboxVariant([{ id: 'checksum', value: { scheme: 'sorted-sha256', nonce } }]);
  onTestFinished(running.close);
  const [wallet] = running.wallets;
  const secret = wallet?.secret ?? '';
  const path = `/v1/svc/wallets/${String(wallet?.walletId)}/apisecret`;
  const [query, t] = [`${nonce}=8f3a`, '1760000000'];
  const checksum = sortedSha256({ method: 'GET', path, query: `${query}&t=${t}`, body: '', secret });
  const knownRequest = { method: 'GET', path, query, t: Number(t), checksum, secret: 'env:SECRET_0' };
  const result = await conform(running, [], { knownRequest });
  expect(differencesIn(result)).toEqual([`checksum: a nonce ${nonce} is needed`]);
  expect(result.report.points.checksum?.value).toEqual({ scheme: 'sorted-sha256', nonce });
  expect(result.read('transcript').match(/"step":"access.try"/g)).toHaveLength(2);
});
