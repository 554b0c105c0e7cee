/** The engine takes Prism apart, to do what does not depend on a request only once: here it is held against Prism as a whole. */
import { createRequire } from 'node:module';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import openapi from '@wallet-operations/openapi/openapi.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { type OpenApiDocument, type Operation, operationsOf } from '../../packages/mock/src/document.ts';
import { createEngine, type EngineRequest } from '../../packages/mock/src/engine/engine.ts';
import { once } from '../../packages/mock/src/once.ts';
import { operations } from './document.ts';

interface Outcome {
  /** Where, what, and the end of the message, for the mock leaves out the place in it. */
  readonly violations: readonly (readonly [path: string, code: string, message: string])[];
  /** Undefined for a request that does not fit. */
  readonly answer: unknown;
}
type Judge = (request: EngineRequest) => Promise<Outcome>;

const nothing = (): undefined => undefined;
const silent = { debug: nothing, info: nothing, success: nothing, warn: nothing, error: nothing, child: () => silent };

const operationsIn = once((document: OpenApiDocument) => getHttpOperationsFromSpec(structuredClone(document)));

/** Prism as a whole, as it is embedded by others. */
async function wholePrism(document: OpenApiDocument, { operationId, method }: Operation): Promise<Judge> {
  const own = (await operationsIn(document)).filter((each) => each.iid === operationId);
  const settings = { isProxy: false, validateRequest: true, validateResponse: false, checkSecurity: false } as const;
  const more = { errors: false, upstreamProxy: undefined };
  return async ({ path, query, body }) => {
    const config = { ...settings, ...more, mock: { dynamic: false } };
    const url = { path, query: Object.fromEntries([...query.keys()].map((name) => [name, one(query.getAll(name))])) };
    const input = { method: method.toLowerCase() as 'get', url, headers: {}, body };
    const result = await createInstance(config, { logger: silent }).request(input, own, config)();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    const violations = validations.input.map(
      ({ path: at = ['body'], code, message }) => [at.join('/').toLowerCase(), String(code), message] as const,
    );
    return { violations, answer: violations.length > 0 ? undefined : [output.statusCode, output.body] };
  };
}

async function ownEngine(document: OpenApiDocument, operation: Operation): Promise<Judge> {
  const { violationsOf, answer } = await createEngine(document, operation);
  return (request) => {
    const violations = violationsOf(request).map(
      ({ path, code, message }) => [path.join('/').toLowerCase(), code, message] as const,
    );
    return Promise.resolve({ violations, answer: violations.length > 0 ? undefined : [answer.status, answer.body] });
  };
}

const one = (values: string[]): string | string[] => (values.length > 1 ? values : (values[0] ?? ''));

/** Both say the same of each request; gives how many fit. */
async function agree(document: OpenApiDocument, operation: Operation, requests: EngineRequest[]): Promise<number> {
  const [prism, own] = [await wholePrism(document, operation), await ownEngine(document, operation)];
  let fitting = 0;
  for (const request of requests) {
    const expected = await prism(request);
    const actual = await own(request);
    const shortened = expected.violations.map(([path, code, message], i) => {
      const said = actual.violations[i]?.[2];
      return [path, code, said !== undefined && message.endsWith(said) ? said : message];
    });
    expect({ request, ...actual }).toEqual({ request, answer: expected.answer, violations: shortened });
    if (expected.violations.length === 0) fitting++;
  }
  return fitting;
}

const VALUES = [null, 0, -1, 1, 1.5, 101, 1e300, '', 'x', '1,5', 'a/b', 'x'.repeat(256), true, [], {}, [1], { a: 1 }];
const TEXTS = [
  '',
  '0',
  '-1',
  '1e3',
  '0x1f',
  '1.5',
  'a',
  'a,b',
  '%2C',
  '501',
  '9223372036854775808',
  'true',
  '%C3%A9',
  '[',
];

/** A value with each of its parts replaced by each of `VALUES`, and left out. */
function variants(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return VALUES;
  const entries = Object.entries(value);
  const made = entries.flatMap(([key, part], i) => [
    entries.toSpliced(i, 1),
    ...variants(part).map((other) => entries.with(i, [key, other])),
  ]);
  const rebuilt = made.map((some): unknown =>
    Array.isArray(value) ? some.map(([, part]): unknown => part) : Object.fromEntries(some),
  );
  return [value, ...VALUES, ...rebuilt];
}

const document = openapi as unknown as OpenApiDocument;

