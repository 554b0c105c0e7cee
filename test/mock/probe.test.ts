/** Every operation with requests that fit and requests that do not: the mock gives only answers that the document allows. */
import { type Mock, startMock } from '@wallet-operations/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationOf } from '../contract/schema.ts';
import { operations, type ProbedOperation } from './document.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const CREDENTIALS = { 'x-api-code': 'code', 'x-checksum': 'sum' };

interface Change {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function send(
  operation: ProbedOperation,
  change: Change = {},
): Promise<{ status: number; body: unknown; why: string | null }> {
  const { operationId, method, path, query, bodies } = operation;
  const [example] = bodies;
  const body = change.body ?? (example === undefined ? undefined : JSON.stringify(example));
  const search = new URLSearchParams(change.query ?? { ...query, t: '1' }).toString();
  const response = await fetch(`${mock.url}${change.path ?? path}?${search}`, {
    method,
    headers: change.headers ?? { ...CREDENTIALS, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  expect(response.headers.get('content-type')).toBe('application/json');
  const answer: unknown = await response.json();
  expect(violationOf(operationId, response.status, answer)).toBeUndefined();
  return { status: response.status, body: answer, why: response.headers.get('x-mock-violations') };
}

/** The body is one that the document lists under its status, its placeholders filled or not. */
function expectListed({ answers }: ProbedOperation, { status, body }: { status: number; body: unknown }): void {
  const codes = answers
    .filter((answer) => answer.status === status)
    .map((answer) => answer.body as { error_code?: number });
  expect(codes.map(({ error_code }) => error_code)).toContain((body as { error_code?: number }).error_code);
}

const missing = { status: 403, body: { error: 'Forbidden. Header not found' } };
const operationsWith = (place: string): [string, string, ProbedOperation][] =>
  operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && parameter.isInteger)
      .map(({ name }): [string, string, ProbedOperation] => [operation.operationId, name, operation]),
  );

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (_, operation) => {
  it('takes every request that the document has as an example', async () => {
    for (const body of operation.bodies.length > 0 ? operation.bodies : [undefined]) {
      const answer = await send(operation, body === undefined ? {} : { body: JSON.stringify(body) });
      expect(answer).toMatchObject({ status: 200, why: null });
    }
  });

  it('misses each part of the authentication, absent or empty', async () => {
    const json = operation.bodies.length > 0 ? { 'content-type': 'application/json' } : {};
    for (const name of Object.keys(CREDENTIALS)) {
      const without = Object.fromEntries(Object.entries(CREDENTIALS).filter(([key]) => key !== name));
      expect(await send(operation, { headers: { ...without, ...json } })).toMatchObject(missing);
      expect(await send(operation, { headers: { ...without, [name]: '', ...json } })).toMatchObject(missing);
    }
    expect(await send(operation, { query: operation.query })).toMatchObject(missing);
    expect(await send(operation, { query: { ...operation.query, t: '' } })).toMatchObject(missing);
  });

  it('gives every answer that it documents by its name, with a comma, a semicolon or alone', async () => {
    for (const { status, name, body } of operation.answers)
      for (const prefer of [
        `code=${String(status)}, example=${name}`,
        `code=${String(status)};example="${name}"`,
        `example=${name}`,
      ])
        expect(await send(operation, { headers: { prefer } })).toMatchObject({ status, body });
  });
});

describe('a name that no answer has', () => {
  it.each(['example=nothing', 'code=418', 'code=200, example=not_found'])(
    'gets a list of those that there are: %s',
    async (prefer) => {
      const [operation] = operations;
      if (!operation) throw new Error('There are no operations.');
      const response = await fetch(`${mock.url}${operation.path}?t=1`, {
        method: operation.method,
        headers: { prefer },
      });
      expect(response.status).toBe(400);
      const { error } = (await response.json()) as { error: string };
      for (const { status, name } of operation.answers)
        expect(error).toContain(`code=${String(status)}, example=${name}`);
    },
  );
});

describe.each(operationsWith('query'))('%s with a broken %s', (_, name, operation) => {
  it.each(['x', '1.5', '', '1e3', '99999999999999999999'])('is refused: %j', async (value) => {
    const answer = await send(operation, { query: { ...operation.query, t: '1', [name]: value } });
    expect(answer.status).toBe(400);
    expect(answer.why).toContain(name);
    expectListed(operation, answer);
  });
});

describe.each(operationsWith('path'))('%s with a broken %s', (_, name, operation) => {
  it.each(['x', '1.5', '1e3', '99999999999999999999'])('is refused: %j', async (value) => {
    const { template = '' } = operation.parameters.find((parameter) => parameter.name === name) ?? {};
    const path = template.replace(`{${name}}`, value).replace(/\{\w+\}/g, '1');
    const answer = await send(operation, { path });
    expect([400, 403]).toContain(answer.status);
    expect(answer.why).toContain(name);
    expectListed(operation, answer);
  });
});

describe.each(
  operations.filter(({ bodies }) => bodies.length > 0).map((operation) => [operation.operationId, operation] as const),
)('%s with a broken body', (_, operation) => {
  const valid = JSON.stringify(operation.bodies[0]);

  it.each([
    ['none', ''],
    ['half of one', valid.slice(0, -2)],
    ['a number', '7'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an unknown field', valid.replace('{', '{"unknown_field":1,')],
    ['bytes that are no text', '\u0000\ufffd'],
    ['a deep one', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    [
      'one with every value of another type',
      valid.replace(/:\s*("[^"]*"|\d+|true|false)/g, ':{"x":[]}').replace(/\[("[^"]*"|\d+)/g, '[{"x":[]}'),
    ],
  ])('is refused: %s', async (__, body) => {
    const answer = await send(operation, { body });
    expect([400, 403]).toContain(answer.status);
    expect(answer.why).not.toBeNull();
    expectListed(operation, answer);
  });

  it('is refused without each of its fields that is required, and with each of another type', async () => {
    for (const [what, broken] of breaksOf(operation.bodies[0])) {
      const answer = await send(operation, { body: JSON.stringify(broken) });
      if (answer.status !== 200) expectListed(operation, answer);
      if (what.startsWith('type')) expect([what, answer.status === 200]).toEqual([what, false]);
    }
  });

  it('is refused in another content type, or in none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense', ''])
      expectListed(operation, await send(operation, { headers: { ...CREDENTIALS, 'content-type': type } }));
  });
});

/** The body with one of its values taken away, or turned into a list of lists, which none may be. */
function breaksOf(body: unknown, way = 'body'): [string, unknown][] {
  const wrong: [string, unknown] = [`type of ${way}`, [[]]];
  if (Array.isArray(body))
    return [
      wrong,
      ...body.flatMap((item: unknown, i) =>
        breaksOf(item, `${way}.${String(i)}`).map(([what, broken]): [string, unknown] => [what, body.with(i, broken)]),
      ),
    ];
  if (typeof body !== 'object' || body === null) return [wrong];
  return [
    wrong,
    ...Object.entries(body).flatMap(([key, value]): [string, unknown][] => [
      [`no ${way}.${key}`, Object.fromEntries(Object.entries(body).filter(([other]) => other !== key))],
      ...breaksOf(value, `${way}.${key}`).map(([what, broken]): [string, unknown] => [
        what,
        { ...body, [key]: broken },
      ]),
    ]),
  ];
}

describe('what no operation answers', () => {
  it.each([
    ['GET', '/', 404],
    ['GET', '/v1/svc/nothing', 404],
    ['GET', '/v1/other/currency/prices', 404],
    ['GET', '//v1/svc/currency/prices', 404],
    ['GET', '/v1/svc/wallets/%zz/vault/balance', 404],
    ['PUT', '/v1/svc/currency/prices', 405],
    ['DELETE', '/v1/svc/wallets/1/addresses', 405],
    ['OPTIONS', '/v1/svc/currency/prices', 405],
  ])('is answered at once: %s %s', async (method, path, status) => {
    const response = await fetch(mock.url + path, { method, headers: CREDENTIALS });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ error: expect.any(String) as string });
  });
});