describe.each(operationsOf(document).map((operation) => [operation.operationId, operation] as const))(
  'the engine judges %s as Prism does',
  (operationId, operation) => {
    const { path, query, bodies } = operations.find((each) => each.operationId === operationId) ?? {
      path: '',
      bodies: [],
    };
    const plain = { path, query: new URLSearchParams({ ...query, t: '1' }), body: bodies[0] };

    it('in its body', async () => {
      const all = bodies.length > 0 ? bodies.flatMap(variants) : [undefined];
      expect(
        await agree(
          document,
          operation,
          all.map((body) => ({ ...plain, body })),
        ),
      ).toBeGreaterThan(0);
    });

    it('in its path', async () => {
      const segments = path.split('/');
      const encoded = segments.map((segment) => segment.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`));
      const paths = segments.flatMap((_, i) =>
        operation.path.split('/')[i]?.startsWith('{')
          ? TEXTS.filter((text) => text !== '').map((text) => segments.with(i, text).join('/'))
          : [segments.with(i, encoded[i] ?? '').join('/')],
      );
      await agree(
        document,
        operation,
        paths.map((each) => ({ ...plain, path: each })),
      );
    });

    it('in its query', async () => {
      const names = [...plain.query.keys(), 'other', '__proto__'].flatMap((name) => [name, name.toUpperCase()]);
      const queries = names.flatMap((name) =>
        TEXTS.flatMap((text) => {
          const added = new URLSearchParams([...plain.query, [name, decodeURIComponent(text)]]);
          const changed = new URLSearchParams({ ...Object.fromEntries(plain.query), [name]: decodeURIComponent(text) });
          const without = new URLSearchParams([...plain.query].filter(([each]) => each !== name));
          return [added, changed, without];
        }),
      );
      await agree(
        document,
        operation,
        queries.map((each) => ({ ...plain, query: each })),
      );
    });
  },
);

describe('the engine reads as Prism does', () => {
  /** A document with an operation whose request body and whose answer have these schemas, and another one with that answer. */
  const withSchemas = (request: object, response: object, schemas: Record<string, object> = {}): OpenApiDocument => ({
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Two operations', version: '1' },
    paths: {
      '/things': {
        post: {
          operationId: 'makeThing',
          requestBody: { required: true, content: { 'application/json': { schema: request } } },
          responses: {
            '200': { description: 'Made', content: { 'application/json': { schema: response } } },
            '400': { description: 'Not made', content: { 'application/json': { schema: {} } } }, // or Prism has no answer
          },
        },
      },
      '/others': {
        post: {
          operationId: 'makeOther',
          responses: { '200': { description: 'Made', content: { 'application/json': { schema: response } } } },
        },
      },
    },
    components: { schemas },
  });
  const name = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 2 } } };
  const BODIES = [
    { name: 'ab' },
    { name: 'a' },
    {},
    { name: 'ab', id: 1 },
    { id: 1 },
    { name: 'ab', next: { name: 1 } },
    0,
    '',
    null,
  ];
  const ref = (pointer: string): object => ({ $ref: `#/${pointer}` });

  it.each([
    ['allOf', { allOf: [name, { properties: { id: { type: 'string' } } }] }, {}],
    [
      'what only answers have',
      { ...name, properties: { ...name.properties, id: { readOnly: true } }, additionalProperties: false },
      {},
    ],
    [
      'a schema that holds itself',
      ref('components/schemas/Thing'),
      { Thing: { ...name, properties: { ...name.properties, next: ref('components/schemas/Thing') } } },
    ],
    ['keywords beside a reference', { ...ref('components/schemas/Name'), maxProperties: 1 }, { Name: name }],
    ['references to references', ref('components/schemas/A'), { A: ref('components/schemas/B'), B: name }],
    ['references to elsewhere', ref('paths/~1others/post/responses/200/content/application~1json/schema'), {}],
    ['schemas that nobody can compile', { ...name, pattern: '(' }, {}],
  ])('%s', async (_, request, schemas) => {
    const own = withSchemas(request, name, schemas);
    const [operation] = operationsOf(own) as [Operation];
    const requests = BODIES.map((body) => ({ path: '/things', query: new URLSearchParams(), body }));
    expect(await agree(own, operation, requests)).toBeGreaterThan(0);
  });

  it('an answer without an example, which is made up', async () => {
    const own = withSchemas({}, { ...name, properties: { ...name.properties, id: { type: 'integer', minimum: 7 } } });
    const { answer } = await createEngine(own, operationsOf(own)[0] as Operation);
    expect(answer).toEqual({ status: 200, body: { name: 'string', id: 7 } });
  });
});

describe('the parts are the very ones that Prism has itself', () => {
  const own = createRequire(import.meta.resolve('@wallet-operations/mock/package.json'));
  const { dependencies } = own('./package.json') as { dependencies: Record<string, string> };
  const prisms = createRequire(own.resolve('@stoplight/prism-http/package.json'));
  const parts = Object.keys(dependencies).filter((name) => /^(@stoplight|uri-template-lite$)/.test(name));

  it.each(parts)('%s', (name) => {
    expect(own.resolve(name), `raise ${name} in packages/mock to the version that Prism asks for`).toBe(
      prisms.resolve(name),
    );
  });
});
